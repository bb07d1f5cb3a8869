import { AnswerStream, init, render, suggestionsFrame, type Answer, type GroundmarkError, type Options } from "groundmark";
import { mountStream, type MountedStream } from "groundmark/dom";

import { arriving, framesOf } from "./replay.js";
import { element, report } from "./report.js";
import { SAMPLES, sampleOf, textOf, type Sample } from "./samples.js";

/** Pause in typing after which the text is rendered, in milliseconds. */
const PAUSE = 150;

/** How long rendering is timed, in milliseconds: short enough not to be felt. */
const MOMENT = 30;

/** The choice that stands for a text which is no sample, in the list and in the address. */
const OWN = "own";

const select = element<HTMLSelectElement>("sample");
const input = element<HTMLTextAreaElement>("response");
const output = element("answer");
const problem = element("error");
const details = element("report");
const replayButton = element<HTMLButtonElement>("replay");
const speed = element<HTMLSelectElement>("speed");

/** What the visitor wrote last: it is there again after a look at a sample. */
let own = "";
let timer: ReturnType<typeof setTimeout> | undefined;
let replaying: MountedStream | undefined;

/**
 * Options under which the answer's headings fit under this page's: `h1` for the page, `h2` for
 * "Answer", so `h3` for whatever level the answer starts with, be it `#` or `###`.
 */
function optionsFor(text: string, sample?: Sample): Options {
  const options = { ...sample?.options, headingLevel: 3, locale: sample?.lang };
  // Headings are tags only where they are real: in text every `<` is escaped.
  const found = render(text, options).bodyHtml.matchAll(/<h([1-6])[ >]/g);
  const levels = Array.from(found, ([, level]) => Number(level));
  if (levels.length === 0) return options;
  return { ...options, headingBase: Math.max(1, 4 - Math.min(...levels)) };
}

/**
 * Milliseconds that a render takes, the best of those that fit a moment: in the first ones the
 * browser still compiles the engine's functions.
 */
function timeOf(text: string, options: Options): number {
  const began = performance.now();
  let best = Infinity;
  for (let now = began; now < began + MOMENT; ) {
    render(text, options);
    const end = performance.now();
    best = Math.min(best, end - now);
    now = end;
  }
  return best;
}

/** Shows what becomes of the text. */
function show(text: string, sample?: Sample): void {
  clearTimeout(timer);
  replaying?.stop();
  setReplaying(undefined);
  problem.replaceChildren();
  input.removeAttribute("aria-invalid");
  if (text.trim() === "") {
    clear();
    problem.append(paragraph("Paste a response to see it rendered."));
    return;
  }
  let answer: Answer;
  let milliseconds: number;
  try {
    const options = optionsFor(text, sample);
    answer = render(text, options);
    milliseconds = timeOf(text, options);
  } catch (thrown) {
    clear();
    showError(thrown);
    return;
  }
  output.innerHTML = answer.html + suggestionsFrame(answer);
  markLanguage(sample?.lang);
  report(answer, milliseconds);
  details.hidden = false;
  replayButton.disabled = false;
}

function clear(): void {
  output.replaceChildren();
  details.hidden = true;
  replayButton.disabled = true;
}

function setReplaying(stream: MountedStream | undefined): void {
  replaying = stream;
  replayButton.textContent = stream ? "Stop" : "Replay as stream";
}

/** Shows the same answer as it would arrive in a stream. */
async function replay(text: string, sample: Sample | undefined): Promise<void> {
  const source = arriving(framesOf(text), () => Number(speed.value));
  const own = mountStream(output, source, { AnswerStream, ...optionsFor(text, sample) });
  setReplaying(own);
  details.hidden = true;
  const thrown = await own.finished.then(() => undefined, (error: unknown) => error);
  // Something else may be shown by now.
  if (replaying !== own) return;
  setReplaying(undefined);
  markLanguage(sample?.lang);
  details.hidden = false;
  if (thrown !== undefined) showError(thrown);
}

/** Languages that are read from right to left, and those in which the library has no words. */
const RIGHT_TO_LEFT = ["ar"];
const ENGLISH_AROUND = ["hi", "vi"];

/**
 * Says in which language the answer is, which a response does not tell: Japanese and Chinese share
 * letters that look different, and a list in Arabic has its numbers on the right.
 */
function markLanguage(lang: string | undefined): void {
  output.lang = lang ?? "";
  output.dir = lang && RIGHT_TO_LEFT.includes(lang) ? "rtl" : "";
  if (!lang || !ENGLISH_AROUND.includes(lang)) return;
  for (const ours of output.querySelectorAll<HTMLElement>("section, .gm-notice, iframe")) ours.lang = "en";
}

function showError(thrown: unknown): void {
  // By its code: an error of another copy of the module is no instance of this one's class.
  if (!(thrown instanceof Error) || !("code" in thrown)) throw thrown;
  const error = thrown as GroundmarkError;
  input.setAttribute("aria-invalid", "true");

  const heading = document.createElement("p");
  const code = document.createElement("strong");
  code.textContent = error.code;
  heading.append(code);
  problem.append(heading, paragraph(error.message));

  const { line, column } = error;
  if (line !== undefined && column !== undefined) {
    heading.append(` at line ${line}, column ${column}`);
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Go there";
    button.addEventListener("click", () => goTo(line, column));
    problem.append(button);
  }
}

/** Puts the cursor where the JSON went wrong. */
function goTo(line: number, column: number): void {
  const before = input.value.split("\n").slice(0, line - 1);
  const start = before.reduce((sum, each) => sum + each.length + 1, 0);
  const at = Math.min(start + column - 1, input.value.length);
  input.focus();
  input.setSelectionRange(at, Math.min(at + 1, input.value.length));
}

function paragraph(text: string): HTMLParagraphElement {
  const made = document.createElement("p");
  made.textContent = text;
  return made;
}

/** Shows a sample, or the visitor's own text. */
function choose(sample: Sample | undefined): void {
  select.value = sample?.name ?? OWN;
  input.value = sample ? textOf(sample) : own;
  input.scrollTop = 0;
  show(input.value, sample);
}

/** What the address asks for. Its hash belongs to the markers: they are links to `#…-fn-1`. */
function asked(): string {
  return new URLSearchParams(location.search).get("sample") ?? SAMPLES[0]!.name;
}

function setAddress(name: string): void {
  // Without a new entry: going back leaves the page, as it does on pages without samples.
  history.replaceState(null, "", `?sample=${encodeURIComponent(name)}`);
}

function start(): void {
  select.append(...SAMPLES.map(({ name, title }) => new Option(title, name)), new Option("Your own", OWN));

  select.addEventListener("change", () => {
    setAddress(select.value);
    choose(sampleOf(select.value));
  });
  input.addEventListener("input", () => {
    own = input.value;
    if (select.value !== OWN) {
      select.value = OWN;
      setAddress(OWN);
    }
    clearTimeout(timer);
    timer = setTimeout(() => show(input.value), PAUSE);
  });
  replayButton.addEventListener("click", () => {
    if (replaying) replaying.stop();
    else void replay(input.value, sampleOf(select.value));
  });
  // Following a marker makes an entry, and going back from it can lead to another sample.
  addEventListener("popstate", () => {
    const sample = sampleOf(asked());
    if (sample && sample.name !== select.value) choose(sample);
  });

  choose(sampleOf(asked()) ?? SAMPLES[0]);
}

// Before the first answer, so that the time shown is that of rendering and not of compiling.
await init();
start();
