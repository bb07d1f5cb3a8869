import assert from "node:assert/strict";
import { test } from "node:test";
import { build, engines, holds, install, lines, open, start, write } from "./example.mjs";

const NEXT = "node_modules/next/dist/bin/next";
const ADDRESS = ["--hostname", "127.0.0.1", "--port", "$PORT"];

/** A page that server and browser both make of a response. */
const both = (response) => `"use client";
import { render } from "groundmark";
import { GroundedAnswer } from "groundmark/react";
import { Enhance } from "groundmark/react/client";
import sample from "../../../sample.json";

export default function Page() {
  return <Enhance><GroundedAnswer answer={render(${response})} /></Enhance>;
}
`;

test("Next, its app router", async (t) => {
  assert.ok(lines("next") < 60, `${lines("next")} lines`);
  const folder = install("next");
  write(folder, "app/both/page.jsx", both("sample"));
  write(folder, "app/differs/page.jsx", both(`typeof window === "undefined" ? sample : { text: "Something else" }`));
  build(folder);
  const built = await start(folder, [NEXT, "start", ...ADDRESS]);

  await t.test("a server component's page is whole without a script and ships no engine", async () => {
    const html = await fetch(built).then((response) => response.text());
    assert.match(html, /<div class="gm-answer"><p dir="auto">.*<section class="gm-sources".*<iframe /s);
    const { page, seen } = await open(built);
    assert.ok(seen.loaded.some(({ url }) => url.endsWith(".js")), "the client's part of the page is loaded");
    assert.equal(await engines(seen), 0);
    assert.equal(await page.locator(".gm-answer sup.gm-cite a").count(), 5);
    assert.deepEqual(seen.complaints(), []);
  });

  await t.test("a client streams", async () => {
    const opened = await open(`${built}/chat`);
    await holds(opened);
    assert.equal(await engines(opened.seen), 1);
  });

  await t.test("hydration warns of nothing in development, unless answers differ", async () => {
    const developed = await start(folder, [NEXT, "dev", ...ADDRESS]);
    /** A page that React has taken over, which in development takes a while. */
    const hydrated = async (name) => {
      const opened = await open(`${developed}/${name}`);
      const isTaken = () => Object.keys(document.querySelector(".gm-answer")).some((key) => key.startsWith("__react"));
      await opened.page.waitForFunction(isTaken, undefined, { timeout: 60_000 });
      await opened.page.waitForTimeout(500);
      return opened;
    };
    for (const name of ["", "both"]) {
      const { page, seen } = await hydrated(name);
      assert.equal(await page.locator(".gm-answer sup.gm-cite a").count(), 5);
      assert.deepEqual(seen.complaints(), [], name);
    }
    const { seen } = await hydrated("differs");
    assert.match(seen.complaints().join(), /hydrat/i);
  });
});
