// Texts that grow: the shapes of `benches/stream.rs`, character for character, in pieces of 24 bytes.

const PIECE = 24;

const WORDS = ["harbour", "light", "the", "old", "keeper", "counts", "boats", "of", "a", "quiet", "evening", "tide"];

/** Words with some emphasis, code and links, as answers have them. */
function sentence(seed) {
  const words = [];
  for (let word = 0; word < WORDS.length; word++) {
    const picked = WORDS[(seed * 7 + word * 5 + Math.floor(seed / 3)) % WORDS.length];
    words.push(MARKED[(seed + word) % 23]?.(picked) ?? picked);
  }
  return `${words.join(" ")}. `;
}

const MARKED = {
  4: (word) => `**${word}**`,
  9: (word) => `\`${word}\``,
  15: (word) => `[${word}](https://example.org/${word})`,
  19: (word) => `*${word}*`,
};

/** Puts together what `next` gives for 0, 1, 2 …, until it is so many characters, all of them ASCII. */
function until(length, next, beginning = "") {
  let text = beginning;
  for (let seed = 0; text.length < length; seed++) text += next(seed);
  return text;
}

function prose(bytes) {
  return until(bytes, (part) => {
    const from = part * 4;
    const heading = part % 3 === 0 ? `## Part ${from}\n\n` : "";
    return `${heading}${[0, 1, 2, 3].map((more) => sentence(from + more)).join("")}\n\n`;
  });
}

function korean(bytes) {
  const paragraph =
    "등대지기는 **매일 저녁** 배를 센다. 항구의 불빛이 `켜지면` 사람들은 " +
    '**"조용히"**라고 말하며 [집](https://example.org/)으로 돌아간다.\n\n';
  return paragraph.repeat(Math.ceil(bytes / new TextEncoder().encode(paragraph).length));
}

function list(bytes, between) {
  return until(bytes, (seed) => `- ${sentence(seed)}\n${between}`);
}

function table(bytes) {
  const row = (seed) => `| **Harbour ${seed}** | ${(seed * 37) % 101} | quiet \`tide\` |\n`;
  return until(bytes, row, "| Harbour | Boats | Note |\n|---|--:|---|\n");
}

function code(bytes) {
  const line = (seed) => `    let boat_${seed} = count(&harbour, ${seed}) < ${seed * 3};\n`;
  return `${until(bytes, line, "```rust\n")}\`\`\`\n`;
}

/** Two thirds of the text refer to what the rest defines. */
function late(bytes, mark, leadsTo) {
  let count = 0;
  let text = until((bytes * 7) / 10, (seed) => {
    count = seed + 1;
    return `${sentence(seed)}See [${mark}n${seed}] too.\n\n`;
  });
  for (let seed = 0; seed < count; seed++) text += `[${mark}n${seed}]: ${leadsTo}${seed}\n\n`;
  return text;
}

/** Bytes of raw HTML until its end comes: up to there it is read again with every push. */
const RAW = 4_000;

/** Blocks of raw HTML, each with what `inside` gives until it is long enough. */
function raw(bytes, start, inside, end) {
  let seed = 0;
  return until(bytes, () => `${until(RAW, () => inside(seed++), start)}${end}`);
}

/** By name: a text of about so many bytes. */
export const TEXTS = {
  prose,
  "prose, Korean": korean,
  "one list, tight": (bytes) => list(bytes, ""),
  "one list, loose": (bytes) => list(bytes, "\n"),
  "one table": table,
  "one code block": code,
  "one paragraph": (bytes) => until(bytes, sentence),
  "late link definitions": (bytes) => late(bytes, "", "https://example.org/"),
  "[^x] with late definitions": (bytes) => late(bytes, "^", "A note about "),
  "<details> of 4 KB": (bytes) =>
    raw(bytes, "<details><summary>More</summary>\n\n", (seed) => `${sentence(seed)}\n\n`, "</details>\n\n"),
  "raw tables of 4 KB": (bytes) =>
    raw(bytes, "<table>\n", (seed) => `<tr><td>Harbour ${seed}</td>\n\n<td>${(seed * 37) % 101}</td></tr>\n\n`, "</table>\n\n"),
};

/** The text as it arrives: 24 bytes at a time, more where a character would be cut. */
export function piecesOf(text) {
  const bytes = new TextEncoder().encode(text);
  const decoder = new TextDecoder();
  const pieces = [];
  for (let start = 0, end; start < bytes.length; start = end) {
    end = Math.min(start + PIECE, bytes.length);
    while (end < bytes.length && (bytes[end] & 0xc0) === 0x80) end++;
    pieces.push(decoder.decode(bytes.subarray(start, end)));
  }
  return pieces;
}
