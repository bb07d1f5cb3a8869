// A page for the tests of `groundmark/dom`: two places for answers, and everything by its name.
import { document } from "./server.mjs";

export const STRICT = { "Content-Security-Policy": "default-src 'self'; style-src 'self'; script-src 'self' 'wasm-unsafe-eval'" };

/** Opens it in `page`. `head` is what its head has beside; `headers` are those of the response. */
export async function openPage(page, server, { head = "", headers = {}, body = '<div class="gm-answer" id="a"></div><div class="gm-answer" id="b"></div>' } = {}) {
  const html = document(`<main><h1>Answers</h1>${body}</main>`, { head }).replace('href="data:,"', 'href="/dist/none.svg"');
  await page.goto(server.page(html, headers));
  await page.evaluate(async (origin) => {
    const [groundmark, dom] = await Promise.all([import(`${origin}/dist/index.js`), import(`${origin}/dist/dom.js`)]);
    Object.assign(window, groundmark, dom);
    window.a = document.querySelector("#a");
    window.b = document.querySelector("#b");
    window.sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    window.frames2 = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    /** Once the frame in an element is whole and fitted. */
    window.fitted = async (element) => {
      const frame = element.querySelector("iframe");
      // Names in the content can stand in for a document's properties.
      const { get } = Object.getOwnPropertyDescriptor(Document.prototype, "readyState");
      for (let count = 0; frame.contentWindow?.location.href !== "about:srcdoc" || get.call(frame.contentDocument) !== "complete"; count++) {
        if (count > 600) throw new Error("the frame is not loaded");
        await sleep(5);
      }
      await frames2();
      await frames2();
      return frame;
    };
    /** Whether it has the height of its content, which is not the one that it begins with. */
    window.isFitted = async (element) => {
      const frame = await fitted(element);
      const height = Math.ceil(frame.contentDocument.documentElement.getBoundingClientRect().height);
      return height > 40 && height !== 64 && frame.getAttribute("height") === `${height}`;
    };
  }, server.origin);
}
