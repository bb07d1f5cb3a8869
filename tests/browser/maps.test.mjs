// Google's rules for Maps sources, over the fixture with reviews and, where there is one, the
// recorded response: order, attribution, links. The looks hold in pages that look otherwise.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { mapsCss, render } from "../../dist/index.js";
import { launch } from "./browser.mjs";
import { fixture } from "./fixtures.mjs";
import { document, root, serve } from "./server.mjs";

const answers = [{ name: "maps-reviews", response: fixture("maps-reviews").response }];
const recorded = path.join(process.env.GROUNDMARK_CORPUS ?? "", "05-maps.json");
if (process.env.GROUNDMARK_CORPUS && existsSync(recorded)) {
  answers.push({ name: "corpus 05", response: readFileSync(recorded, "utf8") });
}
for (const one of answers) {
  one.answer = render(one.response);
  one.metadata = JSON.parse(one.response).candidates[0].groundingMetadata;
}

let server, browser;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** A page with an answer in it, and what stands around it. */
async function open(html, { head = `<style>${mapsCss}</style>`, colorScheme = "light", host = "" } = {}) {
  const page = await browser.newPage({ colorScheme });
  const schemes = '<meta name="color-scheme" content="light dark">';
  await page.goto(server.page(document(`<main class="gm-answer" style="${host}">${html}</main>`, { head: schemes + head })));
  return page;
}

/** All strings under a name, in either spelling, wherever they stand. */
function strings(value, name) {
  if (Array.isArray(value)) return value.flatMap((item) => strings(item, name));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const isIt = key.replaceAll("_", "").toLowerCase() === name.toLowerCase();
    return isIt && typeof inner === "string" ? [inner] : strings(inner, name);
  });
}

/** The looks of every attribution, as the browser computes them. */
function looks(page) {
  return page.locator(".gm-maps-by").evaluateAll((all) =>
    all.map((one) => {
      const style = getComputedStyle(one);
      return {
        text: one.textContent,
        translate: one.translate,
        lines: new Set([...one.getClientRects()].map(({ top }) => top)).size,
        size: parseFloat(style.fontSize),
        color: style.color,
        rest: [style.fontWeight, style.fontStyle, style.letterSpacing, style.textTransform, style.fontFamily.split(",")[0]].join(" "),
      };
    }),
  );
}

function assertLooks(found, color) {
  assert.ok(found.length > 0, "there are attributions");
  for (const { size, ...one } of found) {
    assert.ok(size >= 12 && size <= 16, `${size} px`);
    assert.deepEqual(one, { text: "Google Maps", translate: false, lines: 1, color, rest: "400 normal normal none Roboto" });
  }
}

for (const { name, answer, metadata } of answers) {
  describe(name, () => {
    test("Maps sources come first, in a list of their own, each with its number", async () => {
      const page = await open(answer.html);
      const lists = await page.locator(".gm-sources").evaluate((section) =>
        [...section.querySelectorAll(":scope > :is(ol, ul)")].map((list) => ({
          shape: `${list.localName}.${list.className}`,
          before: list.previousElementSibling.id,
          entries: [...list.children].map((li) => ({
            value: li.getAttribute("value"),
            title: li.firstElementChild.textContent,
            isMaps: li.querySelector(":scope > .gm-maps-by") !== null,
          })),
        })),
      );
      assert.equal(lists[0].shape, "ol.gm-maps");
      assert.equal(lists[0].before, `${answer.idPrefix}-sources`);
      const cited = answer.sources.filter(({ kind, number }) => kind === "maps" && number !== null);
      assert.ok(cited.length > 0);
      const expected = cited.map(({ number, title }) => ({ value: `${number}`, title, isMaps: true }));
      assert.deepEqual(lists[0].entries, expected);
      for (const { shape, entries } of lists) {
        for (const { isMaps, title } of entries) assert.equal(isMaps, shape.endsWith(".gm-maps"), title);
      }
      await page.close();
    });

    test("each title is linked to its place, and Google's name stands beside it", async () => {
      const page = await open(answer.html);
      const entries = await page.locator(".gm-maps > li").evaluateAll((all) =>
        all.map(({ children: [link, by] }) => [link.localName, link.getAttribute("href"), link.textContent, by.className, by.getAttribute("translate")]),
      );
      const places = new Map(metadata.groundingChunks.flatMap(({ maps }) => (maps ? [[maps.uri, maps.title]] : [])));
      assert.equal(entries.length, places.size);
      const expected = [...places].map(([uri, title]) => ["a", uri, title, "gm-maps-by", "no"]);
      assert.deepEqual(entries.sort(), expected.sort());
      await page.close();
    });

    test("every link to a review, to its author and to a report is there", async () => {
      const page = await open(answer.html);
      const hrefs = await page.locator(":is(.gm-maps, .gm-reports) a[target=_blank]").evaluateAll((all) => all.map((a) => a.getAttribute("href")));
      const wanted = [
        ...strings(metadata, "googleMapsUri"),
        ...strings(metadata, "flagContentUri"),
        ...["authorAttribution", "author_attribution"].flatMap((key) => deep(metadata, key)).flatMap((author) => strings(author, "uri")),
      ];
      for (const uri of wanted) assert.ok(hrefs.includes(uri), uri);
      const text = await page.locator(".gm-sources").evaluate((section) => section.textContent);
      for (const words of [...strings(metadata, "relativePublishTimeDescription"), ...strings(metadata, "displayName")]) {
        assert.ok(text.includes(words), words);
      }
      if (name === "maps-reviews") assert.ok(wanted.length > 8, "the fixture has reviews and report links");
      await page.close();
    });

    test("the attribution's looks, in light and dark", async () => {
      for (const [colorScheme, color] of [["light", "rgb(94, 94, 94)"], ["dark", "rgb(255, 255, 255)"]]) {
        const page = await open(answer.html, { colorScheme });
        assertLooks(await looks(page), color);
        await page.close();
      }
    });
  });
}

/** All values under a key, wherever they stand. */
function deep(value, name) {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === name ? [inner] : deep(inner, name)));
}

test("reviews stand with the place that they are about", async () => {
  const page = await open(answers[0].answer.html);
  const found = await page.locator("ol.gm-maps > li").evaluateAll((all) =>
    all.map((li) => [li.firstElementChild.textContent, [...li.querySelectorAll("ul.gm-reviews > li")].map((review) => review.textContent)]),
  );
  assert.deepEqual(found, [
    ["Café Farola", ["La mejor tostada del puerto", "Review", "Abren puntuales Report this review"]],
    ["Panadería Lobo", ["Review Inés R. hace 2 meses Report this review", "Review Marc hace 2 meses"]],
    ["De la estación al puerto", []],
  ]);
  await page.close();
});

test("the looks hold where the page's are others", async () => {
  const { html } = answers[0].answer;
  const host = "width: 60px; font: italic bold 40px/1 serif; text-transform: uppercase; letter-spacing: 0.3em; color: red";
  for (const size of ["6px", "60px"]) {
    const page = await open(html, { head: `<style>html { font-size: ${size} } ${mapsCss}</style>`, host });
    assertLooks(await looks(page), "rgb(94, 94, 94)");
    await page.close();
  }
  // A page that is dark by itself, whatever the reader prefers, and one that is light.
  for (const [scheme, colorScheme, color] of [["dark", "light", "rgb(255, 255, 255)"], ["light", "dark", "rgb(94, 94, 94)"]]) {
    const page = await open(html, { colorScheme, host: `color-scheme: ${scheme}` });
    assertLooks(await looks(page), color);
    await page.close();
  }
});

test("the string is short and every rule of it is in the style sheet, with the same looks", async () => {
  assert.ok(Buffer.byteLength(mapsCss) <= 300, `${Buffer.byteLength(mapsCss)} bytes`);
  const sheet = readFileSync(path.join(root, "dist/style.css"), "utf8");
  const [selector] = mapsCss.match(/^[^{]+/);
  assert.ok(sheet.includes(`${selector.trim()}{`));
  for (const [colorScheme, color] of [["light", "rgb(94, 94, 94)"], ["dark", "rgb(255, 255, 255)"]]) {
    const page = await open(answers[0].answer.html, { head: '<link rel="stylesheet" href="/dist/style.css">', colorScheme });
    assertLooks(await looks(page), color);
    await page.close();
  }
});
