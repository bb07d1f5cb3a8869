import assert from "node:assert/strict";
import { test } from "node:test";
import { engines, holds, install, lines, open, start } from "./example.mjs";

test("plain HTML", async () => {
  assert.ok(lines("html") < 60);
  const folder = install("html");
  const opened = await open(await start(folder, ["../server.mjs"]));
  await holds(opened);
  assert.equal(await engines(opened.seen), 1);
});
