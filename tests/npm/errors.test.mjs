// What is thrown: one class, a stable code, and the fields that belong to it. `internal` is in
// traps.test.mjs: nothing that is not built to fail should lead there.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { GroundmarkError, render } from "../../dist/index.js";
import { small } from "./responses.mjs";

/** What a call throws, checked for what every error has. */
function thrownBy(input, options) {
  let thrown;
  try {
    render(input, options);
  } catch (error) {
    thrown = error;
  }
  assert.ok(thrown instanceof GroundmarkError);
  assert.ok(thrown instanceof Error);
  assert.equal(thrown.name, "GroundmarkError");
  assert.equal(typeof thrown.message, "string");
  assert.notEqual(thrown.message, "");
  assert.ok(thrown.stack.includes(thrown.message));
  return thrown;
}

/** Fields that only some codes have. */
function more({ line, column, api }) {
  return { line, column, api };
}

const NONE = { line: undefined, column: undefined, api: undefined };

test("invalid-json says where, in lines and UTF-16 units from 1", () => {
  const places = [
    ["", 1, 1],
    ["{", 1, 2],
    ["{\n", 2, 1],
    ["nonsense", 1, 2],
    ["[1,", 1, 4],
    ["[1] x", 1, 5],
    ['{"a": 1,}', 1, 9],
    // An emoji is two units, an accent is one.
    ['{"é😀": x}', 1, 9],
    ["[1,\r\n  😀]", 2, 3],
    // A repaired surrogate or number moves nothing.
    ['["\\uD800", 1e999, x]', 1, 19],
    [`{"a": "${"é".repeat(1000)}", x`, 1, 1011],
    [`${"\n".repeat(99_999)}x`, 100_000, 1],
  ];
  for (const [text, line, column] of places) {
    for (const input of [text, new TextEncoder().encode(text)]) {
      const error = thrownBy(input);
      assert.equal(error.code, "invalid-json");
      assert.deepEqual(more(error), { line, column, api: undefined }, JSON.stringify(text.slice(0, 40)));
      assert.ok(error.message.includes(`line ${line} column ${column}`), error.message);
    }
  }
});

test("the column is where an editor shows it", () => {
  const text = '{\n  "text": "Grüße, 😀",\n  "finishReason": STOP\n}';
  const { line, column } = thrownBy(text);
  assert.ok(text.split("\n")[line - 1].slice(column - 1).startsWith("STOP"));
});

test("bytes that are no UTF-8 are read all the same", () => {
  assert.equal(render(Buffer.from('{"text": "a\xff"}', "latin1")).text, "a\ufffd");
  assert.equal(thrownBy(Buffer.from([0xff])).code, "invalid-json");
});

test("not-a-response", () => {
  const inputs = ["null", "1", '"text"', "[1]", '{"a": 1}', '{"response": {"a": 1}}', null, undefined, 1];
  for (const input of [...inputs, { a: 1 }, [[[[[{ text: "a" }]]]]], Promise.resolve({ text: "a" })]) {
    const error = thrownBy(input);
    assert.equal(error.code, "not-a-response");
    assert.deepEqual(more(error), NONE);
  }
});

test("api-error holds what Google answered", () => {
  const api = { code: 429, status: "RESOURCE_EXHAUSTED", message: "Quota\nexceeded: <b>ünder</b>" };
  for (const body of [{ error: api }, [{ error: api }], { response: { error: api } }]) {
    for (const input of [body, JSON.stringify(body)]) {
      const error = thrownBy(input);
      assert.equal(error.code, "api-error");
      assert.deepEqual(more(error), { ...NONE, api });
      for (const word of ["429", "RESOURCE_EXHAUSTED", "exceeded"]) assert.ok(error.message.includes(word));
    }
  }
  const bare = { code: null, status: null, message: null };
  assert.deepEqual(thrownBy({ error: {} }).api, bare);
  assert.deepEqual(thrownBy({ error: { code: "429", message: ["a"], status: 1 } }).api, bare);
  // With an answer before it, the error only ended the stream.
  assert.equal(render([small, { error: api }]).text, render(small).text);
});

test("invalid-option", () => {
  const error = thrownBy(small, { headingLevel: 7 });
  assert.equal(error.code, "invalid-option");
  assert.match(error.message, /headingLevel/);
  assert.deepEqual(more(error), NONE);
});

test("too-large", () => {
  const json = JSON.stringify(small);
  for (const input of [json, Buffer.from(json)]) {
    const error = thrownBy(input, { maxInputBytes: 10 });
    assert.equal(error.code, "too-large");
    assert.match(error.message, /maxInputBytes/);
    assert.deepEqual(more(error), NONE);
  }
  // Bytes are counted, not units; a text that is no JSON is too large before it is that.
  assert.equal(thrownBy('"ééé"', { maxInputBytes: 7 }).code, "too-large");
  assert.equal(thrownBy("x".repeat(11), { maxInputBytes: 10 }).code, "too-large");
});

test("the default limit is 64 MiB, at which nothing breaks", () => {
  const limit = 64 << 20;
  const text = `{"text":"a"}`.padEnd(limit);
  assert.equal(render(text).text, "a");
  assert.equal(thrownBy(`${text} `).code, "too-large");
  assert.equal(thrownBy(Buffer.alloc(limit + 1, " ")).code, "too-large");
});

test("an error has only the fields of its code", () => {
  const has = (error) => ["line", "column", "api", "cause"].filter((name) => name in error);
  assert.deepEqual(has(thrownBy("{")), ["line", "column"]);
  assert.deepEqual(has(thrownBy("null")), []);
  assert.deepEqual(has(thrownBy({ error: {} })), ["api"]);
  assert.deepEqual(has(thrownBy(small, { headingLevel: 7 })), []);
  assert.deepEqual(has(thrownBy("{}", { maxInputBytes: 1 })), []);
});

test("two copies of the package throw errors with the same codes", () => {
  const other = createRequire(import.meta.url)("../../dist/index.cjs");
  for (const [input, code] of [["{", "invalid-json"], ["1", "not-a-response"]]) {
    assert.throws(() => other.render(input), { name: "GroundmarkError", code });
    assert.throws(() => other.render(input), other.GroundmarkError);
    assert.equal(thrownBy(input).code, code);
  }
});
