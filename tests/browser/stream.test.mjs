// Streams on a page, in Chromium: after every frame the page is what one call would have shown, and
// whoever reads meanwhile is not disturbed.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { cut } from "../npm/cut.mjs";
import { launch } from "./browser.mjs";
import { fixtures, fixture } from "./fixtures.mjs";
import { document, serve } from "./server.mjs";
import { cited, TEXTS } from "./texts.mjs";

let server, browser, context, page;
before(async () => {
  server = await serve();
  browser = await launch();
  context = await browser.newContext({ viewport: { width: 800, height: 600 } });
  context.setDefaultTimeout(20_000);
  page = await context.newPage();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** A fresh page with two places for answers, and what the tests need by name. */
async function open({ style = "" } = {}) {
  const head = `<style>body{margin:8px;font:16px/1.5 sans-serif}iframe{border:0}sup{line-height:0}${style}</style>`;
  const body = '<main><h1>Answers</h1><div class="gm-answer" id="a"></div><div class="gm-answer" id="b"></div></main>';
  await page.goto(server.page(document(body, { head })));
  await page.evaluate(async () => {
    const [groundmark, dom, cutting] = await Promise.all([import("/dist/index.js"), import("/dist/dom.js"), import("/tests/npm/cut.mjs")]);
    Object.assign(window, groundmark, dom, cutting);
    window.a = document.querySelector("#a");
    window.b = document.querySelector("#b");
    window.sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    window.frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    /** Frames that arrive one after the other, after so many milliseconds each. */
    window.arriving = async function* (frames, ms = 0) {
      for (const frame of frames) {
        await sleep(ms);
        yield frame;
      }
    };
    /** Frames that come when the test says so. */
    window.handed = () => {
      let to;
      const source = new ReadableStream({ start: (controller) => void (to = controller), cancel: () => void (source.closed = true) });
      return Object.assign(source, {
        closed: false,
        give: (...frames) => frames.forEach((frame) => to.enqueue(frame)),
        end: () => to.close(),
      });
    };
    window.notices = (element) => [...element.querySelectorAll(".gm-notice")].map((notice) => notice.textContent).join(" ");
    window.outcome = (promise) => promise.then((value) => ({ value }), (error) => ({ error: { code: error?.code, name: error?.name, message: String(error?.message ?? error) } }));
    window.unhandled = [];
    addEventListener("unhandledrejection", (event) => unhandled.push(String(event.reason)));
    /** Whether what stands in the element is what `innerHTML` would have made, but for the three containers. */
    window.looksLike = (element, answer) => {
      const shown = element.cloneNode(true);
      for (const container of [...shown.querySelectorAll(":scope > div")].slice(0, 3)) container.replaceWith(...container.childNodes);
      shown.normalize();
      const expected = element.cloneNode(false);
      expected.innerHTML = answer.html + suggestionsFrame(answer);
      // The frame's height follows its content once that is loaded.
      for (const frame of shown.querySelectorAll("iframe")) frame.height = expected.querySelector("iframe")?.height;
      return shown.isEqualNode(expected) || `${shown.innerHTML}\n\n${expected.innerHTML}`;
    };
  });
}

describe("the law", () => {
  before(() => open());

  /** Pushes frame by frame and looks at the page after each; what differs, or how much was done. */
  const hold = (frames, options) =>
    page.evaluate(
      ([frames, options]) => {
        const stream = new AnswerStream(options);
        const containers = Object.fromEntries(["body", "notes", "sources"].map((name) => [name, document.createElement("div")]));
        const same = (html) => {
          const shown = document.createElement("div");
          for (const name of ["body", "notes"]) shown.append(...containers[name].cloneNode(true).childNodes);
          shown.normalize();
          const expected = document.createElement("div");
          expected.innerHTML = html;
          return shown.innerHTML === html && shown.isEqualNode(expected) ? undefined : { shown: shown.innerHTML, html };
        };
        let operations = 0;
        for (let count = 1; count <= frames.length; count++) {
          const given = stream.push(frames[count - 1]);
          operations += given.length;
          applyOperations(containers, given);
          const { bodyHtml } = render(ungrounded(frames.slice(0, count)), { settle: true, ...options, idPrefix: stream.idPrefix });
          const wrong = same(bodyHtml);
          if (wrong) return { count, given, ...wrong };
          if (containers.sources.childNodes.length > 0) return { count, wrong: "sources before the end" };
        }
        const { answer, patch } = stream.finish();
        applyOperations(containers, patch);
        const wrong = same(answer.bodyHtml);
        if (wrong) return { count: "end", patch, ...wrong };
        const whole = render(frames, { ...options, idPrefix: stream.idPrefix });
        if (whole.html !== answer.html) return { answer: answer.html, whole: whole.html };
        if (containers.sources.innerHTML !== answer.sourcesHtml) return { sources: containers.sources.innerHTML };
        return { operations, markers: containers.body.querySelectorAll("sup.gm-cite a").length };
      },
      [frames, options],
    );

  for (const [name, text] of Object.entries(TEXTS)) {
    test(`${name}, by character`, async () => {
      const { operations, markers, ...wrong } = await hold(cut(cited(text, name)), { headingBase: 2 });
      assert.deepEqual(wrong, {});
      // What is undecided is not shown, so not every character changes the page.
      assert.ok(operations > [...text].length / 5 && markers > 1, `${operations} operations, ${markers} markers`);
    });
  }

  test("every fixture, in pieces of five characters", async () => {
    for (const { name, response, options } of fixtures) {
      // Only of these the test knows what is grounding; the engine does not take others in pieces.
      if (![JSON.parse(response)].flat().every((frame) => Array.isArray(frame.candidates))) continue;
      const { imageHosts, ...others } = options;
      const { operations, markers, ...wrong } = await hold(cut(JSON.parse(response), () => 5), imageHosts ? { ...others, images: { hosts: imageHosts } } : others);
      assert.deepEqual(wrong, {}, name);
    }
  });
});

describe("applyOperations", () => {
  before(() => open());

  /** What operations make of some HTML in the body. */
  const applied = (html, operations) =>
    page.evaluate(
      ([html, operations]) => {
        const containers = { body: a, notes: b, sources: document.createElement("div") };
        a.innerHTML = html;
        b.innerHTML = "";
        try {
          applyOperations(containers, operations.map((operation) => ({ target: "body", ...operation })));
        } catch (error) {
          return error.code ?? String(error);
        }
        return a.innerHTML + [...a.querySelectorAll("*")].map((element) => [...element.childNodes].filter((node) => node.nodeType === 3).length).join("");
      },
      [html, operations],
    );

  test("keeps nodes and appends others, one after the other", async () => {
    assert.equal(await applied("", [{ path: [], keep: 0, html: "<p>a</p><p>b</p>" }]), "<p>a</p><p>b</p>11");
    assert.equal(await applied("<p>a</p><p>b</p><p>c</p>", [{ path: [], keep: 1, html: "<hr>" }]), "<p>a</p><hr>10");
    assert.equal(await applied("<p>a</p><p>b</p>", [{ path: [], keep: 1, html: "" }]), "<p>a</p>1");
    assert.equal(await applied("<p>a</p>", [{ path: [], keep: 1, html: "<p>b</p>" }, { path: [1], keep: 1, html: "<em>c</em>" }]), "<p>a</p><p>b<em>c</em></p>111");
  });

  test("puts one node or several in the place of one", async () => {
    assert.equal(await applied("<p>a</p><p>b</p><p>c</p>", [{ path: [1], html: "<ul><li>x</li></ul>" }]), "<p>a</p><ul><li>x</li></ul><p>c</p>1011");
    assert.equal(await applied("<pre>a</pre><p>c</p>", [{ path: [0], html: "<pre>a</pre><p>m</p>" }, { path: [2], html: "<h1>d</h1>" }]), "<pre>a</pre><p>m</p><h1>d</h1>111");
    assert.equal(await applied("<p>a<em>b</em>c</p>", [{ path: [0, 1], html: "<strong>b</strong>!" }]), "<p>a<strong>b</strong>!c</p>31");
  });

  test("rows, cells, items and terms stand for themselves", async () => {
    const table = "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>";
    assert.equal(
      await applied(table, [{ path: [0, 1], keep: 1, html: "<tr><td>2</td></tr>" }, { path: [0, 1, 1], keep: 1, html: '<td align="right">3</td>' }]),
      '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr><tr><td>2</td><td align="right">3</td></tr></tbody></table>00010' + "01011",
    );
    assert.equal(await applied("<table><thead><tr><th>a</th></tr></thead></table>", [{ path: [0], keep: 1, html: "<tbody><tr><td>1</td></tr></tbody>" }]), table + "0001001");
    assert.equal(await applied("<ul><li>1</li></ul>", [{ path: [0, 0], html: "<li><p>1</p></li>" }, { path: [0], keep: 1, html: "<li>2</li>" }]), "<ul><li><p>1</p></li><li>2</li></ul>0011");
    assert.equal(await applied("<dl><dt>1</dt></dl>", [{ path: [0], keep: 1, html: "<dd>2</dd>" }]), "<dl><dt>1</dt><dd>2</dd></dl>011");
    assert.equal(await applied("<details><summary>1</summary></details>", [{ path: [0, 0], html: "<summary>2</summary>" }]), "<details><summary>2</summary></details>01");
  });

  test("texts side by side stay two, and count", async () => {
    const operations = [
      { path: [0], keep: 1, html: "b &amp; c" },
      { path: [0, 1], text: "<d>&amp;" },
      { path: [0, 0], text: "!" },
      { path: [0, 1], html: "e<br>f" },
      { path: [0, 3], text: "g" },
    ];
    assert.equal(await applied("<p>a</p>", operations.slice(0, 3)), "<p>a!b &amp; c&lt;d&gt;&amp;amp;</p>2");
    assert.equal(await applied("<p>a</p>", operations), "<p>a!e<br>fg</p>30");
  });

  test("what the operations do not fit is an error", async () => {
    for (const operation of [{ path: [1], html: "" }, { path: [0], text: "a" }, { path: [0, 0, 0], keep: 0, html: "" }, { path: [], html: "x" }, { path: [0], keep: 2, html: "" }]) {
      assert.equal(await applied("<p>a</p>", [operation]), "invalid-argument", JSON.stringify(operation));
    }
  });

  test("nodes that stay the same stay", async () => {
    const kept = await page.evaluate(() => {
      a.innerHTML = "<p>First. Second. <a href='https://a.example'>link</a> Third.</p><ul><li>x</li><li>y</li></ul>";
      const [p, ul] = a.children;
      const link = a.querySelector("a");
      const item = ul.lastChild;
      link.focus();
      const end = p.lastChild;
      getSelection().setBaseAndExtent(p.firstChild, 7, end, 4);
      const chosen = String(getSelection());
      const html = "<p>First.<sup><a href='#1'>[1]</a></sup> Second. <a href='https://a.example'>link</a> Third.<sup>2</sup></p>";
      applyOperations({ body: a }, [
        { target: "body", path: [0], html },
        { target: "body", path: [], keep: 1, html: "<ul><li>x!</li><li>y</li></ul><p>end</p>" },
      ]);
      const made = document.createElement("div");
      made.innerHTML = `${html}<ul><li>x!</li><li>y</li></ul><p>end</p>`;
      // A text that grows is the same text, whatever the operation is.
      b.innerHTML = "<p>One <em>two</em> th</p>";
      const [em, text] = [b.querySelector("em"), b.firstChild.lastChild];
      applyOperations({ body: b }, [{ target: "body", path: [0], keep: 0, html: "One <em>two</em> three <b>four</b>" }]);
      const grown = [b.innerHTML, b.querySelector("em") === em, em.nextSibling === text];
      return {
        grown,
        nodes: [a.firstChild === p, a.querySelector("p > a") === link, a.children[1] === ul, ul.lastChild === item],
        focus: document.activeElement === link,
        chosen: [chosen, String(getSelection()).replace("[1]", "")],
        same: a.isEqualNode(Object.assign(made, { id: "a", className: "gm-answer" })),
      };
    });
    assert.deepEqual(kept, { grown: ["<p>One <em>two</em> three <b>four</b></p>", true, true], nodes: [true, true, true, true], focus: true, chosen: ["Second. link Thi", "Second. link Thi"], same: true });
  });
});

describe("mountStream", () => {
  const frames = cut({ ...cited(TEXTS.english, "en") }, () => 7);
  const suggestions = JSON.parse(fixture("suggestions").response);
  const events = (list) => list.map((frame) => `data: ${JSON.stringify(frame)}\r\n\r\n`).join("");

  test("shows what one call would, from whatever frames arrive in", async () => {
    await open();
    const shown = await page.evaluate(
      async ([frames, suggestions]) => {
        const sse = frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join("");
        const lines = frames.map((frame) => JSON.stringify(frame) + "\n");
        const bytes = new TextEncoder().encode(sse);
        const cutBytes = async function* () {
          for (let at = 0; at < bytes.length; at += 1000) yield bytes.slice(at, at + 1000);
        };
        const streamOf = (values) => new ReadableStream({ start: (to) => (values.forEach((value) => to.enqueue(value)), to.close()) });
        const sources = {
          response: () => new Response(sse),
          "promise of a response": async () => new Response(JSON.stringify(frames)),
          "body": () => new Response(lines.join("")).body,
          "stream of text": () => streamOf(lines),
          "stream of frames": () => streamOf(frames),
          "iterable of bytes": () => cutBytes(),
          "iterable of text": () => arriving(lines),
          "iterable of frames": () => arriving(frames),
          "promise of an iterable": () => Promise.resolve(arriving(frames)),
          "one frame": () => arriving([suggestions]),
          "nothing": () => arriving([]),
        };
        const results = {};
        for (const [name, make] of Object.entries(sources)) {
          a.innerHTML = "<p>before</p>";
          const handle = mountStream(a, make(), { AnswerStream, locale: "de" });
          const answer = await handle.finished;
          results[name] = [looksLike(a, answer), handle.answer === answer, answer.text.length, a.getAttribute("aria-busy")];
        }
        return results;
      },
      [frames, suggestions],
    );
    for (const [name, result] of Object.entries(shown)) {
      const length = { "one frame": suggestions.candidates[0].content.parts[0].text.length, nothing: 0 }[name] ?? TEXTS.english.length;
      assert.deepEqual(result, [true, true, length, null], name);
    }
  });

  test("shows the suggestions at the end, with the title that is asked for", async () => {
    await open();
    const titles = await page.evaluate(async (frame) => {
      const [one, two] = [mountStream(a, arriving([frame]), { AnswerStream }), mountStream(b, arriving([frame]), { AnswerStream, suggestionsTitle: "Suchvorschläge" })];
      const before = document.querySelectorAll("iframe").length;
      await Promise.all([one.finished, two.finished]);
      return [before, a.lastElementChild.title, b.lastElementChild.title, a.lastElementChild.sandbox.value];
    }, suggestions);
    assert.deepEqual(titles, [0, "Google Search suggestions", "Suchvorschläge", "allow-popups allow-popups-to-escape-sandbox allow-same-origin"]);
  });

  test("writes at most once in an animation frame, and is busy until it settles", async () => {
    await open();
    const seen = await page.evaluate(async (frames) => {
      let tick = 0;
      let isCounting = true;
      const request = requestAnimationFrame;
      const count = () => (tick++, isCounting && request(count));
      request(count);
      let requests = 0;
      window.requestAnimationFrame = (run) => (requests++, request(run));
      const writes = [];
      const observer = new MutationObserver(() => writes.push(tick));
      observer.observe(a, { childList: true, characterData: true, subtree: true });
      const busy = [];
      const source = (async function* () {
        for (const [at, frame] of frames.entries()) {
          if (at % 4 === 0) await sleep(1);
          busy.push(a.getAttribute("aria-busy"));
          yield frame;
        }
      })();
      const handle = mountStream(a, source, { AnswerStream });
      const atOnce = a.getAttribute("aria-busy");
      await handle.finished;
      isCounting = false;
      await frame();
      return { writes: writes.slice(1), requests, pushes: frames.length, atOnce, busy: [...new Set(busy)], settled: a.getAttribute("aria-busy"), live: a.querySelectorAll("[aria-live], [role=status], [role=log], [role=alert], output").length };
    }, [...frames, { candidates: [{ groundingMetadata: { searchEntryPoint: suggestions.candidates[0].groundingMetadata.searchEntryPoint } }] }]);
    const { writes, requests, pushes, ...rest } = seen;
    assert.deepEqual(rest, { atOnce: "true", busy: ["true"], settled: null, live: 0 });
    assert.equal(new Set(writes).size, writes.length, `writes in the animation frames ${writes.join()}`);
    assert.ok(writes.length > 5 && writes.length < pushes / 2, `${writes.length} writes for ${pushes} frames`);
    // The last one is asked for again, for the end.
    assert.ok(requests <= writes.length + 2, `${requests} animation frames for ${writes.length} writes`);
  });

  test("a selection, the focus and the scroll in what stands already stay to the end", async () => {
    await open({ style: "#a{height:300px;overflow:auto}" });
    const kept = await page.evaluate(async (frames) => {
      const source = handed();
      const { finished } = mountStream(a, source, { AnswerStream });
      source.give(...frames.slice(0, frames.length - 8));
      while (a.querySelectorAll("pre").length === 0) await frame();
      const paragraph = a.querySelector("p");
      const link = paragraph.querySelector("a");
      link.focus();
      const text = paragraph.firstChild;
      getSelection().setBaseAndExtent(text, 2, paragraph.lastChild, 1);
      a.scrollTop = 40;
      const before = [String(getSelection()), a.scrollTop, document.activeElement === link];
      const top = paragraph.getBoundingClientRect().top;
      let lost = 0;
      document.addEventListener("selectionchange", () => (lost += getSelection().isCollapsed ? 1 : 0));
      link.addEventListener("blur", () => lost++);
      for (const one of frames.slice(frames.length - 8)) {
        source.give(one);
        await frame();
      }
      source.end();
      const answer = await finished;
      await frame();
      const after = [String(getSelection()), a.scrollTop, document.activeElement === link];
      return { before, after, lost, moved: paragraph.getBoundingClientRect().top - top, same: a.querySelector("p") === paragraph, marker: paragraph.querySelectorAll("sup.gm-cite").length, whole: looksLike(a, answer) };
    }, frames);
    assert.equal(kept.before[2], true);
    assert.equal(kept.before[1], 40);
    assert.ok(kept.before[0].length > 20);
    assert.deepEqual(kept, { before: kept.before, after: kept.before, lost: 0, moved: 0, same: true, marker: 1, whole: true });
  });

  test("what is selected in a paragraph that still grows stays too", async () => {
    await open();
    const kept = await page.evaluate(async () => {
      const source = handed();
      const { finished } = mountStream(a, source, { AnswerStream });
      const give = async (text) => (source.give({ text, candidates: [{ content: { parts: [{ text }] } }] }), await frame(), await frame());
      await give("One **two** three");
      getSelection().setBaseAndExtent(a.querySelector("p").firstChild, 1, a.querySelector("p").lastChild, 4);
      for (const text of [" four", " *fi", "ve* six.", "\n\nAnd more"]) await give(text);
      source.end();
      await finished;
      return [String(getSelection()), a.querySelector("p").textContent];
    });
    assert.deepEqual(kept, ["ne two thr", "One two three four five six."]);
  });

  test("a connection that dies leaves the text so far and a notice, and tells", async () => {
    await open();
    const half = events(frames.slice(0, frames.length / 2));
    const url = server.handle((_, response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write(half);
      setTimeout(() => response.destroy(), 50);
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
        response.on("close", () => (closed = true));
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

  test("two at once do not know each other", async () => {
    await open();
    const [english, korean] = [frames, cut(cited(TEXTS.korean, "ko"), () => 3)];
    const seen = await page.evaluate(
      async ([english, korean]) => {
        const one = mountStream(a, arriving(english, 1), { AnswerStream });
        const two = mountStream(b, arriving(korean, 2), { AnswerStream, locale: "ko" });
        const answers = await Promise.all([one.finished, two.finished]);
        const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
        return [looksLike(a, answers[0]), looksLike(b, answers[1]), new Set(ids).size === ids.length, answers.map(({ text }) => text)];
      },
      [english, korean],
    );
    assert.deepEqual(seen, [true, true, true, [TEXTS.english, TEXTS.korean]]);
  });

  test("a page that gets no animation frames shows the answer all the same", async () => {
    await open();
    const seen = await page.evaluate(async (frames) => {
      window.requestAnimationFrame = () => 1;
      const wait = setTimeout;
      const waits = new Set();
      window.setTimeout = (run, ms) => (waits.add(ms), wait(run, ms));
      Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
      const hidden = looksLike(a, await mountStream(a, arriving(frames), { AnswerStream }).finished);
      const hiddenWaits = Math.max(...waits);
      delete document.hidden;
      return [hidden, hiddenWaits, looksLike(b, await mountStream(b, arriving(frames.slice(0, 3)), { AnswerStream }).finished)];
    }, frames);
    assert.deepEqual(seen, [true, 100, true]);
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

  test("animation frames that come at once, as tests have them, do no harm", async () => {
    await open();
    const seen = await page.evaluate(async (frames) => {
      window.requestAnimationFrame = (run) => (run(performance.now()), 1);
      let writes = 0;
      new MutationObserver(() => writes++).observe(a, { childList: true, characterData: true, subtree: true });
      return [looksLike(a, await mountStream(a, arriving(frames), { AnswerStream }).finished), writes > frames.length / 2];
    }, frames);
    assert.deepEqual(seen, [true, true]);
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

  for (const [name, style] of Object.entries({ block: "", grid: ".gm-answer{display:grid;gap:13px}", flex: ".gm-answer{display:flex;flex-direction:column;gap:13px}" })) {
    test(`stands where innerHTML would have put it, in a ${name} element`, async () => {
      await open({ style });
      const [mounted, whole] = await page.evaluate(async ([frames, metadata]) => {
        frames.push({ candidates: [{ groundingMetadata: { searchEntryPoint: metadata } }] });
        const answer = await mountStream(a, arriving(frames), { AnswerStream, enhance: false }).finished;
        b.innerHTML = answer.html + suggestionsFrame(answer);
        await frame();
        const boxes = (element) => {
          const { top } = element.getBoundingClientRect();
          return [...element.querySelectorAll("*")]
            .filter((one) => getComputedStyle(one).display !== "contents")
            .map((one) => [one.localName, Math.round(one.getBoundingClientRect().top - top), Math.round(one.getBoundingClientRect().height)].join(" "));
        };
        return [[...boxes(a), a.offsetHeight, a.innerText], [...boxes(b), b.offsetHeight, b.innerText]];
      }, [structuredClone(frames), suggestions.candidates[0].groundingMetadata.searchEntryPoint]);
      assert.deepEqual(mounted, whole);
      assert.ok(mounted.length > 80, `${mounted.length} boxes`);
    });
  }
});
