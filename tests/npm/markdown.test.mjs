// The answer as Markdown, read by somebody else's parser: micromark, CommonMark and GFM to the
// letter. Citations are footnotes there, and everything but them reads as it does without them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { render, renderMarkdown } from "../../dist/index.js";
import { corpus, fixtures, small } from "./responses.mjs";

const NOTES = /<section data-footnotes[^]*<\/section>\s*$/;

const html = (markdown) => micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });

/** What a reader sees of the answer itself: no tags, no footnotes and their numbers. */
function textOf(markdown) {
  const body = html(markdown).replace(NOTES, "");
  return body.replace(/<sup><a href="#user-content-fn-[^>]*>\d+<\/a><\/sup>/g, "").replace(/<[^>]*>/g, "").replace(/\s+/g, " ").trim();
}

/** The same response with nothing to cite. */
function uncited(text) {
  const without = (value) => {
    if (Array.isArray(value)) return value.map(without);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).filter(([key]) => !/^(annotations|places|grounding_?(Supports|Chunks|Attributions|supports|chunks))$/.test(key));
    return Object.fromEntries(entries.map(([key, inner]) => [key, without(inner)]));
  };
  return without(JSON.parse(text));
}

for (const { name, text, options } of [...fixtures(), ...corpus()]) {
  test(name, () => {
    const plain = { ...options, notice: false, uncited: "hide" };
    const markdown = renderMarkdown(text, plain);
    const [body, unplaced = ""] = textOf(markdown).split(" Cited, place unknown");
    // A comment that never ends would swallow the notes, so it is ended before them.
    const before = body.replace(/ --&gt;$/, "");
    assert.equal(before, textOf(renderMarkdown(uncited(text), plain)));
    const { citations, sources } = render(text, options);
    if (unplaced) assert.ok(citations.some(({ placement }) => placement === "unplaced"));
    // Each reference found its definition: none is left as text.
    assert.doesNotMatch(textOf(markdown), /\[\^s*\d+\]/);
    const cited = sources.filter(({ number }) => number !== null);
    const notes = NOTES.exec(html(markdown))?.[0] ?? "";
    // Where the answer has a footnote 1 of its own, ours is s1.
    for (const { number } of cited) assert.match(notes, new RegExp(`id="user-content-fn-s*${number}"`));
  });
}

test("the comparison sees a reference that breaks something", () => {
  const whole = textOf(renderMarkdown(small));
  assert.equal(whole, "Water boils at 100 °C. Here.");
  assert.notEqual(textOf("Water bo[^s1]ils at `100[^s1] °C`. *Here.*\n\n[^s1]: a"), whole);
});
