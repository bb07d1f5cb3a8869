// A page with two places for answers, and what the tests of streams need by name.
import { after, before } from "node:test";
import { cut } from "../npm/cut.mjs";
import { launch } from "./browser.mjs";
import { fixture } from "./fixtures.mjs";
import { document, serve } from "./server.mjs";
import { cited, TEXTS } from "./texts.mjs";

export let server, page;
let browser;

/** Starts and ends the browser around the tests of a file. */
export function inBrowser() {
  before(async () => {
    server = await serve();
    browser = await launch();
    const context = await browser.newContext({ viewport: { width: 800, height: 600 } });
    context.setDefaultTimeout(20_000);
    page = await context.newPage();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });
}

/** A cited answer as it arrives. */
export const frames = cut({ ...cited(TEXTS.english, "en") }, () => 7);

/** A response with Google's suggestions. */
export const suggestions = JSON.parse(fixture("suggestions").response);

/** A fresh page with two places for answers, and what the tests need by name. */
export async function open({ style = "" } = {}) {
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
