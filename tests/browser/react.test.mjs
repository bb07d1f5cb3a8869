// React in a browser: hydration of what a server sent, streams over a connection, in Strict Mode, with
// React's own checks on.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, before, beforeEach, describe, test } from "node:test";
import { createElement as h, StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { build } from "esbuild";
import { AnswerStream, render, suggestionsFrame } from "../../dist/index.js";
import { GroundedAnswer } from "../../dist/react.js";
import { cut } from "../npm/cut.mjs";
import { launch } from "./browser.mjs";
import { fixture, fixtures, inScript } from "./fixtures.mjs";
import { document, root, serve } from "./server.mjs";

/** The page of these tests, by the names of React's packages in `node_modules`. */
async function bundled(react, reactDom) {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, "tests/browser/react-page.jsx")],
    bundle: true,
    write: false,
    format: "iife",
    jsx: "automatic",
    alias: { react, "react-dom": reactDom },
    define: { "process.env.NODE_ENV": '"development"' },
  });
  return outputFiles[0].text;
}

let server, browser, context, page, messages;
before(async () => {
  server = await serve();
  browser = await launch();
  context = await browser.newContext({ viewport: { width: 800, height: 600 } });
  context.setDefaultTimeout(20_000);
  page = await context.newPage();
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(String(error)));
});
after(async () => {
  await browser?.close();
  await server?.close();
});
beforeEach(() => (messages = []));

/** What React and the page said, but for advertising. */
const complaints = () => messages.filter((text) => !/React DevTools/.test(text));

for (const [name, ...packages] of [["19", "react", "react-dom"], ["18.3", "react18", "react-dom18"]]) {
  describe(`React ${name}`, () => {
    let script;
    before(async () => {
      const text = await bundled(...packages);
      script = server.page(text, { "Content-Type": "text/javascript" });
    });

    const open = async (onServer = "", { head = "", headers = {} } = {}) => {
      await page.goto(server.page(document(`<main><h1>Answers</h1><div id="root">${onServer}</div></main>`, { head }), headers));
      await page.evaluate(() => (window.before = [...window.root.querySelectorAll("*")]));
      await page.addScriptTag({ url: script });
    };

    test("every fixture is hydrated without a complaint, and every node stays", async () => {
      await open();
      for (const { name, response, options } of fixtures) {
        const { imageHosts, ...others } = options;
        const answer = render(response, imageHosts ? { ...others, images: { hosts: imageHosts } } : others);
        const html = renderToString(h(StrictMode, null, h(GroundedAnswer, { answer })));
        const { kept, same } = await page.evaluate(([html, answer]) => hydrated(html, answer), [html, answer]);
        assert.ok(kept, name);
        assert.equal(same, true, name);
      }
      assert.deepEqual(complaints(), []);
    });

    test("from the response itself too: both sides give the same ids", async () => {
      const { response } = fixture("suggestions");
      const html = renderToString(h(GroundedAnswer, { answer: render(response) }));
      await open(html, { head: `<script type="application/json" id="data">${inScript(response)}</script>` });
      assert.ok(await page.evaluate(() => hydratedHere(JSON.parse(window.data.textContent))));
      assert.deepEqual(complaints(), []);
      const frame = page.frameLocator("iframe");
      assert.ok((await frame.locator("body").innerText()).length > 5);
    });

    test("another answer than the server's is complained of", async () => {
      const html = renderToString(h(GroundedAnswer, { answer: render(fixture("suggestions").response) }));
      await open(html);
      await page.evaluate((other) => hydratedHere(other), fixture("english-prose").response);
      assert.match(complaints().join(), /hydrat|did not match/i);
    });

    test("under a strict policy: no style in the HTML, none refused", async () => {
      const policy = "default-src 'self'; style-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
      const { response } = fixture("english-prose");
      await open(renderToString(h(GroundedAnswer, { answer: render(response) })), { headers: { "Content-Security-Policy": policy, "Content-Type": "text/html; charset=utf-8" } });
      assert.ok(await page.evaluate((response) => hydratedHere(response), response));
      const url = server.handle((_, out) => out.end(`data: ${response.replaceAll(/\s*\n\s*/g, "")}\n\n`));
      await page.evaluate((url) => show({ a: { url, streamKey: "a" } }), url);
      await page.waitForFunction(() => seen.a.phase === "settled");
      assert.deepEqual(complaints().filter((text) => !/the image .data:,/.test(text)), []);
      assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector(".gm-answer > div")).display), "contents");
    });

    describe("useGroundedStream", () => {
      /** A server of frames that the test sends one by one; what became of the connection. */
      function answering(headers = {}) {
        const connection = { opened: 0, isClosed: false };
        connection.url = server.handle((_, out) => {
          connection.opened++;
          out.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store", ...headers });
          out.flushHeaders();
          out.on("close", () => (connection.isClosed = !out.writableFinished));
          connection.send = (...frames) => frames.forEach((frame) => out.write(`data: ${JSON.stringify(frame)}\n\n`));
          connection.end = () => out.end();
          connection.break = () => out.destroy();
        });
        return connection;
      }
      const until = async (check) => {
        for (let waited = 0; !(await check()); waited += 20) {
          if (waited > 10_000) throw new Error(`waited in vain for ${check}`);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      };
      const phase = (name) => page.evaluate((name) => window.seen[name]?.phase, name);
      const text = (name) => page.evaluate((name) => document.querySelector(`#${name} .gm-answer`)?.innerText ?? "", name);

      test("streams two answers at once in Strict Mode: one request each, no render between", async () => {
        await open();
        const [one, two] = [answering(), answering()];
        await page.evaluate(([one, two]) => show({ a: { url: one, streamKey: 1 }, b: { url: two, streamKey: 1 } }), [one.url, two.url]);
        await until(() => one.send && two.send);
        const frames = { one: cut(JSON.parse(fixture("english-prose").response), () => 7), two: cut(JSON.parse(fixture("suggestions").response), () => 7) };
        one.send(...frames.one.slice(0, 3));
        await until(async () => (await text("a")) !== "");
        const renders = await page.evaluate(() => seen.a.renders);
        one.send(...frames.one.slice(3));
        one.end();
        await until(async () => (await phase("a")) === "settled");
        assert.equal(await phase("b"), "streaming");
        assert.equal((await page.evaluate(() => seen.a.renders)) - renders, 2, "the end, twice in Strict Mode");
        two.send(...frames.two);
        two.end();
        await until(async () => (await phase("b")) === "settled");
        assert.deepEqual([one.opened, two.opened], [1, 1]);
        for (const [name, list] of [["a", frames.one], ["b", frames.two]]) {
          const { answer, shown } = await page.evaluate((name) => ({ answer: seen[name].answer, shown: shownIn(name) }), name);
          assert.deepEqual(answer, render(list, { idPrefix: answer.idPrefix }));
          const wanted = await page.evaluate((html) => parsed(html), answer.html + suggestionsFrame(answer, { title: `Suggestions ${name}` }));
          // The frame is as high as what is in it by then.
          const height = /(<iframe [^>]* height=")\d+/;
          assert.equal(shown.replace(height, "$1"), wanted.replace(height, "$1"), name);
        }
        assert.deepEqual(complaints(), []);
      });

      test("ends the request when it is unmounted, and when the key changes", async () => {
        await open();
        const [one, two] = [answering(), answering()];
        await page.evaluate((url) => show({ a: { url, streamKey: 1 } }), one.url);
        await until(() => one.send);
        one.send({ text: "First" });
        await until(async () => /First/.test(await text("a")));
        await page.evaluate((url) => show({ a: { url, streamKey: 2 } }), two.url);
        await until(() => one.isClosed && two.send);
        assert.equal(await text("a"), "");
        two.send({ text: "Second" });
        await until(async () => /Second/.test(await text("a")));
        await page.evaluate(() => show({}));
        await until(() => two.isClosed);
        assert.deepEqual([one.opened, two.opened], [1, 1]);
        assert.deepEqual(complaints(), []);
      });

      test("a broken connection and a stop leave the text so far", async () => {
        await open();
        // Shorter than it was said to be: for WebKitGTK a connection that is closed is else the body's end.
        const [one, two] = [answering({ "Content-Length": 1000 }), answering()];
        await page.evaluate(([one, two]) => show({ a: { url: one, streamKey: 1 }, b: { url: two, streamKey: 1 } }), [one.url, two.url]);
        await until(() => one.send && two.send);
        for (const each of [one, two]) each.send({ text: "Half of it" });
        await until(async () => /Half/.test(await text("a")) && /Half/.test(await text("b")));
        one.break();
        await until(async () => (await phase("a")) === "failed");
        await page.evaluate(() => seen.b.stop());
        await until(async () => (await phase("b")) === "settled");
        await until(() => two.isClosed);
        for (const name of ["a", "b"]) assert.match(await text(name), /^Half of it\n+\S/, name);
        // Each engine has words of its own for it.
        assert.deepEqual(await page.evaluate(() => [seen.a.error.name, seen.b.error]), ["TypeError", null]);
        assert.deepEqual(complaints().filter((text) => !/ERR_(INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH)/.test(text)), []);
      });
    });
  });
}
