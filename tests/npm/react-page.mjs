// A page for React without a browser, and the tests of React in a bundle: so they run with React 19 and
// with 18.3, and what they import of groundmark is the package as it is built.

import { createRequire } from "node:module";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { build } from "esbuild";
import { JSDOM } from "jsdom";
import { root } from "./responses.mjs";

/** What `enhance` of groundmark/dom does is tested elsewhere; here a test says what it is. */
const watched = {
  name: "watched",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^groundmark\/dom$/ }, () => ({ path: "dom", namespace: "watched" }));
    onLoad({ filter: /.*/, namespace: "watched" }, () => ({
      contents: `export * from "./dist/dom.js"; export const enhance = (...values) => globalThis.enhanced(...values);`,
      resolveDir: root,
    }));
  },
};

/** What `act` waits with. It never closes the ports, and Node's own would keep the process from ending. */
class Channel {
  port1 = { onmessage: undefined };
  port2 = { postMessage: (data) => setImmediate(() => this.port1.onmessage?.({ data })) };
}

/** Runs `react-suite.jsx` with the React of these names in `node_modules`. */
export async function run(react, reactDom) {
  const { window } = new JSDOM("<!doctype html><body></body>", { url: "http://localhost/", pretendToBeVisual: true });
  after(() => window.close());
  globalThis.window = window;
  globalThis.MessageChannel = Channel;
  for (const name of Object.getOwnPropertyNames(window)) {
    if (!(name in globalThis)) globalThis[name] = window[name];
  }
  const folder = mkdtempSync(path.join(tmpdir(), "groundmark-react-"));
  after(() => rmSync(folder, { recursive: true }));
  const outfile = path.join(folder, "suite.cjs");
  await build({
    entryPoints: [path.join(import.meta.dirname, "react-suite.jsx")],
    bundle: true,
    platform: "node",
    format: "cjs",
    jsx: "automatic",
    logLevel: "error",
    alias: { react, "react-dom": reactDom },
    define: { "import.meta.dirname": JSON.stringify(import.meta.dirname), "process.env.NODE_ENV": '"development"' },
    plugins: [watched],
    outfile,
  });
  createRequire(import.meta.url)(outfile);
}
