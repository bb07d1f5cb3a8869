// Copying: what a reader's own selection gives, and what `copyAnswer` writes, with and without a clipboard
// to write to.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { renderMarkdown } from "../../dist/index.js";
import { launch } from "./browser.mjs";
import { openPage } from "./dom-page.mjs";
import { fixture } from "./fixtures.mjs";
import { serve } from "./server.mjs";

let server, browser, context, page;
before(async () => {
  server = await serve();
  browser = await launch();
  context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  context.setDefaultTimeout(10_000);
  page = await context.newPage();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

async function mounted(name, more) {
  await openPage(page, server, more);
  await page.evaluate(([response, options]) => {
    window.answer = render(response, options);
    mount(a, answer);
  }, [fixture(name).response, fixture(name).options]);
}

/** What is on the clipboard by its types: read by a paste, which every engine allows. */
async function clipboard() {
  await page.evaluate(() => {
    const before = document.activeElement;
    const place = document.body.appendChild(Object.assign(document.createElement("div"), { contentEditable: "true" }));
    place.focus();
    window.pasted = new Promise((resolve) =>
      place.addEventListener("paste", (event) => {
        event.preventDefault();
        resolve(Object.fromEntries(["text/plain", "text/html"].map((type) => [type, event.clipboardData.getData(type)])));
        place.remove();
        before.focus();
      }),
    );
  });
  await page.keyboard.press("Control+v");
  return page.evaluate(() => pasted);
}

/** Copies as a button would: with a click behind it. */
async function copied(options, press = "click") {
  await page.evaluate((options) => {
    const button = Object.assign(document.createElement("button"), { textContent: "Copy", id: "copy" });
    document.querySelector("#copy")?.remove();
    document.body.append(button);
    window.done = new Promise((resolve) => button.addEventListener("click", () => resolve(copyAnswer(answer, options).then(() => "done", (error) => `${error.name} ${error.code}`))));
  }, options);
  await page[press]("#copy");
  return page.evaluate(() => done);
}

describe("a selection", () => {
  for (const how of ["mount", "mountStream", "innerHTML"]) {
    test(`copies as it reads, with ${how}`, async () => {
      await openPage(page, server);
      await page.evaluate(
        async ([how, response]) => {
          const answer = render(response);
          if (how === "mount") mount(a, answer);
          else if (how === "innerHTML") a.innerHTML = answer.html;
          else await mountStream(a, (async function* () { yield JSON.parse(response); })(), { AnswerStream }).finished;
          getSelection().selectAllChildren(a.querySelector("p"));
        },
        [how, fixture("suggestions").response],
      );
      await page.keyboard.press("Control+c");
      const { "text/plain": plain, "text/html": html } = await clipboard();
      assert.equal(plain, "High water in Port Ellery today is at 06:12 and 18:37, low water at 12:24.[1] The spring tide on Thursday will reach 5.8 m, the highest of the month.[1, 2]");
      assert.match(html, /<sup class="gm-cite"[^>]*>\[<a [^>]*>1<\/a>\]<\/sup>/);
      const shown = await page.evaluate((html) => new DOMParser().parseFromString(html, "text/html").body.textContent.trim().replace(/\s+/g, " "), html);
      assert.equal(shown, plain);
    });
  }
});

describe("copyAnswer", () => {
  const SENTENCES = ["High water in Port Ellery today is at 06:12 and 18:37, low water at 12:24.", " The spring tide on Thursday will reach 5.8 m, the highest of the month."];
  const SOURCES = [
    "Sources",
    "",
    "[1] tides.example.org <https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUinvented-tides>",
    "[2] Tide almanac <https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUinvented-almanac> almanac.example.com",
  ].join("\n");
  const expected = {
    none: SENTENCES.join(""),
    numbers: `${SENTENCES[0]}[1]${SENTENCES[1]}[1, 2]`,
    footnotes: `${SENTENCES[0]}[1]${SENTENCES[1]}[1, 2]\n\n${SOURCES}`,
  };

  test("text and HTML, with the citations that are wanted", async () => {
    await mounted("suggestions");
    for (const [citations, text] of Object.entries(expected)) {
      assert.equal(await copied({ citations }), "done");
      const { "text/plain": plain, "text/html": html } = await clipboard();
      assert.equal(plain, text);
      const isCited = citations !== "none";
      assert.equal(/\[1, 2\]<\/sup>/.test(html), isCited, html);
      assert.equal(html.includes("<ol>"), citations === "footnotes");
      assert.equal(html.includes("tides.example.org"), citations === "footnotes");
      // Nothing leads into a page that is not there.
      assert.doesNotMatch(html, /href="[^"]*#|↩/);
    }
    assert.equal(await copied(undefined), "done");
    assert.equal((await clipboard())["text/plain"], expected.footnotes);
  });

  test("Markdown, as it is handed over", async () => {
    await mounted("english-blocks");
    const markdown = renderMarkdown(fixture("english-blocks").response);
    assert.equal(await copied({ as: "markdown", markdown }), "done");
    const { "text/plain": plain, "text/html": html } = await clipboard();
    assert.equal(plain, markdown);
    assert.match(html, /<table>[^]*<ol>/);
  });

  test("every kind of block", async () => {
    await mounted("english-blocks");
    assert.equal(await copied({ citations: "numbers" }), "done");
    assert.equal(
      (await clipboard())["text/plain"],
      [
        "How to reach Port Ellery by ferry[1]", "", "Three lines serve the harbour all year:", "",
        "Line\tMinutes\tPrice", "North\t12\t€3.50[1, 2]", "South (via Gull Rock)\t19[2]\t€4.20", "Night\t31\t€7.00", "",
        "- Tickets: sold at the pier and online[2]", "- Bicycles: free on the northern line[1]", "  - at most two per sailing[1]", "  - never on the night line[1]", "- Dogs: on a lead", "",
        "1. Walk to pier 4.[3]", "2. Scan the ticket.[1, 3]", "", "The timetable is also open data:", "",
        "import ferry", "", 'for sailing in ferry.sailings(line="north"):', "    print(sailing.departs)", "", "[4]", "",
        '"On time, or the next one is free."[3] — the harbour office[3]', "", "Storms", "",
        "Above wind force 8 every line stops.[3] The command ferry status --line north[4] tells you so.",
      ].join("\n"),
    );
    for (const [markdown, text] of [
      ["a  b\n\n    indented\n      more\n\nc<br>d", "a b\n\nindented\n  more\n\nc\nd"],
      ["5. five\n\n   still five\n6. six", "5. five\nstill five\n6. six"],
      ["- [ ] to do\n- [x] done\n\n---\n\nend", "- [ ] to do\n- [x] done\n\nend"],
    ]) {
      await page.evaluate((text) => (answer = render({ text })), markdown);
      assert.equal(await copied({ citations: "none" }), "done");
      assert.equal((await clipboard())["text/plain"], text);
    }
  });

  test("leaves out what is closed or leads nowhere, and copies what is untrusted as text", async () => {
    for (const name of ["documents-passages", "maps-reviews", "thoughts-shown", "hostile-html"]) {
      await mounted(name);
      assert.equal(await copied(undefined), "done");
      const { "text/plain": plain, "text/html": html } = await clipboard();
      assert.doesNotMatch(plain, /↩|Excerpt|Report a problem|Links open|항구의 수심을/);
      assert.doesNotMatch(html, /<script|onerror=|javascript:/i);
    }
  });

  test("on a page without a clipboard to write to, and where writing is refused", async () => {
    for (const broken of ["ClipboardItem", "clipboard", "refused"]) {
      await mounted("suggestions");
      await page.evaluate((broken) => {
        window.real = navigator.clipboard;
        if (broken === "ClipboardItem") delete window.ClipboardItem;
        if (broken === "clipboard") Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
        if (broken === "refused") navigator.clipboard.write = () => Promise.reject(new DOMException("no", "NotAllowedError"));
      }, broken);
      await page.evaluate(() => getSelection().selectAllChildren(document.querySelector("h1")));
      await page.keyboard.press("Control+c");
      assert.equal((await clipboard())["text/plain"], "Answers");
      assert.equal(await copied({ citations: "numbers" }), "done", broken);
      await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: real, configurable: true }));
      const { "text/plain": plain, "text/html": html } = await clipboard();
      assert.equal(plain, expected.numbers, broken);
      assert.match(html, /\[1, 2\]<\/sup>/, broken);
      assert.deepEqual(await page.evaluate(() => [document.querySelectorAll("textarea").length, document.activeElement.id]), [0, "copy"]);
    }
  });

  test("what the browser says is passed on where nothing works", async () => {
    await mounted("suggestions");
    await page.evaluate(() => {
      navigator.clipboard.write = () => Promise.reject(new DOMException("no", "NotAllowedError"));
      document.execCommand = () => false;
    });
    assert.equal(await copied(undefined), "NotAllowedError 0");
  });

  test("Markdown that is not handed over, and words that are none", async () => {
    await mounted("suggestions");
    for (const options of [{ as: "markdown" }, { as: "html" }, { citations: "all" }, { as: "markdown", markdown: null }]) {
      assert.equal(await copied(options), "GroundmarkError invalid-argument", JSON.stringify(options));
    }
  });
});
