// How a mounted stream ends: broken, stopped, or with somebody else in its place.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { engine } from "./browser.mjs";
import { frames, inBrowser, open, page, server } from "./stream-page.mjs";
import { TEXTS } from "./texts.mjs";

inBrowser();

const events = (list) => list.map((frame) => `data: ${JSON.stringify(frame)}\r\n\r\n`).join("");

describe("the end of mountStream", () => {
  test("a connection that dies leaves the text so far and a notice, and tells", async () => {
    await open();
    const half = events(frames.slice(0, frames.length / 2));
    const url = server.handle((_, response) => {
      // Shorter than it was said to be: for WebKitGTK a connection that is closed is else the body's end.
      response.writeHead(200, { "Content-Type": "text/event-stream", "Content-Length": 2 * half.length });
      response.write(half);
      setTimeout(() => response.destroy(), 500);
    });
    const { result, ...seen } = await page.evaluate(async (url) => {
      const handle = mountStream(a, fetch(url), { AnswerStream });
      const before = handle.answer;
      const result = await outcome(handle.finished);
      return { result, before, text: handle.answer.text, notice: notices(a), whole: looksLike(a, handle.answer), busy: a.getAttribute("aria-busy") };
    }, url);
    assert.equal(result.error.name, "TypeError", JSON.stringify(result));
    const text = frames.slice(0, frames.length / 2).map((frame) => frame.candidates[0].content.parts[0].text).join("");
    assert.match(seen.notice, /cut off/);
    assert.deepEqual({ ...seen, notice: 0 }, { before: null, text, notice: 0, whole: true, busy: null });
  });

  test("an event that is no JSON, an error in the stream, a failed request: the text so far stays", async () => {
    await open();
    const some = events(frames.slice(0, 10));
    const error = { error: { code: 503, status: "UNAVAILABLE", message: "The model is overloaded" } };
    const bodies = {
      "what frames() throws": [200, `${some}data: {oops\n\n`],
      "api-error": [200, `${some}${events([error])}`],
      "api-error at once": [429, JSON.stringify({ error: { code: 429, status: "RESOURCE_EXHAUSTED", message: "slow down" } })],
      "not-a-response": [200, "<!doctype html><title>Log in</title>"],
    };
    for (const [name, [status, body]] of Object.entries(bodies)) {
      const url = server.handle((_, response) => response.writeHead(status).end(body));
      const seen = await page.evaluate(async (url) => {
        const handle = mountStream(a, fetch(url), { AnswerStream });
        const { error } = await outcome(handle.finished);
        const read = (async () => {
          const all = frames(await fetch(url));
          while (!(await all.next()).done);
        })();
        return { code: error?.code, thrown: (await outcome(read)).error?.code, text: handle.answer.text, notice: notices(a), busy: a.getAttribute("aria-busy") };
      }, url);
      if (name === "not-a-response") {
        assert.ok(seen.code === undefined || typeof seen.code === "string", name);
        continue;
      }
      const text = status === 200 ? frames.slice(0, 10).map((frame) => frame.candidates[0].content.parts[0].text).join("") : "";
      assert.equal(seen.code, name.startsWith("api-error") ? "api-error" : seen.thrown, name);
      assert.match(seen.code, /^(api-error|invalid-json|broken-event)$/, name);
      assert.deepEqual([seen.text, seen.busy], [text, null], name);
      if (status === 200) assert.match(seen.notice, /cut off/, name);
    }
  });

  test("what comes behind an error is shown too", async () => {
    await open();
    const seen = await page.evaluate(async (frames) => {
      const all = [...frames.slice(0, 5), { error: { code: 500, message: "m" } }, ...frames.slice(5)];
      const handle = mountStream(a, arriving(all), { AnswerStream });
      const { error } = await outcome(handle.finished);
      return [error?.code, handle.answer.text, handle.answer.citations.length > 3];
    }, frames);
    assert.deepEqual(seen, ["api-error", TEXTS.english, true]);
  });

  test("frames that are no responses are passed over, unless all are", async () => {
    await open();
    const seen = await page.evaluate(async (frames) => {
      const strangers = [{ type: "ping" }, {}, 5, null].filter((one) => one);
      const one = mountStream(a, arriving([strangers[0], ...frames, ...strangers]), { AnswerStream });
      const two = mountStream(b, arriving([{ type: "ping" }, { nothing: 1 }]), { AnswerStream });
      return [await outcome(one.finished).then(({ value }) => [value?.text, notices(a)]), await outcome(two.finished).then(({ error }) => error?.code), b.getAttribute("aria-busy")];
    }, frames);
    assert.deepEqual(seen, [[TEXTS.english, ""], "not-a-response", null]);
  });

  test("a signal ends it, and the connection; so does stop(), which is no error", async () => {
    for (const how of ["signal", "stop", "signal before"]) {
      await open();
      let closed = false;
      const url = server.handle((request, response) => {
        response.writeHead(200, { "Content-Type": "text/event-stream" });
        response.write(events(frames.slice(0, 10)));
        // Firefox closes what is cancelled when the next piece comes.
        const more = engine === "firefox" ? setInterval(() => response.write(": more\n\n"), 500) : undefined;
        response.on("close", () => {
          closed = true;
          clearInterval(more);
        });
      });
      const seen = await page.evaluate(
        async ([how, url]) => {
          const controller = new AbortController();
          if (how === "signal before") controller.abort(new DOMException("early", "AbortError"));
          const handle = mountStream(a, fetch(url), { AnswerStream, signal: controller.signal });
          if (how !== "signal before") while (!a.textContent.includes("Boiling points")) await frame();
          const text = a.textContent;
          if (how === "signal") controller.abort();
          if (how === "stop") handle.stop();
          // Nobody listens to it at first: whoever aborts need not.
          await sleep(50);
          const { error } = await outcome(handle.finished);
          handle.stop();
          return { error: error?.name, kept: text.includes("Boiling points") && a.textContent.includes("Boiling points"), notice: /cut off/.test(a.textContent), answer: handle.answer?.text.length > 0, busy: a.getAttribute("aria-busy"), unhandled };
        },
        [how, url],
      );
      const isEarly = how === "signal before";
      const expected = { error: how === "stop" ? undefined : "AbortError", kept: !isEarly, notice: seen.notice, answer: !isEarly, busy: null, unhandled: [] };
      assert.deepEqual(seen, expected, how);
      if (!isEarly) assert.equal(seen.notice, true);
      for (let wait = 0; !closed && wait < 200; wait++) await page.waitForTimeout(50);
      assert.equal(closed, true, `${how}: the connection is closed`);
    }
  });

  test("stop() does not wait for a source that never comes or never gives", async () => {
    await open();
    const seen = await page.evaluate(async () => {
      const results = [];
      for (const source of [new Promise(() => {}), { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }, new ReadableStream()]) {
        const handle = mountStream(a, source, { AnswerStream });
        await sleep(5);
        handle.stop();
        results.push((await handle.finished).status);
      }
      let isCancelled = false;
      let come;
      const handle = mountStream(a, new Promise((resolve) => (come = resolve)), { AnswerStream });
      handle.stop();
      await handle.finished;
      come(new ReadableStream({ cancel: () => void (isCancelled = true) }));
      await sleep(5);
      return [...results, isCancelled];
    });
    assert.deepEqual(seen, ["empty", "empty", "empty", true]);
  });

  test("an engine that fails at the end is asked once more, and the text stays in any case", async () => {
    await open();
    const seen = await page.evaluate(async (frames) => {
      const failing = (times) =>
        class extends AnswerStream {
          finish(options) {
            if (times-- > 0) throw new GroundmarkError("internal", "failed");
            return super.finish(options);
          }
        };
      const once = looksLike(a, await mountStream(a, arriving(frames), { AnswerStream: failing(1) }).finished);
      const handle = mountStream(b, arriving(frames), { AnswerStream: failing(9) });
      const { error } = await outcome(handle.finished);
      return [once, error.code, handle.answer, b.textContent.includes("Last line"), b.getAttribute("aria-busy")];
    }, frames);
    assert.deepEqual(seen, [true, "internal", null, true, null]);
  });

  test("whoever puts something else into the element ends the stream", async () => {
    await open();
    const seen = await page.evaluate(async (frames) => {
      const results = [];
      for (const replace of [() => (a.innerHTML = "<p>mine</p>"), () => mountStream(a, arriving(frames), { AnswerStream })]) {
        const source = handed();
        const first = mountStream(a, source, { AnswerStream });
        source.give(...frames.slice(0, 9));
        await frame();
        await frame();
        const second = replace();
        const text = a.textContent;
        source.give(...frames.slice(9, 12));
        const answer = await first.finished;
        const isBusy = a.getAttribute("aria-busy");
        if (second.finished) results.push(looksLike(a, await second.finished));
        else results.push(a.textContent === text);
        results.push(source.closed, answer.text.length > 0 && answer.text.length < 200, a.querySelectorAll("iframe").length, isBusy, a.getAttribute("aria-busy"));
      }
      return results;
    }, frames);
    assert.deepEqual(seen, [true, true, true, 0, null, null, true, true, true, 0, "true", null]);
  });

  test("a page that a translator changed meanwhile shows the answer in the end", async () => {
    await open();
    const seen = await page.evaluate(async (frames) => {
      const source = handed();
      const { finished } = mountStream(a, source, { AnswerStream });
      source.give(...frames.slice(0, 40));
      await frame();
      await frame();
      const inside = a.firstChild;
      inside.innerHTML = `<font>${inside.textContent}</font>`;
      for (const one of frames.slice(40)) {
        source.give(one);
        await frame();
      }
      source.end();
      return looksLike(a, await finished);
    }, frames);
    assert.equal(seen, true);
  });

  test("wrong options are thrown at once, and the element stays as it is", async () => {
    await open();
    const codes = await page.evaluate(() => {
      a.innerHTML = "<p>before</p>";
      const code = (settings) => {
        try {
          mountStream(a, arriving([]), settings);
        } catch (error) {
          return error.code;
        }
      };
      return [code({}), code({ AnswerStream, nothing: 1 }), code({ AnswerStream, locale: 5 }), a.innerHTML, a.hasAttribute("aria-busy")];
    });
    assert.deepEqual(codes, ["invalid-argument", "invalid-option", "invalid-option", "<p>before</p>", false]);
  });
});
