// Previews of markers: what they show, when they come and go, and that they are always in sight.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { findings } from "./axe.mjs";
import { engine, launch, traces, watch } from "./browser.mjs";
import { openPage, STRICT } from "./dom-page.mjs";
import { fixture } from "./fixtures.mjs";
import { serve } from "./server.mjs";

let server, browser, context, page, seen;
before(async () => {
  server = await serve();
  browser = await launch();
  context = await browser.newContext({ viewport: { width: 800, height: 600 } });
  context.setDefaultTimeout(10_000);
  seen = await watch(context, server.origin);
  page = await context.newPage();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

async function mounted(names, { options = {}, ...more } = {}) {
  await page.mouse.move(0, 0);
  await openPage(page, server, more);
  const responses = names.map((name) => (typeof name === "string" ? fixture(name) : { response: JSON.stringify(name) })).map(({ response, options }) => [response, options]);
  await page.evaluate(
    ([responses, options]) => responses.forEach(([response, own], at) => mount([a, b][at], render(response, own), options)),
    [responses, options],
  );
}

/** What is shown, by its parts. */
function shown() {
  return page.evaluate(() =>
    [...document.querySelectorAll(".gm-preview")].map((card) => {
      const { left, top, right, bottom } = card.getBoundingClientRect();
      const part = (name) => card.querySelector(`.gm-preview-${name}`)?.textContent ?? null;
      return {
        title: part("title"),
        domain: part("domain"),
        excerpt: part("excerpt"),
        inside: card.closest(".gm-answer")?.id,
        // Firefox places by fractions of a pixel that have no exact number.
        inSight: left >= 0 && top >= 0 && right < innerWidth + 0.01 && bottom < innerHeight + 0.01 && right - left > 20 && bottom - top > 10,
        onTop: card.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)),
      };
    }),
  );
}
const come = () => page.waitForSelector(".gm-preview");
const gone = () => page.waitForFunction(() => !document.querySelector(".gm-preview"));
const marker = (place, number = 0) => page.locator(`#${place} .gm-cite a`).nth(number);

describe("what they show", () => {
  test("title, domain and excerpt, from the list in the page", async () => {
    await mounted(["suggestions", "documents-passages"]);
    const AROUND = { inSight: true, onTop: true };
    await marker("a", 2).hover();
    await come();
    assert.deepEqual(await shown(), [{ title: "Tide almanac", domain: "almanac.example.com", excerpt: null, inside: "a", ...AROUND }]);
    const link = await page.evaluate(() => {
      const { href, target, rel, tabIndex } = document.querySelector(".gm-preview a");
      return [href, target, rel, tabIndex];
    });
    assert.deepEqual(link, ["https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUinvented-almanac", "_blank", "noopener noreferrer", -1]);
    await marker("b", 0).hover();
    await page.waitForFunction(() => document.querySelector(".gm-preview")?.closest("#b"));
    const [card] = (await shown()).filter(({ inside }) => inside === "b");
    assert.deepEqual(card, { title: "就業規則 2031", domain: "page 7, pages 18–19", excerpt: "第12条 有給休暇は年20日とする。 翌年に繰り越せるのは5日までとする。 第13条 半日単位で取得できる。", inside: "b", ...AROUND });
  });

  test("Google's name on Maps sources, and what a note says", async () => {
    await mounted(["maps-reviews", "own-footnotes"]);
    await marker("a").hover();
    await come();
    const [{ title, domain, excerpt }] = await shown();
    assert.deepEqual([title, domain, excerpt], ["Café Farola", "Google Maps", "Cafetería con terraza. Abre a las 7:00."]);
    assert.equal(await page.evaluate(() => document.querySelector(".gm-preview .gm-maps-by").translate), false);
    await page.locator("#b .gm-noteref a").first().hover();
    await page.waitForFunction(() => document.querySelector("#b .gm-preview"));
    assert.match((await shown()).at(-1).excerpt, /^Also called the moon clock\.\[1\] See https:\/\/clocks\.example\.org\/moon\.$/);
    await page.locator("#b [role=doc-backlink]").first().hover();
    await gone();
  });

  test("what an attacker wrote is text, and a long excerpt is cut", async () => {
    const nasty = '<img src=x onerror="(top.ran??=[]).push(1)"><script>alert(1)</script>';
    const chunk = (title, text) => ({ retrievedContext: { title, text } });
    const response = (title, text) => ({
      candidates: [{ content: { parts: [{ text: "Some words." }] }, groundingMetadata: { groundingChunks: [chunk(title, text)], groundingSupports: [{ segment: { endIndex: 11, text: "Some words." }, groundingChunkIndices: [0] }] } }],
    });
    await mounted([response(nasty, nasty), response("t", "word ".repeat(400))]);
    await marker("a").focus();
    const [card] = await shown();
    assert.deepEqual([card.title, card.excerpt], [nasty, nasty]);
    assert.equal(await page.evaluate(() => document.querySelectorAll(".gm-preview :is(img, script)").length), 0);
    await marker("b").focus();
    await page.waitForFunction(() => document.querySelector("#b .gm-preview"));
    const { excerpt } = (await shown()).at(-1);
    assert.ok(excerpt.endsWith("word…") && excerpt.length < 300, excerpt);
    assert.deepEqual(await traces(page, seen), []);
    await mounted([response("t", "가😀".repeat(200))]);
    await marker("a").focus();
    assert.match((await shown())[0].excerpt, /^(가😀)+가?…$/u);
  });

  test("in streams, under a strict policy, without a style", async () => {
    await openPage(page, server, { headers: STRICT });
    await page.evaluate(async (response) => {
      await mountStream(a, (async function* () { yield JSON.parse(response); })(), { AnswerStream }).finished;
      // The policy refuses the suggestions' style, and says so.
      await fitted(a);
    }, fixture("suggestions").response);
    seen.forget();
    await marker("a").hover();
    await come();
    const [card] = await shown();
    assert.deepEqual([card.title, card.inSight, card.onTop], ["tides.example.org", true, true]);
    assert.deepEqual(seen.messages, []);
  });
});

describe("when they come and go", () => {
  test("by the pointer: they can be hovered, and stay until it leaves", async () => {
    await mounted(["suggestions"]);
    await marker("a").hover();
    await come();
    const box = await page.locator(".gm-preview").boundingBox();
    await page.mouse.move(box.x + 10, box.y + box.height - 4, { steps: 8 });
    await page.waitForTimeout(500);
    assert.equal((await shown()).length, 1);
    await page.mouse.move(700, 590);
    await gone();
    // Whoever only passes by sees none.
    await marker("a").hover();
    await page.mouse.move(700, 590);
    await page.waitForTimeout(300);
    assert.deepEqual(await shown(), []);
  });

  test("by the keyboard, described to whoever does not see them", async () => {
    await mounted(["suggestions"]);
    await page.keyboard.press("Tab");
    await come();
    const described = await page.evaluate(() => {
      const own = document.activeElement;
      const card = document.getElementById(own.getAttribute("aria-describedby"));
      return [own.id.endsWith("-ref-1"), card.matches(".gm-preview"), card.role];
    });
    assert.deepEqual(described, [true, true, "tooltip"]);
    await page.waitForTimeout(400);
    assert.equal((await shown()).length, 1, "it stays as long as the focus does");
    await page.keyboard.press("Tab");
    await page.waitForFunction(() => document.querySelector(".gm-preview")?.id.endsWith("-ref-2-preview"));
    await page.keyboard.press("Escape");
    assert.deepEqual(await shown(), []);
    assert.deepEqual(await page.evaluate(() => [document.activeElement.id.endsWith("-ref-2"), document.querySelectorAll("[aria-describedby]").length]), [true, 0]);
    await page.waitForTimeout(300);
    assert.deepEqual(await shown(), [], "and not again by itself");
  });

  test("Escape closes it and not also the dialog around it, in which it stands", async () => {
    await mounted(["suggestions"], { body: '<dialog><div class="gm-answer" id="a"></div></dialog>' });
    await page.evaluate(() => document.querySelector("dialog").showModal());
    await marker("a", 1).hover();
    await come();
    const [card] = await shown();
    assert.deepEqual([card.inSight, card.onTop], [true, true]);
    await page.keyboard.press("Escape");
    assert.deepEqual(await shown(), []);
    assert.equal(await page.evaluate(() => document.querySelector("dialog").open), true);
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => document.querySelector("dialog").open), false);
  });

  test("following a marker closes it, and coming back opens none", async () => {
    await mounted(["suggestions"]);
    await marker("a").hover();
    await come();
    await marker("a").click();
    assert.deepEqual(await shown(), []);
    await page.locator("#a [role=doc-backlink]").first().click();
    await page.waitForTimeout(300);
    assert.deepEqual(await shown(), []);
  });

  test("a finger follows the marker and gets none", { skip: engine === "webkit" && "WebKitGTK's driver has no fingers" }, async () => {
    const touching = await browser.newContext({ hasTouch: true, viewport: { width: 400, height: 600 } });
    const own = await touching.newPage();
    await openPage(own, server);
    await own.evaluate((response) => void mount(a, render(response)), fixture("suggestions").response);
    await own.locator("#a .gm-cite a").first().tap();
    await own.waitForTimeout(400);
    assert.deepEqual(await own.evaluate(() => [document.querySelectorAll(".gm-preview").length, document.activeElement.localName]), [0, "li"]);
    await touching.close();
  });

  test("none where they are not wanted, and none when undone", async () => {
    await mounted(["suggestions", "suggestions"], { options: { previews: false } });
    await marker("a").focus();
    assert.deepEqual(await shown(), []);
    await page.evaluate(() => void enhance(a, { previews: true }));
    await marker("b").focus();
    await marker("a").focus();
    assert.equal((await shown()).length, 1);
    await page.evaluate(() => enhance(a).undo());
    assert.deepEqual(await shown(), []);
    await marker("b").focus();
    await marker("a").focus();
    await marker("a").hover();
    await page.waitForTimeout(300);
    assert.deepEqual(await shown(), []);
  });

  test("a marker that is taken away takes its preview along", async () => {
    await mounted(["suggestions"]);
    await marker("a").focus();
    await come();
    await page.waitForTimeout(100);
    await page.evaluate(() => a.querySelector("p").remove());
    await gone();
  });
});

describe("where they stand", () => {
  for (const [width, height] of [[320, 300], [800, 120], [1280, 720]]) {
    test(`never out of the window, ${width} by ${height} px, at every marker`, async () => {
      await page.setViewportSize({ width, height });
      for (const name of ["korean-table-and-list", "documents-passages", "arabic"]) {
        await mounted([name], { head: name === "arabic" ? '<script>document.documentElement.dir="rtl"</script>' : "" });
        const count = await page.locator("#a .gm-cite a").count();
        assert.ok(count > 2);
        for (let at = 0; at < count; at++) {
          await marker("a", at).focus();
          await page.evaluate(() => frames2());
          const [card] = await shown();
          assert.deepEqual([card?.inSight, card?.onTop], [true, true], `${name}, marker ${at}`);
        }
      }
      await page.setViewportSize({ width: 800, height: 600 });
    });
  }

  test("not over its marker, and beside it when something scrolls", async () => {
    const style = "<style>#box{height:200px;overflow:auto;contain:paint;transform:translateX(20px)} .gm-table{max-width:200px;overflow:auto} td{min-width:150px} #box::after{content:'';display:block;height:900px}</style>";
    await mounted(["korean-table-and-list"], { head: style, body: '<div id="box"><div class="gm-answer" id="a"></div></div>' });
    await page.locator("#a td .gm-cite a").first().focus();
    await page.evaluate(() => frames2());
    const distance = () =>
      page.evaluate(async () => {
        await frames2();
        const card = document.querySelector(".gm-preview")?.getBoundingClientRect();
        const own = document.activeElement.getBoundingClientRect();
        return card ? Math.round(Math.min(Math.abs(card.top - own.bottom), Math.abs(own.top - card.bottom))) : null;
      });
    assert.equal(await distance(), 6);
    const [card] = await shown();
    assert.deepEqual([card.inSight, card.onTop], [true, true], "though the box cuts its content off");
    await page.evaluate(() => (document.querySelector("#box").scrollTop += 15));
    assert.equal(await distance(), 6);
    await page.evaluate(() => (document.querySelector("#box").scrollTop = 800));
    await gone();
  });

  test("in a browser without popovers too", async () => {
    const old = "<script>delete HTMLElement.prototype.showPopover;delete HTMLElement.prototype.popover</script><style>#a{transform:translate(30px,40px)}</style>";
    await mounted(["suggestions"], { head: old });
    for (const at of [0, 1, 2]) {
      await marker("a", at).focus();
      const [card] = await shown();
      assert.deepEqual([card?.inSight, card?.onTop], [true, true]);
      const look = await page.evaluate(() => {
        const card = document.querySelector(".gm-preview");
        const [own, other] = [card, document.activeElement].map((one) => one.getBoundingClientRect());
        return [Math.round(own.top - other.bottom), getComputedStyle(card).backgroundColor];
      });
      assert.deepEqual(look, [6, "rgb(255, 255, 255)"]);
    }
  });

  test("axe finds nothing about them, light and dark", async () => {
    const before = page;
    for (const colorScheme of ["light", "dark"]) {
      page = await browser.newPage({ colorScheme, viewport: { width: 800, height: 600 } });
      await mounted(["suggestions", "documents-passages"], { options: { suggestionsTitle: "Suggestions" }, head: "<style>:root{color-scheme:light dark}body{background:Canvas;color:CanvasText}.gm-answer p{margin-bottom:12em}</style>" });
      await marker("b", 0).focus();
      await come();
      // The page has two answers with headings of level 2 under its own.
      assert.deepEqual(await findings(page), [], colorScheme);
      assert.equal((await shown()).length, 1);
      await page.close();
    }
    page = before;
  });
});
