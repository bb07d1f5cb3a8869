// A page ships one engine, whatever it uses of the package: read from what a bundler makes of it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import * as dom from "../../dist/dom.js";
import * as groundmark from "../../dist/index.js";
import { root } from "./responses.mjs";

/** What a page that uses all of this is bundled to. */
async function bundled(code) {
  const { outputFiles } = await build({ stdin: { contents: code, resolveDir: root }, bundle: true, minify: true, format: "esm", write: false, logLevel: "silent" });
  return outputFiles[0].text;
}

/** How many modules of WebAssembly stand in it, as base64. */
const engines = (text) => text.split(Buffer.from("\0asm\x01").toString("base64").slice(0, 6)).length - 1;

const useAll = (entry, names) => `import { ${names.map((name) => `${name} as ${entry}_${name}`).join(", ")} } from "groundmark${entry === "dom" ? "/dom" : ""}";
  console.log(${names.map((name) => `${entry}_${name}`).join(", ")});`;

test("a page with everything has one engine", async () => {
  const [core, page] = [useAll("core", Object.keys(groundmark)), useAll("dom", Object.keys(dom))];
  const text = await bundled(core + page);
  assert.equal(engines(text), 1);
  assert.equal(engines(await bundled(page)), 0, "groundmark/dom alone has none");
  // The counting sees two where there are two.
  assert.equal(engines(text + text), 2);
});

test("groundmark/dom is small, and who mounts answers pays for nothing else", async () => {
  const size = async (names) => gzipSync(await bundled(useAll("dom", names)), { level: 9 }).length;
  const all = gzipSync(await readFile(path.join(root, "dist/dom.js")), { level: 9 }).length;
  const mount = await size(["mount"]);
  const enhance = await size(["enhance"]);
  console.log(`groundmark/dom: ${all} bytes of gzip; mount ${mount}, enhance ${enhance}`);
  assert.ok(all <= 8192, `${all} bytes`);
  assert.ok(mount < all / 1.5 && enhance < mount, `${mount}, ${enhance}`);
});

test("nothing is defined, registered or said at import, on a server neither", async () => {
  const before = Object.getOwnPropertyNames(globalThis).sort().join();
  const fresh = await import(`../../dist/dom.js?fresh`);
  assert.equal(Object.getOwnPropertyNames(globalThis).sort().join(), before);
  // A module that defines an element may be loaded on a server.
  const Class = fresh.defineGroundedAnswer({ render: groundmark.render, AnswerStream: groundmark.AnswerStream });
  assert.equal(typeof Class, "function");
  assert.equal(Object.getOwnPropertyNames(globalThis).sort().join(), before);
  assert.throws(() => fresh.enhance(null), { code: "invalid-argument" });
  await assert.rejects(fresh.copyAnswer({ bodyHtml: "", sourcesHtml: "" }, { as: "markdown" }), { code: "invalid-argument" });
});
