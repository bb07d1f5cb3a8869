// The same JSON gives the same answer whichever way it comes in: text and bytes go through one
// decoder, objects through another.

import assert from "node:assert/strict";
import { test } from "node:test";
import { render } from "../../dist/index.js";
import { mutated } from "./mutate.mjs";
import { corpus, fixtures, outcome, randomFrom } from "./responses.mjs";

const MUTATIONS = Number(process.env.GROUNDMARK_MUTATIONS ?? 3000);

/** Calls with every form of one JSON text; gives what the text itself led to. */
function equalInEveryForm(text, options) {
  const bytes = new TextEncoder().encode(text);
  const fromText = outcome(() => render(text, options));
  const forms = { Uint8Array: bytes, Buffer: Buffer.from(bytes), ArrayBuffer: bytes.buffer };
  // A view into a larger buffer is only what it shows of it.
  forms["part of a buffer"] = Buffer.concat([Buffer.from("["), bytes, Buffer.from("]")]).subarray(1, -1);
  forms["with a byte order mark"] = `\ufeff${text}`;
  const object = JSON.parse(text);
  // A string is always text, never a response that happens to be one.
  if (typeof object !== "string") forms.object = object;
  for (const [name, form] of Object.entries(forms)) {
    const got = outcome(() => render(form, options));
    // Both decoders answer alike, and a byte order mark does not count.
    assert.deepEqual(got, fromText, name);
  }
  // Alike in being nothing at all would be no answer.
  if (fromText.error) assert.notEqual(fromText.error.code, "internal");
  else assert.equal(typeof fromText.result?.html, "string");
  return fromText;
}

for (const { name, text, options } of fixtures()) {
  test(`fixture ${name}`, () => {
    const { result } = equalInEveryForm(text, options);
    assert.equal(typeof result.html, "string");
  });
}

for (const { name, text } of corpus()) {
  test(`corpus ${name}`, () => equalInEveryForm(text));
}

test("roots that are no objects", () => {
  for (const text of ["null", "true", "0", "-0", "1e999", "[]", "{}", "[null]", "[[[[]]]]", '["a"]']) {
    equalInEveryForm(text);
  }
});

test("values around the deepest level that is kept", () => {
  for (const levels of [1, 124, 125, 126, 127, 128, 129, 130, 1000]) {
    const deep = "[".repeat(levels) + "]".repeat(levels);
    const { result } = equalInEveryForm(`{"text": "a", "deep": ${deep}}`);
    assert.deepEqual(
      result.diagnostics.map(({ code }) => code).filter((code) => code === "too-deep"),
      // The root is the first of 128 levels.
      levels > 127 ? ["too-deep"] : [],
      `${levels} levels`,
    );
  }
});

test("whole numbers beyond those that JavaScript counts exactly", () => {
  for (const number of ["9007199254740991", "9007199254740992", "1e300", "-1e300", "1e999"]) {
    const chunk = `{"retrievedContext": {"title": "T", "text": "t", "pageNumber": ${number}}}`;
    const { result } = equalInEveryForm(`{"text": "a", "groundingMetadata": {"groundingChunks": [${chunk}]}}`);
    assert.equal(result.sources.length, 1);
    const { error } = equalInEveryForm(`{"error": {"code": ${number}}}`);
    assert.equal(error.code, "api-error");
  }
});

test("an object leaves the text as it is, down to lone surrogates and line ends", () => {
  const text = "a\ud800b\r\nc\rd\u2028e\0f\ufefe";
  const { result } = equalInEveryForm(JSON.stringify({ text }));
  // Only what no UTF-8 can hold is replaced.
  assert.equal(result.text, text.replace("\ud800", "\ufffd"));
});

test(`${MUTATIONS} mutated fixtures`, () => {
  const all = fixtures();
  const endings = { result: 0, error: 0 };
  for (let seed = 1; seed <= MUTATIONS; seed++) {
    const random = randomFrom(seed);
    const { text, options } = random.pick(all);
    const json = mutated(text, random);
    try {
      const ending = equalInEveryForm(json, options);
      endings[ending.error ? "error" : "result"] += 1;
    } catch (error) {
      error.message = `seed ${seed}: ${error.message}\n${json.slice(0, 4000)}`;
      throw error;
    }
  }
  // Mutations that no longer looked like responses would prove nothing.
  assert.ok(endings.result > MUTATIONS * 0.8, JSON.stringify(endings));
});
