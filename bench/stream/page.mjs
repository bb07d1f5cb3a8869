// What the command calls in the page.
import { readOurs, streamOurs } from "./ours.mjs";
import { RIVALS, streamRival } from "./rivals.mjs";
import { piecesOf, TEXTS } from "./texts.mjs";

/** Pieces of the texts, made once: their making is no part of what is timed. */
const made = new Map();

function pieces(name, bytes) {
  const key = `${name} ${bytes}`;
  if (!made.has(key)) made.set(key, piecesOf(TEXTS[name](bytes)));
  return made.get(key);
}

/** Nobody pays for the garbage of another. */
function clean() {
  globalThis.gc();
}

globalThis.bench = {
  rivals: RIVALS,
  sizes(name, bytes) {
    const lengths = [bytes, 2 * bytes].map((bytes) => new TextEncoder().encode(TEXTS[name](bytes)).length);
    return { bytes: lengths[0], bytesTwice: lengths[1], pushes: pieces(name, bytes).length };
  },
  ours(name, bytes) {
    clean();
    const read = readOurs(pieces(name, bytes));
    clean();
    return { read, ...streamOurs(pieces(name, bytes)) };
  },
  rival(rival, name, bytes, samples, shift) {
    clean();
    return streamRival(rival, pieces(name, bytes), samples, shift);
  },
};
