// The package gives what the native core gives: the files that tests/fixtures.rs wrote and compares.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { test } from "node:test";
import { init, render } from "../../dist/index.js";
import { corpus, fixtures, outcome } from "./responses.mjs";

const common = createRequire(import.meta.url)("../../dist/index.cjs");

/** Tags that begin a line in expected.html, as tests/fixtures.rs has them. */
const BEGIN_A_LINE = new Set(
  (
    "p h1 h2 h3 h4 h5 h6 hr pre blockquote ul ol li dl dt dd div details summary section table caption " +
    "thead tbody tfoot tr td th /ul /ol /dl /blockquote /div /details /section /table /tr"
  ).split(" "),
);

/** The readable form of tests/fixtures.rs: two HTMLs that differ have forms that differ. */
function readable(html) {
  return html.replace(/<([a-zA-Z0-9/]*)/g, (tag, name, at) =>
    at > 0 && BEGIN_A_LINE.has(name) ? `\n${tag}` : tag,
  );
}

for (const { name, folder, text, options } of fixtures()) {
  test(name, () => {
    const expected = (file) => readFileSync(path.join(folder, file), "utf8");
    const answer = render(text, options);
    const { html, bodyHtml, sourcesHtml, ...data } = answer;
    assert.equal(html, bodyHtml + sourcesHtml);
    const page = `${readable(bodyHtml)}\n<!-- sources -->\n${readable(sourcesHtml)}\n`;
    assert.equal(page, expected("expected.html"));
    assert.deepEqual(data, JSON.parse(expected("expected.json")));
    // A result is plain: what JSON keeps of it is all of it.
    assert.deepEqual(JSON.parse(JSON.stringify(answer)), answer);
    assert.deepEqual(structuredClone(answer), answer);
    // Both builds of the package, and a second call, give the same.
    assert.deepEqual(common.render(text, options), answer);
    assert.deepEqual(render(text, options), answer);
  });
}

test("init before, between and beside calls changes nothing", async () => {
  const [{ text, options }] = fixtures();
  const before = render(text, options);
  await Promise.all([init(), init()]);
  assert.deepEqual(render(text, options), before);
  // A copy that has never been called.
  const fresh = await import("../../dist/index.js?fresh");
  const starting = fresh.init();
  assert.deepEqual(fresh.render(text, options), before);
  assert.equal(await starting, undefined);
  assert.deepEqual(fresh.render(text, options), before);
});

test("citations count in UTF-16 units, as String.prototype.slice does", () => {
  let exact = 0;
  for (const { text, options } of [...fixtures(), ...corpus()]) {
    const { result } = outcome(() => render(text, options));
    for (const { start, end, text: cited, placement } of result?.citations ?? []) {
      if (placement === "unplaced") {
        assert.deepEqual([start, end], [-1, -1]);
        continue;
      }
      exact += 1;
      // Without a text of the segment's own, or beyond what is repeated, there is nothing to compare.
      if (cited !== "") assert.equal(result.text.slice(start, end), cited);
    }
  }
  assert.ok(exact > 50, `only ${exact} citations`);
});
