// Jumps of markers and back-links in an enhanced answer: inside it, by focus and scrolling, without the
// address; what a reader means otherwise stays the browser's.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, settle } from "./browser.mjs";
import { openPage } from "./dom-page.mjs";
import { fixture } from "./fixtures.mjs";
import { serve } from "./server.mjs";

const FAR = "<style>.gm-answer p,.gm-answer li{margin-block:60vh}</style>";

let server, browser, context, page;
before(async () => {
  server = await serve();
  browser = await launch();
  context = await browser.newContext({ viewport: { width: 800, height: 600 } });
  context.setDefaultTimeout(10_000);
  page = await context.newPage();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** Opens a page and mounts answers in its places. */
async function mounted(names, { how = "mount", ...more } = {}) {
  await openPage(page, server, { head: FAR, ...more });
  const responses = names.map((name) => fixture(name)).map(({ response, options }) => [response, options]);
  await page.evaluate(
    async ([responses, how]) => {
      for (const [at, [response, options]] of responses.entries()) {
        const element = [a, b][at];
        if (how === "mountStream") await mountStream(element, (async function* () { yield JSON.parse(response); })(), { AnswerStream, ...options }).finished;
        else mount(element, render(response, options), { enhance: how === "mount" });
      }
      window.hashes = 0;
      addEventListener("hashchange", () => hashes++);
      window.start = [location.href, history.length];
    },
    [responses, how],
  );
}

/** Where the focus is, whether that is in sight, and what became of the address. */
function landed() {
  return page.evaluate(async () => {
    await frames2();
    const { top, bottom } = document.activeElement.getBoundingClientRect();
    return {
      id: document.activeElement.id.replace(/^gm-\w+?-/, ""),
      inside: document.activeElement.closest(".gm-answer")?.id,
      inSight: top >= 0 && bottom <= innerHeight,
      moved: [location.href === start[0], history.length === start[1], hashes],
    };
  });
}
const STAYED = [true, true, 0];

for (const how of ["mount", "mountStream"]) {
  test(`marker to source and back, in ${how}`, async () => {
    await mounted(["suggestions"], { how });
    await page.click("#a .gm-cite a >> nth=2");
    assert.deepEqual(await landed(), { id: "fn-2", inside: "a", inSight: true, moved: STAYED });
    await page.click("#a [role=doc-backlink] >> nth=1");
    assert.deepEqual(await landed(), { id: "ref-2", inside: "a", inSight: true, moved: STAYED });
    // By the keyboard.
    await page.keyboard.press("Enter");
    assert.deepEqual(await landed(), { id: "fn-1", inside: "a", inSight: true, moved: STAYED });
  });
}

test("without enhance the link is a link", async () => {
  await mounted(["suggestions"], { how: "plain" });
  await page.click("#a .gm-cite a");
  const { moved } = await landed();
  assert.deepEqual(moved, [false, false, 1]);
});

for (const [name, head] of Object.entries({ "a <base href>": '<base href="https://elsewhere.example/app/">', "a base target": '<base target="_blank">' })) {
  test(`under ${name}`, async () => {
    await mounted(["suggestions"], { head: FAR + head });
    const url = page.url();
    await page.click("#a .gm-cite a");
    assert.deepEqual(await landed(), { id: "fn-1", inside: "a", inSight: true, moved: STAYED });
    await page.click("#a [role=doc-backlink]");
    assert.deepEqual(await landed(), { id: "ref-1", inside: "a", inSight: true, moved: STAYED });
    assert.equal(page.url(), url);
    assert.equal(context.pages().length, 1);
  });
}

test("under a hash router, whose route stays", async () => {
  await mounted(["suggestions"]);
  await page.evaluate(async () => {
    location.hash = "#/chat/7";
    await sleep(20);
    window.start = [location.href, history.length];
    hashes = 0;
  });
  await page.click("#a .gm-cite a");
  assert.deepEqual(await landed(), { id: "fn-1", inside: "a", inSight: true, moved: STAYED });
});

test("two answers on a page, also the same one twice", async () => {
  for (const names of [["suggestions", "english-prose"], ["suggestions", "suggestions"]]) {
    await mounted(names);
    for (const place of ["b", "a"]) {
      await page.click(`#${place} .gm-cite a >> nth=1`);
      const { id, inside, inSight, moved } = await landed();
      assert.match(id, /^fn-/);
      assert.deepEqual({ inside, inSight, moved }, { inside: place, inSight: true, moved: STAYED });
      await page.click(`#${place} li:focus [role=doc-backlink]`);
      assert.equal((await landed()).inside, place);
    }
  }
});

test("one root around both, and roots in each other", async () => {
  for (const roots of [["document"], ["document", "a"], ["a", "document"], ["main"]]) {
    await mounted(["suggestions", "suggestions"], { how: "plain" });
    await page.evaluate((roots) => {
      for (const name of roots) enhance(name === "document" ? document : document.querySelector(name === "a" ? "#a" : name));
    }, roots);
    for (const place of ["a", "b"]) {
      await page.click(`#${place} .gm-cite a`);
      assert.deepEqual(await landed(), { id: "fn-1", inside: place, inSight: true, moved: STAYED }, roots.join());
    }
  }
});

test("the answer's own notes, and what stands in a closed box", async () => {
  await mounted(["own-footnotes", "thoughts-shown"]);
  await page.click("#a .gm-noteref a");
  assert.equal((await landed()).id, "note-1");
  await page.click("#a #" + (await page.evaluate(() => document.activeElement.id)) + " [role=doc-backlink] >> nth=1");
  assert.equal((await landed()).id, "noteref-3");
  const opened = await page.evaluate(() => {
    const box = b.querySelector(".gm-thoughts");
    const link = box.querySelector("[role=doc-backlink]");
    // A link to what is closed, as a host might have one.
    b.append(Object.assign(document.createElement("p"), { innerHTML: `<a role="doc-noteref" id="x" href="#${link.closest("li").id}">x</a>` }));
    const before = box.open;
    document.querySelector("#x").click();
    return [before, box.open, document.activeElement === link.closest("li")];
  });
  assert.deepEqual(opened, [false, true, true]);
});

test("what is held with the click, what is prevented and what leads nowhere stays the browser's", async () => {
  await mounted(["suggestions"]);
  const seen = await page.evaluate(() => {
    const link = a.querySelector(".gm-cite a");
    const click = (init, prepare = () => {}) => {
      prepare();
      let isOurs;
      const look = (event) => ((isOurs = event.defaultPrevented), event.preventDefault());
      document.addEventListener("click", look, { once: true });
      link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...init }));
      return isOurs;
    };
    const held = ["ctrlKey", "metaKey", "shiftKey", "altKey"].map((key) => click({ [key]: true }));
    const plain = click({});
    a.querySelector("li").removeAttribute("id");
    const nowhere = click({});
    link.addEventListener("click", (event) => event.preventDefault());
    const focus = document.activeElement;
    document.body.focus();
    return { held, plain, nowhere, focus: focus.localName };
  });
  assert.deepEqual(seen, { held: [false, false, false, false], plain: true, nowhere: false, focus: "li" });
});

test("undo gives the links back, listeners and all", async () => {
  await openPage(page, server, { head: FAR });
  const left = await page.evaluate((response) => {
    const listening = [];
    const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (type, listener, ...more) {
      listening.push([this, type, listener]);
      return add.call(this, type, listener, ...more);
    };
    EventTarget.prototype.removeEventListener = function (type, listener, ...more) {
      const at = listening.findIndex((one) => one[0] === this && one[1] === type && one[2] === listener);
      if (at >= 0) listening.splice(at, 1);
      return remove.call(this, type, listener, ...more);
    };
    const answer = render(response);
    a.innerHTML = answer.html + suggestionsFrame(answer);
    const before = document.documentElement.outerHTML;
    const { undo } = enhance(a, { answer });
    a.querySelector(".gm-cite a").focus();
    const during = [listening.length > 5, document.documentElement.outerHTML !== before];
    undo();
    Object.assign(EventTarget.prototype, { addEventListener: add, removeEventListener: remove });
    return [...during, listening.map(([, type]) => type), document.documentElement.outerHTML === before];
  }, fixture("suggestions").response);
  assert.deepEqual(left, [true, true, [], true]);
  await settle(page);
});
