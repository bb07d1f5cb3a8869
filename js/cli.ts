#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { render, renderMarkdown, suggestionsFrame, type Answer } from "./index.js";

const USAGE = "usage: groundmark [--html | --markdown | --json] response.json   (- for standard input)";

function fail(message: string): never {
  // One line, whatever a file's name or an API's message holds.
  process.stderr.write(`groundmark: ${message.replace(/[\p{Cc}\u2028\u2029]+/gu, " ")}\n`);
  process.exit(2);
}

/** What is the page's own; the answer in it has the package's style. */
const PAGE_STYLE = ":root{color-scheme:light dark}body{margin:0;padding:2rem 1rem 3rem}.gm-answer{margin-inline:auto}";

/** The style that lies beside this file, as text that ends no `<style>`. */
function style(): string {
  return readFileSync(new URL("./style.css", import.meta.url), "utf8").trim();
}

function page(answer: Answer): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>groundmark</title>
<style>${PAGE_STYLE}${style()}</style>
<main class="gm-answer">${answer.html}${suggestionsFrame(answer)}</main>
`;
}

const FORMS: Record<string, (input: Uint8Array) => string> = {
  page: (input) => page(render(input)),
  html: (input) => `${render(input).html}\n`,
  markdown: (input) => renderMarkdown(input),
  json: (input) => `${JSON.stringify(render(input), null, 2)}\n`,
};

// A reader that has seen enough closes the pipe.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

/** The file's name, and the form that is asked for. */
function command(): { file: string; form: (input: Uint8Array) => string } {
  const flag = { type: "boolean" } as const;
  const forms = { page: flag, html: flag, markdown: flag, json: flag };
  const help = { ...flag, short: "h" };
  const { values, positionals } = parseArgs({ options: { ...forms, help }, allowPositionals: true });
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    process.exit(0);
  }
  const [file] = positionals;
  const [form = "page", ...others] = Object.keys(values);
  if (file === undefined || positionals.length > 1 || others.length > 0) throw new Error("one file, one form");
  return { file, form: FORMS[form]! };
}

let file: string;
let form: (input: Uint8Array) => string;
try {
  ({ file, form } = command());
} catch {
  fail(USAGE);
}

let input: Buffer;
try {
  input = readFileSync(file === "-" ? 0 : file);
} catch (error) {
  fail(`${file}: ${(error as Error).message}`);
}
try {
  process.stdout.write(form(input));
} catch (error) {
  const { code, message } = error as { code?: string; message: string };
  fail(`${file}: ${message}${code ? ` (${code})` : ""}`);
}
