/** The glue that wasm-bindgen makes; the build puts it here. */
declare module "#wasm" {
  export function initSync(from: { module: WebAssembly.Module }): unknown;
  export function render(response: unknown, options: unknown): unknown;
  export function renderMarkdown(response: unknown, options: unknown): unknown;
  export function __wbg_reset_state(): void;
  /** Only in a build for tests. */
  export const trap: ((kind: string) => number) | undefined;
}

declare module "#module" {
  /** The module's bytes, in base64. */
  const base64: string;
  export default base64;
}
