import assert from "node:assert/strict";
import { test } from "node:test";
import { build, engines, holds, install, lines, open, start } from "./example.mjs";

const folder = install("react-vite");

test("React with Vite", async () => {
  assert.ok(lines("react-vite") < 60);
  build(folder);
  const opened = await open(await start(folder, ["node_modules/vite/bin/vite.js", "preview", "--host", "127.0.0.1", "--strictPort", "--port", "$PORT"]));
  await holds(opened);
  assert.equal(await engines(opened.seen), 1);
});
