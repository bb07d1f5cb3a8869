// A stream gives what one call gives, whatever happens on the way.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { AnswerStream, frames, GroundmarkError, render } from "../../dist/index.js";
import { cut, pieces } from "./cut.mjs";
import { corpus, fixtures, outcome, randomFrom, root, small } from "./responses.mjs";

/** Streams that are let go of, and as many that are ended. */
const STREAMS = 10_000;

/** Pushes all frames and ends the stream; the id prefix must be the same all along. */
function streamed(all, options, { interrupted } = {}) {
  const stream = new AnswerStream(options);
  const operations = [];
  let prefix = stream.idPrefix;
  assert.equal(prefix, options?.idPrefix ?? null);
  for (const frame of all) {
    operations.push(...stream.push(frame));
    prefix ??= stream.idPrefix;
    assert.equal(stream.idPrefix, prefix);
  }
  return { idPrefix: prefix, operations, ...stream.finish({ interrupted }) };
}

/** Every way in which one response can arrive. */
function* ways(response, { byCharacter }) {
  yield ["by frame", [response].flat()];
  const random = randomFrom(3);
  yield ["at random", cut(response, () => 1 + random.below(40))];
  if (byCharacter) yield ["by character", cut(response)];
}

/** The HTML that operations make, for as long as each goes to the end of its container. */
const text = (operations) => operations.map((operation) => operation.html ?? operation.text).join("");

for (const [kind, all] of [["fixture", fixtures()], ["recording", corpus()]]) {
  for (const { name, text, options } of all) {
    test(`${kind} ${name}: the end of a stream is what one call gives`, () => {
      const response = JSON.parse(text);
      for (const [how, frames] of ways(response, { byCharacter: kind === "fixture" })) {
        const { idPrefix, answer } = streamed(frames, options);
        assert.deepEqual(answer, render(frames, { ...options, idPrefix }), how);
        assert.equal(answer.html, render(response, { ...options, idPrefix }).html, how);
      }
    });
  }
}

test("a frame is text, bytes or an object, and an object may change afterwards", () => {
  const all = cut(small, () => 5);
  const expected = streamed(all);
  const named = { idPrefix: expected.idPrefix };
  const shapes = [
    (frame) => JSON.stringify(frame),
    (frame) => new TextEncoder().encode(JSON.stringify(frame)),
    (frame) => new TextEncoder().encode(JSON.stringify(frame)).buffer,
    (frame) => new Map(Object.entries(frame)),
  ];
  for (const shape of shapes) {
    const { answer, operations } = streamed(all.map(shape), named);
    assert.deepEqual({ answer, operations }, { answer: expected.answer, operations: expected.operations });
  }
  const stream = new AnswerStream(named);
  for (const frame of structuredClone(all)) {
    stream.push(frame);
    for (const key of Object.keys(frame)) delete frame[key];
  }
  assert.deepEqual(stream.finish().answer, expected.answer);
});

test("operations are plain, and say where and what", () => {
  const { operations, patch, answer } = streamed(cut(small, () => 3));
  assert.deepEqual(JSON.parse(JSON.stringify(operations)), operations);
  assert.deepEqual(operations[0], { target: "body", path: [], keep: 0, html: '<p dir="auto">Wat</p>' });
  const shapes = new Set([...operations, ...patch].map((operation) => Object.keys(operation).sort().join()));
  for (const shape of shapes) assert.ok(["html,keep,path,target", "html,path,target", "path,target,text"].includes(shape), shape);
  const [sources, ...more] = patch.filter(({ target }) => target === "sources");
  assert.deepEqual(sources, { target: "sources", path: [], keep: 0, html: answer.sourcesHtml });
  assert.deepEqual(more, []);
  assert.match(text(patch), /class="gm-cite"/);
});

test("citations come with the end", () => {
  const metadataFirst = cut(small, () => 3);
  metadataFirst.unshift(metadataFirst.pop());
  const { operations, patch, answer } = streamed(metadataFirst);
  assert.doesNotMatch(text(operations), /gm-/);
  assert.match(text(patch), /gm-cite/);
  assert.equal(answer.status, "grounded");
});

test("the id prefix is of the options, of the response, or of the stream", () => {
  const withId = (responseId) => cut({ ...small, responseId }, () => 4);
  assert.equal(streamed(withId("abc"), { idPrefix: "mine" }).idPrefix, "mine");
  assert.equal(streamed(withId("abc")).idPrefix, render({ ...small, responseId: "abc" }).idPrefix);
  const [one, two] = [streamed(cut(small)), streamed(cut(small))].map(({ idPrefix }) => idPrefix);
  assert.match(one, /^gm-s\d+$/);
  assert.match(two, /^gm-s\d+$/);
  assert.notEqual(one, two, "two streams on one page");
  // The first frame decides: ids that are on the page already cannot change.
  const late = [...cut(small).slice(0, 3), ...withId("abc").slice(3)];
  assert.match(streamed(late).idPrefix, /^gm-s\d+$/);
});

test("options are those of the beginning", () => {
  const options = { locale: "ko", labels: { sources: "출처들" }, images: { hosts: ["img.example"] } };
  const same = structuredClone(options);
  const stream = new AnswerStream(options);
  options.locale = "de";
  options.labels.sources = "Quellen";
  options.images.hosts.push("other.example");
  for (const frame of cut(small)) stream.push(frame);
  assert.deepEqual(stream.finish().answer, render(small, { ...same, idPrefix: stream.idPrefix }));
});

test("a broken connection leaves the text so far and a notice", () => {
  const all = cut(small, () => 3).slice(0, 4);
  const { answer, idPrefix, patch } = streamed(all, undefined, { interrupted: true });
  assert.deepEqual(answer, render(all, { idPrefix, interrupted: true }));
  assert.equal(answer.text, "Water boils ");
  assert.match(text(patch), /gm-notice/);
  assert.doesNotMatch(streamed(all).answer.html, /cut off/);
  assert.match(answer.html, /cut off/);
});

test("a stream without a frame is an empty answer", () => {
  const { answer, idPrefix } = streamed([]);
  assert.equal(idPrefix, null);
  assert.equal(answer.status, "empty");
});

test("finish twice, push after finish", () => {
  const stream = new AnswerStream();
  stream.push(small);
  stream.finish();
  for (const call of [() => stream.finish(), () => stream.push(small), () => stream.finish({ interrupted: true })]) {
    assert.throws(call, (error) => error instanceof GroundmarkError && error.code === "stream-closed");
  }
  assert.equal(render(small).status, "grounded");
});

test("what is no frame is an error, and the stream goes on as if it had not come", () => {
  const wrong = [
    ["not-a-response", 42],
    ["not-a-response", null],
    ["not-a-response", undefined],
    ["not-a-response", { nothing: "known" }],
    ["not-a-response", Promise.resolve(small)],
    ["invalid-json", "{"],
    ["invalid-json", "[DONE]"],
    ["api-error", { error: { code: 503, status: "UNAVAILABLE", message: "over\u0000loaded <b>" } }],
    ["too-large", JSON.stringify({ candidates: [], padding: "x".repeat(500) })],
  ];
  const options = { maxInputBytes: 500, idPrefix: "p" };
  const all = cut({ candidates: [{ content: { parts: [{ text: "하나 **둘** 셋.\n\n| a |\n|---|\n| b |" }] }, finishReason: "STOP" }] });
  const expected = streamed(all, options);
  const stream = new AnswerStream(options);
  const operations = [];
  for (const frame of all) {
    for (const [code, input] of wrong) assert.equal(outcome(() => stream.push(input)).error?.code, code);
    operations.push(...stream.push(frame));
  }
  const { answer, patch } = stream.finish();
  assert.deepEqual({ operations, answer, patch }, { operations: expected.operations, answer: expected.answer, patch: expected.patch });
  const { error } = outcome(() => new AnswerStream().push({ error: { code: 503, status: "UNAVAILABLE", message: "m" } }));
  assert.deepEqual(error.api, { code: 503, status: "UNAVAILABLE", message: "m" });
});

test("wrong options are errors of the constructor", () => {
  for (const options of [{ nothing: 1 }, { locale: 5 }, { images: { hosts: 1 } }, { labels: [] }, new Map(), "de", 5]) {
    assert.equal(outcome(() => new AnswerStream(options)).error?.code, "invalid-option");
  }
  for (const options of [undefined, {}, { locale: undefined }, { maxInputBytes: Infinity }, { images: {} }]) {
    assert.equal(streamed(cut(small), options).answer.status, "grounded");
  }
});

test("from a body to an answer", async () => {
  const all = cut({ ...small, responseId: "r" }, () => 6);
  const body = all.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join("");
  const stream = new AnswerStream();
  for await (const frame of frames(new Response(body))) stream.push(frame);
  assert.deepEqual(stream.finish().answer, render(all));
});

test("two streams at once do not know each other", () => {
  const [a, b] = ["**eins** zwei", "一、二、**三**"].map((text) => cut({ responseId: text, candidates: [{ content: { parts: [{ text }] } }] }));
  const [one, two] = [new AnswerStream(), new AnswerStream({ locale: "zh" })];
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    if (a[at]) one.push(a[at]);
    if (b[at]) two.push(b[at]);
  }
  assert.deepEqual(two.finish().answer, render(b, { locale: "zh" }));
  assert.deepEqual(one.finish().answer, render(a));
});

/** The package with a count of its streams, and with ways to fail. */
async function countingPackage() {
  const file = path.join(root, "target/traps/index.js");
  if (!existsSync(file)) throw new Error("target/traps is missing: `cargo xtask test` builds it");
  return import(pathToFileURL(file));
}

test(`${STREAMS} streams ended and as many let go leave nothing`, async () => {
  const counting = await countingPackage();
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc");
  /** What is still held after the collector came: it tells later, in a turn of its own. */
  const settled = async (most) => {
    for (let round = 0; round < 50 && counting.streamCount() > most; round++) {
      gc();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return counting.streamCount();
  };
  const frame = JSON.stringify(small);
  const kept = new counting.AnswerStream();
  kept.push(frame);
  let most = 0;
  const memory = [];
  for (let round = 0; round < 10; round++) {
    for (let at = 0; at < STREAMS / 10; at++) {
      const ended = new counting.AnswerStream();
      ended.push(frame);
      ended.finish();
      new counting.AnswerStream().push(frame);
    }
    most = Math.max(most, counting.streamCount());
    assert.equal(await settled(1), 1, "only the one that can still be reached");
    memory.push(process.memoryUsage().rss / 2 ** 20);
  }
  assert.ok(most > 100, "they were held before");
  assert.ok(memory.at(-1) < memory[2] + 30, `megabytes: ${memory.map(Math.round).join()}`);
  assert.equal(kept.finish().answer.status, "grounded");
  assert.equal(await settled(0), 0);
});
