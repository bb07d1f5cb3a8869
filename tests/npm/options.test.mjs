// Every option does what js/types.ts says, and everything else is refused: an option that is
// misspelt, or of a later version, must not be ignored in silence.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { inspect } from "node:util";
import { render, renderMarkdown } from "../../dist/index.js";
import { outcome, root, small } from "./responses.mjs";

/** Three sources, one of them cited; two levels of headings, an image; two candidates. */
const response = {
  responseId: "r-1",
  candidates: [
    {
      index: 0,
      finishReason: "STOP",
      content: { parts: [{ text: "# One\n\n## Two\n\nWater boils.\n\n![A pot](https://img.example/pot.png)" }] },
      groundingMetadata: {
        groundingChunks: [
          { web: { uri: "https://example.com/water", title: "Water" } },
          { web: { uri: "https://example.org/steam", title: "Steam" } },
        ],
        groundingSupports: [{ segment: { text: "Water boils." }, groundingChunkIndices: [0] }],
      },
    },
    { index: 1, finishReason: "MAX_TOKENS", content: { parts: [{ text: "The other one" }] } },
  ],
};
const plain = render(response);
/** A response of one part. */
const parts = (...list) => ({ candidates: [{ content: { parts: list } }] });
const htmlWith = (options) => render(response, options).html;

/** Each option: what shows that it took effect, then values of a wrong type. */
const OPTIONS = {
  candidate: {
    works() {
      assert.equal(render(response, { candidate: 1 }).text, "The other one");
      assert.equal(render(response, { candidate: 0 }).text, plain.text);
      const missing = render(response, { candidate: 9 });
      assert.equal(missing.status, "empty");
      assert.ok(missing.diagnostics.some(({ code }) => code === "no-candidate"));
    },
    wrong: ["0", 1.5, -1, NaN, -Infinity, true, [0], 0n],
  },
  idPrefix: {
    works() {
      const { html, idPrefix } = render(response, { idPrefix: "a b<1" });
      assert.equal(idPrefix, "a_b_1");
      const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
      assert.ok(ids.length > 1 && ids.every((id) => id.startsWith("a_b_1-")), ids.join());
      assert.match(plain.idPrefix, /^gm-[0-9a-z]{8}$/);
    },
    wrong: ["", 1, true, {}, ["a"]],
  },
  locale: {
    works() {
      for (const locale of ["en", "en-GB", "x", ""]) assert.equal(htmlWith({ locale }), plain.html);
      const words = { ko: "출처", "ja-JP": "出典", "zh-CN": "来源", "zh-TW": "來源", es: "Fuentes", "fr-CA": "Sources", de: "Quellen", "pt-BR": "Fontes", ar: "المصادر" };
      for (const [locale, sources] of Object.entries(words)) {
        assert.match(htmlWith({ locale }), new RegExp(`<h2[^>]*>${sources}</h2>`), locale);
        assert.equal(render(response, { locale }).bodyHtml.replace(/aria-label="[^"]*"/g, ""), plain.bodyHtml.replace(/aria-label="[^"]*"/g, ""));
      }
    },
    wrong: [1, true, {}, ["en"]],
  },
  labels: {
    works() {
      const html = htmlWith({ labels: { sources: "Quellen <1>", alsoConsulted: "Ferner" } });
      assert.match(html, />Quellen &lt;1&gt;<\/h2>/);
      assert.match(html, />Ferner</);
      assert.equal(htmlWith({ labels: {} }), plain.html);
    },
    wrong: ["a", 1, ["a"], { sources: 1 }, { sources: null }, { nothing: "a" }, { __proto__x: "a" }],
  },
  headingLevel: {
    works() {
      assert.match(plain.sourcesHtml, /<h2[ >][^]*Sources<\/h2>/);
      for (const headingLevel of [1, 6]) {
        assert.match(
          render(response, { headingLevel }).sourcesHtml,
          new RegExp(`<h${headingLevel}[ >][^]*Sources</h${headingLevel}>`),
        );
      }
    },
    wrong: [0, 7, 1.5, "2", true, NaN, Infinity, 258],
  },
  headingBase: {
    works() {
      const levels = (html) => [...html.matchAll(/<h(\d)/g)].map(([, level]) => level).join("");
      assert.equal(levels(plain.bodyHtml), "12");
      assert.equal(levels(render(response, { headingBase: 3 }).bodyHtml), "34");
      assert.equal(levels(render(response, { headingBase: 6 }).bodyHtml), "66");
    },
    wrong: [0, 7, 1.5, "2", true, NaN, Infinity, 258],
  },
  notice: {
    works() {
      const cut = { candidate: 1 };
      assert.match(htmlWith(cut), /names no sources/);
      assert.match(htmlWith(cut), /was cut off/);
      assert.equal(render(response, { ...cut, notice: false }).sourcesHtml, "");
    },
    wrong: [0, 1, "true", {}, "false"],
  },
  interrupted: {
    works() {
      assert.doesNotMatch(plain.html, /was cut off/);
      assert.match(htmlWith({ interrupted: true }), /was cut off/);
    },
    wrong: [0, 1, "true", {}],
  },
  uncited: {
    works() {
      assert.match(plain.html, /Steam/);
      assert.equal(htmlWith({ uncited: "list" }), plain.html);
      const hidden = render(response, { uncited: "hide" });
      assert.doesNotMatch(hidden.html, /Steam/);
      assert.deepEqual(hidden.sources, plain.sources);
    },
    wrong: ["", "List", "none", true, 1, ["list"]],
  },
  confidence: {
    works() {
      const scored = structuredClone(small);
      const scores = (given) => scored.candidates[0].groundingMetadata.groundingSupports.forEach((support) => {
        support.confidenceScores = support.groundingChunkIndices.map(() => given);
      });
      scores(0.9);
      assert.doesNotMatch(render(scored).html, /Confidence/);
      const shown = render(scored, { confidence: true });
      assert.match(shown.sourcesHtml, /Confidence: high \(90 %\)/);
      assert.equal(shown.bodyHtml, render(scored).bodyHtml);
      scores(0.1);
      assert.match(render(scored, { confidence: true }).sourcesHtml, /Confidence: low \(10 %\)/);
    },
    wrong: [0, 1, "true", {}],
  },
  images: {
    works() {
      assert.doesNotMatch(plain.html, /<img/);
      assert.match(htmlWith({ images: { hosts: ["img.example"] } }), /<img [^>]*src="https:\/\/img\.example\/pot\.png"/);
      for (const images of [{ hosts: ["example"] }, { hosts: [] }, {}]) {
        assert.equal(htmlWith({ images }), plain.html);
      }
    },
    wrong: ["img.example", true, ["img.example"], { hosts: "img.example" }, { hosts: [1] }, { hosts: {} }, { host: [] }],
  },
  inlineImages: {
    works() {
      const picture = parts({ inlineData: { mimeType: "image/png", data: "AAAA" } });
      assert.match(render(picture).bodyHtml, /<img src="data:image\/png;base64,AAAA" alt="[^"]+">/);
      assert.match(render(picture, { inlineImages: false }).bodyHtml, /class="gm-file"[^]*image\/png/);
    },
    wrong: [0, 1, "true", {}],
  },
  thoughts: {
    works() {
      const thought = parts({ text: "hm **so**", thought: true });
      assert.doesNotMatch(render(thought).html, /hm/);
      assert.match(render(thought, { thoughts: true }).bodyHtml, /<details class="gm-thoughts"[^]*hm <strong>so</);
    },
    wrong: [0, 1, "true", {}],
  },
  math: {
    works() {
      const formula = parts({ text: "$x_1$ and \\(y\\)" });
      assert.match(render(formula).bodyHtml, /\$x_1\$ and \(y\)/);
      const typeset = render(formula, { math: true }).bodyHtml;
      assert.match(typeset, /<code class="language-math">x_1<\/code> and <code class="language-math">y<\/code>/);
    },
    wrong: [0, 1, "true", {}],
  },
  breaks: {
    works() {
      const lines = parts({ text: "a\nb" });
      assert.match(render(lines).bodyHtml, />a\nb</);
      assert.match(render(lines, { breaks: true }).bodyHtml, />a<br>\nb</);
    },
    wrong: [0, 1, "true", {}],
  },
  settle: {
    works() {
      const growing = parts({ text: "Water **boi" });
      assert.match(render(growing).bodyHtml, />Water \*\*boi</);
      const settled = render(growing, { settle: true });
      assert.match(settled.bodyHtml, />Water <strong>boi<\/strong></);
      assert.equal(settled.text, "Water **boi");
    },
    wrong: [0, 1, "true", {}],
  },
  maxInputBytes: {
    works() {
      const json = JSON.stringify(response);
      for (const input of [json, Buffer.from(json), new TextEncoder().encode(json).buffer]) {
        assert.deepEqual(render(input, { maxInputBytes: json.length }), plain);
        assert.deepEqual(render(input, { maxInputBytes: Infinity }), plain);
        const { error } = outcome(() => render(input, { maxInputBytes: json.length - 1 }));
        assert.equal(error?.code, "too-large");
      }
    },
    wrong: ["1", 1.5, -1, NaN, -Infinity, true, 1n],
  },
  maxTextBytes: {
    works() {
      const long = render(response, { maxTextBytes: 10 });
      assert.doesNotMatch(long.bodyHtml, /<h1/);
      assert.match(long.bodyHtml, /# One/);
      assert.equal(long.sources.length, 2);
      assert.ok(long.diagnostics.some(({ code }) => code === "text-too-large"));
      assert.deepEqual(render(response, { maxTextBytes: Infinity }), plain);
    },
    wrong: ["1", 1.5, -1, NaN, -Infinity, true, 1n],
  },
};

/** How a call with these options is refused. */
function refused(options, name) {
  const { error } = outcome(() => render(small, options));
  assert.equal(error?.code, "invalid-option", inspect(options, { getters: false }));
  if (name) assert.ok(error.message.includes(name), error.message);
}

test("the options tested here are those of js/types.ts", () => {
  const types = readFileSync(path.join(root, "js/types.ts"), "utf8");
  const [, body] = /export interface Options \{([^]*?)\n\}/.exec(types);
  const names = [...body.matchAll(/^ {2}(\w+)\?:/gm)].map(([, name]) => name);
  assert.deepEqual(Object.keys(OPTIONS).sort(), names.sort());
});

for (const [name, { works, wrong }] of Object.entries(OPTIONS)) {
  test(`${name} takes effect`, works);

  test(`${name} of a wrong type is refused`, () => {
    for (const value of [...wrong, null, () => 1, Symbol("a")]) refused({ [name]: value }, name);
  });

  test(`${name} undefined is ${name} absent`, () => {
    assert.deepEqual(render(response, { [name]: undefined }), plain);
  });
}

test("all options at once", () => {
  const all = { candidate: 0, idPrefix: "p", locale: "en", labels: { sources: "S" }, headingLevel: 3 };
  Object.assign(all, { headingBase: 2, notice: false, interrupted: true, uncited: "hide" });
  Object.assign(all, { images: { hosts: ["img.example"] }, maxInputBytes: 1e6, maxTextBytes: 1e6 });
  const frozen = Object.freeze(structuredClone(all));
  const { html } = render(response, frozen);
  for (const sign of [/<h3[^>]*>S</, /<h2[^>]*>One/, /<img /, /id="p-ref-1"/]) assert.match(html, sign);
  assert.doesNotMatch(html, /Steam|was cut off/);
  assert.deepEqual(frozen, all);
});

test("no options are the defaults", () => {
  for (const options of [undefined, null, {}, Object.freeze({})]) {
    assert.deepEqual(render(response, options), plain);
  }
});

test("options that are no object are refused", () => {
  for (const options of ["", "en", 1, true, 1n, Symbol("a"), () => 1, ["en"], []]) refused(options);
});

test("a name that is no option is refused", () => {
  const later = { streaming: true };
  const misspelt = { Locale: "en", id_prefix: "a", imageHosts: [], heading: 1, toString: 1, constructor: 1, "": 1 };
  for (const [name, value] of Object.entries({ ...later, ...misspelt })) {
    refused({ [name]: value }, name);
    // Where it could have no effect yet, it is still no option.
    if (value === true) refused({ [name]: false }, name);
  }
  refused(JSON.parse('{"__proto__": {"locale": "en"}}'), "__proto__");
});

test("options are checked before the input", () => {
  for (const input of ["{", null, { error: {} }]) {
    assert.equal(outcome(() => render(input, { nothing: 1 })).error?.code, "invalid-option");
    assert.equal(outcome(() => render(input, { headingLevel: 9 })).error?.code, "invalid-option");
  }
});

test("options that throw are refused", () => {
  const thrower = { get locale() { throw new Error("no"); } };
  refused(thrower);
  refused({ labels: new Map([["sources", "S"]]) });
  refused({ labels: { get sources() { throw new Error("no"); } } });
  refused(new Proxy({}, { ownKeys() { throw new Error("no"); } }));
});

test("LabelName names every label, and no other is taken", () => {
  const types = readFileSync(path.join(root, "js/types.ts"), "utf8");
  const rust = readFileSync(path.join(root, "src/labels/mod.rs"), "utf8");
  const union = types.slice(types.indexOf("export type LabelName")).split(";")[0];
  const names = [...union.matchAll(/"(\w+)"/g)].map(([, name]) => name);
  assert.deepEqual(names, [...rust.matchAll(/^ {4}\w+ "(\w+)"$/gm)].map(([, name]) => name));
  for (const name of names) render({ text: "a" }, { labels: { [name]: "b" } });
  assert.throws(() => render({ text: "a" }, { labels: { Sources: "b" } }), { code: "invalid-option", message: /"Sources"/ });
});

test("an answer whose end is missing is not said to name no sources", () => {
  assert.match(render({ text: "a" }).sourcesHtml, /names no sources/);
  const broken = render({ text: "a" }, { interrupted: true }).sourcesHtml;
  assert.match(broken, /cut off/);
  for (const html of [broken, renderMarkdown({ text: "a" }, { interrupted: true })]) assert.doesNotMatch(html, /names no sources/);
});
