// What the playground shows: samples, own responses, errors, replays; and that it is accessible.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { findings } from "./axe.mjs";
import { settle } from "./browser.mjs";
import { assertQuiet, BROKEN, overflow, replayed, skip, startPlayground } from "./playground.mjs";

describe("the playground", { skip }, () => {
  let playground;
  before(async () => {
    playground = await startPlayground();
  });
  after(() => playground?.close());
  const open = (options) => playground.open(options);

  test("shows a sample's answer without a click, and in one line what it is", async () => {
    const { context, page, seen, answer, editor, error, status } = await open();
    assert.ok((await answer.locator("sup.gm-cite a").count()) > 3);
    assert.equal(await answer.locator("section.gm-sources").count(), 1);
    assert.equal(await error.textContent(), "");
    assert.match(await editor.innerText(), /"candidates": \[/);
    assert.match((await status.innerText()).replace(/\s+/g, " "), /^grounded 4 sources 14 citations 0 diagnostics (< 0\.1|\d+\.\d) ms$/);
    assert.ok((await page.locator("#editor .cm-lineNumbers .cm-gutterElement").count()) > 10, "line numbers");
    const colours = await editor.locator(".tok-propertyName, .tok-string, .tok-punctuation").evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
    assert.equal(new Set(colours).size, 3, "highlighting");
    assertQuiet(seen);
    await context.close();
  });

  test("the gallery shows every sample, each another answer, and asks for nothing", async () => {
    const { context, page, seen, answer, error, choose } = await open();
    await page.locator("#gallery-open").click();
    const names = await page.locator("#gallery ul button").evaluateAll((all) => all.map(({ value }) => value));
    await page.keyboard.press("Escape");
    assert.ok(names.length >= 30, `${names.length} samples`);
    const shown = new Set();
    for (const name of names) {
      await choose(name);
      await settle(page, 0);
      assert.equal(await error.textContent(), "", name);
      assert.equal(await page.locator("#gallery [aria-current]").getAttribute("value"), name);
      shown.add(await answer.evaluate((element) => element.innerHTML));
    }
    assert.equal(shown.size, names.length);
    assertQuiet(seen);
    await context.close();
  });

  test("the gallery is for the keyboard too", async () => {
    const { context, page, answer } = await open();
    const before = await answer.innerHTML();
    await page.locator("#gallery-open").focus();
    await page.keyboard.press("Enter");
    const current = () => page.evaluate(() => document.activeElement.value);
    assert.equal(await current(), "english-blocks");
    await page.keyboard.press("ArrowDown");
    assert.equal(await current(), "suggestions");
    await page.keyboard.press("Enter");
    assert.equal(await page.locator("#gallery").isVisible(), false);
    assert.notEqual(await answer.innerHTML(), before);
    await context.close();
  });

  test("keeps the sample of its address", async () => {
    const first = await open();
    await first.choose("japanese");
    const shown = await first.answer.innerHTML();
    const { search } = new URL(first.page.url());
    await first.context.close();
    const second = await open({ search });
    assert.equal(await second.page.locator("#title").textContent(), "Japanese");
    assert.equal(await second.answer.innerHTML(), shown);
    await second.context.close();
  });

  test("says code, line and column of broken JSON, and recovers", async () => {
    const { context, page, seen, answer, error, status, write } = await open();
    const before = await answer.innerHTML();
    await write(BROKEN);
    await error.getByText("invalid-json").waitFor();
    const text = await error.innerText();
    assert.match(text, /line 3\b/);
    assert.match(text, /column 18\b/);
    assert.equal(await status.innerText(), "invalid-json");
    assert.equal(await answer.innerHTML(), "", "no answer to something else is left");
    await error.getByRole("button").click();
    assert.equal(await page.evaluate(() => getSelection().toString()), "o");
    assert.equal(await page.evaluate(() => getSelection().anchorNode.parentElement.closest(".cm-line").textContent), '    { "content": oops }');
    await page.keyboard.press("ControlOrMeta+z");
    await answer.locator("section.gm-sources").waitFor();
    assert.equal(await error.textContent(), "");
    const strip = (html) => html.replace(/ lang="[^"]*"/g, "");
    assert.equal(strip(await answer.innerHTML()), strip(before));
    assertQuiet(seen);
    await context.close();
  });

  for (const [what, text] of [["not-a-response", "42"], ["api-error", '{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"<img src=x onerror=alert(1)>"}}']]) {
    test(`says ${what} as text`, async () => {
      const { context, page, seen, error, write } = await open();
      await write(text);
      await error.getByText(what, { exact: true }).waitFor();
      assert.equal(await error.locator("img").count(), 0);
      assert.equal(await page.evaluate(() => window.ran), undefined);
      assertQuiet(seen);
      await context.close();
    });
  }

  test("a marker leads to its entry and the sample stays", async () => {
    const { context, page, answer } = await open();
    const before = await answer.innerHTML();
    const [address, entries] = await page.evaluate(() => [location.href, history.length]);
    await answer.locator("sup.gm-cite a").first().click();
    assert.equal(await page.evaluate(() => document.activeElement.localName), "li");
    assert.ok(await answer.locator(".gm-sources li").first().isVisible());
    await answer.locator("a[role=doc-backlink]").first().click();
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("role")), "doc-noteref");
    await page.evaluate(() => document.activeElement.blur());
    await page.mouse.move(0, 0);
    await settle(page);
    assert.equal(await answer.innerHTML(), before);
    assert.deepEqual(await page.evaluate(() => [location.href, history.length]), [address, entries]);
    await context.close();
  });

  test("replays samples as streams: the same answer in the same places", async () => {
    const { context, page, seen, answer, error, choose } = await open();
    const boxes = () =>
      answer.evaluate((element) => {
        const { top } = element.getBoundingClientRect();
        const shown = [...element.querySelectorAll("*")].filter((one) => getComputedStyle(one).display !== "contents");
        return shown.map((one) => [one.localName, one.lang, Math.round(one.getBoundingClientRect().top - top), one.innerText].join(" "));
      });
    for (const name of ["english-blocks", "stream-frames", "events-french", "arabic", "hindi", "own-footnotes", "raw-html", "thoughts-shown", "math", "interactions", "blocked-prompt"]) {
      await choose(name);
      const whole = await boxes();
      await replayed(page);
      assert.deepEqual(await boxes(), whole, name);
      assert.equal(await error.textContent(), "", name);
    }
    assertQuiet(seen);
    await context.close();
  });

  test("a replay shows the text bit by bit, at the speed that is asked for", async () => {
    const { context, page, seen, answer } = await open();
    await page.locator("#speed").selectOption("40");
    await page.getByRole("tab", { name: "HTML" }).click();
    await page.getByRole("button", { name: "Replay", exact: true }).click();
    assert.equal(await page.locator("#panel-page").isVisible(), true, "it shows what it does");
    await page.waitForFunction(() => document.querySelector("#answer").textContent.length > 20);
    assert.equal(await answer.locator("section.gm-sources").count(), 0);
    assert.ok((await answer.innerText()).length < 200);
    const began = Date.now();
    await page.locator("#speed").selectOption("1000");
    await page.locator("#answer:not([aria-busy])").waitFor({ timeout: 30_000 });
    assert.ok(Date.now() - began < 10_000, "the rest came at the new speed");
    assert.equal(await answer.locator("section.gm-sources").count(), 1);
    assertQuiet(seen);
    await context.close();
  });

  test("a replay can be stopped, by its button, another sample or a change", async () => {
    const { context, page, seen, answer, choose, write } = await open();
    const start = async () => {
      await page.locator("#speed").selectOption("40");
      await page.getByRole("button", { name: "Replay", exact: true }).click();
      await page.waitForFunction(() => document.querySelector("#answer").textContent.length > 20);
    };
    await start();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.locator("#answer:not([aria-busy])").waitFor();
    assert.match(await answer.innerText(), /cut off/);
    await start();
    await choose("japanese");
    const japanese = await answer.innerHTML();
    assert.match(japanese, /gm-sources/);
    await page.getByRole("button", { name: "Replay", exact: true }).waitFor();
    await settle(page, 200);
    assert.equal(await answer.innerHTML(), japanese);
    await start();
    await write(BROKEN);
    await page.locator("#error").getByText("invalid-json").waitFor();
    assert.equal(await page.getByRole("button", { name: "Replay", exact: true }).isDisabled(), true);
    await settle(page, 200);
    assert.equal(await answer.innerHTML(), "");
    assert.equal(await answer.getAttribute("aria-busy"), null);
    assertQuiet(seen);
    await context.close();
  });

  for (const width of [360, 1280]) {
    for (const colorScheme of ["light", "dark"]) {
      test(`accessible, ${colorScheme}, ${width} px`, async () => {
        const { context, page, error, choose, write, tab } = await open({ width, colorScheme });
        const check = async (what) => {
          await settle(page);
          assert.deepEqual(await findings(page), [], what);
          assert.equal(await overflow(page), 0, `${what} is wider than the window`);
        };
        for (const name of width === 1280 ? ["arabic", "suggestions", "hostile-sources"] : ["english-blocks", "arabic"]) {
          await choose(name);
          await check(name);
        }
        for (const name of ["HTML", width < 576 ? "MD" : "Markdown", "Result", "Diagnostics"]) {
          await tab(name);
          await check(name);
        }
        if (width < 900) {
          await tab("JSON");
          await check("JSON");
        }
        await tab("Page");
        await page.locator("#options-open").click();
        await check("options");
        await page.keyboard.press("Escape");
        for (const dialog of ["gallery", "help"]) {
          await page.locator(`#${dialog}-open`).click();
          await check(dialog);
          await page.keyboard.press("Escape");
        }
        await replayed(page);
        await check("after a replay");
        if (width < 900) await tab("JSON");
        await write(BROKEN);
        await error.getByText("invalid-json").waitFor();
        await check("with an error");
        await write("");
        await page.locator("#status").getByText("waiting").waitFor();
        await check("with nothing");
        await context.close();
      });
    }
  }
});
