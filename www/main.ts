import "groundmark/style.css";

import { AnswerStream, init, render, renderMarkdown, suggestionsFrame, type Answer, type GroundmarkError, type Options } from "groundmark";
import { enhance, mountStream, type MountedStream } from "groundmark/dom";

import { element, say } from "./dom.js";
import { editResponse, readText, type Reader } from "./editor.js";
import { startGallery } from "./gallery.js";
import { startInput } from "./input.js";
import { startKeys } from "./keys.js";
import { startLight } from "./light.js";
import { startOptions } from "./options.js";
import { placeOf } from "./places.js";
import { fitting, markLanguage, resultOf, timeOf } from "./rendering.js";
import { arriving, framesOf } from "./replay.js";
import { showDiagnostics, showError, showNoStatus, showStatus } from "./report.js";
import { SAMPLES, sampleOf, textOf, type Sample } from "./samples.js";
import { startScheme } from "./scheme.js";
import { hashOf, isShared, sharedIn } from "./share.js";
import { startTabs, TABS, type Tab } from "./tabs.js";

/** Pause in typing after which the text is rendered, and after which an error in it is said, in milliseconds. */
const PAUSE = 120;
const PATIENCE = 600;

const output = element("answer");
const problem = element("error");
const replayButton = element<HTMLButtonElement>("replay");
const speed = element<HTMLSelectElement>("speed");

let sample: Sample | undefined;
let answer: Answer | undefined;
/** The text that is shown, and the options it is shown with: the editor may be ahead. */
let shown = "";
let used: Options = {};
let timer: ReturnType<typeof setTimeout> | undefined;
let replaying: MountedStream | undefined;
let isReplacing = false;

const readers = new Map<Tab, Reader>();

const tabs = startTabs(draw);
const editor = editResponse({
  parent: element("editor"),
  label: "Response, as JSON or the text of a stream",
  changed: edited,
  pointed: (at) => light.fromSource(at),
  leave: () => tabs.select(tabs.current, "focus"),
});
const light = startLight(editor);
const options = startOptions(() => show("now"));
const gallery = startGallery(choose);
const input = startInput((text, name) => load(text, name));
const scheme = startScheme();

/** Shows what becomes of the text. Of one that is being typed an error is said a little later. */
function show(when: "now" | "typing"): void {
  clearTimeout(timer);
  replaying?.stop();
  setReplaying(undefined);
  const { text } = editor;
  element("empty").hidden = text.trim() !== "";
  if (text.trim() === "") {
    clear();
    showNoStatus("waiting for a response", "waiting");
    return;
  }
  let milliseconds: number;
  try {
    used = fitting(text, options.options);
    answer = render(text, used);
    milliseconds = timeOf(text, used);
  } catch (thrown) {
    if (when === "typing") timer = setTimeout(() => show("now"), PATIENCE);
    else fail(thrown);
    return;
  }
  shown = text;
  problem.replaceChildren();
  output.innerHTML = answer.html + suggestionsFrame(answer);
  markLanguage(sample?.lang, used.locale);
  light.part();
  light.join(text, answer);
  showStatus(answer, milliseconds);
  replayButton.disabled = false;
  draw(tabs.current);
  showDiagnostics(answer, goToPath);
}

function clear(): void {
  answer = undefined;
  light.part();
  problem.replaceChildren();
  output.replaceChildren();
  showDiagnostics(undefined, goToPath);
  draw(tabs.current);
  replayButton.disabled = true;
}

function fail(thrown: unknown): void {
  // By its code: an error of another copy of the module is no instance of this one's class.
  if (!(thrown instanceof Error) || !("code" in thrown)) throw thrown;
  const error = thrown as GroundmarkError;
  clear();
  showNoStatus(error.code, "failed");
  showError(error, goToLine);
}

/** Fills the panel that is looked at: no other costs anything. */
function draw(tab: Tab): void {
  if (tab === "source") editor.measure();
  if (tab !== "html" && tab !== "markdown" && tab !== "result") return;
  const label = { html: "The answer’s HTML", markdown: "The answer as Markdown", result: "The result as JSON" }[tab];
  const language = ({ html: "html", markdown: "text", result: "json" } as const)[tab];
  if (!readers.has(tab)) readers.set(tab, readText(element(`panel-${tab}`), label, language));
  const texts = {
    html: () => answer?.html,
    markdown: () => answer && renderMarkdown(shown, used),
    result: () => answer && resultOf(answer),
  };
  readers.get(tab)!.show(texts[tab]() ?? "");
}

function setReplaying(stream: MountedStream | undefined): void {
  replaying = stream;
  replayButton.querySelector("span")!.textContent = stream ? "Stop" : "Replay";
  replayButton.classList.toggle("running", stream !== undefined);
}

/** Whether nothing else is shown by now. */
function isShown(stream: MountedStream): boolean {
  return replaying === stream;
}

/** Shows the same answer as it would arrive in a stream. */
async function replay(): Promise<void> {
  if (replaying) {
    replaying.stop();
    return;
  }
  if (replayButton.disabled) return;
  const { text } = editor;
  const lang = sample?.lang;
  tabs.select("page");
  light.part();
  // Marked at once; the frames are cut meanwhile.
  const frames = framesOf(text);
  const source = (async function* () {
    yield* arriving(await frames, () => Number(speed.value));
  })();
  const own = mountStream(output, source, { AnswerStream, ...used });
  setReplaying(own);
  const thrown = await own.finished.then(() => undefined, (error: unknown) => error);
  if (!isShown(own)) return;
  setReplaying(undefined);
  markLanguage(lang, used.locale);
  if (own.answer && editor.text === text) light.join(text, own.answer);
  if (thrown !== undefined) fail(thrown);
}

function goToPath(path: string): void {
  const place = placeOf(editor.text, path);
  tabs.select("source");
  if (place) editor.go(place);
}

/** Puts the cursor where the JSON went wrong. */
function goToLine(line: number, column: number): void {
  const before = editor.text.split("\n").slice(0, line - 1);
  const from = before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
  tabs.select("source");
  editor.go({ from, to: from + 1 });
}

function edited(): void {
  if (isReplacing) return;
  if (sample || isShared(location.hash)) become(undefined, "Your own");
  clearTimeout(timer);
  timer = setTimeout(() => show("typing"), PAUSE);
}

/** Says what is shown, to the reader and in the address. Without a new entry: going back leaves the page. */
function become(next: Sample | undefined, title: string): void {
  sample = next;
  element("title").textContent = title;
  gallery.mark(next);
  history.replaceState(null, "", next ? `?sample=${encodeURIComponent(next.name)}` : location.pathname);
}

function put(text: string): void {
  isReplacing = true;
  editor.replace(text);
  isReplacing = false;
  element("panel-page").scrollTop = 0;
  show("now");
}

function choose(next: Sample): void {
  become(next, next.title);
  options.set(next.options ?? {});
  put(textOf(next));
}

/** Shows a text of the visitor's own. */
function load(text: string, title: string): void {
  become(undefined, title);
  put(text);
}

async function share(): Promise<void> {
  const hash = await hashOf({ text: editor.text, options: options.options });
  history.replaceState(null, "", location.pathname + hash);
  const size = `${(hash.length / 1024).toFixed(1)} KB`;
  const copied = await navigator.clipboard.writeText(location.href).then(() => true, () => false);
  say(copied ? `Link copied, ${size}. The response is in it, and nowhere else.` : `The link is in the address bar, ${size}.`);
}

/** Shows what the address asks for. */
async function follow(): Promise<void> {
  if (isShared(location.hash)) {
    const hash = location.hash;
    const shared = await sharedIn(hash);
    if (shared) {
      options.set(shared.options);
      load(shared.text, "A shared response");
      history.replaceState(null, "", location.pathname + hash);
      return;
    }
    say("This link is incomplete.");
  }
  choose(sampleOf(new URLSearchParams(location.search).get("sample")) ?? SAMPLES[0]!);
}

function format(): void {
  try {
    const text = JSON.stringify(JSON.parse(editor.text), null, 2);
    if (text !== editor.text) editor.replace(text);
  } catch {
    say("Only whole JSON can be formatted.");
  }
}

function start(): void {
  enhance(element("answer"));
  replayButton.addEventListener("click", () => void replay());
  element("share").addEventListener("click", () => void share());
  element("format").addEventListener("click", format);
  element("clear").addEventListener("click", () => {
    load("", "Your own");
    editor.focus();
  });
  addEventListener("hashchange", () => {
    if (isShared(location.hash)) void follow();
  });
  startKeys([
    { key: "g", does: "Gallery", run: gallery.open },
    { key: "o", does: "Open a file", run: input.choose },
    { key: "e", does: "Edit the response", run: () => (tabs.select("source"), editor.focus()) },
    ...TABS.slice(1).map((tab, at) => ({ key: `${at + 1}`, does: `Show ${NAMES[at]}`, run: () => tabs.select(tab, "focus") })),
    { key: "r", does: "Replay as a stream, or stop", run: () => void replay() },
    { key: "p", does: "Options", run: () => element("options").togglePopover() },
    { key: "s", does: "Share as a link", run: () => void share() },
    { key: "c", does: "Colour scheme", run: scheme.next },
  ]);
  void follow();
}

const NAMES = ["the page", "HTML", "Markdown", "the result", "diagnostics"];

// Before the first answer, so that the time shown is that of rendering and not of compiling.
await init();
start();
