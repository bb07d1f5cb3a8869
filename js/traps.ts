/**
 * The package with a way to fail on purpose: what `js/build.mjs` bundles instead of `index.ts`
 * when the module has `trap`. Never packed.
 *
 * @module
 */
import * as engine from "#wasm";
import { call } from "./engine.js";

export * from "./index.js";

/** Fails inside the engine: by a panic, by endless recursion, or beyond its memory. */
export function trap(kind: "panic" | "stack" | "memory"): void {
  call(() => engine.trap(kind));
}

/** How many streams the engine holds. */
export function streamCount(): number {
  return call(() => ({ value: engine.streamCount() })) as number;
}
