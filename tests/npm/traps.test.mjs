// What comes after a failure inside: a fresh instance. The package that is tested here has a `trap`,
// which `cargo xtask test` builds into target/traps and nothing else has.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { fixtures, outcome, root, small } from "./responses.mjs";

const FAILURES = Number(process.env.GROUNDMARK_TRAPS ?? 20_000);
const KINDS = ["panic", "stack", "memory"];

const file = path.join(root, "target/traps/index.js");
if (!existsSync(file)) throw new Error("target/traps is missing: `cargo xtask test` builds it");
const { GroundmarkError, init, render, trap } = await import(pathToFileURL(file));

/** The error of a trap. */
function trapped(kind) {
  try {
    trap(kind);
  } catch (error) {
    return error;
  }
  assert.fail(`the trap ${kind} did not fail`);
}

test("the package has no way to fail on purpose", async () => {
  const names = Object.keys(await import("../../dist/index.js"));
  assert.ok(names.includes("render") && !names.includes("trap"), names.join());
  assert.doesNotMatch(readFileSync(path.join(root, "dist/wasm/groundmark.js"), "utf8"), /\btrap\b/);
});

test("a trap is an internal error with its cause", () => {
  for (const kind of KINDS) {
    const error = trapped(kind);
    assert.ok(error instanceof GroundmarkError && error instanceof Error);
    assert.equal(error.code, "internal");
    assert.equal(error.name, "GroundmarkError");
    assert.match(error.message, /the next call works/);
    assert.ok(error.cause instanceof (kind === "stack" ? RangeError : WebAssembly.RuntimeError), String(error.cause));
  }
});

test("after a trap every fixture is what it was", () => {
  const all = fixtures();
  const first = all.map(({ text, options }) => render(text, options));
  for (const kind of KINDS) {
    all.forEach(({ name, text, options }, at) => {
      trapped(kind);
      assert.deepEqual(render(JSON.parse(text), options), first[at], `${name} after ${kind}`);
    });
  }
});

test("after a trap errors are what they were", async () => {
  for (const kind of [...KINDS, ...KINDS]) {
    trapped(kind);
    assert.equal(outcome(() => render("{")).error.code, "invalid-json");
    trapped(kind);
    assert.equal(outcome(() => render(small, { nothing: 1 })).error.code, "invalid-option");
    trapped(kind);
    await init();
    assert.equal(render(small).status, "grounded");
  }
});

test("two traps without a call between", () => {
  const first = render(small);
  for (const one of KINDS) {
    for (const two of KINDS) {
      trapped(one);
      trapped(two);
      assert.deepEqual(render(small), first);
    }
  }
});

test("a trap as the very first call", () => {
  for (const kind of KINDS) {
    const code = `
      import { render, trap } from ${JSON.stringify(pathToFileURL(file).href)};
      let code;
      try { trap(${JSON.stringify(kind)}) } catch (error) { code = error.code }
      console.log(code, render({ text: "a" }).bodyHtml);`;
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
    assert.equal(stdout, 'internal <p dir="auto">a</p>\n', stderr);
  }
});

test(`${FAILURES} traps, and memory that does not grow`, () => {
  const first = render(small);
  const long = fixtures().find(({ name }) => name === "english-blocks");
  const longFirst = render(long.text);
  const megabytes = () => process.memoryUsage().rss / 2 ** 20;
  // Dead instances wait for the garbage collector, which comes when it likes.
  const warm = Math.min(FAILURES / 4, 2000);
  let [before, most] = [Infinity, 0];
  for (let round = 0; round < FAILURES; round++) {
    trapped(KINDS[round % 2]);
    const after = render(small);
    // Comparing deeply takes longer than rendering, so not all of it every time.
    assert.equal(after.html, first.html);
    if (round % 100 === 0) {
      assert.deepEqual(after, first);
      assert.deepEqual(render(long.text), longFirst);
      most = Math.max(most, megabytes());
    }
    if (round === Math.floor(warm)) before = most;
  }
  // One instance has more than a megabyte of its own: if they stayed, it would be gigabytes.
  assert.ok(most < before + 200, `grew from ${Math.round(before)} MB to ${Math.round(most)} MB`);
});

test("a call with next to no stack left spoils nothing", () => {
  const first = render(small);
  const text = JSON.stringify(small);
  /** Fills the stack, comes back up by some frames and calls from there; whether the call fitted. */
  const fitsAt = (frames, input) => {
    let above = 0;
    let fits;
    const down = () => {
      try {
        down();
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
      }
      if (above++ !== frames) return;
      // Where there is no room for anything, there is none for an error of ours either, nor for what
      // cleans up after one. What each such call leaves must not add up.
      for (let left = 2000; left > 0 && fits === undefined; left--) {
        try {
          fits = render(input).html === first.html;
        } catch (error) {
          if (!(error instanceof RangeError)) fits = error.code === "internal" ? false : error;
        }
      }
    };
    down();
    return fits;
  };
  for (const input of [small, text]) {
    for (let round = 0; round < 3; round++) {
      let frames = 0;
      for (let fits; fits !== true; frames++) {
        fits = fitsAt(frames, input);
        assert.ok(typeof fits !== "object" && frames < 5000, String(fits));
        const after = outcome(() => render(small));
        assert.deepEqual(after, { result: first }, `the call after one with room for ${frames} frames`);
      }
      // Were the first call to fit, nothing would have been tried.
      assert.ok(frames > 10, `${frames} frames`);
    }
  }
});
