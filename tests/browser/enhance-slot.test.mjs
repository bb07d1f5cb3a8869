// What `enhance` does with the frame of the suggestions: its height at every width, its style where the
// page's policy refuses it, and that an attack in it gains nothing by that.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { render } from "../../dist/index.js";
import { launch, settle, traces, watch } from "./browser.mjs";
import { openPage, STRICT } from "./dom-page.mjs";
import { fixture } from "./fixtures.mjs";
import { attack } from "./hostile-frame.mjs";
import { serve } from "./server.mjs";

let server, browser, template;
before(async () => {
  server = await serve();
  browser = await launch();
  template = render(fixture("suggestions").response).renderedContent;
});
after(async () => {
  await browser?.close();
  await server?.close();
});

async function open({ width = 800, colorScheme = "light", ...more } = {}) {
  const context = await browser.newContext({ viewport: { width, height: 700 }, colorScheme });
  const seen = await watch(context, server.origin);
  const page = await context.newPage();
  await openPage(page, server, more);
  return { page, context, seen };
}

/** How every element in the frame looks, and how large it is. */
function looks(page, selector = "iframe") {
  return page.evaluate((selector) => {
    const frame = document.querySelector(selector);
    const inner = frame.contentDocument;
    return [...inner.querySelectorAll("html, body, body *")].map((element) => {
      const style = frame.contentWindow.getComputedStyle(element);
      return [element.localName, ...[...style].map((name) => `${name}: ${style.getPropertyValue(name)}`)].join("; ");
    });
  }, selector);
}

/** Shows some content in the frame of an element and enhances it; the height that the frame gets. */
function show(page, content, style = "") {
  return page.evaluate(
    async ([content, style]) => {
      a.innerHTML = suggestionsFrame({ renderedContent: content });
      a.querySelector("iframe").style.cssText = style;
      enhance(a);
      const frame = await fitted(a);
      return { height: Number(frame.getAttribute("height")), inside: frame.contentDocument.documentElement.getBoundingClientRect().height, scrolls: frame.contentDocument.documentElement.scrollHeight > frame.clientHeight };
    },
    [content, style],
  );
}

describe("the height", () => {
  const chips = (count) => `<style>.c{display:inline-block;width:150px;height:30px}</style>${'<span class="c">x</span> '.repeat(count)}`;

  for (const width of [320, 768, 1280]) {
    for (const colorScheme of ["light", "dark"]) {
      test(`fits the template and what wraps, ${width} px, ${colorScheme}`, async () => {
        const { page, context, seen } = await open({ width, colorScheme });
        const own = await show(page, template);
        assert.deepEqual(own, { height: Math.ceil(own.inside), inside: own.inside, scrolls: false });
        const wrapped = await show(page, chips(8));
        assert.equal(wrapped.scrolls, false);
        assert.equal(wrapped.height, Math.ceil(wrapped.inside));
        assert.ok(wrapped.height > { 320: 150, 768: 70, 1280: 40 }[width], `${wrapped.height} px`);
        assert.deepEqual(seen.errors, []);
        await context.close();
      });
    }
  }

  test("follows the width and the content, both ways", async () => {
    const { page, context, seen } = await open({ width: 1280 });
    const wide = await show(page, chips(8));
    const heights = [wide.height];
    const height = async () => {
      await page.evaluate(() => fitted(a));
      await settle(page);
      return page.evaluate(() => Number(a.querySelector("iframe").getAttribute("height")));
    };
    await page.setViewportSize({ width: 360, height: 700 });
    heights.push(await height());
    await page.setViewportSize({ width: 1280, height: 700 });
    heights.push(await height());
    await page.evaluate(() => a.querySelector("iframe").contentDocument.body.append(Object.assign(document.createElement("p"), { textContent: "x", id: "more" })));
    heights.push(await height());
    await page.evaluate(() => a.querySelector("iframe").contentDocument.querySelector("#more").remove());
    heights.push(await height());
    const [first, narrow, again, more, less] = heights;
    assert.ok(narrow > first + 50 && more > again + 15, `${heights}`);
    assert.deepEqual([again, less], [first, first]);
    // A browser tells of an observer that changes what it observes as an error.
    assert.deepEqual(seen.errors, []);
    assert.deepEqual(seen.messages.filter((text) => /ResizeObserver/.test(text)), []);
    await context.close();
  });

  test("stays between 40 and 320 px, and content as high as its frame does not make it grow", async () => {
    const { page, context } = await open();
    assert.equal((await show(page, "<style>body{margin:0}</style>")).height, 40);
    assert.equal((await show(page, "<p>x</p>".repeat(99))).height, 320);
    const count = () =>
      page.evaluate(async () => {
        let changes = 0;
        new MutationObserver((records) => (changes += records.length)).observe(a.querySelector("iframe"), { attributes: true });
        await sleep(400);
        return changes;
      });
    const full = await show(page, "<style>body{min-height:100vh;margin:10px}</style>x");
    assert.equal(full.height, 64 + 20);
    assert.equal(await count(), 0);
    const whole = await show(page, "<style>html,body{height:100%}</style>x");
    assert.ok(whole.height < 100, `${whole.height}`);
    assert.equal(await count(), 0);
    await context.close();
  });

  test("counts the frame's own border and a scroll bar at the bottom", async () => {
    const { page, context } = await open();
    for (const style of ["border: 0", "border: 5px solid", "border: 5px solid; box-sizing: border-box; padding: 3px"]) {
      const { height, inside, scrolls } = await show(page, template, style);
      assert.equal(scrolls, false, style);
      assert.equal(height, Math.ceil(inside) + (style.includes("box-sizing") ? 16 : 0), style);
    }
    const wide = await show(page, '<div style="width:5000px;height:60px"></div>');
    assert.equal(wide.scrolls, false, "at most to the side");
    await context.close();
  });

  test("of a frame that is not shown, is shown later, is moved, comes later or is loaded anew", async () => {
    const { page, context } = await open({ width: 360 });
    const heights = await page.evaluate(async (content) => {
      const html = suggestionsFrame({ renderedContent: content });
      const height = async () => Number((await fitted(a)).getAttribute("height"));
      const found = [];
      a.innerHTML = html;
      a.hidden = true;
      const { undo } = enhance(a);
      found.push(await height());
      a.hidden = false;
      found.push(await height());
      b.append(a);
      await sleep(50);
      found.push(await height());
      a.innerHTML = html;
      found.push(await height());
      a.querySelector("iframe").srcdoc = a.querySelector("iframe").srcdoc.replace(/<span.*/s, "x");
      await sleep(100);
      found.push(await height());
      // A root that is nowhere when it is enhanced.
      undo();
      const root = document.createElement("div");
      root.innerHTML = html;
      enhance(root);
      a.replaceChildren(root);
      found.push(await height());
      return found;
    }, chips(8));
    const [hidden, shown, moved, replaced, reloaded, detached] = heights;
    assert.equal(hidden, 64);
    assert.ok(shown > 100, `${heights}`);
    assert.deepEqual([moved, replaced, detached], [shown, shown, shown]);
    assert.ok(reloaded < 60, `${heights}`);
    await context.close();
  });

  test("other frames stay as they are, also one that leads elsewhere by now", async () => {
    const { page, context, seen } = await open();
    const found = await page.evaluate(async (address) => {
      a.innerHTML = `<iframe srcdoc="<p>x<p>x<p>x<p>x"></iframe><iframe height="50" src="${address}"></iframe>${suggestionsFrame({ renderedContent: `<a target=_self href="${address}">x</a>` })}`;
      enhance(a);
      const own = a.lastChild;
      await fitted({ querySelector: () => own });
      await sleep(100);
      const before = own.height;
      own.contentDocument.querySelector("a").click();
      for (let count = 0; own.height === before && count < 300; count++) await sleep(10);
      return [...a.children].map((frame) => frame.getAttribute("height")).concat([before, own.contentWindow.location.href === address]);
    }, server.page("<!doctype html><p style='height:200px'>elsewhere"));
    assert.deepEqual(found, [null, "50", "64", "40", true]);
    assert.deepEqual(seen.errors, []);
    await context.close();
  });
});

describe("under a policy that refuses inline styles", () => {
  const styled = () => `${template}<p style="color: rgb(1, 2, 3) !important; margin: 3px">x</p><svg style="width:9px"></svg><style media="(min-width: 1px)">p{padding:7px}</style><style media="print">p{padding:70px}</style>`;

  for (const colorScheme of ["light", "dark"]) {
    for (const width of [320, 1280]) {
      test(`it looks exactly as provided, ${width} px, ${colorScheme}`, async () => {
        const [free, strict] = [await open({ width, colorScheme }), await open({ width, colorScheme, headers: STRICT })];
        await show(free.page, styled());
        await strict.page.evaluate((html) => (a.innerHTML = suggestionsFrame({ renderedContent: html })), styled());
        await strict.page.evaluate(() => fitted(a));
        const expected = await looks(free.page);
        assert.notDeepEqual(await looks(strict.page), expected, "the policy refuses it");
        const { undo, ...heights } = await strict.page.evaluate(async () => {
          const before = a.querySelector("iframe").contentDocument.documentElement.outerHTML;
          window.enhancement = enhance(a);
          const frame = await fitted(a);
          window.before = before;
          return { height: frame.getAttribute("height"), scrolls: frame.contentDocument.documentElement.scrollHeight > frame.clientHeight };
        });
        assert.deepEqual(await looks(strict.page), expected);
        assert.equal(heights.scrolls, false);
        assert.equal(heights.height, await free.page.evaluate(() => a.querySelector("iframe").getAttribute("height")));
        const undone = await strict.page.evaluate(() => {
          enhancement.undo();
          const frame = a.querySelector("iframe");
          return [frame.contentDocument.documentElement.outerHTML === before, frame.contentDocument.adoptedStyleSheets.length, frame.getAttribute("height")];
        });
        assert.deepEqual(undone, [true, 0, "64"]);
        await free.context.close();
        await strict.context.close();
      });
    }
  }

  for (const [name, headers] of Object.entries({ strict: STRICT, none: {} })) {
    test(`an attack in the frame gains nothing (policy: ${name})`, async () => {
      const { page, context, seen } = await open({ headers });
      const url = page.url();
      const clobbers = ["URL", "body", "documentElement", "readyState", "adoptedStyleSheets", "querySelectorAll", "createTreeWalker", "location", "defaultView"].map((name) => `<img name="${name}"><form name="${name}"><input name="style"><input name="getAttribute"></form>`).join("");
      // What names srcset stands in a frame in the frame, where enhancing does not go.
      const bare = attack.replaceAll("srcset", "src-set");
      for (const content of [attack, bare, clobbers + template + bare]) {
        await page.evaluate(async (content) => {
          a.innerHTML = suggestionsFrame({ renderedContent: content });
          enhance(a);
          await fitted(a);
          await sleep(250);
        }, content);
        assert.deepEqual(seen.requests, []);
        assert.deepEqual(await traces(page, seen), []);
        assert.deepEqual(seen.errors, []);
        assert.equal(page.url(), url);
        const { height, focus } = await page.evaluate(() => ({ height: Number(a.querySelector("iframe").height), focus: document.activeElement.localName }));
        assert.ok(height >= 40 && height <= 320, `${height}`);
        assert.equal(focus, "body");
      }
      // Its style does apply: it was not just dropped.
      const colour = await page.evaluate(async (content) => {
        a.innerHTML = suggestionsFrame({ renderedContent: content });
        const frame = await fitted(a);
        return frame.contentWindow.getComputedStyle(frame.contentDocument.querySelector("#sentinel")).color;
      }, bare);
      assert.equal(colour, "rgb(1, 2, 3)");
      await context.close();
    });
  }
});

test("undo leaves the frame as it was, and nothing follows it any more", async () => {
  const { page, context } = await open({ width: 360 });
  const seen = await page.evaluate(async (content) => {
    a.innerHTML = suggestionsFrame({ renderedContent: content });
    const frame = await fitted(a);
    const before = [a.outerHTML, frame.contentDocument.documentElement.outerHTML];
    const one = enhance(a);
    const isSame = enhance(a) === one;
    await fitted(a);
    const enhanced = a.outerHTML === before[0];
    one.undo();
    one.undo();
    frame.contentDocument.body.append("x ".repeat(900));
    await sleep(100);
    frame.contentDocument.body.lastChild.remove();
    const undone = [a.outerHTML === before[0], frame.contentDocument.documentElement.outerHTML === before[1]];
    const other = enhance(a);
    one.undo();
    await fitted(a);
    return { isSame, enhanced, undone, again: [other !== one, a.outerHTML !== before[0]] };
  }, "<p>x</p>".repeat(5));
  assert.deepEqual(seen, { isSame: true, enhanced: false, undone: [true, true], again: [true, true] });
  await context.close();
});
