// Texts that nobody would write: tags, Markdown and the attacks of payloads.mjs in any order, with
// markers at any place. What a browser makes of the answer is exactly what was written, wherever it
// stands, and nothing in it is forged. The texts are the same in every run;
// GROUNDMARK_MIXTURES=100000 makes more of them and GROUNDMARK_SEED=2 makes others.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { render } from "../../dist/index.js";
import { engine, launch, settle, watch } from "./browser.mjs";
import { payloads } from "./payloads.mjs";
import { document, serve } from "./server.mjs";

const COUNT = Number(process.env.GROUNDMARK_MIXTURES ?? (engine === "chromium" ? 4000 : 1000));
const BATCH = 250;
const PREFIX = "gm-mix";

const TAGS =
  "a abbr b blockquote br caption center cite code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p pre q s samp small span strong sub summary sup table tbody td tfoot th thead time tr u ul var svg math style script template select option textarea title button form img input colgroup col ruby rt nobr font body html head section bdi".split(" ");
const ATTRIBUTES = ["", "", "", ` href="https://a.example/"`, ` title="x"`, " dir=rtl", " align=left", ` class="gm-cite"`, ` class="language-x"`, ` class="gm-table language-x"`, " id=x", " open", " lang=ko", " colspan=2", " role=group tabindex=0", " value=3"];
const MARKDOWN = [
  "\n\n", "\n\n", "\n", "\n- ", "\n1. ", "\n> ", "\n\n    code\n\n", "\n```js\n", "\n```\n", "**", "*", "`", "~~", "[x](https://b.example)", "[^1]", "\n\n[^1]: note ", "\n| a | b |\n|---|---|\n| c | d |\n", "# h\n", "x", "word. ", "文字。",
  "&amp;", "&#10;", "&nbsp;", "\t", "![i](https://i.example/x)", "<!--", "-->", "<!x>", "<?x?>", "\n---\n", "\n- [x] ", "  \n", "\\\n", "<https://c.example>", "10<sup>6</sup>", "<sup>[1]</sup>", "مرحبا", "\r\n", "\u00a0",
];

/** mulberry32: small, and good enough to mix. */
function random(seed) {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

function mixture(below) {
  const one = (list) => list[below(list.length)];
  const parts = Array.from({ length: 2 + below(20) }, () => {
    const kind = below(10);
    if (kind < 4) return `<${one(TAGS)}${one(ATTRIBUTES)}>`;
    if (kind < 6) return `</${one(TAGS)}>`;
    return kind < 9 ? one(MARKDOWN) : one(payloads).text.slice(0, 120);
  });
  return `Start.${one(["\n\n", " "])}${parts.join("")}${one(["\n\n", " "])}End.`;
}

function answerOf(text, below) {
  const bytes = Buffer.byteLength(text);
  const ends = [6, bytes, ...Array.from({ length: 4 }, () => 1 + below(bytes))];
  const groundingSupports = ends.map((endIndex, index) => ({ segment: { endIndex }, groundingChunkIndices: [index % 2] }));
  const groundingChunks = ["one", "two"].map((name) => ({ web: { uri: `https://${name}.example/`, title: name } }));
  return render({ candidates: [{ content: { parts: [{ text }] }, groundingMetadata: { groundingChunks, groundingSupports } }] }, { idPrefix: PREFIX });
}

/** Runs in the page. */
async function inspect([batch, prefix]) {
  const { faults } = await import("/tests/browser/inspect.mjs");
  const host = document.querySelector("#host");
  const places = [["<div id=host>", "</div><p>after</p>"], ["<ul><li id=host>", "</li><li>next</li></ul>"], ["<table><tr><td id=host>", "</td><td>next</td></tr></table>"]];
  return batch.map(({ html }) => {
    host.innerHTML = html;
    const wrong = faults(host, prefix);
    if (host.innerHTML !== html) wrong.push(`read back as ${host.innerHTML}`);
    for (const doctype of ["<!doctype html>", ""]) {
      for (const [before, after] of places) {
        const parsed = new DOMParser().parseFromString(doctype + before + html + after, "text/html");
        if (parsed.querySelector("#host").innerHTML !== html) wrong.push(`parsed otherwise in ${doctype}${before}`);
      }
    }
    return wrong;
  });
}

let server, browser;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

test(`${COUNT} mixtures of everything`, async () => {
  const below = random(Number(process.env.GROUNDMARK_SEED ?? 1));
  const context = await browser.newContext();
  const seen = await watch(context, server.origin);
  const page = await context.newPage();
  await page.goto(server.page(document('<div id="host" class="gm-answer"></div>')));
  const found = [];
  for (let made = 0; made < COUNT; made += BATCH) {
    const batch = Array.from({ length: BATCH }, () => {
      const text = mixture(below);
      return { text, html: answerOf(text, below).html };
    });
    const wrong = await page.evaluate(inspect, [batch, PREFIX]);
    wrong.forEach((faults, index) => faults.length > 0 && found.push({ text: batch[index].text, faults }));
  }
  await settle(page);
  assert.deepEqual(seen.requests, []);
  assert.deepEqual([...seen.errors, ...seen.dialogs, ...(await page.evaluate(() => window.ran ?? []))], []);
  await context.close();
  // The shortest text of each kind of fault says most.
  found.sort((a, b) => a.text.length - b.text.length);
  const told = new Map();
  for (const { text, faults } of found) {
    for (const fault of faults) {
      const kind = fault.slice(0, 12);
      if (!told.has(kind)) told.set(kind, `${JSON.stringify(text)}: ${fault.slice(0, 300)}`);
    }
  }
  assert.deepEqual([...told.values()], [], `${found.length} of ${COUNT}`);
});
