// The browser that GROUNDMARK_ENGINE names, and a watch over everything that a page must not do.
// Playwright drives Chromium; its own builds of the other two are not to be had everywhere, so WebDriver
// drives those that systems install.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";
import { Browser } from "./webdriver/browser.mjs";

export const engine = process.env.GROUNDMARK_ENGINE ?? "chromium";
if (!["chromium", "firefox", "webkit"].includes(engine)) throw new Error(`GROUNDMARK_ENGINE=${engine}: chromium, firefox or webkit`);
const executablePath = process.env.GROUNDMARK_CHROMIUM ?? "/usr/bin/chromium";
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Options of a test that one engine alone can run, with the reason why. */
export function only(one, why) {
  return { skip: engine === one ? false : `${one} only: ${why}` };
}

/** `here` are names of hosts that lead to this machine. */
export function launch({ here = [] } = {}) {
  if (engine !== "chromium") return Browser.launch(engine, here);
  const rules = here.map((host) => `MAP ${host} 127.0.0.1`).join(", ");
  return chromium.launch({ executablePath, args: [...ARGUMENTS, ...(rules ? [`--host-resolver-rules=${rules}`] : [])] });
}

/**
 * A browser with a profile on disk whose every `*.example` host is the trap. Incognito contexts,
 * which Playwright makes otherwise, ignore preconnect hints; what people use does not.
 */
export async function launchProfile(port) {
  const folder = await mkdtemp(path.join(tmpdir(), "groundmark-profile-"));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    args: [...ARGUMENTS, `--host-resolver-rules=MAP *.example 127.0.0.1:${port}`],
  });
  context.once("close", () => rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => {}));
  return context;
}

/**
 * Watches a context: every request that leaves the origin is noted and refused, every dialog,
 * message, error and new window noted. `answers` maps hosts that may be reached to their HTML, for
 * tests that follow a link.
 */
export async function watch(context, origin, answers = {}) {
  const seen = { requests: [], dialogs: [], messages: [], errors: [], windows: [], reached: [] };
  seen.forget = () => {
    for (const list of Object.values(seen)) if (Array.isArray(list)) list.length = 0;
  };
  // WebDriver tells of no messages and errors; a proxy sees the requests.
  if (engine !== "chromium") {
    context.watch(seen, answers);
    return seen;
  }
  await context.route("**/*", (route) => {
    const request = route.request();
    const url = request.url();
    if (url.startsWith(`${origin}/`)) return route.continue();
    seen.requests.push(url);
    const { host } = new URL(url);
    if (!(host in answers)) return route.abort();
    seen.reached.push({ url, referer: request.headers()["referer"] ?? null });
    return route.fulfill({ contentType: "text/html", body: answers[host] });
  });
  // In the page's own world, where an attack would call them; a real dialog would block the page.
  await context.addInitScript(() => {
    const note = (what) => {
      try {
        (top.ran ??= []).push(what);
      } catch {
        console.log(`RAN ${what}`);
      }
    };
    for (const name of ["alert", "confirm", "prompt", "print"]) window[name] = () => note(name);
  });
  const see = (page) => {
    page.on("dialog", (dialog) => {
      seen.dialogs.push(dialog.message());
      dialog.dismiss().catch(() => {});
    });
    page.on("console", (message) => seen.messages.push(message.text()));
    page.on("pageerror", (error) => seen.errors.push(String(error)));
    page.on("popup", (popup) => seen.windows.push(popup));
  };
  context.pages().forEach(see);
  context.on("page", see);
  return seen;
}

/** What attacks leave behind when they run: an empty array where nothing did. */
export async function traces(page, seen) {
  const ran = await page.evaluate(() => [...(window.ran ?? []), ...(window.hit === undefined ? [] : [`hit ${window.hit}`])]);
  return [
    ...ran.map((what) => `ran ${what}`),
    ...seen.dialogs.map((text) => `dialog ${text}`),
    ...seen.messages.filter((text) => text.startsWith("RAN")).map((text) => `console ${text}`),
    ...seen.windows.map((popup) => `window ${popup.url()}`),
  ];
}

/** Long enough for what a page starts by itself: it begins within two frames; timers of 0 follow. */
export async function settle(page, milliseconds = 50) {
  await page.evaluate(
    (wait) => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, wait)))),
    milliseconds,
  );
  if (engine !== "chromium") await page.context().popups();
}
