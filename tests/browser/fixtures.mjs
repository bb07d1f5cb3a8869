// The fixtures of tests/fixtures, which the Rust tests compare byte for byte.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { root } from "./server.mjs";

const folder = path.join(root, "tests/fixtures");

/** Name, response as text, options by their names in JavaScript. */
export const fixtures = readdirSync(folder)
  .filter((name) => existsSync(path.join(folder, name, "response.json")))
  .sort()
  .map((name) => {
    const options = path.join(folder, name, "options.json");
    return {
      name,
      response: readFileSync(path.join(folder, name, "response.json"), "utf8"),
      options: existsSync(options) ? JSON.parse(readFileSync(options, "utf8")) : {},
    };
  });

export function fixture(name) {
  const found = fixtures.find((fixture) => fixture.name === name);
  if (!found) throw new Error(`no fixture ${name}`);
  return found;
}

/** Escapes what JSON for a `<script>` must not hold. */
export function inScript(value) {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
