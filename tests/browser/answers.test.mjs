// Every fixture's answer in a real page: the browser reads exactly what was written, nothing but
// what is meant is there, nothing is requested or run, and markers, entries and links lead where
// they say.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { render } from "../../dist/index.js";
import { engine, launch, settle, traces, watch } from "./browser.mjs";
import { fixture, fixtures, inScript } from "./fixtures.mjs";
import { document, serve } from "./server.mjs";

const rendered = fixtures.map(({ name, response, options }) => ({ name, response, options, answer: render(response, options) }));
const container = (html, name = "") => `<div class="gm-answer" data-name="${name}">${html}</div>`;
const inPage = (inner, more) => document(`<main><h1>Answers</h1>${inner}</main><p id="after">after</p>`, more);

let server, browser, context, page, seen;
before(async () => {
  server = await serve();
  browser = await launch();
  context = await browser.newContext();
  seen = await watch(context, server.origin);
  page = await context.newPage();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

describe("every fixture", () => {
  for (const { name, answer } of rendered) {
    test(name, async () => {
      seen.forget();
      const asked = server.requests.length;
      // Parsed as part of a page, in both of HTML's modes: tables end paragraphs in one of them.
      for (const doctype of ["<!doctype html>", ""]) {
        await page.goto(server.page(inPage(container(answer.html), { doctype })));
        assert.equal(await page.locator(".gm-answer").evaluate((host) => host.innerHTML), answer.html, "parsed");
        assert.equal(await page.locator("#after").evaluate((p) => p.outerHTML + p.parentElement.localName), '<p id="after">after</p>body');
        assert.equal(await page.evaluate(() => document.compatMode), doctype ? "CSS1Compat" : "BackCompat");
      }
      await page.goto(server.page(inPage(container(""))));
      const result = await page.evaluate(
        async ([html, prefix]) => {
          const { faults } = await import("/tests/browser/inspect.mjs");
          const host = document.querySelector(".gm-answer");
          host.innerHTML = html;
          const template = document.createElement("template");
          template.innerHTML = html;
          return { read: host.innerHTML, again: template.innerHTML, faults: faults(host, prefix) };
        },
        [answer.html, answer.idPrefix],
      );
      assert.equal(result.read, answer.html, "innerHTML");
      assert.equal(result.again, answer.html, "in a template");
      assert.deepEqual(result.faults, []);
      await settle(page);
      assert.deepEqual(seen.requests, []);
      assert.deepEqual(await traces(page, seen), []);
      assert.deepEqual([...seen.errors, ...seen.messages], []);
      const own = server.requests.slice(asked).map(({ url }) => url.replace(/\d+$/, ""));
      assert.deepEqual([...new Set(own)].sort(), ["/page-", "/tests/browser/inspect.mjs"]);
    });
  }
});

test("the browser renders what Node does, under a policy that allows nothing but the module and pictures in the response", async () => {
  const policy = "default-src 'none'; img-src data:; script-src 'self' 'wasm-unsafe-eval' 'nonce-x'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types test";
  const cases = rendered.map(({ name, response, options }) => ({ name, response, options }));
  const script = `<script nonce="x" type="module">
    const violations = [];
    addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective + " " + event.blockedURI));
    const trust = trustedTypes.createPolicy("test", { createHTML: (html) => html });
    const { render } = await import("/dist/index.js");
    const html = {};
    for (const { name, response, options } of ${inScript(cases)}) {
      html[name] = render(response, options).html;
      const div = document.createElement("div");
      div.innerHTML = trust.createHTML(html[name]);
      document.body.append(div);
    }
    setTimeout(() => (window.done = { html, violations }), 100);
  </script>`;
  seen.forget();
  const { origin } = server;
  await page.goto(server.page(document(script, { head: "" }).replace(/<link rel="icon"[^>]*>/, ""), { "Content-Security-Policy": policy }));
  const done = await page.waitForFunction(() => window.done).then((handle) => handle.jsonValue());
  // An icon is what Firefox and WebKit ask of a page that names none.
  assert.deepEqual(done.violations.filter((what) => what !== `img-src ${origin}/favicon.ico`), []);
  assert.deepEqual(done.html, Object.fromEntries(rendered.map(({ name, answer }) => [name, answer.html])));
  assert.deepEqual(seen.requests.filter((url) => !url.startsWith(origin)), []);
});

test("ids are unique with every fixture's answer on one page", async () => {
  await page.goto(server.page(inPage(rendered.map(({ name, answer }) => container(answer.html, name)).join(""))));
  const twice = await page.evaluate(() => {
    const names = new Map();
    for (const element of document.querySelectorAll("[id]")) names.set(element.id, [...(names.get(element.id) ?? []), element.closest("[data-name]")?.dataset.name]);
    return [...names].filter(([, of]) => of.length > 1);
  });
  assert.deepEqual(twice, []);
  const faults = await page.evaluate(async (prefixes) => {
    const { faults } = await import("/tests/browser/inspect.mjs");
    return Object.entries(prefixes).flatMap(([name, prefix]) => faults(document.querySelector(`[data-name="${name}"]`), prefix).map((fault) => `${name}: ${fault}`));
  }, Object.fromEntries(rendered.map(({ name, answer }) => [name, answer.idPrefix])));
  assert.deepEqual(faults, []);
});

describe("markers and entries", () => {
  // A page on which each marker is far from its entry and from other answers.
  const far = "<style>.gm-answer > * { margin-block: 70vh } details { display: block }</style>";

  /** Clicks as a reader does, and says where that led. */
  async function follow(selector) {
    await page.locator(selector).click();
    return page.evaluate(() => {
      const target = document.querySelector(":target");
      const box = target?.getBoundingClientRect();
      return {
        hash: location.hash,
        target: target && `#${target.id}`,
        inView: box !== undefined && box.height > 0 && box.bottom > 0 && box.top < innerHeight,
        focus: document.activeElement === target,
      };
    });
  }

  for (const names of [["english-blocks", "own-footnotes"], ["korean-table-and-list", "raw-html"], ["hostile-html", "documents"]]) {
    test(`lead to each other: ${names.join(" and ")}`, async () => {
      const answers = names.map((name) => rendered.find((one) => one.name === name).answer);
      await page.goto(server.page(inPage(answers.map(({ html }) => container(html)).join(""), { head: far })));
      await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
      const markers = await page.locator("a[role=doc-noteref]").evaluateAll((all) => all.map((one) => [one.id, one.getAttribute("href")]));
      assert.ok(markers.length > 8, `${markers.length} markers`);
      for (const [id, href] of markers) {
        const there = { hash: href, target: href, inView: true, focus: true };
        assert.deepEqual(await follow(`[id="${id}"]`), there, id);
        const back = await follow(`li[id="${href.slice(1)}"] > a[href="#${id}"]`);
        assert.deepEqual(back, { hash: `#${id}`, target: `#${id}`, inView: true, focus: true }, `back to ${id}`);
      }
      assert.equal(page.context().pages().length, 1, "no tab was opened");
    });
  }
});

describe("links", () => {
  test("all say where they open and that nothing follows them", async () => {
    await page.goto(server.page(inPage(rendered.map(({ answer }) => container(answer.html)).join(""))));
    const links = await page.locator('a:not([href^="#"])').evaluateAll((all) => all.map(({ href, target, rel }) => ({ href, target, rel })));
    assert.ok(links.length > 50, `${links.length} links`);
    for (const { href, target, rel } of links) {
      const isPage = /^https?:/.test(href);
      assert.deepEqual([target, rel], isPage ? ["_blank", "noopener noreferrer"] : ["", ""], href);
    }
  });

  test("open in a new tab without opener and referrer", async () => {
    const { answer } = rendered.find(({ name }) => name === "english-blocks");
    const own = await browser.newContext();
    const answers = { "vertexaisearch.cloud.google.com": "<title>source</title>" };
    const watched = await watch(own, server.origin, answers);
    const reader = await own.newPage();
    await reader.goto(server.page(inPage(container(answer.html))));
    const start = reader.url();
    const [tab] = await Promise.all([reader.waitForEvent("popup"), reader.locator("section.gm-sources a[target]").first().click()]);
    await tab.waitForLoadState();
    assert.equal(await tab.title(), "source");
    assert.equal(await tab.evaluate(() => window.opener), null);
    assert.equal(await tab.evaluate(() => document.referrer), "");
    assert.deepEqual(watched.reached.map(({ referer }) => referer), [null]);
    assert.equal(reader.url(), start);
    await own.close();
  });
});

// A screenshot shows it, and these are what one looks for in it.
test("an Arabic answer reads from right to left, its list and words too", async () => {
  const { response } = fixture("arabic");
  const answer = render(response, { locale: "ar" });
  await page.goto(server.page(document(`<main lang="ar" dir="rtl">${container(answer.html, "arabic")}</main>`)));
  const look = await page.evaluate(() => {
    const box = (element) => element.getBoundingClientRect();
    const of = (selector) => document.querySelector(`.gm-answer ${selector}`);
    const range = document.createRange();
    range.setStart(of("p").firstChild, 0);
    range.setEnd(of("p").firstChild, 1);
    const [paragraph, link, back] = [of("p"), of(".gm-sources li a"), of(".gm-sources [role=doc-backlink]")].map(box);
    return {
      textBegins: paragraph.right - range.getBoundingClientRect().right,
      linkBegins: box(of(".gm-sources li")).right - link.right,
      isBackLinkBehind: back.right <= link.left,
      columns: [...document.querySelectorAll(".gm-answer thead th")].map((cell) => box(cell).left),
      heading: of(".gm-sources h2").textContent,
      markers: [...document.querySelectorAll(".gm-answer [role=doc-noteref]")].map((marker) => marker.getAttribute("aria-label")),
    };
  });
  assert.ok(look.textBegins < 2 && look.linkBegins < 2, JSON.stringify(look));
  assert.ok(look.isBackLinkBehind);
  assert.deepEqual(look.columns, [...look.columns].sort((a, b) => b - a), "the first column is the rightmost");
  assert.equal(look.heading, "المصادر");
  assert.ok(look.markers.length > 3 && look.markers.every((name) => /^المصدر \d+$/.test(name)));
  // WebKit's driver gives no picture here.
  if (engine !== "webkit") assert.ok((await page.screenshot()).length > 5000);
});
