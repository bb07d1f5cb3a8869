// `npm run bench -- stream`: what a text costs while it grows, in one run of Chromium.
import os from "node:os";
import { parseArgs } from "node:util";
import { installed } from "../packages.mjs";
import { open } from "./browser.mjs";
import { measure } from "./rounds.mjs";
import { summary } from "./figures.mjs";
import { print } from "./report.mjs";
import { TEXTS } from "./texts.mjs";

const OPTIONS = {
  bytes: { type: "string", default: "100000" },
  rounds: { type: "string", default: "5" },
  samples: { type: "string", default: "4" },
  text: { type: "string", multiple: true, default: Object.keys(TEXTS) },
  rival: { type: "string", multiple: true },
  json: { type: "boolean", default: false },
};

/** Options that are numbers. */
function counts(values) {
  const read = Object.fromEntries(["bytes", "rounds", "samples"].map((name) => [name, Number(values[name])]));
  for (const [name, value] of Object.entries(read)) {
    if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} is a number from 1`);
  }
  return read;
}

/** @param given Arguments behind the table's name. */
export async function run(given) {
  const { values } = parseArgs({ args: given, options: OPTIONS });
  for (const name of values.text) {
    if (!Object.hasOwn(TEXTS, name)) throw new Error(`no text "${name}"; there are: ${Object.keys(TEXTS).join("; ")}`);
  }
  const plan = {
    ...counts(values),
    texts: values.text,
    rivals: values.rival,
  };
  const packages = installed();
  const load = [os.loadavg()[0]];
  const { page, version, close } = await open();
  let rounds;
  try {
    rounds = await measure(page, plan);
  } finally {
    await close();
  }
  load.push(os.loadavg()[0]);
  const { model } = os.cpus()[0];
  const machine = { cpu: model, cores: os.cpus().length, load };
  const result = {
    date: new Date().toISOString().slice(0, 10),
    machine,
    chromium: version,
    packages,
    ...plan,
    ...summary(rounds),
  };
  if (values.json) console.log(JSON.stringify(result, null, 2));
  else print(result);
  if (result.broken.length > 0) process.exitCode = 1;
}
