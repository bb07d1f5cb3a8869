// Hostile answers in a real page. What an answer holds is an attacker's to write, and so is every
// title, address and query beside it: none of it may run, load, forge our parts or touch what stands
// around the answer.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { render } from "../../dist/index.js";
import { engine, launch, only, settle, watch } from "./browser.mjs";
import { payloads, targets } from "./payloads.mjs";
import { document, serve } from "./server.mjs";

/** At once; WebDriver does one thing after the other. */
const PAGES = engine === "chromium" ? 3 : 1;
/** Payloads on one page: WebDriver takes a tenth of a second and more for a page. */
const BATCH = engine === "chromium" ? 1 : 12;
const AFTER = '<p class="after">after <b>it</b></p>';
const host = (html) => `<div class="gm-answer">${html}</div>${AFTER}`;
/**
 * Pages with an answer in the places where a host may put it: some parents let a stray end tag or an
 * unclosed element out. Without a doctype a table does not end a paragraph.
 */
const PLACES = {
  standard: [
    "<!doctype html>",
    (html) =>
      `<div>${host(html)}</div><ul><li>${host(html)}</li><li>next</li></ul><details open=""><summary>s</summary><blockquote>${host(html)}</blockquote></details>`,
  ],
  quirks: ["", (html) => `<table><tbody><tr><td>${host(html)}</td><td>next</td></tr></tbody></table><section>${host(html)}</section>`],
};

let server, browser, pages;
before(async () => {
  server = await serve();
  browser = await launch();
  pages = await Promise.all(
    Array.from({ length: PAGES }, async () => {
      const context = await browser.newContext();
      const seen = await watch(context, server.origin);
      const page = await context.newPage();
      await page.goto(server.page(document('<div id="host"></div>')));
      return { page, seen };
    }),
  );
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const bytes = (text) => Buffer.byteLength(text, "utf8");

/** An answer with the payload between two cited sentences. */
function inText({ text, prefix }) {
  const [first, last] = ["The first claim.", "The last claim."];
  const whole = `${first}\n\n${text}\n\n${last}`;
  const support = (claim, start, index) => ({ segment: { startIndex: start, endIndex: start + bytes(claim), text: claim }, groundingChunkIndices: [index] });
  const response = {
    candidates: [
      {
        content: { parts: [{ text: whole }] },
        finishReason: "STOP",
        groundingMetadata: {
          groundingChunks: [{ web: { uri: "https://one.example/", title: "one" } }, { web: { uri: "https://two.example/", title: "two" } }],
          groundingSupports: [support(first, 0, 0), support(last, bytes(whole) - bytes(last), 1)],
        },
      },
    ],
  };
  return render(response, { idPrefix: prefix });
}

/** The payload in every field of the metadata that reaches the page. */
function inMetadata({ text, prefix }) {
  const claims = ["One.", "Two.", "Three.", "Four.", "Five.", "Six."];
  let end = 0;
  const groundingSupports = claims.map((claim, index) => {
    const start = end && end + 1;
    end = start + claim.length;
    return { segment: { startIndex: start, endIndex: end, text: claim }, groundingChunkIndices: [index] };
  });
  const groundingChunks = [
    { web: { uri: "https://one.example/", title: text, domain: text } },
    { web: { uri: text, title: "uri" } },
    { retrievedContext: { uri: text, title: text, text, documentName: text, fileSearchStore: text } },
    { maps: { uri: text, title: text, text, placeId: text, placeAnswerSources: { reviewSnippets: [{ title: text, review: text, googleMapsUri: text }], flagContentUri: text } } },
    { image: { sourceUri: text, imageUri: text, title: text, domain: text } },
    { web: { uri: `https://six.example/${text}`, title: text } },
    { web: { uri: text, title: text, domain: text } },
  ];
  const response = {
    responseId: text,
    modelVersion: text,
    candidates: [
      {
        content: { parts: [{ text: claims.join(" ") }] },
        finishReason: text,
        citationMetadata: { citationSources: [{ startIndex: 0, endIndex: 4, uri: text, license: text, title: text }] },
        urlContextMetadata: { urlMetadata: [{ retrievedUrl: text, urlRetrievalStatus: text }] },
        groundingMetadata: { groundingChunks, groundingSupports, webSearchQueries: [text], imageSearchQueries: [text], retrievalQueries: [text], searchEntryPoint: { sdkBlob: Buffer.from(JSON.stringify([[text, text]])).toString("base64") } },
      },
    ],
  };
  return render(response, { idPrefix: prefix });
}

/** Runs in the page: what the browser made of each answer in each container, parsed and then set. */
async function inspect(answers) {
  const { faults } = await import("/tests/browser/inspect.mjs");
  const wrong = [];
  const intact = {
    getElementById: () => typeof document.getElementById === "function" && document.querySelector(".after").localName === "p",
    cookie: () => typeof document.cookie === "string",
    forms: () => document.forms instanceof HTMLCollection && document.forms.length === 0,
    parts: () => document.body.localName === "body" && document.head.localName === "head" && typeof location.href === "string",
    globals: () => Object.keys(window).every((key) => !/^(cookie|forms|getElementById|constructor|toString|__proto__|\d+)$/.test(key)),
    base: () => document.baseURI === location.href && document.title === "A page with an answer",
  };
  const containers = [...document.querySelectorAll(".gm-answer")];
  const each = containers.length / answers.length;
  const answerOf = (index) => answers[Math.floor(index / each)];
  const look = (way) => {
    for (const [index, answer] of document.querySelectorAll(".gm-answer").entries()) {
      const [html, prefix] = answerOf(index);
      if (answer.innerHTML !== html) wrong.push(`${way}: serialised as ${answer.innerHTML}`);
      wrong.push(...faults(answer, prefix).map((fault) => `${way}: ${fault}`));
      const again = document.createElement("div");
      again.innerHTML = answer.innerHTML;
      const isEqual = again.childNodes.length === answer.childNodes.length && [...again.childNodes].every((node, index) => node.isEqualNode(answer.childNodes[index]));
      if (!isEqual) wrong.push(`${way}: a second parse differs`);
      const sources = answer.querySelectorAll(".gm-sources");
      if (sources.length !== 1 || sources[0].parentElement !== answer) wrong.push(`${way}: the sources are not directly in the container`);
    }
    for (const [what, is] of Object.entries(intact)) if (!is()) wrong.push(`${way}: clobbered ${what}`);
    return document.body.innerHTML;
  };
  const parsed = look("parsed");
  for (const [index, container] of containers.entries()) container.innerHTML = answerOf(index)[0];
  const set = look("set");
  const hosts = document.querySelectorAll(".gm-answer").length;
  const markers = document.querySelectorAll("[role=doc-noteref][id*='-ref-']").length / (hosts / answers.length);
  return { wrong, parsed, set, hosts, markers, ran: window.ran ?? [] };
}

/** What is wrong with answers in a page, with the payloads' names. */
async function examine({ page, seen }, batch, markersOf, places) {
  seen.forget();
  const wrong = [];
  const markers = batch.reduce((sum, { answer }) => sum + markersOf(answer), 0);
  for (const place of places) {
    const [doctype, around] = PLACES[place];
    const body = batch.map(({ answer }) => around(answer.html)).join("");
    await page.goto(server.page(document(body, { doctype })));
    const result = await page.evaluate(inspect, batch.map(({ answer, payload }) => [answer.html, payload.prefix]));
    wrong.push(...result.wrong);
    if (result.parsed !== body) wrong.push(`${place}: what stands around it was parsed as another page`);
    if (result.set !== body) wrong.push(`${place}: what stands around it changed`);
    if (result.hosts !== batch.length * (around("").split("gm-answer").length - 1)) wrong.push(`${place}: ${result.hosts} containers`);
    if (result.markers !== markers) wrong.push(`${place}: ${result.markers} markers, not ${markers}`);
    if (result.ran.length > 0) wrong.push(`${place}: ran ${result.ran}`);
  }
  await settle(page, 0);
  for (const list of ["requests", "dialogs", "errors", "messages", "windows"]) {
    if (seen[list].length > 0) wrong.push(`${list}: ${seen[list].slice(0, 3)}`);
  }
  // The first complaints say it; the same answer in five places would repeat them.
  const names = batch.map(({ payload: { name, text } }) => `${name} ${JSON.stringify(text.slice(0, 160))}`).join(", ");
  return [...new Set(wrong)].slice(0, 4).map((what) => `${names.slice(0, 600)}: ${what.slice(0, 600)}`);
}

/** Shares the payloads out among the pages. */
async function examineAll(list, answerOf, markersOf, places) {
  const left = [...list];
  const wrong = [];
  await Promise.all(
    pages.map(async (own) => {
      while (left.length > 0) {
        const batch = left.splice(0, BATCH).map((payload) => ({ payload, answer: answerOf(payload) }));
        wrong.push(...(await examine(own, batch, markersOf, places)));
      }
    }),
  );
  return wrong;
}

const families = [...new Set(payloads.map(({ family }) => family))];

describe("in the text", () => {
  for (const family of families) {
    test(family, async () => {
      const own = payloads.filter((payload) => payload.family === family);
      assert.deepEqual(await examineAll(own, inText, () => 2, ["standard", "quirks"]), []);
    });
  }
});

describe("in the metadata", () => {
  for (const family of families) {
    test(family, async () => {
      const own = payloads.filter((payload) => payload.family === family);
      assert.deepEqual(await examineAll(own, inMetadata, markersOf, ["standard"]), []);
    });
  }

  test("single targets", async () => {
    const own = targets.map((text, index) => ({ name: `target ${index + 1}`, text, prefix: `gm-t${index}` }));
    assert.deepEqual(await examineAll(own, inMetadata, markersOf, ["standard"]), []);
  });

  /** As many as the answer's data says, and at least the six that the text has places for. */
  function markersOf(answer) {
    const placed = answer.citations.filter(({ placement }) => placement !== "unplaced");
    assert.equal(placed.length, 6);
    return placed.flatMap(({ sources }) => sources).length;
  }
});

// The other side: the same texts as they are. A payload that does nothing there would prove nothing
// above, and an inspection that finds nothing there would find nothing anywhere.
test("payloads are alive and the inspection sees them", only("chromium", "WebDriver takes a second for each page, and there are hundreds"), async () => {
  const { page, seen } = pages[0];
  const dead = [];
  const unseen = [];
  for (const { name, family, host, prefix, text, isAlive } of payloads) {
    if (!isAlive && !["forges", "clobbers"].includes(family)) continue;
    seen.forget();
    await page.goto(server.page(document(`<div class="gm-answer">${text}</div>`)), { waitUntil: "commit" }).catch(() => {});
    await page.waitForTimeout(isAlive ? 120 : 30).catch(() => {});
    const ran = await page.evaluate(() => window.ran ?? []).catch(() => ["gone"]);
    const asked = seen.requests.filter((url) => url.includes(host));
    if (isAlive && ran.length + asked.length + seen.dialogs.length === 0) dead.push(name);
    const faults = await page
      .evaluate(async (prefix) => (await import("/tests/browser/inspect.mjs")).faults(document.querySelector(".gm-answer"), prefix), prefix)
      .catch(() => ["gone"]);
    if (faults.length === 0) unseen.push(name);
  }
  const alive = payloads.filter(({ isAlive }) => isAlive).length;
  // Some shapes only work in other engines, in a sanitizer's second parse, or after Markdown.
  console.log(`${alive - dead.length} of ${alive} payloads do something as they are; quiet: ${dead.join(", ") || "none"}`);
  assert.ok(dead.length < alive * 0.25, `${dead.length} of ${alive} do nothing: ${dead.join(", ")}`);
  assert.ok(unseen.length <= payloads.length / 20, `not seen: ${unseen.join(", ")}`);
});
