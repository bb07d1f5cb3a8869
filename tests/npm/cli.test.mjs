// The command line: a page or its parts on standard output; or nothing there, exit code 2 and one
// line that says why.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { render, renderMarkdown, suggestionsFrame } from "../../dist/index.js";
import { fixtures, root } from "./responses.mjs";

const cli = path.join(root, "dist/cli.js");
const folder = mkdtempSync(path.join(tmpdir(), "groundmark-cli-"));
after(() => rmSync(folder, { recursive: true }));

/** A file of the given content, in a folder of its own. */
function file(name, content) {
  const full = path.join(folder, name);
  writeFileSync(full, content);
  return full;
}

function run(words, input = "") {
  const options = { input, encoding: "utf8", maxBuffer: 1 << 28 };
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...words], options);
  return { status, stdout, stderr };
}

/** What the command prints; nothing beside it. */
function prints(words, input) {
  const { status, stdout, stderr } = run(words, input);
  assert.deepEqual({ status, stderr }, { status: 0, stderr: "" });
  return stdout;
}

/** The one line of a command that fails. */
function fails(words, input) {
  const { status, stdout, stderr } = run(words, input);
  assert.deepEqual({ status, stdout }, { status: 2, stdout: "" }, stderr);
  assert.match(stderr, /^groundmark: [^\n]+\n$/);
  // A terminal would obey a control character; nothing that came in is to be believed.
  assert.doesNotMatch(stderr.slice(0, -1), /[\0-\x1f\x7f-\x9f]/);
  assert.doesNotMatch(stderr, /node:internal|\.js:\d/);
  return stderr;
}

const { text, answer } = fixtures()
  .map(({ text }) => ({ text, answer: render(text) }))
  .find(({ answer }) => answer.renderedContent && answer.sources.length > 0);
const response = file("response.json", text);

test("a page with the answer, its sources and the suggestions", () => {
  for (const words of [[response], ["--page", response], [response, "--page"]]) {
    const page = prints(words);
    assert.match(page, /^<!doctype html>\n<html lang="en">/);
    assert.ok(page.includes(answer.html + suggestionsFrame(answer)));
    assert.doesNotMatch(page, /<script/);
    assert.ok(page.includes(readFileSync(path.join(root, "dist/style.css"), "utf8").trim()), "the package's own style");
  }
});

test("--html, --markdown and --json are the parts", () => {
  assert.equal(prints(["--html", response]), `${answer.html}\n`);
  assert.equal(prints([response, "--html"]), `${answer.html}\n`);
  assert.equal(prints(["--markdown", response]), renderMarkdown(text));
  const json = prints(["--json", response]);
  assert.deepEqual(JSON.parse(json), answer);
  assert.ok(json.endsWith("}\n"));
});

test("- is standard input", () => {
  assert.equal(prints(["--html", "-"], text), `${answer.html}\n`);
  assert.equal(prints(["--html", "-"], `\ufeff${text}`), `${answer.html}\n`);
});

test("standard input that comes late and in pieces", async () => {
  const child = spawn(process.execPath, [cli, "--html", "-"], { stdio: ["pipe", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (piece) => (stdout += piece));
  child.stderr.setEncoding("utf8").on("data", (piece) => (stderr += piece));
  const closed = new Promise((resolve) => child.on("close", resolve));
  for (const piece of [text.slice(0, 50), text.slice(50)]) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    child.stdin.on("error", () => {}).write(piece);
  }
  child.stdin.end();
  assert.deepEqual({ status: await closed, stderr }, { status: 0, stderr: "" });
  assert.equal(stdout, `${answer.html}\n`);
});

test("an answer that is empty or blocked is still a page", () => {
  for (const input of ["{}", "[]", '{"promptFeedback": {"blockReason": "SAFETY"}}']) {
    assert.match(prints(["-"], input), /^<!doctype html>/);
  }
});

test("input that is no response says what is wrong and where", () => {
  assert.match(fails(["-"], ""), /: -: .*line 1 column 1.*\(invalid-json\)/);
  const broken = file("broken.json", '{\n  "text": x\n}');
  assert.match(fails([broken]), /broken\.json: .*line 2 column 11.*\(invalid-json\)/);
  assert.match(fails(["--json", "-"], "[1]"), /\(not-a-response\)/);
  assert.match(fails(["-"], '{"error": {"code": 429, "message": "Quota"}}'), /429: Quota \(api-error\)/);
});

test("what Google or a file's name says stays on one line, without control characters", () => {
  const message = "a\nb\r\x1b[2Jc\u009b1m\u2028d";
  assert.match(fails(["-"], JSON.stringify({ error: { message } })), /\(api-error\)/);
  fails([path.join(folder, "a\n\x1b[2Jb.json")]);
});

test("a file that cannot be read", () => {
  assert.match(fails([path.join(folder, "none.json")]), /none\.json: .*no such file/i);
  assert.match(fails([folder]), /directory/i);
});

test("words that mean nothing show how to call it", () => {
  const misuses = [[], ["--json"], ["--nothing", response], ["--html", "--json", response], [response, response]];
  misuses.push(["--toString", response], ["--__proto__", response], ["-x", response], ["--html=1", response]);
  for (const words of misuses) assert.match(fails(words), /usage: groundmark/, words.join(" "));
});

test("--help shows how to call it", () => {
  for (const word of ["--help", "-h"]) assert.match(prints([word]), /^usage: groundmark .*\n$/);
});

test("a reader that has seen enough is no failure", () => {
  const long = file("long.json", JSON.stringify({ text: "Water boils. ".repeat(100_000) }));
  // Cut before the output fits into what a pipe holds.
  const words = ["-c", '"$0" "$1" --html "$2" | head -c 10', process.execPath, cli, long];
  const { stderr, stdout } = spawnSync("sh", words, { encoding: "utf8" });
  assert.deepEqual({ stderr, length: stdout.length }, { stderr: "", length: 10 });
});

test("a long answer is printed to its end", () => {
  const long = JSON.stringify({ text: "Water boils. ".repeat(100_000) });
  assert.equal(prints(["--html", "-"], long), `${render(long).html}\n`);
});

test("it runs as npm links it", { skip: process.platform === "win32" && "no links there" }, () => {
  assert.ok(statSync(cli).mode & 0o111, "dist/cli.js can be executed");
  const link = path.join(folder, "groundmark");
  symlinkSync(cli, link);
  const { stdout } = spawnSync(link, ["--html", response], { encoding: "utf8" });
  assert.equal(stdout, `${answer.html}\n`);
});
