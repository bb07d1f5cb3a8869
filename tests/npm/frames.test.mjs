// A stream's body, however it is cut and whatever it arrives as, gives its frames.
import assert from "node:assert/strict";
import { test } from "node:test";
import { frames, render } from "../../dist/index.js";
import { randomFrom } from "./responses.mjs";

const FRAMES = [
  { candidates: [{ content: { parts: [{ text: "엘러리 항구: \"12\u00a0노트\" \\ [}\n" }] } }] },
  { candidates: [{ content: { parts: [{ text: "두 번째 😀 {]" }] } }] },
  {},
  { candidates: [{ finishReason: "STOP", groundingMetadata: { groundingChunks: [{ web: { uri: "https://a.example", title: "é" } }] } }] },
];

const SHAPES = {
  "server-sent events": FRAMES.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join(""),
  "events with CRLF, names, ids, comments and [DONE]":
    ": hello\r\n\r\n" +
    FRAMES.map((frame, id) => `event: message\r\nid: ${id}\r\ndata: ${JSON.stringify(frame)}\r\n\r\n: keep alive\r\n\r\n`).join("") +
    "data: [DONE]\r\n\r\n",
  "events with CR alone": FRAMES.map((frame) => `data:${JSON.stringify(frame)}\r\r`).join(""),
  "events of several lines": FRAMES.map((frame) => `${JSON.stringify(frame, null, 1).replace(/^/gm, "data: ")}\n\n`).join(""),
  "events without the last empty line": FRAMES.map((frame) => `data: ${JSON.stringify(frame)}`).join("\n\n"),
  "JSON on lines": FRAMES.map((frame) => `${JSON.stringify(frame)}\n`).join(""),
  "JSON on lines, no last line end": FRAMES.map((frame) => JSON.stringify(frame)).join("\r\n"),
  "JSON values on several lines": FRAMES.map((frame) => JSON.stringify(frame, null, 2)).join("\n"),
  "an array": JSON.stringify(FRAMES),
  "an array as the API writes it": `[${FRAMES.map((frame) => JSON.stringify(frame, null, 2)).join("\n,\r\n")}\n]\n`,
  "an array behind a byte order mark": `\ufeff \n${JSON.stringify(FRAMES)}`,
};

async function* cut(bytes, size) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

async function all(body, options) {
  const list = [];
  for await (const frame of frames(body, options)) list.push(frame);
  return list;
}

const stream = (text) => new Response(text).body;

for (const [name, text] of Object.entries(SHAPES)) {
  test(`${name}, cut anywhere`, async () => {
    const bytes = new TextEncoder().encode(text);
    for (const size of [1, 2, 3, 5, 7, 64, 1e6]) {
      assert.deepEqual(await all(cut(bytes, size)), FRAMES, `${size} bytes a piece`);
      assert.deepEqual(await all(cut(text, size)), FRAMES, `${size} units a piece`);
    }
    const random = randomFrom(7);
    for (let round = 0; round < 50; round++) {
      const sizes = (async function* () {
        for (let at = 0; at < bytes.length; ) {
          const size = random.below(40);
          yield bytes.slice(at, at + size);
          at += size;
        }
      })();
      assert.deepEqual(await all(sizes), FRAMES);
    }
    assert.deepEqual(await all(new Response(text)), FRAMES);
    assert.deepEqual(await all(stream(text)), FRAMES);
    assert.equal(render(await all(stream(text))).sources.length, 1);
  });
}

test("one response that is no stream is one frame", async () => {
  assert.deepEqual(await all(stream(JSON.stringify(FRAMES[0], null, 2))), [FRAMES[0]]);
  assert.deepEqual(await all(stream("")), []);
  assert.deepEqual(await all(stream(" \n")), []);
  assert.deepEqual(await all(new Response(null)), []);
});

/** What came before an error, and the error. */
async function broken(body, options) {
  const before = [];
  try {
    for await (const frame of frames(body, options)) before.push(frame);
  } catch (error) {
    return { before, error };
  }
  return { before, error: undefined };
}

test("an event that is no JSON says where; what came before was given", async () => {
  const one = JSON.stringify(FRAMES[0]);
  const texts = [
    `data: ${one}\n\ndata: oops\n\n`,
    `\ufeff\n data: ${one}\r\n\r\n: 😀\r\nid: 2\r\ndata: oops\r\ndata: more\r\n\r\n`,
    `data:${one}\r\rdata:oops\r\r`,
    `${one}\n{"a": oops}\n`,
    ` [${one}, {"a": oops}]`,
    `${one}\n oops\n`,
    `${one}\n{"a": `,
    `data: ${one}\n\ndata: {"a"`,
  ];
  for (const text of texts) {
    const offset = text.search(/oops|\{"a"/g);
    for (const size of [1, 2, 7, 1e6]) {
      // What is decoded has no byte order mark.
      const decoded = cut(new TextEncoder().encode(text), size);
      for (const [body, missing] of [[cut(text, size), 0], [decoded, text.startsWith("\ufeff") ? 1 : 0]]) {
        const { before, error } = await broken(body);
        assert.deepEqual(before.slice(-1), [FRAMES[0]], text);
        assert.equal(error?.name, "GroundmarkError");
        assert.deepEqual([error.code, error.event, error.offset], ["broken-event", 2, offset - missing], text);
        assert.match(error.message, /event 2/);
        assert.ok(error.cause instanceof SyntaxError);
      }
    }
  }
});

test("the text of a stream renders as its frames do; a last event that is cut off is a diagnostic", () => {
  const expected = render(FRAMES);
  for (const [name, text] of Object.entries(SHAPES)) {
    assert.deepEqual(render(text), expected, name);
    assert.deepEqual(render(new TextEncoder().encode(text)), expected, name);
  }
  for (const name of ["server-sent events", "JSON on lines"]) {
    const whole = render(FRAMES.slice(0, 3));
    const { diagnostics, ...answer } = render(SHAPES[name].slice(0, SHAPES[name].length - 20));
    assert.deepEqual({ ...answer, diagnostics: whole.diagnostics }, whole, name);
    assert.deepEqual(diagnostics.map(({ code, path }) => [code, path]), [["stream-cut-off", "[3]"]]);
  }
  assert.throws(
    () => render(`data: {}\n\ndata: {"é": oops}\n\ndata: {}\n\n`),
    { code: "invalid-json", line: 3, column: 13 },
  );
});

test("a connection that dies passes its error on, after what arrived", async () => {
  const failure = new Error("reset");
  const body = (async function* () {
    yield `data: ${JSON.stringify(FRAMES[0])}\n\nda`;
    throw failure;
  })();
  assert.deepEqual(await broken(body), { before: [FRAMES[0]], error: failure });
});

test("a response that is an error is the API's", async () => {
  const message = "Resource has been exhausted";
  for (const body of [{ error: { code: 429, status: "RESOURCE_EXHAUSTED", message } }, [{ error: { code: 429, status: "RESOURCE_EXHAUSTED", message } }]]) {
    const { error } = await broken(new Response(JSON.stringify(body), { status: 429 }));
    assert.equal(error.code, "api-error");
    assert.deepEqual(error.api, { code: 429, status: "RESOURCE_EXHAUSTED", message });
  }
  const { error } = await broken(new Response("<html>", { status: 502, statusText: "Bad Gateway" }));
  assert.deepEqual([error.code, error.message, error.api.code], ["api-error", "502: Bad Gateway", 502]);
});

test("a signal ends it, while it waits too", async () => {
  const reason = new Error("enough");
  assert.deepEqual(await broken(stream("{}"), { signal: AbortSignal.abort(reason) }), { before: [], error: reason });
  const kinds = {
    stream(state) {
      return new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode("data: {}\n\n")),
        cancel: (why) => (state.ended = why),
      });
    },
    async *iterable(state) {
      try {
        yield "data: {}\n\n";
        await new Promise((resolve) => setTimeout(resolve, 50));
      } finally {
        state.ended = reason;
      }
    },
  };
  for (const make of Object.values(kinds)) {
    const state = {};
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 10);
    assert.deepEqual(await broken(make(state), { signal: controller.signal }), { before: [{}], error: reason });
    await new Promise((resolve) => setTimeout(resolve, 80));
    assert.equal(state.ended, reason);
  }
});

test("whoever stops early lets the body go", async () => {
  let isCancelled = false;
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new TextEncoder().encode("data: {}\n\n")),
    cancel: () => void (isCancelled = true),
  });
  for await (const frame of frames(body)) {
    assert.deepEqual(frame, {});
    break;
  }
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.ok(isCancelled);
});

test("long streams take time in proportion", async () => {
  const took = async (count) => {
    const text = `data: ${JSON.stringify(FRAMES[0])}\n\n`.repeat(count);
    const start = performance.now();
    assert.equal((await all(cut(text, 1000))).length, count);
    return performance.now() - start;
  };
  await took(1000);
  // A scan that starts anew at each piece would take a hundred times as long, not ten.
  assert.ok((await took(40_000)) < 40 * (await took(4000)) + 200);
});
