// groundmark/style.css: what a reader sees of an answer, in a page that has no other style.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { after, before, describe, test } from "node:test";
import { render, suggestionsFrame } from "../../dist/index.js";
import { launch } from "./browser.mjs";
import { contrasts } from "./colours.mjs";
import { fixture, fixtures } from "./fixtures.mjs";
import { document, root, serve } from "./server.mjs";

const css = readFileSync(path.join(root, "dist/style.css"), "utf8");
const readme = readFileSync(path.join(root, "README.md"), "utf8");

let server, browser;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

function htmlOf(name, options = {}) {
  const { response, options: own } = fixture(name);
  const answer = render(response, { ...own, ...options });
  return answer.html + suggestionsFrame(answer);
}

/** A page with an answer in the container; `head` may hold another style. */
async function open(html, { width = 800, colorScheme = "light", scheme = "light dark", style = `<style>${css}</style>`, dir = "ltr", ...emulated } = {}) {
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
  await page.emulateMedia({ colorScheme, ...emulated });
  const head = `<style>:root{color-scheme:${scheme};background:Canvas;color:CanvasText}</style>${style}`;
  await page.goto(server.page(document(`<main dir="${dir}" class="gm-answer">${html}</main>`, { head })));
  return page;
}

const EVERYTHING = ["english-blocks", "documents-passages", "maps-reviews", "own-footnotes", "parts-of-every-kind", "recitation-with-search", "thoughts-shown", "confidence", "url-context", "unplaced", "cut-off", "raw-html"];

/** Letters as wide as they are on the average of common text. */
const LONG = [
  "The Tamsin Bridge in Port Ellery reopened to traffic on 14 March, two weeks ahead of schedule. Engineers replaced all of the cables that had been in use since the bridge was built, and the deck now carries two lanes for cars, one for bicycles and a wide footpath on the seaward side. ",
  "Die Fähren im Hafen fahren im Sommer alle Viertelstunde, im Winter seltener. Wer mit dem Fahrrad reist, braucht keine zusätzliche Fahrkarte, sollte aber wegen der begrenzten Stellplätze früh am Anleger sein. ",
]
  .map((text) => render({ text: text.repeat(8) }, { idPrefix: "long" }).html)
  .join("");

test("the file is small, and every rule of it is the answer's own", () => {
  assert.ok(gzipSync(css).length <= 6 * 1024, `${gzipSync(css).length} bytes`);
  const rules = css.replace(/@keyframes [^{]*\{(?:[^{}]*\{[^{}]*\})*\}/g, "").matchAll(/([^{}]+)\{[^{}]*\}/g);
  let count = 0;
  for (const [, selectors] of rules) {
    count += 1;
    // Commas of the selectors themselves, not of what stands in their brackets.
    for (const one of selectors.replace(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g, "").split(",")) assert.match(one.trim(), /^(\.gm-|:is:where$)/, selectors);
  }
  assert.ok(count > 50, `${count} rules`);
});

describe("contrast of all text is 4.5 and more", () => {
  for (const [what, options] of [
    ["light", { colorScheme: "light" }],
    ["dark", { colorScheme: "dark" }],
    ["a page that is dark by itself", { colorScheme: "light", scheme: "dark" }],
    ["a page that is light by itself", { colorScheme: "dark", scheme: "light" }],
  ]) {
    test(what, async () => {
      const page = await open(EVERYTHING.map((name) => htmlOf(name, { idPrefix: name })).join(""), options);
      await page.locator("details").evaluateAll((all) => all.forEach((one) => (one.open = true)));
      const all = await contrasts(page, "main");
      assert.ok(all.length > 200);
      assert.deepEqual(all.filter(({ ratio }) => ratio < 4.5), []);
      const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      const isDark = (options.scheme ?? options.colorScheme) === "dark";
      assert.equal(ground === "rgb(255, 255, 255)", !isDark, ground);
      await page.close();
    });
  }

  for (const [attribute, colorScheme, ground] of [['class="dark"', "light", "#111"], ['data-theme="dark"', "light", "#111"], ['data-theme="light"', "dark", "#fff"], ['class="light"', "dark", "#fff"]]) {
    test(`a host that says ${attribute}`, async () => {
      const page = await open("", { colorScheme, scheme: "normal" });
      await page.setContent(`<!doctype html><style>${css}</style><body ${attribute} style="background:${ground}"><main class="gm-answer">${htmlOf("english-blocks")}</main>`);
      const all = await contrasts(page, "main");
      assert.deepEqual(all.filter(({ ratio }) => ratio < 4.5), []);
      await page.close();
    });
  }

  test("a browser without light-dark() shows the host's and the system's colours", async () => {
    const old = css.replaceAll("light-dark(", "unknown(");
    for (const colorScheme of ["light", "dark"]) {
      const page = await open(htmlOf("english-blocks"), { colorScheme, style: `<style>${old}</style>` });
      const all = await contrasts(page, "main");
      assert.deepEqual(all.filter(({ ratio }) => ratio < 4.5), []);
      await page.close();
    }
  });
});

describe("reading", () => {
  test("system font, 16 px on 1.6, and at most 72 characters a line", async () => {
    const page = await open(LONG, { width: 1600 });
    const { font, size, line, width, zero } = await page.locator("main").evaluate((main) => {
      const style = getComputedStyle(main);
      const ruler = main.appendChild(document.createElement("span"));
      ruler.style.cssText = "position:absolute;width:1ch";
      return { font: style.fontFamily, size: style.fontSize, line: style.lineHeight, width: main.getBoundingClientRect().width, zero: ruler.getBoundingClientRect().width };
    });
    assert.match(font, /^system-ui\b/);
    assert.deepEqual([size, line], ["16px", "25.6px"]);
    assert.ok(width <= 72 * zero, `${width} px are ${width / zero} ch`);
    const lengths = await page.locator("main p").evaluateAll((all) =>
      all.flatMap((p) => {
        const lines = new Map();
        const range = document.createRange();
        for (let at = 0; at < p.firstChild.length; at += 1) {
          range.setStart(p.firstChild, at);
          range.setEnd(p.firstChild, at + 1);
          const { top } = range.getBoundingClientRect();
          lines.set(top, (lines.get(top) ?? 0) + 1);
        }
        return [...lines.values()].slice(0, -1);
      }),
    );
    assert.ok(lengths.length > 20);
    // A space at a line's end hangs.
    assert.ok(Math.max(...lengths) - 1 <= 72, `${Math.max(...lengths)} characters`);
    assert.ok(Math.max(...lengths) >= 60, "and not much fewer");
    await page.close();
  });

  test("a marker does not disturb the height of its line", async () => {
    for (const name of ["english-blocks", "own-footnotes", "korean-table-and-list", "arabic", "japanese"]) {
      const page = await open(htmlOf(name), { style: `<style>${css} .gm-answer :is(p, li, td, h1, h2, h3) { white-space: nowrap !important }</style>` });
      const heights = () => page.locator("main :is(p, li, td, h1, h2, h3):not(.gm-sources *, .gm-cites, .gm-hint)").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
      const marked = await heights();
      await page.evaluate(() => document.querySelectorAll("sup").forEach((sup) => sup.remove()));
      assert.deepEqual(await heights(), marked, name);
      await page.close();
    }
  });

  test("a marker never wraps away from its word", async () => {
    for (const name of ["english-prose", "own-footnotes", "japanese", "thai", "korean-table-and-list", "arabic"]) {
      const page = await open(htmlOf(name));
      const torn = await page.locator("main").evaluate((main) => {
        const torn = [];
        const range = document.createRange();
        // Narrower than a word and its marker, something has to give.
        for (let width = 150; width < 600; width += 3) {
          main.style.width = `${width}px`;
          for (const sup of main.querySelectorAll(":is(p, li) > sup")) {
            const text = sup.previousSibling;
            if (text?.nodeType !== 3) continue;
            const boxes = sup.getClientRects();
            if (boxes.length > 1) torn.push([width, sup.textContent]);
            range.setStart(text, text.length - 1);
            range.setEnd(text, text.length);
            const word = range.getBoundingClientRect();
            // On one line: the middles are nearer than lines are.
            const apart = Math.abs(boxes[0].top + boxes[0].bottom - word.top - word.bottom) / 2;
            if (apart > 15) torn.push([width, text.data]);
          }
        }
        return torn;
      });
      assert.deepEqual(torn, [], name);
      await page.close();
    }
  });

  test("title first, domain muted and smaller, back-links smaller still", async () => {
    const page = await open(htmlOf("documents"));
    const [title, host, back] = await page.locator(".gm-sources li:has(.gm-host)").first().evaluate((li) =>
      [li.firstElementChild, li.querySelector(".gm-host"), li.querySelector("[role=doc-backlink]")].map((one) => parseFloat(getComputedStyle(one).fontSize)),
    );
    assert.ok(title > host && host > back, `${title} ${host} ${back}`);
    const all = await contrasts(page, ".gm-sources li:has(.gm-host)");
    const ratio = (sought) => all.find(({ text }) => sought.test(text)).ratio;
    assert.ok(ratio(/\.example/) > ratio(/↩/));
    await page.close();
  });

  test("the suggestions are as wide as the answer, below it, and nothing is beside them", async () => {
    for (const width of [360, 1280]) {
      const page = await open(htmlOf("suggestions"), { width });
      const [answer, sources, frame] = await Promise.all(["main", ".gm-sources", "iframe"].map((one) => page.locator(one).boundingBox()));
      assert.equal(frame.width, answer.width + 16);
      assert.ok(frame.y >= sources.y + sources.height);
      await page.close();
    }
  });
});

describe("where a jump landed", () => {
  for (const how of ["target", "focus"]) {
    test(`the entry and the marker, by ${how}`, async () => {
      const page = await open(htmlOf("english-prose"));
      const look = (selector) =>
        page.locator(selector).first().evaluate((one) => {
          one.getAnimations().forEach((animation) => animation.finish());
          const { backgroundColor, outlineStyle } = getComputedStyle(one);
          return { backgroundColor, outlineStyle };
        });
      const go = (selector) => page.locator(selector).first().evaluate((one, how) => (how === "focus" ? one.focus() : void (location.hash = one.id)), how);
      for (const selector of [".gm-sources li", "a[role=doc-noteref]"]) {
        const before = await look(selector);
        await go(selector);
        assert.notEqual((await look(selector)).backgroundColor, before.backgroundColor, selector);
      }
      assert.equal((await look("a[role=doc-noteref]")).outlineStyle, "solid");
      await page.close();
    });
  }

  test("it moves only for those who like that", async () => {
    for (const [reducedMotion, name] of [["no-preference", "gm-landed"], ["reduce", "none"]]) {
      const page = await open(htmlOf("english-prose"), { reducedMotion });
      await page.locator(".gm-sources li").first().focus();
      assert.equal(await page.locator(".gm-sources li").first().evaluate((li) => getComputedStyle(li).animationName), name);
      await page.close();
    }
  });
});

describe("media", () => {
  test("paper shows addresses, what is closed, and no buttons", async () => {
    const page = await open(htmlOf("documents-passages") + htmlOf("english-blocks", { idPrefix: "second" }), { media: "print" });
    const links = await page.locator("a[target=_blank]").evaluateAll((all) => all.map((a) => [a.getAttribute("href"), getComputedStyle(a, "::after").content]));
    assert.ok(links.length > 3);
    for (const [href, content] of links) assert.ok(content.includes(href), `${href}: ${content}`);
    const markers = await page.locator("a[role=doc-noteref]").evaluateAll((all) => all.map((a) => getComputedStyle(a, "::after").content));
    assert.deepEqual([...new Set(markers)], ["none"]);
    assert.equal(await page.locator("[role=doc-backlink]:visible").count(), 0);
    for (const quote of await page.locator("details:not([open]) blockquote").all()) assert.ok((await quote.boundingBox()).height > 10);
    assert.equal(await page.locator("main").evaluate((main) => getComputedStyle(main).maxWidth), "none");
    await page.close();
  });

  test("paper is white, whatever the page is", async () => {
    const page = await open(htmlOf("english-blocks"), { media: "print", scheme: "dark", colorScheme: "dark" });
    await page.addStyleTag({ content: ":root{background:#fff !important}" });
    assert.deepEqual((await contrasts(page, "main")).filter(({ ratio }) => ratio < 4.5), []);
    await page.close();
  });

  test("forced colours: lines where grounds are gone", async () => {
    const page = await open(htmlOf("english-blocks") + htmlOf("cut-off", { idPrefix: "cut" }), { forcedColors: "active" });
    for (const selector of ["pre", ".gm-notice", "p > code"]) {
      assert.equal(await page.locator(selector).first().evaluate((one) => getComputedStyle(one).borderTopWidth), "1px", selector);
    }
    const entry = page.locator(".gm-sources li").first();
    await entry.evaluate((li) => (location.hash = li.id));
    assert.deepEqual(await entry.evaluate((li) => [getComputedStyle(li).outlineStyle, getComputedStyle(li).outlineWidth]), ["solid", "2px"]);
    await page.close();
  });

  test("right to left: everything is on the other side", async () => {
    const html = htmlOf("arabic", { locale: "ar" }) + render({ text: "> اقتباس من دليل الميناء" }, { idPrefix: "q" }).html;
    const page = await open(html, { dir: "rtl" });
    const box = async (selector) => page.locator(selector).first().boundingBox();
    const quote = await page.locator("blockquote").evaluate((one) => [getComputedStyle(one).borderRightWidth, getComputedStyle(one).borderLeftWidth]);
    assert.deepEqual(quote, ["2px", "0px"]);
    const main = await box("main");
    const table = await box("table");
    assert.equal(Math.round(table.x + table.width), Math.round(main.x + main.width));
    const [first, second] = await page.locator("th").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
    assert.ok(first > second);
    const list = await page.locator(".gm-sources ol").evaluate((one) => [parseFloat(getComputedStyle(one).paddingRight), parseFloat(getComputedStyle(one).paddingLeft)]);
    assert.ok(list[0] > 20 && list[1] === 0, `${list}`);
    assert.equal(await page.locator("[role=doc-backlink]").first().evaluate((one) => getComputedStyle(one).transform), "matrix(-1, 0, 0, 1, 0, 0)");
    await page.close();
  });

  test("no window is too narrow: wide tables and code scroll in themselves", async () => {
    const wide = `| ${Array.from({ length: 9 }, (_, n) => `Column ${n}`).join(" | ")} |\n|${"---|".repeat(9)}\n| ${Array.from({ length: 9 }, () => "a few words").join(" | ")} |\n\n\`\`\`\n${"x".repeat(300)}\n\`\`\`\n\n${"Donaudampfschifffahrt".repeat(9)} https://example.org/${"path".repeat(60)}`;
    const page = await open(render({ text: wide }).html + fixtures.map(({ name }) => htmlOf(name, { idPrefix: name })).join(""), { width: 320 });
    assert.equal(await page.evaluate(() => document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth), 0);
    for (const selector of [".gm-table", "pre"]) {
      const scrolls = await page.locator(selector).first().evaluate((one) => one.scrollWidth > one.clientWidth && ["auto", "scroll"].includes(getComputedStyle(one).overflowX) && one.tabIndex === 0);
      assert.ok(scrolls, selector);
    }
    await page.close();
  });
});

describe("custom properties", () => {
  const names = [...new Set(css.match(/(?<=var\()--gm-[a-z-]+/g))].sort();

  test("README lists all of them", () => {
    const listed = [...readme.matchAll(/^\| `(--gm-[a-z-]+)`/gm)].map(([, name]) => name).sort();
    assert.deepEqual(listed, names);
  });

  const SEEN = {
    "--gm-accent": ["rgb(1, 120, 3)", "main a", "color"],
    "--gm-font": ["serif", "main", "fontFamily"],
    "--gm-font-mono": ["serif", "main pre", "fontFamily"],
    "--gm-leading": ["2", "main", "lineHeight", "40px"],
    "--gm-line": ["rgb(1, 2, 3)", "main td", "borderBottomColor"],
    "--gm-measure": ["400px", "main", "maxWidth"],
    "--gm-muted": ["rgb(1, 2, 3)", "main .gm-host", "color"],
    "--gm-preview-width": ["100px", ".gm-preview", "maxWidth"],
    "--gm-quiet": ["rgb(1, 2, 3)", "main pre", "backgroundColor"],
    "--gm-size": ["20px", "main", "fontSize"],
    "--gm-surface": ["rgb(1, 2, 3)", ".gm-preview", "backgroundColor"],
    "--gm-text": ["rgb(1, 2, 3)", "main p", "color"],
  };

  test("each changes what it names, set on any element around or on the container", async () => {
    assert.deepEqual(Object.keys(SEEN).sort(), names);
    const html = htmlOf("english-blocks") + '<div class="gm-preview">A preview</div>';
    const values = Object.entries(SEEN).map(([name, [value]]) => `${name}:${value}`).join(";");
    for (const where of [":root", ".gm-answer, .gm-preview"]) {
      const page = await open(html, { style: `<style>${css}</style><style>${where}{${values}}</style>` });
      for (const [name, [value, selector, property, expected = value]] of Object.entries(SEEN)) {
        assert.equal(await page.locator(selector).first().evaluate((one, property) => getComputedStyle(one)[property], property), expected, `${name} on ${where}`);
      }
      await page.close();
    }
  });
});

test("a host's own rule for an element of the answer wins", async () => {
  const page = await open(htmlOf("english-blocks"), { style: `<style>${css}</style><style>.gm-answer h2 { color: rgb(1, 2, 3); font-size: 40px }</style>` });
  assert.deepEqual(await page.locator("h2").first().evaluate((one) => [getComputedStyle(one).color, getComputedStyle(one).fontSize]), ["rgb(1, 2, 3)", "40px"]);
  await page.close();
});
