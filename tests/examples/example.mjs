// An example as somebody else gets it: copied, installed from the packed package, built, started and
// opened.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { findings } from "../browser/axe.mjs";
import { launch } from "../browser/browser.mjs";
import { root } from "../browser/server.mjs";

const MADE = /(^|\/)(node_modules|dist|\.next|package-lock\.json)(\/|$)/;

function run(program, words, cwd) {
  const { status, stdout, stderr, error } = spawnSync(program, words, { cwd, encoding: "utf8" });
  assert.equal(status, 0, `${program} ${words.join(" ")}\n${stdout}\n${stderr}\n${error ?? ""}`);
  return stdout;
}

/** Writes a file of a test's own. */
export function write(folder, name, content) {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), content);
}

/** Installs an example; its folder. */
export function install(name) {
  const all = mkdtempSync(path.join(tmpdir(), `groundmark-${name}-`));
  after(() => rmSync(all, { recursive: true, force: true, maxRetries: 5 }));
  cpSync(path.join(root, "examples"), all, { recursive: true, filter: (from) => !MADE.test(path.relative(root, from)) });
  // Without the scripts, or packing would build the package anew.
  const packed = run("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", all], root);
  const [{ filename }] = Object.values(JSON.parse(packed));
  const folder = path.join(all, name);
  run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", path.join(all, filename)], folder);
  return folder;
}

/** Builds what was installed. */
export function build(folder) {
  run("npm", ["run", "build"], folder);
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Starts an example with Node, `$PORT` in the words replaced; its address. */
export async function start(folder, words, { env = {} } = {}) {
  const port = String(await freePort());
  const child = spawn(process.execPath, words.map((word) => word.replace("$PORT", port)), {
    cwd: folder,
    env: { ...process.env, GEMINI_API_KEY: "", NEXT_TELEMETRY_DISABLED: "1", PORT: port, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (said += data));
  after(() => child.kill());
  const url = `http://127.0.0.1:${port}`;
  for (let waited = 0; ; waited += 200) {
    if (await fetch(url).then(() => true, () => false)) return url;
    if (waited > 30_000 || child.exitCode !== null) throw new Error(`${words.join(" ")} does not answer: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** A page that notes what is said and loaded. */
export async function open(url) {
  const browser = await launch();
  after(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 800, height: 900 } });
  page.setDefaultTimeout(20_000);
  const seen = { messages: [], loaded: [] };
  page.on("console", (message) => seen.messages.push(message.text()));
  page.on("pageerror", (error) => seen.messages.push(String(error)));
  page.on("response", (response) => {
    const size = response.body().then((body) => body.toString("latin1"), () => "");
    seen.loaded.push({ url: response.url(), text: size });
  });
  await page.goto(url, { waitUntil: "networkidle" });
  /** What the page complained of, but for advertising. */
  seen.complaints = () => seen.messages.filter((text) => !/React DevTools|\[vite\] connect|\[HMR\]|Fast Refresh/.test(text));
  return { page, seen };
}

/** Asks, and waits until so many answers are whole. */
export async function ask(page, question, count) {
  await page.getByLabel("Question").fill(question);
  await page.getByRole("button", { name: "Ask" }).click();
  await page.waitForFunction(
    (count) => document.querySelectorAll(".gm-answer .gm-sources").length === count && !document.querySelector("[aria-busy]"),
    count,
  );
}

/** What every example must be: two answers, each whole and cited, no complaint, no barrier. */
export async function holds({ page, seen }, { answers = 0 } = {}) {
  await ask(page, "When is high water?", answers + 1);
  await ask(page, "And when does the ferry run?", answers + 2);
  const all = await page.evaluate(() => {
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    const parts = [...document.querySelectorAll(".gm-answer")].map((answer) => ({
      markers: answer.querySelectorAll("sup.gm-cite a").length,
      tables: answer.querySelectorAll(".gm-table table").length,
      sources: answer.querySelectorAll(".gm-sources ol li").length,
      // After the sources, as wide as the answer.
      isLast: answer.querySelector(".gm-sources").compareDocumentPosition(answer.querySelector("iframe")) === Node.DOCUMENT_POSITION_FOLLOWING,
      isWide: Math.abs(answer.querySelector("iframe").getBoundingClientRect().width - answer.getBoundingClientRect().width) <= 4,
    }));
    return { parts, twice: ids.filter((id, at) => ids.indexOf(id) !== at) };
  });
  const expected = { markers: 5, tables: 1, sources: 3, isLast: true, isWide: true };
  assert.deepEqual(all, { parts: Array(answers + 2).fill(expected), twice: [] });
  assert.deepEqual(await page.getByRole("heading", { level: 2 }).allInnerTexts().then((all) => all.slice(-2)), ["When is high water?", "And when does the ferry run?"]);
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    if (process.env.GROUNDMARK_SCREENSHOTS) {
      await page.screenshot({ path: path.join(process.env.GROUNDMARK_SCREENSHOTS, `${new URL(page.url()).port}-${colorScheme}.png`), fullPage: true });
    }
    assert.deepEqual(await findings(page), [], colorScheme);
  }
  assert.deepEqual(seen.complaints(), []);
}

/** How many engines a page has loaded: how every module begins, in base64. */
export async function engines({ loaded }) {
  const texts = await Promise.all(loaded.map(({ text }) => text));
  return texts.reduce((count, text) => count + text.split("AGFzbQ").length - 1 + (text.startsWith("\0asm") ? 1 : 0), 0);
}

/** Lines that are the example's own. */
export function lines(name) {
  const folder = path.join(root, "examples", name);
  return readdirSync(folder, { recursive: true })
    .filter((file) => !MADE.test(file) && statSync(path.join(folder, file)).isFile() && file !== "package.json")
    .reduce((count, file) => count + readFileSync(path.join(folder, file), "utf8").split("\n").length - 1, 0);
}
