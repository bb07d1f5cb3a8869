// The custom element: properties in any order and at any time, events, leaving the page and coming back.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch } from "./browser.mjs";
import { openPage } from "./dom-page.mjs";
import { fixture } from "./fixtures.mjs";
import { serve } from "./server.mjs";

let server, browser, context, page, errors;
before(async () => {
  server = await serve();
  browser = await launch();
  context = await browser.newContext();
  page = await context.newPage();
  errors = [];
  page.on("pageerror", (error) => errors.push(error.code ?? error.name));
});
after(async () => {
  await browser?.close();
  await server?.close();
});

async function open({ define = true, ...more } = {}) {
  errors.length = 0;
  await openPage(page, server, more);
  await page.evaluate(
    ([responses, define]) => {
      [window.one, window.two] = responses.map((response) => JSON.parse(response));
      window.arriving = async function* (frames, ms = 0) {
        for (const frame of frames) {
          await sleep(ms);
          yield frame;
        }
      };
      if (define) window.GroundedAnswer = defineGroundedAnswer({ render, AnswerStream });
      window.events = [];
      for (const name of ["settled", "citation"]) document.addEventListener(name, ({ detail }) => events.push([name, detail]));
      window.make = (properties = {}) => Object.assign(document.createElement("grounded-answer"), properties);
      window.whole = (element, answer) => {
        const box = document.createElement("div");
        box.innerHTML = answer.html + suggestionsFrame(answer);
        const own = element.cloneNode(true);
        for (const frame of [...box.querySelectorAll("iframe"), ...own.querySelectorAll("iframe")]) frame.height = "";
        for (const container of own.querySelectorAll(":scope > div:not([class], [dir])")) container.replaceWith(...container.childNodes);
        own.normalize();
        return own.innerHTML === box.innerHTML;
      };
    },
    [["suggestions", "english-prose"].map((name) => fixture(name).response), define],
  );
}

describe("what it shows", () => {
  test("a response, an answer, a stream: the one that was set last", async () => {
    await open();
    const seen = await page.evaluate(async () => {
      const element = make();
      a.append(element);
      const found = [];
      element.response = one;
      await sleep(0);
      found.push(whole(element, render(one)), element.answer.responseId, element.response === one);
      element.answer = render(two);
      await sleep(0);
      found.push(whole(element, render(two)), element.answer.text === render(two).text, element.response);
      const source = arriving([one]);
      element.stream = source;
      found.push(element.stream === source);
      await new Promise((resolve) => element.addEventListener("settled", resolve, { once: true }));
      found.push(whole(element, render(one)), element.answer.responseId, element.hasAttribute("aria-busy"));
      element.stream = null;
      await sleep(0);
      found.push(element.childNodes.length, element.answer, element.className, getComputedStyle(element).display);
      return found;
    });
    assert.deepEqual(seen, [true, "suggestions-0001", true, true, true, null, true, true, "suggestions-0001", false, 0, null, "gm-answer", "block"]);
    assert.deepEqual(errors, []);
  });

  test("options as properties, one by one and together, before and after", async () => {
    await open();
    const seen = await page.evaluate(async () => {
      const element = make({ response: one, locale: "de" });
      a.append(element);
      await sleep(0);
      const heading = () => element.querySelector("h1, h2, h3, h4")?.outerHTML.replace(/ id="[^"]*"/, "");
      const found = [heading(), events.length];
      element.headingLevel = 3;
      element.locale = "fr";
      await sleep(0);
      found.push(heading(), events.length, JSON.stringify(element.options), element.locale);
      element.options = { suggestionsTitle: "Vorschläge", enhance: false };
      await sleep(0);
      found.push(heading(), element.querySelector("iframe").title, element.locale ?? null);
      element.querySelector(".gm-cite a").focus();
      found.push(document.querySelectorAll(".gm-preview").length);
      // What frameworks set that have nothing to set.
      Object.assign(element, { answer: null, stream: undefined });
      await sleep(0);
      found.push(element.querySelectorAll("h2").length);
      return found;
    });
    assert.deepEqual(seen, ["<h2>Quellen</h2>", 1, "<h3>Sources</h3>", 2, '{"locale":"fr","headingLevel":3}', "fr", "<h2>Sources</h2>", "Vorschläge", null, 0, 1]);
  });

  test("what was set before it was defined", async () => {
    await open({ define: false, body: '<div id="a"><grounded-answer id="early"></grounded-answer></div><div id="b"></div>' });
    const seen = await page.evaluate(async () => {
      const early = document.querySelector("#early");
      const loose = document.createElement("grounded-answer");
      for (const element of [early, loose]) Object.assign(element, { answer: undefined, response: one, locale: "de" });
      const Class = defineGroundedAnswer({ render, AnswerStream });
      b.append(loose);
      await sleep(0);
      return [early, loose].flatMap((element) => [element instanceof Class, element.querySelector("h2")?.textContent, Object.keys(element).length]);
    });
    assert.deepEqual(seen, [true, "Quellen", 0, true, "Quellen", 0]);
  });

  test("defining it again is harmless, also under another name", async () => {
    await open();
    const seen = await page.evaluate(async () => {
      const other = defineGroundedAnswer({ render, AnswerStream }, "my-answer");
      class Taken extends HTMLElement {}
      customElements.define("taken-name", Taken);
      const element = Object.assign(document.createElement("my-answer"), { response: one });
      a.append(element, new GroundedAnswer());
      await sleep(0);
      return [defineGroundedAnswer({ render, AnswerStream }) === GroundedAnswer, other !== GroundedAnswer, whole(element, render(one)), defineGroundedAnswer({ render, AnswerStream }, "taken-name") === Taken, customElements.get("grounded-answer") === GroundedAnswer];
    });
    assert.deepEqual(seen, [true, true, true, true, true]);
  });
});

describe("events", () => {
  test("settled tells of the answer, and of what went wrong", async () => {
    await open();
    const seen = await page.evaluate(async () => {
      const element = make({ response: one });
      a.append(element);
      await sleep(0);
      const answer = events[0][1].answer === element.answer;
      element.addEventListener("settled", (event) => event.preventDefault());
      element.response = "{oops";
      await sleep(0);
      const wrong = events[1][1];
      element.stream = arriving([one, { error: { code: 503, message: "m" } }]);
      while (events.length < 3) await sleep(5);
      const broken = events[2][1];
      element.locale = 7;
      element.response = one;
      await sleep(0);
      return [answer, "error" in events[0][1], wrong.answer, wrong.error.code, broken.answer.text.length > 0, broken.error.code, events[3][1].error.code, element.childNodes.length];
    });
    assert.deepEqual(seen, [true, false, null, "invalid-json", true, "api-error", "invalid-option", 0]);
    assert.deepEqual(errors, []);
    // What nobody heard is an error of the page's.
    await page.evaluate(async () => {
      a.replaceChildren(make({ response: "{oops" }));
      await sleep(30);
    });
    assert.deepEqual(errors.length, 1);
  });

  test("citation tells of the source, and can keep the page where it is", async () => {
    await open();
    const seen = await page.evaluate(async () => {
      const element = make({ stream: arriving([one]) });
      a.append(element);
      while (!events.length) await sleep(5);
      const marker = element.querySelectorAll(".gm-cite a")[2];
      marker.click();
      const jumped = document.activeElement.id.endsWith("-fn-2");
      const [[, { number, source, marker: told }]] = events.slice(1);
      document.activeElement.blur();
      element.addEventListener("citation", (event) => event.preventDefault());
      const hash = location.hash;
      marker.click();
      const stayed = document.activeElement === document.body && location.hash === hash;
      element.querySelector("[role=doc-backlink]").click();
      return [jumped, number, source.title, told === marker, stayed, events.length];
    });
    assert.deepEqual(seen, [true, 2, "Tide almanac", true, true, 3]);
  });
});

describe("leaving the page", () => {
  test("ends a stream; being moved does not", async () => {
    await open();
    const seen = await page.evaluate(async () => {
      let isClosed = false;
      let to;
      const source = () => new ReadableStream({ start: (controller) => void (to = controller), cancel: () => void (isClosed = true) });
      const element = make({ stream: source() });
      a.append(element);
      await sleep(0);
      to.enqueue({ candidates: [{ content: { parts: [{ text: "Half a" }] } }] });
      while (!element.textContent.includes("Half")) await sleep(5);
      b.append(element);
      await sleep(30);
      const moved = [isClosed, element.getAttribute("aria-busy")];
      to.enqueue({ candidates: [{ content: { parts: [{ text: " sentence." }] } }] });
      while (!element.textContent.includes("sentence")) await sleep(5);
      element.remove();
      await sleep(50);
      const left = [isClosed, events.length];
      b.append(element);
      await sleep(50);
      return { moved, left, text: element.querySelector("p").textContent, busy: element.hasAttribute("aria-busy") };
    });
    assert.deepEqual(seen, { moved: [false, "true"], left: [true, 0], text: "Half a sentence.", busy: false });
    assert.deepEqual(errors, []);
  });

  test("keeps the answer, which works again when it comes back", async () => {
    await open();
    const seen = await page.evaluate(async () => {
      const element = make({ response: one });
      a.append(element);
      await sleep(0);
      const node = element.querySelector("p");
      element.remove();
      await sleep(10);
      b.append(element);
      await sleep(10);
      element.querySelector(".gm-cite a").click();
      const first = [element.querySelector("p") === node, document.activeElement.localName, events.filter(([name]) => name === "settled").length];
      const late = make();
      late.response = two;
      await sleep(0);
      const before = late.childNodes.length;
      a.append(late);
      await sleep(0);
      return [...first, before, whole(late, render(two)), await isFitted(element)];
    });
    assert.deepEqual(seen, [true, "li", 1, 0, true, true]);
  });

  test("another response in mid-stream ends the stream", async () => {
    await open();
    const seen = await page.evaluate(async () => {
      let isClosed = false;
      const element = make({ stream: new ReadableStream({ cancel: () => void (isClosed = true) }) });
      a.append(element);
      await sleep(10);
      element.response = two;
      await sleep(50);
      return [isClosed, whole(element, render(two)), element.hasAttribute("aria-busy"), events.map(([name]) => name)];
    });
    assert.deepEqual(seen, [true, true, false, ["settled"]]);
    assert.deepEqual(errors, []);
  });
});
