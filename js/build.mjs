// Bundles the package: `node js/build.mjs <folder with the module> <folder to write to>`.
import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { execFileSync } from "node:child_process";
import path from "node:path";
import { build } from "esbuild";
import { minifySync } from "rolldown/utils";

const [from, to] = process.argv.slice(2);
const wasm = path.resolve(from);

const module = {
  name: "module",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^#wasm$/ }, () => ({ path: path.join(wasm, "groundmark.js") }));
    onResolve({ filter: /^#module$/ }, () => ({ path: "module", namespace: "module" }));
    onLoad({ filter: /.*/, namespace: "module" }, async () => {
      const bytes = await readFile(path.join(wasm, "groundmark_bg.wasm"));
      return { contents: `export default ${JSON.stringify(bytes.toString("base64"))}` };
    });
  },
};

// React and what works in the page are whatever else on the page uses: one copy each.
const outside = {
  name: "outside",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.\/dom\.js$/ }, () => ({ path: "groundmark/dom", external: true }));
    onResolve({ filter: /^react$/ }, () => ({ path: "react", external: true }));
  },
};

/** The package's files by their path in its folder, without the module's own. */
async function written() {
  return (await readdir(to, { recursive: true })).filter((name) => !name.startsWith("wasm"));
}

// What an earlier build left and this one no longer makes must not be packed.
for (const name of await written().catch(() => [])) {
  if (/\.(c?js|d\.c?ts)$/.test(name)) await rm(path.join(to, name));
}

// Only the module for tests can fail on purpose; what calls that is in no package.
const glue = await readFile(path.join(wasm, "groundmark.js"), "utf8");
const entry = glue.includes("export function trap(") ? "js/traps.ts" : "js/index.ts";

const shared = { bundle: true, target: "es2022", legalComments: "none", plugins: [module], loader: { ".css": "text" }, minify: true };
const entries = { index: entry, dom: "js/dom.ts", react: "js/react.ts", "react/client": "js/react/client.ts" };
for (const [name, from] of Object.entries(entries)) {
  const plugins = name.startsWith("react") ? [outside] : [module];
  // Before everything: in CommonJS esbuild would write "use strict" first.
  const banner = name === "react/client" ? { js: '"use client";' } : {};
  const options = { ...shared, plugins, banner, entryPoints: [from] };
  await build({ ...options, format: "esm", outfile: path.join(to, `${name}.js`) });
  await build({ ...options, format: "cjs", outfile: path.join(to, `${name}.cjs`) });
}
// What a page loads before it shows anything is minified once more: 2 % less.
for (const name of ["dom.js", "dom.cjs"]) {
  const bundle = path.join(to, name);
  const { code } = minifySync(name, await readFile(bundle, "utf8"), { module: name.endsWith(".js") });
  await writeFile(bundle, code);
}
await build({
  ...shared,
  entryPoints: ["js/cli.ts"],
  format: "esm",
  platform: "node",
  // The command line uses the same copy of the module as everybody else.
  external: ["./index.js"],
  outfile: path.join(to, "cli.js"),
});

await build({ entryPoints: ["js/style/index.css"], bundle: true, minify: true, legalComments: "none", outfile: path.join(to, "style.css") });

execFileSync("node_modules/.bin/tsc", ["-p", "js/tsconfig.build.json", "--outDir", to], { stdio: "inherit" });
for (const name of await written()) {
  if (!name.endsWith(".d.ts")) continue;
  const types = await readFile(path.join(to, name), "utf8");
  // What `require` finds must not be types of an ES module.
  const common = types.replace(/(from ")(\.{1,2}\/[^"]+)\.js"/g, '$1$2.cjs"');
  await writeFile(path.join(to, name.replace(/\.d\.ts$/, ".d.cts")), common);
}
