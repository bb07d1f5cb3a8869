// `mount`, and what `enhance` says to whoever develops.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "./browser.mjs";
import { openPage } from "./dom-page.mjs";
import { fixture } from "./fixtures.mjs";
import { serve } from "./server.mjs";

let server, browser, context, page, warnings;
before(async () => {
  server = await serve();
  browser = await launch({ here: ["app.example", "localhost", "my.localhost"] });
  context = await browser.newContext();
  page = await context.newPage();
  warnings = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
});
after(async () => {
  await browser?.close();
  await server?.close();
});

async function open(origin = server.origin) {
  await openPage(page, { page: (...all) => server.page(...all).replace(server.origin, origin), origin });
  warnings.length = 0;
  await page.evaluate((response) => {
    window.answer = render(response);
    window.html = answer.html + suggestionsFrame(answer);
  }, fixture("suggestions").response);
}

test("mount shows an answer in place of what was there, and takes it off again", async () => {
  await open();
  const seen = await page.evaluate(async () => {
    a.innerHTML = "<p>before</p>";
    const { unmount } = mount(a, answer, { enhance: false, suggestionsTitle: "Suchvorschläge" });
    const expected = document.createElement("div");
    expected.innerHTML = answer.html + suggestionsFrame(answer, { title: "Suchvorschläge" });
    const isSame = a.innerHTML === expected.innerHTML;
    const other = mount(a, { ...answer, html: "<p>other</p>", renderedContent: null });
    unmount();
    const stays = a.innerHTML;
    a.append("more");
    other.unmount();
    return [isSame, stays, a.innerHTML, a.querySelectorAll("iframe").length];
  });
  assert.deepEqual(seen, [true, "<p>other</p>", "more", 0]);
});

test("mount ends a stream that is shown there", async () => {
  await open();
  const seen = await page.evaluate(async () => {
    let isClosed = false;
    let to;
    const source = new ReadableStream({ start: (controller) => void (to = controller), cancel: () => void (isClosed = true) });
    const { finished } = mountStream(a, source, { AnswerStream });
    mount(a, answer);
    const busy = a.hasAttribute("aria-busy");
    to.enqueue({ candidates: [{ content: { parts: [{ text: "late" }] } }] });
    await finished;
    return [isClosed, busy, a.textContent.includes("late"), a.querySelectorAll("p").length > 0];
  });
  assert.deepEqual(seen, [true, false, false, true]);
});

test("a place that is none is said to be none", async () => {
  await open();
  const codes = await page.evaluate(() =>
    [() => mount(null, answer), () => mount("#a", answer), () => enhance(undefined), () => enhance(document.querySelectorAll("div")), () => mountStream(null, [], { AnswerStream })].map((run) => {
      try {
        run();
      } catch (error) {
        return `${error.code}: ${error.message}`;
      }
    }),
  );
  const said = (name) => `invalid-argument: ${name} needs an element`;
  assert.deepEqual(codes, [said("mount"), said("mount"), said("enhance"), said("enhance"), said("mountStream")]);
});

test("suggestions that are not shown are warned of, once, where somebody develops", async () => {
  const enhanced = (how) =>
    page.evaluate(async (how) => {
      a.innerHTML = how === "shown" ? html : answer.html;
      for (let count = 0; count < 3; count++) enhance(a, { answer: how === "none" ? { ...answer, renderedContent: null } : answer });
      if (how === "later") setTimeout(() => (a.innerHTML = html));
      if (how === "undone") enhance(a).undo();
      await sleep(1200);
    }, how);
  const { port } = new URL(server.origin);
  for (const [origin, isWarned] of [[server.origin, true], [`http://localhost:${port}`, true], [`http://my.localhost:${port}`, true], [`http://app.example:${port}`, false]]) {
    await open(origin);
    await enhanced("missing");
    assert.equal(warnings.length, isWarned ? 1 : 0, `${origin}: ${warnings}`);
  }
  assert.equal(warnings.length, 0);
  for (const how of ["shown", "none", "undone"]) {
    await open();
    await enhanced(how);
    assert.deepEqual(warnings, [], how);
  }
  await open();
  await enhanced("missing");
  assert.match(warnings.join(), /suggestionsFrame/);
});
