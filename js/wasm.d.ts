/** The glue that wasm-bindgen makes; the build puts it here. */
declare module "#wasm" {
  /** What the engine gives: it throws nothing itself. */
  export type Outcome = { value: unknown } | { error: { code: string; message: string } };

  export function initSync(from: { module: WebAssembly.Module }): unknown;
  export function render(response: unknown, options: unknown): Outcome;
  export function renderMarkdown(response: unknown, options: unknown): Outcome;
  export function streamBegin(number: number, options: unknown): Outcome;
  export function streamPush(number: number, frame: unknown): Outcome;
  export function streamFinish(number: number, isInterrupted: boolean): Outcome;
  export function streamDrop(number: number): void;
  export function streamCount(): number;
  export function __wbg_reset_state(): void;
  /** Only in a build for tests. */
  export function trap(kind: string): Outcome;
}

declare module "*.css" {
  /** The style's text. */
  const css: string;
  export default css;
}

declare module "#module" {
  /** The module's bytes, in base64. */
  const base64: string;
  export default base64;
}
