import { __wbg_reset_state, initSync, type Outcome } from "#wasm";
import base64 from "#module";
import { GroundmarkError, type ErrorCode } from "./error.js";

let compiled: WebAssembly.Module | undefined;
let isStarted = false;
/** Whether a call ended in the middle: its instance is not used again. */
let isBroken = false;
/** Which instance runs, counted from 1. */
let instance = 0;

function bytes(): Uint8Array<ArrayBuffer> {
  // Ten times faster, where they exist. Bundlers replace a bare `Buffer`, so it is not named so.
  const native = Uint8Array as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };
  if (native.fromBase64) return native.fromBase64(base64);
  const node = globalThis as { Buffer?: { from(text: string, as: string): Uint8Array<ArrayBuffer> } };
  if (node.Buffer) return node.Buffer.from(base64, "base64");
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

function start(): void {
  if (isBroken) {
    __wbg_reset_state();
    isBroken = false;
    instance++;
  }
  if (isStarted) return;
  compiled ??= new WebAssembly.Module(bytes());
  initSync({ module: compiled });
  isStarted = true;
  instance++;
}

/**
 * Which instance runs, for a call that is under way.
 *
 * @internal
 */
export function runningInstance(): number {
  return instance;
}

/**
 * Whether the next call runs in that instance. What an older one held is gone, and must not be asked
 * for: its numbers mean something else now.
 *
 * @internal
 */
export function isRunning(which: number): boolean {
  return which === instance && !isBroken;
}

/**
 * Lets go of something that an instance holds, unless that one is gone with all it held.
 *
 * @internal
 */
export function release(holder: number, run: () => void): void {
  if (!isRunning(holder)) return;
  try {
    run();
  } catch {
    isBroken = true;
  }
}

/** Compiles off the main thread, so that the first call finds it done. Never needed. */
export async function init(): Promise<void> {
  if (isStarted) return;
  compiled ??= await WebAssembly.compile(bytes());
  start();
}

/**
 * Calls into the engine. A trap costs that call alone: the next one runs in a fresh instance.
 *
 * @internal
 */
export function call(run: () => Outcome): unknown {
  let outcome: Outcome;
  try {
    start();
    outcome = run();
  } catch (cause) {
    // A trap, a stack that ran over, or an exception of the caller's objects. Memory may be left in
    // any state. There may be no stack left to call anything here.
    isBroken = isStarted;
    throw new GroundmarkError("internal", "groundmark failed inside; the next call works", { cause });
  }
  if ("value" in outcome) return outcome.value;
  const { code, message, ...more } = outcome.error;
  throw new GroundmarkError(code as ErrorCode, message, more);
}
