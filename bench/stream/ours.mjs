// Runs in the page: a text through `AnswerStream` and onto the page.
import { AnswerStream } from "/dist/index.js";
import { applyOperations } from "/dist/dom.js";
import { inPage } from "./place.mjs";

/** Frames as the API sends them, as JSON text; `thought` is of equal length, but for a letter, either way. */
function framesOf(pieces, thought) {
  return pieces.map((text) =>
    JSON.stringify({
      candidates: [{ content: { parts: [{ text, thought }], role: "model" }, index: 0 }],
      responseId: "bench",
    }),
  );
}

/**
 * What reading the frames costs: the same text as a thought that is not shown. So the frame is read,
 * the boundary crossed, the text kept; nothing else is done.
 *
 * @returns Milliseconds.
 */
export function readOurs(pieces) {
  const frames = framesOf(pieces, true);
  const stream = new AnswerStream({ notice: false });
  const start = performance.now();
  const given = frames.map((frame) => stream.push(frame));
  const spent = performance.now() - start;
  if (given.some((operations) => operations.length > 0)) throw new Error("a thought was shown");
  stream.finish();
  return spent;
}

/**
 * The whole way. All frames are pushed, then all that they gave is done on the page, so that each
 * half can be timed by itself.
 *
 * @returns Milliseconds of pushes, of the end and on the page; characters of the HTML and text that were
 * handed over, and of the final HTML.
 */
export function streamOurs(pieces) {
  const frames = framesOf(pieces, false);
  const stream = new AnswerStream({ notice: false });
  const began = performance.now();
  const given = frames.map((frame) => stream.push(frame));
  const pushed = performance.now();
  const { answer, patch } = stream.finish();
  const finished = performance.now();
  given.push(patch);
  const dom = inPage((element) => {
    const containers = {};
    for (const target of ["body", "notes", "sources"]) {
      containers[target] = element.appendChild(document.createElement("div"));
    }
    const start = performance.now();
    for (const operations of given) applyOperations(containers, operations);
    const spent = performance.now() - start;
    check(containers, answer);
    return spent;
  });
  const lengths = given.flat().map((operation) => (operation.html ?? operation.text).length);
  return {
    push: pushed - began,
    finish: finished - pushed,
    dom,
    handed: lengths.reduce((sum, length) => sum + length, 0),
    html: answer.html.length,
  };
}

/** Figures of a page that shows something else are worth nothing. */
function check({ body, notes, sources }, answer) {
  const wanted = document.createElement("template");
  wanted.innerHTML = answer.bodyHtml;
  const shown = body.innerHTML + notes.innerHTML;
  if (shown !== wanted.innerHTML) throw new Error("the page does not show the answer");
  if (sources.innerHTML !== answer.sourcesHtml) throw new Error("the page does not show the sources");
}
