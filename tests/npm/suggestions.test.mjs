// The frame of Google's suggestions, which is written twice: in Rust and, for entries without an
// engine, in JavaScript. `frame.html` is what Rust made of `frame.response.json`:
//
//     cargo run --example render -- tests/npm/frame.response.json |
//       perl -0777 -ne 'print /(<iframe.*<\/iframe>)<\/main>/s' > tests/npm/frame.html

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { render, suggestionsFrame } from "../../dist/index.js";
import { corpus, fixtures, outcome, root } from "./responses.mjs";

const read = (name) => readFileSync(path.join(root, "tests/npm", name), "utf8");

/** What the content stands behind, for as long as a browser is to make no request of it. */
const BEFORE =
  '<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">' +
  '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'; img-src data:">' +
  '<meta name="color-scheme" content="light dark"><base target="_blank">';

/** The attributes of the one element, as an HTML parser reads them. */
function attributesOf(frame) {
  assert.match(frame, /^<iframe( [a-z]+="[^"]*")+><\/iframe>$/);
  // A parser normalises line ends before it reads a character.
  const input = frame.replace(/\r\n?/g, "\n");
  const decoded = { amp: "&", quot: '"', "#13": "\r" };
  return Object.fromEntries(
    [...input.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value.replace(/&([^;]*);?/g, (reference, inner) => {
        assert.ok(inner in decoded && reference.endsWith(";"), `an unescaped ampersand: ${reference}`);
        return decoded[inner];
      }),
    ]),
  );
}

/** Checks a frame: its attributes are ours, and a browser reads the content from it byte for byte. */
function holds(frame, content, title = "Google Search suggestions") {
  assert.deepEqual(attributesOf(frame), {
    title,
    width: "100%",
    height: "64",
    sandbox: "allow-popups allow-popups-to-escape-sandbox allow-same-origin",
    srcdoc: BEFORE + content,
  });
}

test("JavaScript writes what Rust writes", () => {
  const answer = render(read("frame.response.json"));
  for (const hard of ['"', "'", "&amp;", "&quot", "&#13;", "\r\n", "\r", "\t", "</iframe>", "<script>"]) {
    assert.ok(answer.renderedContent.includes(hard), `frame.response.json lacks ${JSON.stringify(hard)}`);
  }
  const frame = suggestionsFrame(answer);
  assert.equal(frame, read("frame.html"));
  holds(frame, answer.renderedContent);
});

for (const { name, text, options } of [...fixtures(), ...corpus()]) {
  test(`the frame of ${name}`, () => {
    const { result } = outcome(() => render(text, options));
    const content = result?.renderedContent;
    if (content) holds(suggestionsFrame(result), content);
    else if (result) assert.equal(suggestionsFrame(result), "");
  });
}

test("contents made to leave the frame stay in it", () => {
  const contents = ['">', "'>", "&quot;>", "&#34;>", "&", "&&amp;", "&amp", "\r", "\r\n", "\n\r", "\u2028", "$&$1$`"];
  contents.push("</iframe><script>alert(1)</script>", "<!--", "]]>", "\ufeff", "é조😀", "\ud800");
  for (const one of contents) {
    for (const two of contents) holds(suggestionsFrame({ renderedContent: one + two }), one + two);
  }
});

test("what names srcset stands in a frame in the frame, which has the policy from its start", () => {
  for (const content of ['<img srcset="a 1x">', "<IMG SRCSET=a>", '<link imagesrcset="a&amp;b\r">']) {
    const frame = suggestionsFrame({ renderedContent: content }, { title: "T" });
    const { srcdoc } = attributesOf(frame);
    const nest = "<style>*{margin:0;border:0;height:100%}</style>";
    assert.ok(srcdoc.startsWith(BEFORE + nest));
    holds(srcdoc.slice(BEFORE.length + nest.length), content, "T");
  }
});

test("a title of the caller's is text", () => {
  for (const title of ["Suchvorschläge", 'a"b&c<d>\re', ""]) {
    holds(suggestionsFrame({ renderedContent: "a" }, { title }), "a", title);
  }
  holds(suggestionsFrame({ renderedContent: "a" }, { title: undefined }), "a");
});

test("without suggestions there is no frame", () => {
  for (const renderedContent of [null, "", undefined]) {
    assert.equal(suggestionsFrame({ renderedContent }), "");
  }
});

test("the sandbox lets no script run", () => {
  const { sandbox } = attributesOf(suggestionsFrame({ renderedContent: "a" }));
  assert.ok(!sandbox.split(" ").includes("allow-scripts"));
});

test("a long content takes linear time", () => {
  const content = '"&\r'.repeat(1_000_000);
  const start = process.cpuUsage();
  holds(suggestionsFrame({ renderedContent: content }), content);
  assert.ok(process.cpuUsage(start).user < 5e6);
});
