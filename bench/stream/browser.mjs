// Chromium with the page that everything is measured in.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { launch } from "../../tests/browser/browser.mjs";
import { document, serve } from "../../tests/browser/server.mjs";

/** The page's script. The package is no part of it, but comes as it was built. */
async function script() {
  const { outputFiles } = await build({
    entryPoints: [path.join(path.dirname(fileURLToPath(import.meta.url)), "page.mjs")],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    external: ["/dist/*"],
    // React is several times slower otherwise.
    define: { "process.env.NODE_ENV": '"production"' },
    write: false,
  });
  return outputFiles[0].text;
}

/** Opens it. Give it back with `close`. */
export async function open() {
  const server = await serve();
  const browser = await launch(["--js-flags=--expose-gc"]);
  const page = await browser.newPage();
  const failed = new Promise((_, reject) => page.once("pageerror", reject));
  const url = server.page(await script(), { "Content-Type": "text/javascript" });
  await page.goto(server.page(document(`<script type="module" src="${url}"></script>`)));
  await Promise.race([page.waitForFunction("globalThis.bench"), failed]);
  failed.catch(() => {});
  return {
    page,
    version: browser.version(),
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}
