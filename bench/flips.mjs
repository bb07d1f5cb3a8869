// Counts finished words that change their looks while an answer grows by character: settled by us,
// unsettled, and with the npm package remend before unsettled rendering.
//
//     cargo xtask build && GROUNDMARK_CORPUS=<folder> node bench/flips.mjs
//
// A word is finished once white space or another word stands behind it; its looks are bold,
// italic, struck, code and heading level. `tests/flips.rs` holds ours at 0 in each test run.

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import remend from "remend";
import { render } from "../dist/index.js";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");

/** Elements that change how a word looks, by a letter for each. */
const LOOKS = { strong: "B", b: "B", em: "I", i: "I", del: "S", s: "S", code: "C", pre: "C", kbd: "K" };
for (let level = 1; level <= 6; level++) LOOKS[`h${level}`] = String(level);
/** Elements within a word. */
const INLINE = new Set(["a", "sup", "sub", "span", "u", "ins", "small", "bdi"]);
const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00a0" };
const TOKEN = /<(\/?)([a-z0-9]+)[^>]*>|&([a-z]+);|([^<&]+)/g;

/** Reads words with their looks; what equals the HTML before it is not read again. */
class Words {
  html = "";
  words = [];
  /** For each word where reading can go on behind it, and with which looks. */
  marks = [];

  read(html) {
    const same = commonLength(this.html, html);
    while (this.marks.length > 0 && this.marks.at(-1).at > same) this.marks.pop();
    this.words.length = this.marks.length;
    const from = this.marks.at(-1) ?? { at: 0, looks: [], spaced: true };
    const looks = [...from.looks];
    let word = "";
    let shown = null;
    let { spaced } = from;
    const end = (at) => {
      if (word !== "") {
        this.words.push(word);
        this.marks.push({ at, looks: [...looks], spaced });
      }
      word = "";
      shown = null;
    };
    const push = (text) => {
      spaced = false;
      const now = [...new Set(looks)].sort().join("");
      if (now !== shown) word += `{${now}}`;
      shown = now;
      word += text;
    };
    TOKEN.lastIndex = from.at;
    for (let token; (token = TOKEN.exec(html)); ) {
      const [, slash, name, entity, text] = token;
      if (text !== undefined) {
        let at = token.index;
        for (const piece of text.split(/(\s+)/)) {
          at += piece.length;
          if (/^\s/.test(piece)) {
            spaced = true;
            end(at);
          } else if (piece !== "") push(piece);
        }
      } else if (entity !== undefined) {
        if (entity === "nbsp") {
          spaced = true;
          end(TOKEN.lastIndex);
        } else push(ENTITIES[entity]);
      } else {
        const look = LOOKS[name];
        const breaks = look === undefined ? !INLINE.has(name) : /\d/.test(look) || name === "pre";
        if (look !== undefined && slash === "/") looks.splice(looks.lastIndexOf(look), 1);
        else if (look !== undefined) looks.push(look);
        if (breaks) end(TOKEN.lastIndex);
      }
    }
    end(html.length);
    this.html = html;
    return { words: [...this.words], finished: spaced ? this.words.length : this.words.length - 1 };
  }
}

function commonLength(a, b) {
  let low = 0;
  let high = Math.min(a.length, b.length);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (a.slice(low, middle) === b.slice(low, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** How many of the first words are not in the second list, in order. */
function lost(before, after) {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  if (same === before.length) return 0;
  const a = before.slice(same);
  const b = after.slice(same);
  let row = new Uint32Array(b.length + 1);
  for (const word of a) {
    const next = new Uint32Array(b.length + 1);
    for (let j = 0; j < b.length; j++) {
      next[j + 1] = word === b[j] ? row[j] + 1 : Math.max(next[j], row[j + 1]);
    }
    row = next;
  }
  return a.length - row[b.length];
}

const WAYS = {
  ours: (text, options) => render({ text }, { ...options, settle: true }).bodyHtml,
  raw: (text, options) => render({ text }, options).bodyHtml,
  remend: (text, options) => render({ text: remend(text) }, options).bodyHtml,
};

function count(text, show) {
  const readers = [new Words(), new Words()];
  let before = [null, null];
  let flips = 0;
  let prefix = "";
  for (const character of text) {
    prefix += character;
    const html = show(prefix);
    const notes = html.indexOf('<section class="gm-notes"');
    const cut = notes < 0 ? html.length : notes;
    const after = [html.slice(0, cut), html.slice(cut)].map((list, index) => readers[index].read(list));
    after.forEach(({ words }, index) => {
      const last = before[index];
      if (last !== null) flips += lost(last.words.slice(0, last.finished), words);
    });
    before = after;
  }
  return flips;
}

const texts = [];
const streams = path.join(root, "tests/streams");
for (const name of readdirSync(streams).filter((name) => name.endsWith(".md"))) {
  texts.push({ name, text: readFileSync(path.join(streams, name), "utf8"), math: name === "formulas.md" });
}
const corpus = process.env.GROUNDMARK_CORPUS;
if (corpus) {
  const recorded = { name: "recorded answers", list: [] };
  for (const name of readdirSync(corpus).sort()) {
    if (!name.endsWith(".json") || name === "expected-offsets.json") continue;
    recorded.list.push(render(readFileSync(path.join(corpus, name), "utf8")).text);
  }
  texts.push(recorded);
}

console.log(`| text | characters | ${Object.keys(WAYS).join(" | ")} |`);
console.log("|---|---|---|---|---|");
for (const { name, text, list = [text], math = false } of texts) {
  const characters = list.reduce((sum, text) => sum + [...text].length, 0);
  const counts = Object.values(WAYS).map((way) =>
    list.reduce((sum, text) => sum + count(text, (prefix) => way(prefix, { math, idPrefix: "gm" })), 0),
  );
  const title = list.length > 1 ? `${list.length} ${name}` : name.replace(/\.md$/, "");
  console.log(`| ${title} | ${characters} | ${counts.join(" | ")} |`);
}
