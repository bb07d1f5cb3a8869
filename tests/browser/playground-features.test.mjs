// What a visitor can do in the playground: tabs, options, passages on both sides, files, links, keys, telephones.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { render } from "../../dist/index.js";
import { settle } from "./browser.mjs";
import { fixture } from "./fixtures.mjs";
import { assertQuiet, overflow, skip, startPlayground } from "./playground.mjs";

const SMALL = JSON.stringify({ candidates: [{ content: { parts: [{ text: "Das **Wasser** kocht." }] }, groundingMetadata: { groundingChunks: [{ web: { uri: "https://example.com/", title: "Wasser" } }], groundingSupports: [{ segment: { endIndex: 21, text: "Das **Wasser** kocht." }, groundingChunkIndices: [0] }] } }] });

const letters = (text) => text.replace(/[^\p{L}\p{N}]/gu, "");

describe("the playground's features", { skip }, () => {
  let playground;
  before(async () => {
    playground = await startPlayground();
  });
  after(() => playground?.close());
  const open = (options) => playground.open(options);

  test("what is written is rendered at once, and a moment of broken JSON disturbs nothing", async () => {
    const { context, page, seen, answer, error, write } = await open();
    await write(SMALL);
    await answer.getByText("Das Wasser kocht.").waitFor();
    assert.equal(await page.locator("#title").textContent(), "Your own");
    assert.equal(new URL(page.url()).search, "");
    await page.keyboard.press("Backspace");
    await settle(page, 250);
    assert.equal(await error.textContent(), "", "not yet an error");
    assert.match(await answer.textContent(), /Das Wasser kocht/);
    await error.getByText("invalid-json").waitFor();
    await page.keyboard.type("}");
    await answer.getByText("Das Wasser kocht.").waitFor();
    assertQuiet(seen);
    await context.close();
  });

  test("tabs: each shows its own, arrows, Home and End move among them", async () => {
    const { context, page, answer, write } = await open();
    await write(SMALL);
    await answer.getByText("Das Wasser kocht.").waitFor();
    const expected = render(SMALL);
    const shown = {
      html: (text) => assert.equal(text.replaceAll("\n", ""), expected.html.replaceAll("\n", "")),
      markdown: (text) => assert.match(text, /Das \*\*Wasser\*\* kocht\.\[\^1\]/),
      result: (text) => assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(expected))),
      diagnostics: (text) => assert.match(text, /Nothing was odd/),
      page: (text) => assert.match(text, /Das Wasser kocht/),
    };
    await page.setViewportSize({ width: 1280, height: 2400 });
    await page.locator("#tab-page").focus();
    for (const [name, check] of Object.entries(shown)) {
      await page.keyboard.press("ArrowRight");
      const tab = page.locator("[role=tab][aria-selected=true]");
      assert.equal(await tab.getAttribute("id"), `tab-${name}`);
      assert.equal(await tab.evaluate((one) => one === document.activeElement && one.tabIndex === 0), true);
      assert.equal(await page.locator("[role=tab]:not([tabindex='-1'])").count(), 1);
      const panel = page.locator(`#panel-${name}`);
      assert.equal(await page.locator(".output [role=tabpanel]:visible").count(), 1);
      await settle(page);
      const lines = panel.locator(".cm-line");
      check((await lines.count()) > 0 ? (await lines.allTextContents()).join("\n") : await panel.innerText());
    }
    await page.keyboard.press("End");
    assert.equal(await page.locator("#panel-diagnostics").isVisible(), true);
    await page.keyboard.press("Home");
    assert.equal(await page.locator("#panel-page").isVisible(), true);
    await context.close();
  });

  test("a diagnostic leads to its place in the JSON", async () => {
    const { context, page, choose, tab } = await open({ width: 700 });
    const [name, supports] = ["bad-indices", "candidates[0].groundingMetadata.groundingSupports"];
    for (const path of [`${supports}[15]`, `${supports}[4].groundingChunkIndices`]) {
      const root = JSON.parse(fixture(name).response);
      const expected = path.match(/[^.[\]]+/g).reduce((at, step) => at[step], root);
      await choose(name);
      await tab("Diagnostics");
      await page.locator("#panel-diagnostics button").filter({ has: page.getByText(path, { exact: true }) }).first().click();
      assert.equal(await page.locator("#panel-source").isVisible(), true, "a narrow window shows the source");
      const selected = await page.evaluate(() => getSelection().toString());
      assert.deepEqual(JSON.parse(selected), expected, path);
    }
    await context.close();
  });

  test("passages are marked in the source, and pointing at one side lights the other", async () => {
    for (const name of ["english-blocks", "korean-table-and-list", "arabic", "events-french", "stream-frames", "interactions"]) {
      const { context, page, answer } = await open({ search: `?sample=${name}`, height: 1600 });
      const markers = answer.locator(".gm-cite");
      const count = await markers.count();
      assert.ok(count > 0);
      for (let at = 0; at < count; at += 1) {
        await markers.nth(at).hover();
        await page.locator(".support.lit").first().waitFor();
        const [source, rendered] = await page.evaluate(() => [
          [...document.querySelectorAll(".support.lit")].map((one) => one.textContent).join(""),
          [...CSS.highlights.get("lit")].map(String),
        ]);
        assert.equal(await page.locator("[data-lit]").count(), 1);
        // The page's words are among the source's: Markdown's marks and addresses are not shown.
        const words = rendered.map((text) => letters(text.replace(/\[[\d, ]+\]/g, "")));
        for (const one of words) assert.ok(one.length > 1, `${name}, marker ${at}: ${rendered}`);
        const longest = words.sort((a, b) => b.length - a.length)[0];
        let found = 0;
        const letter = letters(source);
        for (const char of letter) if (char === longest[found]) found += 1;
        // A marker inside of code stands behind it, so the page may say a little more.
        assert.ok(found >= Math.min(longest.length, 6) && found >= longest.length - 24, `${name}, marker ${at}: ${rendered} | ${source}`);
      }
      await page.mouse.move(0, 0);
      await settle(page);
      assert.equal(await page.locator(".support.lit, [data-lit]").count(), 0);
      // The other way: over the source, and over the words on the page.
      await page.locator(".support").first().hover();
      await page.locator("[data-lit]").first().waitFor();
      assert.ok(await page.evaluate(() => CSS.highlights.has("lit")));
      await context.close();
    }
  });

  test("passages are lit for the keyboard: a marker with the focus, the cursor in the source", async () => {
    const { context, page, answer } = await open();
    await answer.locator(".gm-cite a").nth(2).focus();
    await page.locator(".support.lit").first().waitFor();
    await page.locator("#editor .cm-content").focus();
    assert.equal(await page.locator("[data-lit]").count(), 0);
    for (let line = 0; line < 7; line += 1) await page.keyboard.press("ArrowDown");
    await page.locator("[data-lit]").first().waitFor();
    await context.close();
  });

  test("words on the page light their passage too", async () => {
    const { context, page, answer } = await open();
    await answer.getByText("Walk to pier").hover({ position: { x: 20, y: 10 } });
    await page.locator(".support.lit").first().waitFor();
    assert.match(await page.locator(".support.lit").first().textContent(), /Walk to pier 4/);
    await context.close();
  });

  test("options are controls, and say how many are changed", async () => {
    const { context, page, seen, answer } = await open({ search: "?sample=thoughts-shown" });
    const count = page.locator("#options-count");
    assert.equal(await count.textContent(), "2", "the sample's own");
    await page.locator("#options-open").click();
    await page.getByLabel("Thoughts").uncheck();
    assert.equal(await answer.locator(".gm-thoughts").count(), 0);
    await page.getByLabel("Language of labels").selectOption("de");
    assert.match(await answer.locator(".gm-sources").innerText(), /^Quellen/);
    await page.getByLabel("Prefix of ids").fill("mine");
    assert.equal(await answer.locator("#mine-sources").count(), 1);
    await page.getByLabel("Heading “Sources”").selectOption("4");
    assert.equal(await answer.locator("h4#mine-sources").count(), 1);
    assert.equal(await count.textContent(), "3");
    await page.getByRole("button", { name: "Reset all" }).click();
    assert.equal(await count.textContent(), "");
    assert.match(await answer.locator(".gm-sources").innerText(), /^Sources/);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#options").isVisible(), false);
    assertQuiet(seen);
    await context.close();
  });

  test("a link holds the response and its options, and nothing is sent", async () => {
    const first = await open({ permissions: ["clipboard-read", "clipboard-write"] });
    await first.write(SMALL);
    await first.answer.getByText("Das Wasser kocht.").waitFor();
    await first.page.locator("#options-open").click();
    await first.page.getByLabel("Language of labels").selectOption("ja");
    await first.page.keyboard.press("Escape");
    await first.page.locator("#share").click();
    await first.page.locator("#toast").getByText(/Link copied, 0\.\d KB/).waitFor();
    const html = await first.answer.innerHTML();
    const link = await first.page.evaluate(() => navigator.clipboard.readText());
    assert.equal(link, first.page.url());
    assertQuiet(first.seen);
    await first.context.close();

    const { search, hash } = new URL(link);
    assert.ok(hash.startsWith("#share=") && hash.length < SMALL.length, `${hash.length} for ${SMALL.length}`);
    const second = await open({ search: search + hash });
    assert.equal(await second.answer.innerHTML(), html);
    assert.equal(new URL(second.page.url()).hash, hash, "and can be handed on");
    await second.write(SMALL.replace("kocht", "dampft").replace("kocht", "dampft"));
    await second.answer.getByText("dampft").waitFor();
    assert.equal(new URL(second.page.url()).hash, "", "but does not stand for something else");
    assertQuiet(second.seen);
    await second.context.close();

    const third = await open({ search: hash.slice(0, -9) });
    await third.page.locator("#toast").getByText("incomplete").waitFor();
    assert.equal(await third.page.locator("#title").textContent(), "Table, lists and code");
    await third.context.close();
  });

  test("a response is pasted anywhere, opened, or dropped", async () => {
    const { context, page, seen, answer } = await open();
    const shows = () => answer.getByText("Das Wasser kocht.").waitFor();
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, SMALL);
    await shows();
    assert.equal(await page.locator("#title").textContent(), "Pasted");

    await page.locator("#clear").click();
    assert.equal(await answer.innerHTML(), "");
    assert.ok(await page.locator("#empty").isVisible());
    await page.locator("#file").setInputFiles({ name: "wasser.json", mimeType: "application/json", buffer: Buffer.from(SMALL) });
    await shows();
    assert.equal(await page.locator("#title").textContent(), "wasser.json");

    await page.locator("#clear").click();
    const drop = (type) =>
      page.locator("#editor .cm-content").evaluate((target, [type, text]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], "fallen.json"));
        target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      }, [type, SMALL]);
    await drop("dragenter");
    assert.ok(await page.locator("#drop").isVisible());
    await drop("drop");
    await shows();
    assert.equal(await page.locator("#drop").isVisible(), false);
    assert.equal(await page.locator("#title").textContent(), "fallen.json");
    assertQuiet(seen);
    await context.close();
  });

  test("format makes it readable, and undo brings it back", async () => {
    const { context, page, editor, write } = await open();
    await write(SMALL);
    await page.locator("#format").click();
    assert.ok((await editor.locator(".cm-line").count()) > 10);
    await editor.focus();
    await page.keyboard.press("ControlOrMeta+z");
    assert.equal(await editor.locator(".cm-line").count(), 1);
    await context.close();
  });

  test("light and dark by a button, kept for the next visit", async () => {
    const { context, page, answer } = await open();
    const look = () => page.evaluate(() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(document.querySelector("#answer")).color]);
    const light = await look();
    const button = page.getByRole("button", { name: "Colour scheme: automatic" });
    await button.click();
    assert.deepEqual(await look(), light);
    await page.getByRole("button", { name: "Colour scheme: light" }).click();
    const dark = await look();
    assert.notEqual(dark[1], light[1]);
    assert.notEqual(dark[2], light[2]);
    await page.reload();
    await answer.locator("> *").first().waitFor();
    assert.deepEqual(await look(), dark);
    await context.close();
  });

  test("the keyboard comes to everything and is caught nowhere", async () => {
    const { context, page } = await open();
    const visited = [];
    const where = () => page.evaluate(() => {
      const one = document.activeElement;
      return one.closest(".cm-editor") ? "editor" : one.closest("#answer") ? "answer" : one.id || one.localName;
    });
    for (let at = 0; at < 90; at += 1) {
      await page.keyboard.press("Tab");
      visited.push(await where());
      if (visited.at(-1) === "body") break;
    }
    assert.equal(visited.at(-1), "body", "out of the page at its end");
    for (const one of ["gallery-open", "file-open", "share", "scheme", "help-open", "format", "clear", "editor", "tab-page", "replay", "speed", "options-open", "panel-page", "answer"]) {
      assert.ok(visited.includes(one), `${one} of ${[...new Set(visited)]}`);
    }
    // Escape would close the preview of a marker that the keyboard has just left.
    await page.locator(".gm-preview").waitFor({ state: "detached" });
    await page.locator("#editor .cm-content").focus();
    await page.keyboard.press("Escape");
    assert.equal(await where(), "tab-page");
    await context.close();
  });

  test("single keys are shortcuts, not in text fields, and can be turned off", async () => {
    const { context, page, seen } = await open();
    await page.keyboard.press("3");
    assert.ok(await page.locator("#panel-markdown").isVisible());
    await page.keyboard.press("g");
    assert.ok(await page.locator("#gallery").isVisible());
    await page.keyboard.press("Escape");
    await page.keyboard.press("p");
    assert.ok(await page.locator("#options").isVisible());
    await page.keyboard.press("Escape");
    await page.keyboard.press("e");
    await page.keyboard.type("g");
    assert.equal(await page.locator("#gallery").isVisible(), false);
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    const listed = await page.locator("#help dt").allTextContents();
    for (const key of ["G", "O", "E", "1", "2", "3", "4", "5", "R", "P", "S", "C", "?"]) assert.ok(listed.includes(key), key);
    await page.getByLabel("Single keys").uncheck();
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    assert.equal(await page.locator("#gallery").isVisible(), false);
    assertQuiet(seen);
    await context.close();
  });

  test("paper gets the answer alone, whole and dark on light", async () => {
    const { context, page, answer } = await open({ colorScheme: "dark" });
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    for (const selector of [".bar", "#panel-source", "#tabs", "#status"]) assert.equal(await page.locator(selector).isVisible(), false, selector);
    const [height, seen] = await page.evaluate(() => [document.querySelector("#answer").getBoundingClientRect().bottom, document.documentElement.scrollHeight]);
    assert.ok(height > 800 && seen >= height, "nothing is cut off at a pane's end");
    assert.equal(await answer.evaluate((one) => getComputedStyle(one).color), "rgb(31, 35, 40)");
    await context.close();
  });

  test("a telephone shows one pane at a time, and the summary stays one line", async () => {
    const { context, page, editor, status } = await open({ width: 360, height: 740, search: "?sample=bad-indices" });
    assert.equal(await editor.isVisible(), false);
    assert.ok(await page.locator("#panel-page").isVisible());
    assert.ok((await status.boundingBox()).height < 45);
    assert.ok(await status.locator(".time").isVisible());
    const [box, line] = [await status.boundingBox(), await status.locator(".time").boundingBox()];
    assert.ok(line.x + line.width <= box.x + box.width, "all of it can be read");
    await page.getByRole("tab", { name: "JSON" }).click();
    assert.ok(await editor.isVisible());
    assert.equal(await page.locator("#panel-page").isVisible(), false);
    assert.equal(await page.locator("#panel-source").getAttribute("role"), "tabpanel");
    assert.equal(await overflow(page), 0);
    await page.setViewportSize({ width: 1280, height: 800 });
    assert.ok(await editor.isVisible());
    await page.locator("#panel-page").waitFor({ state: "visible" });
    assert.equal(await page.getByRole("tab", { name: "JSON" }).isVisible(), false);
    await context.close();
  });
});
