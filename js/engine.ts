import * as glue from "#wasm";
import base64 from "#module";
import { GroundmarkError, type ErrorCode } from "./error.js";

let compiled: WebAssembly.Module | undefined;
let isRunning = false;

function bytes(): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

function start(): void {
  if (isRunning) return;
  compiled ??= new WebAssembly.Module(bytes());
  glue.initSync({ module: compiled });
  isRunning = true;
}

/** Compiles off the main thread, so that the first call finds it done. Never needed. */
export async function init(): Promise<void> {
  if (isRunning) return;
  compiled ??= await WebAssembly.compile(bytes());
  start();
}

/**
 * Calls into the engine. A trap costs that call alone: the next one runs in a fresh instance.
 *
 * @internal
 */
export function call<T>(run: (engine: typeof glue) => T): T {
  start();
  try {
    return run(glue);
  } catch (thrown) {
    throw asError(thrown);
  }
}

function asError(thrown: unknown): unknown {
  if (isThrown(thrown)) {
    const { code, message, ...more } = thrown;
    return new GroundmarkError(code, message, more);
  }
  // A trap, or a stack that ran over, which each browser names in its own way. Memory may be left
  // in any state.
  glue.__wbg_reset_state();
  return new GroundmarkError("internal", "groundmark failed inside; the next call works", {
    cause: thrown,
  });
}

/** An error as the engine gives it: a plain object. */
function isThrown(thrown: unknown): thrown is { code: ErrorCode; message: string } {
  return typeof thrown === "object" && thrown !== null && "code" in thrown && !(thrown instanceof Error);
}
