// The packages that we measure against: `bench/package.json` names them, so that the project's own
// installation stays small. They are installed when a benchmark first needs them.
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const folder = path.dirname(fileURLToPath(import.meta.url));

/** Installs what the lock file names, unless it is there. Gives their versions by name. */
export function installed() {
  const changed = (name) => statSync(path.join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (changed("node_modules/.package-lock.json") < changed("package-lock.json")) {
    execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, stdio: ["ignore", process.stderr, "inherit"] });
  }
  return JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")).dependencies;
}
