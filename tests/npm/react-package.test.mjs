// groundmark/react and groundmark/react/client as files: what bundlers and servers make of them.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { render, suggestionsFrame } from "../../dist/index.js";
import { root, small } from "./responses.mjs";

const read = (name) => readFileSync(path.join(root, "dist", name), "utf8");

/** Runs a program in the repository, where the package's own name leads to `dist`. */
function node(type, code, ...flags) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, `--input-type=${type}`, "-e", code], { cwd: root, encoding: "utf8" });
  assert.equal(status, 0, stderr);
  assert.equal(stderr, "");
  return stdout;
}

test("the client's files begin with its directive, the others have none", () => {
  for (const name of ["react/client.js", "react/client.cjs"]) assert.equal(read(name).split("\n")[0], '"use client";', name);
  for (const name of ["react.js", "react.cjs"]) assert.doesNotMatch(read(name), /use client/);
});

test("they are small and have no engine; what servers read has no hooks", () => {
  for (const name of ["react.js", "react.cjs", "react/client.js", "react/client.cjs"]) {
    const bytes = gzipSync(read(name)).length;
    assert.ok(bytes <= 3072, `${name}: ${bytes} bytes`);
    assert.doesNotMatch(read(name), /WebAssembly|wasm/);
  }
  for (const name of ["react.js", "react.cjs"]) assert.doesNotMatch(read(name), /\buse[A-Z]\w*|createContext|Component\b/);
});

test("react and groundmark/dom stay what the page has of them", () => {
  const outside = (name) => [...read(name).matchAll(/(?:from|require\()\s*"([^"]+)"/g)].map(([, from]) => from).sort();
  for (const kind of ["js", "cjs"]) {
    assert.deepEqual(outside(`react.${kind}`), ["react"]);
    assert.deepEqual([...new Set(outside(`react/client.${kind}`))], ["groundmark/dom", "react"]);
  }
});

test("a server imports both, and nothing happens", () => {
  const lines = `
    const names = (module) => Object.keys(module).filter((name) => !/^(default|module\\.exports)$/.test(name)).sort().join();
    console.log(names(react), names(client), Object.getOwnPropertyNames(globalThis).length - before);`;
  const before = "const before = Object.getOwnPropertyNames(globalThis).length;";
  const expected = "AnswerBody,GroundedAnswer,SearchSuggestions,Sources Enhance,useGroundedStream 0\n";
  assert.equal(node("module", `${before} const react = await import("groundmark/react"), client = await import("groundmark/react/client");${lines}`), expected);
  assert.equal(node("commonjs", `${before} const react = require("groundmark/react"), client = require("groundmark/react/client");${lines}`), expected);
});

test("a server component renders it: React without hooks is enough", () => {
  const code = (load) => `
    ${load}
    if ("useState" in React) throw new Error("this is not the React of server components");
    const { type, props } = GroundedAnswer({ answer: render(${JSON.stringify(small)}), id: "a" });
    console.log(JSON.stringify([type, props]));`;
  const imports = `const React = await import("react"); const { render } = await import("groundmark"); const { GroundedAnswer } = await import("groundmark/react");`;
  const requires = `const React = require("react"); const { render } = require("groundmark"); const { GroundedAnswer } = require("groundmark/react");`;
  const answer = render(small);
  const expected = ["div", { id: "a", className: "gm-answer", dangerouslySetInnerHTML: { __html: answer.html + suggestionsFrame(answer) } }];
  assert.deepEqual(JSON.parse(node("module", code(imports), "--conditions=react-server")), expected);
  assert.deepEqual(JSON.parse(node("commonjs", code(requires), "--conditions=react-server")), expected);
});

/** How often an engine stands in a page that has these lines. */
async function engines(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    write: false,
    format: "esm",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  // How every module begins, in base64.
  return outputFiles[0].text.split('"AGFzbQ').length - 1;
}

test("a page with React, the DOM and groundmark ships one engine", async () => {
  const parts = `
    import { GroundedAnswer } from "groundmark/react";
    import { Enhance, useGroundedStream } from "groundmark/react/client";
    import { mountStream } from "groundmark/dom";
    console.log(GroundedAnswer, Enhance, useGroundedStream, mountStream);`;
  assert.equal(await engines(`${parts} import { AnswerStream, render } from "groundmark"; console.log(AnswerStream, render);`), 1);
  assert.equal(await engines(parts), 0);
});

test("the README's examples of React can be built", async () => {
  const readme = readFileSync(path.join(root, "README.md"), "utf8");
  const examples = [...readme.matchAll(/^```jsx\n([^]*?)^```/gm)].map(([, code]) => code);
  assert.equal(examples.length, 2);
  for (const contents of examples) {
    // What is not exported would be a warning.
    const options = { bundle: true, write: false, format: "esm", jsx: "automatic", outdir: "x", logLevel: "silent" };
    const { warnings } = await build({ ...options, stdin: { contents, loader: "jsx", resolveDir: root } });
    assert.deepEqual(warnings, []);
  }
});
