// A page that demands Trusted Types: everything that makes HTML of strings takes the page's policy, and
// nothing else does.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "./browser.mjs";
import { openPage } from "./dom-page.mjs";
import { fixture } from "./fixtures.mjs";
import { serve } from "./server.mjs";

const HEADERS = { "Content-Security-Policy": "require-trusted-types-for 'script'; trusted-types own" };

let server, browser, context, page;
before(async () => {
  server = await serve();
  browser = await launch();
  context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  page = await context.newPage();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

async function open() {
  await openPage(page, server, { headers: HEADERS });
  await page.evaluate((response) => {
    window.frame = JSON.parse(response);
    window.violations = [];
    document.addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective));
    window.passed = [];
    window.policy = trustedTypes.createPolicy("own", { createHTML: (html) => (passed.push(html), html) });
    window.frames = async function* () {
      yield frame;
    };
  }, fixture("suggestions").response);
}

test("mount, mountStream, the element, enhance, applyOperations and copyAnswer work with the policy", async () => {
  await open();
  const seen = await page.evaluate(async () => {
    const answer = render(frame);
    const shows = async (element) => [element.querySelectorAll(".gm-cite a").length, await isFitted(element)];
    mount(a, answer, { trustedTypes: policy });
    enhance(a, { trustedTypes: policy });
    const mounted = await shows(a);
    a.querySelector(".gm-cite a").focus();
    const preview = document.querySelector(".gm-preview-title").textContent;
    a.querySelector(".gm-cite a").click();
    const jumped = document.activeElement.localName;
    await mountStream(b, frames(), { AnswerStream, trustedTypes: policy }).finished;
    const streamed = await shows(b);
    defineGroundedAnswer({ render, AnswerStream });
    const element = document.createElement("grounded-answer");
    Object.assign(element, { trustedTypes: policy, response: frame });
    b.replaceChildren(element);
    await new Promise((resolve) => element.addEventListener("settled", resolve));
    const own = await shows(element);
    window.copied = new Promise((resolve) => (onclick = () => resolve(copyAnswer(answer, { trustedTypes: policy }).then(() => "copied", String))));
    const containers = { body: document.createElement("div"), notes: a, sources: b };
    applyOperations(containers, new AnswerStream().push(frame), { trustedTypes: policy });
    enhance(a).undo();
    return { mounted, preview, jumped, streamed, own, applied: containers.body.childNodes.length > 0, passed: passed.length > 5 };
  });
  // With a click behind it, which WebKit asks for.
  await page.click("h1");
  Object.assign(seen, await page.evaluate(async () => ({ copied: await copied, violations })));
  assert.deepEqual(seen, { mounted: [3, true], preview: "tides.example.org", jumped: "li", streamed: [3, true], own: [3, true], applied: true, passed: true, copied: "copied", violations: [] });
});

test("without it the page refuses them, so the first test sees something", async () => {
  await open();
  const seen = await page.evaluate(async () => {
    const answer = render(frame);
    const name = (run) => {
      try {
        run();
      } catch (error) {
        return error.name;
      }
    };
    const found = [name(() => mount(a, answer)), name(() => applyOperations({ body: a, notes: a, sources: a }, new AnswerStream().push(frame)))];
    const refused = await mountStream(b, frames(), { AnswerStream }).finished.then(() => "shown", (error) => error.name);
    await sleep(20);
    return [...found, refused, b.querySelectorAll("p").length, b.hasAttribute("aria-busy"), new Set(violations).size];
  });
  assert.deepEqual(seen, ["TypeError", "TypeError", "TypeError", 0, false, 1]);
});
