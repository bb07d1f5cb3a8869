// axe-core over pages with answers, in light and dark: no violation, and nothing that axe could not
// decide either.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { render, suggestionsFrame } from "../../dist/index.js";
import { findings } from "./axe.mjs";
import { launch } from "./browser.mjs";
import { fixture, fixtures } from "./fixtures.mjs";
import { document, serve } from "./server.mjs";

// axe takes a page without a background for white, in dark too.
const STYLE = "<style>:root{color-scheme:light dark}body{font:16px/1.6 sans-serif;background:Canvas;color:CanvasText}.gm-answer{overflow-wrap:anywhere}</style>";
const SHEET = '<style>:root{color-scheme:light dark}body{background:Canvas;color:CanvasText}</style><link rel="stylesheet" href="/dist/style.css">';
const SCHEMES = ["light", "dark"];

let server, browser;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** Each answer stands under an h2, so its headings begin with h3, whatever level it begins with. */
function answerOf(name) {
  const { response, options } = fixture(name);
  const own = { ...options, headingLevel: 3 };
  const levels = [...render(response, own).bodyHtml.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
  return render(response, levels.length > 0 ? { ...own, headingBase: Math.max(1, 4 - Math.min(...levels)) } : own);
}

function pageOf(names, head = STYLE) {
  const answers = names.map((name) => {
    const answer = answerOf(name);
    // Two frames of one name would be two that a screen reader cannot tell apart.
    const frame = suggestionsFrame(answer, { title: `Google Search suggestions: ${name}` });
    return `<h2>${name}</h2><div class="gm-answer">${answer.html}${frame}</div>`;
  });
  return document(`<header><p>A page</p></header><main><h1>Answers</h1>${answers.join("")}</main>`, { head });
}

async function check(html, colorScheme, more) {
  const context = await browser.newContext({ colorScheme });
  const page = await context.newPage();
  await page.goto(server.page(html));
  const found = await findings(page, more);
  await context.close();
  return found;
}

describe("one answer", () => {
  for (const { name } of fixtures) {
    test(name, async () => {
      for (const scheme of SCHEMES) assert.deepEqual(await check(pageOf([name]), scheme), [], scheme);
    });
  }
});

test("all answers on one page with groundmark/style.css", async () => {
  for (const scheme of SCHEMES) assert.deepEqual(await check(pageOf(fixtures.map(({ name }) => name), SHEET), scheme), [], scheme);
});

test("two answers on one page, and all of them", async () => {
  const pages = [["english-blocks", "own-footnotes"], ["korean-table-and-list", "suggestions"], ["documents", "unplaced"], fixtures.map(({ name }) => name)];
  for (const names of pages) {
    for (const scheme of SCHEMES) assert.deepEqual(await check(pageOf(names), scheme), [], `${names.length} answers, ${scheme}`);
  }
});

test("a whole page's outline with the default options", async () => {
  // The answer is all there is under the page's h1, so "Sources" is an h2 and the text must not
  // begin with a heading of its own level 1.
  const answer = render(fixture("english-prose").response);
  const html = document(`<main><h1>An answer</h1><div class="gm-answer">${answer.html}</div></main>`, { head: STYLE });
  for (const scheme of SCHEMES) assert.deepEqual(await check(html, scheme), [], scheme);
});

test("tables of their own scroll by keyboard in a narrow window", async () => {
  const context = await browser.newContext({ viewport: { width: 240, height: 600 } });
  const page = await context.newPage();
  const narrow = "<style>.gm-table{overflow:auto}td,th{min-width:200px}</style>";
  await page.goto(server.page(pageOf(["korean-table-and-list"]).replace("</head>", `${narrow}</head>`)));
  // What has scrolled out of sight has no colour that axe could see.
  assert.deepEqual(await findings(page, { rules: { "color-contrast": { enabled: false } } }), []);
  const table = page.locator(".gm-table").first();
  await table.focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector(".gm-table").scrollLeft > 0);
  await context.close();
});

test("roles and names that a screen reader gets", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(server.page(pageOf(["suggestions", "own-footnotes"])));
  const session = await context.newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const found = new Set(nodes.filter(({ ignored }) => !ignored).map(({ role, name }) => `${role?.value}: ${name?.value ?? ""}`));
  for (const expected of ["group: Sources", "group: Notes of the answer", "doc-noteref: Source 1", "doc-noteref: note 1", "doc-backlink: ↩", "Iframe: Google Search suggestions: suggestions"]) {
    assert.ok(found.has(expected), `${expected} of ${[...found].filter((one) => /doc-|group|frame/i.test(one)).join(", ")}`);
  }
  await context.close();
});

test("axe sees what it should: the same page with its names taken away", async () => {
  const html = pageOf(["korean-table-and-list", "suggestions"]).replace(/ title="Google[^"]*"/, "").replace(/<html lang="en">/, "<html>");
  const found = (await check(html, "light")).join("\n");
  for (const rule of ["frame-title", "html-has-lang"]) assert.match(found, new RegExp(`violations ${rule}`));
});
