import assert from "node:assert/strict";
import { test } from "node:test";
import { build, engines, holds, install, lines, open, start } from "./example.mjs";

test("Next, its app router", async (t) => {
  assert.ok(lines("next") < 75);
  const folder = install("next");
  build(folder);
  const url = await start(folder, ["node_modules/next/dist/bin/next", "start", "--hostname", "127.0.0.1", "--port", "$PORT"]);

  await t.test("a server component's page is whole without a script and ships no engine", async () => {
    const html = await fetch(url).then((response) => response.text());
    assert.match(html, /<div class="gm-answer"><p dir="auto">.*<section class="gm-sources".*<iframe /s);
    const { page, seen } = await open(url);
    assert.ok(seen.loaded.some(({ url }) => url.endsWith(".js")), "the client's part of the page is loaded");
    assert.equal(await engines(seen), 0);
    assert.equal(await page.locator(".gm-answer sup.gm-cite a").count(), 5);
    assert.deepEqual(seen.complaints(), []);
  });

  await t.test("a client streams", async () => {
    const opened = await open(`${url}/chat`);
    await holds(opened);
    assert.equal(await engines(opened.seen), 1);
  });
});
