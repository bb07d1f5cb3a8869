// A stream mounted on a page: what it shows, and that whoever reads meanwhile is not
// disturbed.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { cut } from "../npm/cut.mjs";
import { frames, inBrowser, open, page, suggestions } from "./stream-page.mjs";
import { cited, TEXTS } from "./texts.mjs";

inBrowser();

describe("mountStream", () => {
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
