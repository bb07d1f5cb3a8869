// A failure in any call costs no stream: each is built again in the fresh instance. The package that
// is tested here asks `globalThis.failsOnPurpose` of each frame, and of the end, whether to fail;
// `cargo xtask test` builds it into target/traps.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { afterEach, test } from "node:test";
import { pathToFileURL } from "node:url";
import { cut } from "./cut.mjs";
import { outcome, root } from "./responses.mjs";

const file = path.join(root, "target/traps/index.js");
if (!existsSync(file)) throw new Error("target/traps is missing: `cargo xtask test` builds it");
const { AnswerStream, render, streamCount, trap } = await import(pathToFileURL(file));

const KINDS = ["panic", "stack", "memory"];
const fail = (kind) => assert.equal(outcome(() => trap(kind)).error?.code, "internal");

afterEach(() => delete globalThis.failsOnPurpose);

/** A response in some language, as frames of a few characters. */
function response(responseId, text) {
  const first = text.split(/(?<=[.。])/)[0];
  const grounding = {
    groundingChunks: [{ web: { uri: `https://example.com/${responseId}`, title: "T" } }],
    groundingSupports: [{ segment: { endIndex: Buffer.byteLength(first), text: first }, groundingChunkIndices: [0] }],
  };
  return cut({ responseId, candidates: [{ content: { parts: [{ text }] }, groundingMetadata: grounding, finishReason: "STOP" }] }, () => 2);
}

const GERMAN = response("de", "Das Wasser kocht. *Sofort*.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n![Bild](https://img.example/a.png)\n");
const KOREAN = response("ko", "물은 **100도**에서 끓는다. 그래서 [링크](https://a.example)가 있다.\n\n- 하나\n- 둘\n");

/** What a stream gives that nothing happens to. */
function undisturbed(frames, options) {
  const stream = new AnswerStream(options);
  const pushes = frames.map((frame) => stream.push(frame));
  return { pushes, ...stream.finish() };
}

/** Fails at these attempts at a frame that holds the text, counted from 1. */
function failAt(text, attempts) {
  let attempt = 0;
  globalThis.failsOnPurpose = (frame) => {
    if (!JSON.stringify(frame).includes(text)) return false;
    return attempts.includes(++attempt);
  };
  return () => attempt;
}

test("two streams, a failure in a third call before every frame", () => {
  const options = { locale: "ko", labels: { sources: "출처들" } };
  const expected = [undisturbed(GERMAN), undisturbed(KOREAN, options)];
  for (const kind of KINDS) {
    const german = new AnswerStream();
    const korean = new AnswerStream(options);
    const pushes = [[], []];
    for (let at = 0; at < Math.max(GERMAN.length, KOREAN.length); at++) {
      fail(kind);
      if (GERMAN[at]) pushes[0].push(german.push(GERMAN[at]));
      if (at % 2) fail(kind);
      if (KOREAN[at]) pushes[1].push(korean.push(JSON.stringify(KOREAN[at])));
    }
    fail(kind);
    assert.equal(german.idPrefix, expected[0].answer.idPrefix);
    assert.deepEqual({ pushes: pushes[0], ...german.finish() }, expected[0]);
    fail(kind);
    assert.deepEqual({ pushes: pushes[1], ...korean.finish() }, expected[1]);
  }
});

test("a frame is kept as it was when it was pushed", () => {
  const expected = undisturbed(GERMAN);
  const stream = new AnswerStream();
  const encode = (frame) => new TextEncoder().encode(JSON.stringify(frame));
  for (const [at, frame] of GERMAN.entries()) {
    const given = at % 2 ? encode(frame) : structuredClone(frame);
    stream.push(given);
    if (at % 2) given.fill(0);
    else given.candidates.length = 0;
  }
  fail("panic");
  assert.deepEqual(stream.finish(), { answer: expected.answer, patch: expected.patch });
});

test("options are those of the beginning, in every instance", () => {
  const options = { locale: "de", labels: { sources: "Quellen" }, images: { hosts: [] } };
  const expected = undisturbed(GERMAN, structuredClone(options));
  const stream = new AnswerStream(options);
  options.locale = "nowhere";
  options.labels.sources = "Other";
  options.images.hosts.push("img.example");
  options.nothing = 1;
  const pushes = GERMAN.map((frame) => (fail("panic"), stream.push(frame)));
  fail("panic");
  assert.deepEqual({ pushes, ...stream.finish() }, expected);
});

test("streams that are not needed any more are not built again", async () => {
  for (let round = 0; round < 5; round++) {
    const stream = new AnswerStream();
    stream.push(GERMAN[0]);
    stream.finish();
  }
  const stream = new AnswerStream();
  stream.push(GERMAN[0]);
  fail("panic");
  render("{}");
  assert.equal(streamCount(), 0, "the fresh instance has none");
  stream.push(GERMAN[1]);
  assert.equal(streamCount(), 1);
  stream.finish();
});

test("a stream of a former instance is not let go of in a newer one", async () => {
  const { setFlagsFromString } = await import("node:v8");
  const { runInNewContext } = await import("node:vm");
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc");
  const lost = () => void new AnswerStream().push(GERMAN[0]);
  const stream = new AnswerStream();
  stream.push(GERMAN[0]);
  for (let round = 0; round < 50; round++) lost();
  fail("panic");
  stream.push(GERMAN[1]);
  for (let round = 0; round < 10; round++) {
    gc();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.equal(streamCount(), 1);
  // Were one of them touched while the instance is broken, that would be one more failure.
  lost();
  fail("panic");
  for (let round = 0; round < 10; round++) {
    gc();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const rest = GERMAN.slice(2).flatMap((frame) => stream.push(frame));
  assert.ok(rest.length > 5);
  assert.deepEqual(stream.finish().answer, undisturbed(GERMAN).answer);
});

for (const [shape, of] of Object.entries({ text: JSON.stringify, object: (frame) => frame, bytes: (frame) => new TextEncoder().encode(JSON.stringify(frame)) })) {
  test(`a push that fails once loses nothing and doubles nothing: ${shape}`, () => {
    const expected = undisturbed(GERMAN);
    for (let at = 0; at < GERMAN.length; at++) {
      const stream = new AnswerStream();
      const pushes = GERMAN.map((frame, index) => {
        if (index !== at) return stream.push(of(frame));
        globalThis.failsOnPurpose = () => true;
        const { error } = outcome(() => stream.push(of(frame)));
        delete globalThis.failsOnPurpose;
        assert.equal(error?.code, "internal");
        return [];
      });
      // The next push brings the page to where two pushes would have.
      if (at + 1 < GERMAN.length) {
        assert.deepEqual(pushes[at + 1], [...expected.pushes[at], ...expected.pushes[at + 1]]);
        pushes[at] = expected.pushes[at];
        pushes[at + 1] = expected.pushes[at + 1];
        assert.deepEqual({ pushes, ...stream.finish() }, expected);
      } else {
        assert.deepEqual(stream.finish(), { answer: expected.answer, patch: [...expected.pushes[at], ...expected.patch] });
      }
    }
  });
}

test("bytes of a push that failed may change", () => {
  const expected = undisturbed(GERMAN);
  const stream = new AnswerStream();
  for (const [at, frame] of GERMAN.entries()) {
    const bytes = new TextEncoder().encode(JSON.stringify(frame));
    if (at !== 3) {
      stream.push(bytes);
      continue;
    }
    globalThis.failsOnPurpose = () => true;
    assert.equal(outcome(() => stream.push(bytes)).error?.code, "internal");
    delete globalThis.failsOnPurpose;
    bytes.fill(0);
  }
  assert.deepEqual(stream.finish().answer, expected.answer);
});

test("a frame that fails each time is dropped after the second, and the others are not", () => {
  const bad = { candidates: [{ content: { parts: [{ text: "POISON" }] } }] };
  const expected = undisturbed(KOREAN);
  for (const at of [0, 1, 7, KOREAN.length - 1]) {
    const attempts = failAt("POISON", [1, 2, 3, 4, 5]);
    const stream = new AnswerStream();
    const pushes = [];
    for (const [index, frame] of KOREAN.entries()) {
      if (index === at) assert.equal(outcome(() => stream.push(bad)).error?.code, "internal");
      pushes.push(stream.push(frame));
    }
    assert.deepEqual({ pushes, ...stream.finish() }, expected);
    assert.equal(attempts(), 2);
  }
  // As the last one, at the end.
  const attempts = failAt("POISON", [1, 2, 3, 4, 5]);
  const stream = new AnswerStream();
  const pushes = KOREAN.map((frame) => stream.push(frame));
  assert.equal(outcome(() => stream.push(bad)).error?.code, "internal");
  assert.deepEqual({ pushes, ...stream.finish() }, expected);
  assert.equal(attempts(), 2);
});

test("a frame that waits and is no response is passed over", () => {
  const stream = new AnswerStream();
  failAt("overloaded", [1]);
  assert.equal(outcome(() => stream.push({ error: { message: "overloaded" } })).error?.code, "internal");
  const pushes = GERMAN.map((frame) => stream.push(frame));
  assert.deepEqual({ pushes, ...stream.finish() }, undisturbed(GERMAN));
});

test("a frame that is an error is not tried again", () => {
  const attempts = failAt("overloaded", []);
  const stream = new AnswerStream();
  assert.equal(outcome(() => stream.push({ error: { message: "overloaded" } })).error?.code, "api-error");
  for (const frame of GERMAN) stream.push(frame);
  stream.finish();
  assert.equal(attempts(), 1);
});

test("what a frame that waited brought is not lost with an error of the next one", () => {
  const expected = undisturbed(GERMAN);
  const stream = new AnswerStream();
  const pushes = [stream.push(GERMAN[0])];
  globalThis.failsOnPurpose = () => true;
  assert.equal(outcome(() => stream.push(GERMAN[1])).error?.code, "internal");
  delete globalThis.failsOnPurpose;
  assert.equal(outcome(() => stream.push({ error: { code: 1 } })).error?.code, "api-error");
  assert.equal(outcome(() => stream.push(7)).error?.code, "not-a-response");
  assert.deepEqual(stream.push(GERMAN[2]), [...expected.pushes[1], ...expected.pushes[2]]);
  for (const frame of GERMAN.slice(3)) stream.push(frame);
  assert.deepEqual(stream.finish().answer, expected.answer);
});

test("where a stream cannot be built again, no frame is to blame", () => {
  const expected = undisturbed(GERMAN);
  const stream = new AnswerStream();
  const half = GERMAN.length / 2;
  for (const frame of GERMAN.slice(0, half)) stream.push(frame);
  fail("panic");
  globalThis.failsOnPurpose = () => true;
  const rest = GERMAN.slice(half);
  for (const frame of rest.slice(0, 5)) assert.equal(outcome(() => stream.push(frame)).error?.code, "internal");
  assert.equal(outcome(() => stream.finish()).error?.code, "internal");
  delete globalThis.failsOnPurpose;
  const wanted = expected.pushes.slice(half, half + 6).flat();
  assert.deepEqual(stream.push(rest[5]), wanted);
  for (const frame of rest.slice(6)) stream.push(frame);
  assert.deepEqual(stream.finish(), { answer: expected.answer, patch: expected.patch });
});

test("an end that fails can be tried again", () => {
  const expected = undisturbed(KOREAN);
  const stream = new AnswerStream();
  for (const frame of KOREAN) stream.push(frame);
  globalThis.failsOnPurpose = (frame) => frame === null;
  for (const _ of [1, 2]) assert.equal(outcome(() => stream.finish()).error?.code, "internal");
  delete globalThis.failsOnPurpose;
  assert.deepEqual(stream.finish(), { answer: expected.answer, patch: expected.patch });
  // Nor does a fresh instance open it again.
  fail("panic");
  for (const call of [() => stream.finish(), () => stream.push(KOREAN[0])]) assert.equal(outcome(call).error?.code, "stream-closed");
});

test("a call that fails inside a push costs that push nothing", () => {
  const expected = undisturbed(GERMAN);
  const stream = new AnswerStream();
  const pushes = GERMAN.map((frame, at) => {
    const given = { ...frame };
    // Reading the frame runs this.
    if (at % 3 === 0) Object.defineProperty(given, "extra", { enumerable: true, get: () => outcome(() => trap("panic")).error?.code });
    return stream.push(given);
  });
  assert.deepEqual({ pushes, ...stream.finish() }, expected);
});
