// What the tests of the npm package share: where things are, responses to feed the package with, and
// how a call ended as something to compare.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "../..");

/** The smallest answer with a marker: to see that the package still works after something odd. */
export const small = {
  candidates: [
    {
      content: { parts: [{ text: "Water boils at 100 °C. *Here.*" }] },
      groundingMetadata: {
        groundingChunks: [{ web: { uri: "https://example.com/water", title: "Water" } }],
        groundingSupports: [
          { segment: { endIndex: 22, text: "Water boils at 100 °C" }, groundingChunkIndices: [0] },
        ],
      },
    },
  ],
};

/** Every fixture: its name, its folder, the text of its response and its options. */
export function fixtures() {
  const folder = path.join(root, "tests/fixtures");
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, folder: path.join(folder, name) }))
    .filter((fixture) => existsSync(path.join(fixture.folder, "response.json")))
    .map((fixture) => ({
      ...fixture,
      text: readFileSync(path.join(fixture.folder, "response.json"), "utf8"),
      options: options(path.join(fixture.folder, "options.json")),
    }));
}

/** The options of a fixture. They are named as in JavaScript, but for the hosts of images. */
function options(file) {
  if (!existsSync(file)) return undefined;
  const { imageHosts, ...options } = JSON.parse(readFileSync(file, "utf8"));
  return imageHosts ? { ...options, images: { hosts: imageHosts } } : options;
}

/** Recorded responses that are not part of the project; none unless `GROUNDMARK_CORPUS` names them. */
export function corpus() {
  const folder = process.env.GROUNDMARK_CORPUS;
  if (!folder) return [];
  return readdirSync(folder)
    .sort()
    .filter((name) => name.endsWith(".json") && name !== "expected-offsets.json")
    .map((name) => ({ name, text: readFileSync(path.join(folder, name), "utf8") }));
}

/**
 * How a call ended: its result, or what there is to compare of its error. Anything else that is
 * thrown is a fault of the package's.
 */
export function outcome(run) {
  try {
    return { result: run() };
  } catch (error) {
    if (error?.name !== "GroundmarkError" || !(error instanceof Error)) throw error;
    // The message of the cause says what broke, which is what one wants to read in a failure.
    const { code, message, line, column, api, cause } = error;
    return { error: { code, message, line, column, api, cause: cause && String(cause) } };
  }
}

/** Numbers from 0 to 1, the same in every run: xorshift, as good as an order of tests needs. */
export function randomFrom(seed) {
  let state = (seed * 2654435761 + 1) >>> 0 || 1;
  const random = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state = (state ^ (state << 5)) >>> 0;
    return state / 2 ** 32;
  };
  for (let round = 0; round < 8; round++) random();
  return {
    chance: (likely) => random() < likely,
    below: (end) => Math.floor(random() * end),
    pick: (list) => list[Math.floor(random() * list.length)],
  };
}
