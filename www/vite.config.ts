import { defineConfig, type Plugin } from "vite";

/**
 * What the built page may do: run its own script and the engine, and nothing over the network. An
 * answer that got past the sanitizer would find every door closed.
 *
 * `'unsafe-inline'` styles are for the frame alone: a `srcdoc` frame inherits this policy, and
 * Google's suggestions bring a `<style>` of their own, which must stay as it is. The page itself
 * has none.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Only in the build: the development server needs inline styles and a socket to reload the page. */
const contentSecurityPolicy: Plugin = {
  name: "content-security-policy",
  apply: "build",
  transformIndexHtml: () => [
    {
      tag: "meta",
      attrs: { "http-equiv": "Content-Security-Policy", content: CONTENT_SECURITY_POLICY },
      injectTo: "head-prepend",
    },
  ],
};

export default defineConfig({
  root: import.meta.dirname,
  // Relative, so that the build works under any path.
  base: "./",
  plugins: [contentSecurityPolicy],
  build: {
    // Not in `www/`, where it would be taken for source. Vite empties a folder outside its root
    // only when told to.
    outDir: "../target/www",
    emptyOutDir: true,
    target: "es2022",
    // These know light-dark(), so that the style of answers stays as the package has it.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // The engine is inside the package, as base64: one script of more than 2 MB is intended.
    chunkSizeWarningLimit: 4096,
  },
  // The samples are the fixtures of the tests, and the engine is the package next door.
  server: { fs: { allow: [".."] } },
  preview: { port: 4173, strictPort: false },
});
