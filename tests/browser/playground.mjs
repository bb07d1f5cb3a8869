// The playground as it is deployed: the built files of target/www, under their own policy; and what tests do there.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { launch, watch } from "./browser.mjs";
import { root, serve } from "./server.mjs";

const folder = path.join(root, "target/www");

/** Why these tests cannot run; `false` where they can. */
export const skip = existsSync(path.join(folder, "index.html")) ? false : "target/www is not built: cargo xtask start builds it";
if (skip) console.log(`playground: skipped, ${skip}`);

/** A server and a browser; `open` gives a page with what tests look at. */
export async function startPlayground() {
  const server = await serve({ folder });
  const browser = await launch();

  async function open({ colorScheme = "light", width = 1280, height = 800, search = "", permissions = [] } = {}) {
    const context = await browser.newContext({ colorScheme, viewport: { width, height }, permissions });
    const seen = await watch(context, server.origin);
    const page = await context.newPage();
    await page.goto(`${server.origin}/${search}`);
    await page.locator("#answer > *").first().waitFor({ timeout: 15_000 });
    return {
      context,
      page,
      seen,
      answer: page.locator("#answer"),
      editor: page.locator("#editor .cm-content"),
      error: page.locator("#error"),
      status: page.locator("#status"),
      /** Shows a sample by its name. */
      async choose(name) {
        await page.locator("#gallery-open").click();
        await page.locator(`#gallery button[value="${name}"]`).click();
      },
      /** Puts a text in the place of all, as a visitor would. */
      async write(text) {
        await page.locator("#editor .cm-content").focus();
        await page.keyboard.press("ControlOrMeta+a");
        if (text === "") await page.keyboard.press("Delete");
        else await page.keyboard.insertText(text);
      },
      tab: (name) => page.getByRole("tab", { name }).click(),
    };
  }

  return {
    open,
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

/** Nothing but the page's own files, and nothing to complain about. */
export function assertQuiet(seen) {
  assert.deepEqual(seen.requests, []);
  assert.deepEqual([...seen.errors, ...seen.messages, ...seen.dialogs], []);
}

/** Replays what is shown, and waits for the end. */
export async function replayed(page, speed = "1000") {
  await page.locator("#speed").selectOption(speed);
  // At once: an answer without a text is there with the next animation frame.
  const busy = await page.locator("#replay").evaluate((element) => (element.click(), document.querySelector("#answer").getAttribute("aria-busy")));
  assert.equal(busy, "true");
  await page.locator("#answer:not([aria-busy])").waitFor({ timeout: 60_000 });
}

/** How much wider than the window the page is. */
export function overflow(page) {
  return page.evaluate(() => document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth);
}

export const BROKEN = '{\n  "candidates": [\n    { "content": oops }\n  ]\n}';
