// Benchmarks of the built package: `npm run bench -- <table> [options]`.
import { execFileSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** By name: what a table says, and what prints it, given the arguments behind the name. */
const TABLES = {
  stream: {
    says: "what a growing answer costs, ours and others', in Chromium",
    run: async (given) => (await import("./stream/command.mjs")).run(given),
  },
};

const [name, ...given] = process.argv.slice(2);
const table = Object.hasOwn(TABLES, name ?? "") ? TABLES[name] : undefined;
if (table) {
  // Always, or the figures are those of an older source; seconds where nothing changed. What it says is
  // no part of the table.
  execFileSync("cargo", ["xtask", "build"], { cwd: root, stdio: ["ignore", process.stderr, "inherit"] });
  await table.run(given);
} else {
  console.error("usage: npm run bench -- <table> [options]");
  for (const [name, { says }] of Object.entries(TABLES)) console.error(`  ${name}  ${says}`);
  process.exitCode = 2;
}
