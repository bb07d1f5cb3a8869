// How long the first answer takes, cold, and where the time goes: `node tests/browser/startup.mjs`.
//
// Chromium: a new context and page for each run, so nothing is cached or compiled; the file comes
// from this machine. Node: a new process for each run. The clock starts when the page or the process
// asks for the package. The parts are timed by wrapping what the package calls: the decoder of base64,
// `WebAssembly.Module`, `WebAssembly.Instance`; the rest of the import is its fetch and parse.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { fileURLToPath } from "node:url";
import { launch } from "./browser.mjs";
import { fixture } from "./fixtures.mjs";
import { document, serve } from "./server.mjs";

const GOAL = 60;
const RUNS = Number(process.env.GROUNDMARK_RUNS ?? 15);
const SAMPLE = "english-blocks";

/** Runs in the page and in the process alike; `load` gives the package. */
async function measure(load, response) {
  const parts = { base64: 0, compile: 0, instantiate: 0 };
  const timed = (name, run) => {
    const start = performance.now();
    try {
      return run();
    } finally {
      parts[name] += performance.now() - start;
    }
  };
  const decoder = Uint8Array.fromBase64 ? [Uint8Array, "fromBase64"] : [globalThis.Buffer, "from"];
  const [owner, name] = decoder;
  const decode = owner[name];
  owner[name] = (...given) => timed("base64", () => Reflect.apply(decode, owner, given));
  const wrap = (name, part) => {
    const Original = WebAssembly[name];
    WebAssembly[name] = new Proxy(Original, { construct: (target, given) => timed(part, () => Reflect.construct(target, given)) });
  };
  wrap("Module", "compile");
  wrap("Instance", "instantiate");
  const start = performance.now();
  const { render } = await load();
  const loaded = performance.now();
  const { html } = render(response);
  const first = performance.now();
  const rest = first - loaded - parts.base64 - parts.compile - parts.instantiate;
  render(response);
  const second = performance.now();
  if (!html.includes("gm-sources")) throw new Error("no answer");
  return { "load and parse": loaded - start, ...parts, "first render": rest, total: first - start, "second render": second - first };
}

const { response } = fixture(SAMPLE);

async function inChromium() {
  const server = await serve();
  const browser = await launch();
  const runs = [];
  // The first run warms the browser's own processes and is not counted.
  for (let run = 0; run <= RUNS; run++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(server.page(document("")));
    const script = `(${measure})(() => import("/dist/index.js"), ${JSON.stringify(response)})`;
    const times = await page.evaluate(script);
    const fetched = await page.evaluate(() => {
      const { responseEnd, startTime } = performance.getEntriesByName(`${location.origin}/dist/index.js`)[0];
      return responseEnd - startTime;
    });
    if (run > 0) runs.push({ "of it fetch": fetched, ...times });
    await context.close();
  }
  const version = browser.version();
  await browser.close();
  await server.close();
  return { name: `Chromium ${version}`, runs };
}

async function inNode() {
  const here = fileURLToPath(import.meta.url);
  const runs = [];
  for (let run = 0; run <= RUNS; run++) {
    const { stdout } = await promisify(execFile)(process.execPath, [here, "--child"]);
    if (run > 0) runs.push(JSON.parse(stdout));
  }
  return { name: `Node ${process.version}`, runs };
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

function print(results) {
  const rows = ["load and parse", "of it fetch", "base64", "compile", "instantiate", "first render", "total", "second render"];
  const width = Math.max(...results.map(({ name }) => name.length)) + 2;
  console.log(`Cold start to the first HTML, in ms: median of ${RUNS} runs (fastest–slowest), ${SAMPLE}, ${response.length} characters`);
  console.log(`${"".padEnd(16)}${results.map(({ name }) => name.padStart(Math.max(width, 26))).join("")}`);
  for (const row of rows) {
    const cells = results.map(({ runs }) => {
      const values = runs.map((times) => times[row]).filter((value) => value !== undefined);
      if (values.length === 0) return "–";
      return `${median(values).toFixed(1)} (${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)})`;
    });
    console.log(`${row.padEnd(16)}${cells.map((cell) => cell.padStart(Math.max(width, 26))).join("")}`);
  }
  for (const { name, runs } of results) {
    const total = median(runs.map(({ total }) => total));
    console.log(`${name}: ${total < GOAL ? "under" : "OVER"} the goal of ${GOAL} ms`);
  }
}

if (process.argv.includes("--child")) {
  const times = await measure(() => import("../../dist/index.js"), response);
  process.stdout.write(JSON.stringify(times));
} else {
  print([await inChromium(), await inNode()]);
}
