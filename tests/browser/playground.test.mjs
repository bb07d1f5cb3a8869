// The playground as it is deployed: the built files of target/www, under their own policy.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { findings } from "./axe.mjs";
import { launch, settle, watch } from "./browser.mjs";
import { root, serve } from "./server.mjs";

const folder = path.join(root, "target/www");
const skip = existsSync(path.join(folder, "index.html")) ? false : "target/www is not built: cargo xtask start builds it";
if (skip) console.log(`playground: skipped, ${skip}`);

const BROKEN = '{\n  "candidates": [\n    { "content": oops }\n  ]\n}';

describe("the playground", { skip }, () => {
  let server, browser;
  before(async () => {
    server = await serve({ folder });
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  async function open({ colorScheme = "light", width = 1280, search = "" } = {}) {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
    const seen = await watch(context, server.origin);
    const page = await context.newPage();
    await page.goto(`${server.origin}/${search}`);
    await page.locator("#answer > *").first().waitFor({ timeout: 15_000 });
    return { context, page, seen, answer: page.locator("#answer"), sample: page.getByLabel("Sample"), input: page.getByRole("textbox"), error: page.getByRole("status") };
  }

  /** Nothing but the page's own files, and nothing to complain about. */
  function assertQuiet(seen) {
    assert.deepEqual(seen.requests, []);
    assert.deepEqual([...seen.errors, ...seen.messages, ...seen.dialogs], []);
  }

  test("shows a sample's answer without a click", async () => {
    const { context, page, seen, answer, input, error } = await open();
    assert.ok((await answer.locator("sup.gm-cite a").count()) > 3);
    assert.equal(await answer.locator("section.gm-sources").count(), 1);
    assert.equal(await error.textContent(), "");
    assert.doesNotThrow(async () => JSON.parse(await input.inputValue()));
    // The report says what the answer's own HTML is, as text.
    const html = await page.locator("#html").textContent();
    assert.ok((await answer.evaluate((element) => element.innerHTML)).includes("gm-sources") && html.includes("gm-sources"));
    assertQuiet(seen);
    await context.close();
  });

  test("shows every sample, each another answer, and asks for nothing", async () => {
    const { context, page, seen, answer, sample, error } = await open();
    const names = await sample.locator("option").evaluateAll((all) => all.map(({ value }) => value).filter((value) => value !== "own"));
    assert.ok(names.length >= 5, `${names.length} samples`);
    const shown = new Set();
    for (const name of names) {
      await sample.selectOption(name);
      await settle(page, 0);
      assert.equal(await error.textContent(), "", name);
      shown.add(await answer.evaluate((element) => element.innerHTML));
    }
    assert.equal(shown.size, names.length);
    assertQuiet(seen);
    await context.close();
  });

  test("keeps the sample of its address", async () => {
    const first = await open();
    const name = await first.sample.locator("option").nth(1).getAttribute("value");
    await first.sample.selectOption(name);
    const shown = await first.answer.innerHTML();
    const { search } = new URL(first.page.url());
    await first.context.close();
    const second = await open({ search });
    assert.equal(await second.sample.inputValue(), name);
    assert.equal(await second.answer.innerHTML(), shown);
    await second.context.close();
  });

  test("says code, line and column of broken JSON, and recovers", async () => {
    const { context, page, seen, answer, input, error } = await open();
    const before = await answer.innerHTML();
    const whole = await input.inputValue();
    await input.fill(BROKEN);
    await error.getByText("invalid-json").waitFor();
    const text = await error.innerText();
    assert.match(text, /line 3\b/);
    assert.match(text, /column 18\b/);
    assert.equal(await answer.innerHTML(), "", "no answer to something else is left");
    await error.getByRole("button").click();
    const at = await input.evaluate((element) => element.selectionStart);
    assert.equal(at, BROKEN.indexOf("oops"));
    await input.fill(whole);
    await answer.locator("section.gm-sources").waitFor();
    assert.equal(await error.textContent(), "");
    const strip = (html) => html.replace(/ lang="[^"]*"/g, "");
    assert.equal(strip(await answer.innerHTML()), strip(before));
    assertQuiet(seen);
    await context.close();
  });

  for (const [what, text] of [["not-a-response", "42"], ["api-error", '{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"<img src=x onerror=alert(1)>"}}']]) {
    test(`says ${what} as text`, async () => {
      const { context, page, seen, input, error } = await open();
      await input.fill(text);
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
    await answer.locator("sup.gm-cite a").first().click();
    assert.equal(await page.evaluate(() => document.querySelector(":target")?.localName), "li");
    await answer.locator("a[role=doc-backlink]").first().click();
    assert.equal(await page.evaluate(() => document.querySelector(":target")?.getAttribute("role")), "doc-noteref");
    assert.equal(await answer.innerHTML(), before);
    await context.close();
  });

  /** Replays the sample that is shown, and waits for the end. */
  async function replayed(page, speed = "1000") {
    await page.getByLabel("Speed").selectOption(speed);
    const button = page.getByRole("button", { name: "Replay as stream" });
    // At once: an answer without a text is there with the next animation frame.
    const busy = await button.evaluate((element) => (element.click(), document.querySelector("#answer").getAttribute("aria-busy")));
    assert.equal(busy, "true");
    await page.locator("#answer:not([aria-busy])").waitFor({ timeout: 60_000 });
  }

  test("replays samples as streams: the same answer in the same places", async () => {
    const { context, page, seen, answer, sample, error } = await open();
    const boxes = () =>
      answer.evaluate((element) => {
        const { top } = element.getBoundingClientRect();
        const shown = [...element.querySelectorAll("*")].filter((one) => getComputedStyle(one).display !== "contents");
        return shown.map((one) => [one.localName, one.lang, Math.round(one.getBoundingClientRect().top - top), one.innerText].join(" "));
      });
    for (const name of ["english-blocks", "stream-frames", "arabic", "hindi", "own-footnotes", "raw-html", "thoughts-shown", "math", "interactions", "blocked-prompt"]) {
      await sample.selectOption(name);
      const whole = await boxes();
      await replayed(page);
      assert.deepEqual(await boxes(), whole, name);
      assert.equal(await error.textContent(), "", name);
      assert.equal(await page.locator("#report").isVisible(), true, name);
    }
    assertQuiet(seen);
    await context.close();
  });

  test("a replay shows the text bit by bit, at the speed that is asked for", async () => {
    const { context, page, seen, answer } = await open();
    const speed = page.getByLabel("Speed");
    await speed.selectOption("40");
    await page.getByRole("button", { name: "Replay as stream" }).click();
    await page.waitForFunction(() => document.querySelector("#answer").textContent.length > 20);
    assert.equal(await page.locator("#report").isVisible(), false);
    assert.equal(await answer.locator("section.gm-sources").count(), 0);
    assert.ok((await answer.innerText()).length < 200);
    const began = Date.now();
    await speed.selectOption("1000");
    await page.locator("#answer:not([aria-busy])").waitFor({ timeout: 30_000 });
    assert.ok(Date.now() - began < 10_000, "the rest came at the new speed");
    assert.equal(await answer.locator("section.gm-sources").count(), 1);
    assertQuiet(seen);
    await context.close();
  });

  test("a replay can be stopped, by its button, another sample or a change", async () => {
    const { context, page, seen, answer, sample, input } = await open();
    const start = async () => {
      await page.getByLabel("Speed").selectOption("40");
      await page.getByRole("button", { name: "Replay as stream" }).click();
      await page.waitForFunction(() => document.querySelector("#answer").textContent.length > 20);
    };
    await start();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.locator("#answer:not([aria-busy])").waitFor();
    assert.match(await answer.innerText(), /cut off/);
    await start();
    await sample.selectOption("japanese");
    const japanese = await answer.innerHTML();
    assert.match(japanese, /gm-sources/);
    await page.getByRole("button", { name: "Replay as stream" }).waitFor();
    await settle(page, 200);
    assert.equal(await answer.innerHTML(), japanese);
    await start();
    await input.fill(BROKEN);
    await page.getByText("invalid-json").waitFor();
    assert.equal(await page.getByRole("button", { name: "Replay as stream" }).isDisabled(), true);
    await settle(page, 200);
    assert.equal(await answer.innerHTML(), "");
    assert.equal(await answer.getAttribute("aria-busy"), null);
    assertQuiet(seen);
    await context.close();
  });

  for (const width of [360, 1280]) {
    for (const colorScheme of ["light", "dark"]) {
      test(`accessible, ${colorScheme}, ${width} px`, async () => {
        const { context, page, sample, input, error } = await open({ width, colorScheme });
        const wide = () => page.evaluate(() => document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth);
        for (const name of ["english-blocks", "suggestions", "hostile-sources"]) {
          if ((await sample.locator(`option[value="${name}"]`).count()) === 0) continue;
          await sample.selectOption(name);
          await settle(page);
          assert.deepEqual(await findings(page), [], name);
          assert.equal(await wide(), 0, `${name} is wider than the window`);
        }
        await replayed(page);
        await settle(page);
        assert.deepEqual(await findings(page), [], "after a replay");
        assert.equal(await wide(), 0, "wider than the window after a replay");
        for (const details of await page.locator("details").all()) await details.evaluate((element) => (element.open = true));
        await settle(page);
        assert.deepEqual(await findings(page), [], "all open");
        assert.equal(await wide(), 0, "wider than the window with all open");
        await input.fill(BROKEN);
        await error.getByText("invalid-json").waitFor();
        assert.deepEqual(await findings(page), [], "with an error");
        await context.close();
      });
    }
  }
});
