// Runs in the page: what others do with the same pieces. None of them reads JSON.
import DOMPurify from "dompurify";
import { marked } from "marked";
import { createElement } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import Markdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { Streamdown } from "streamdown";
import * as smd from "streaming-markdown";
import { inPage } from "./place.mjs";

/** Takes each piece once. `begin` gives what takes it. */
const APPENDING = {
  smd: (element) => {
    const parser = smd.parser(smd.default_renderer(element));
    return { write: (piece) => smd.parser_write(parser, piece), end: () => smd.parser_end(parser) };
  },
};

/** Show all of the text so far with each piece. `begin` gives what shows a text, and how to let go. */
const RENDERING = {
  "marked + DOMPurify": (element) => ({
    show: (text) => void (element.innerHTML = DOMPurify.sanitize(marked.parse(text))),
    end: () => {},
  }),
  "react-markdown": (element) => inReact(element, (text) => createElement(Markdown, { remarkPlugins: [remarkGfm] }, text)),
  streamdown: (element) => inReact(element, (text) => createElement(Streamdown, { isAnimating: true }, text)),
};

export const RIVALS = [...Object.keys(APPENDING), ...Object.keys(RENDERING)];

function inReact(element, make) {
  const root = createRoot(element);
  return {
    show: (text) => flushSync(() => root.render(make(text))),
    end: () => flushSync(() => root.unmount()),
  };
}

/**
 * How long a rival takes for all pieces, in milliseconds: `samples` of them spread over the text, and as
 * much for each of the others; a rival that appends takes them all. `shift`, between 0 and 1, moves the
 * samples, so that no two rounds take the same ones.
 */
export function streamRival(name, pieces, samples, shift) {
  return inPage((element) =>
    name in APPENDING
      ? append(APPENDING[name](element), pieces, element)
      : sample(RENDERING[name](element), pieces, element, samples, shift),
  );
}

function append({ write, end }, pieces, element) {
  const start = performance.now();
  for (const piece of pieces) write(piece);
  end();
  const spent = performance.now() - start;
  check(element, pieces.join(""));
  return spent;
}

function sample({ show, end }, pieces, element, samples, shift) {
  const count = Math.min(samples, pieces.length);
  let spent = 0;
  for (let number = 0; number < count; number++) {
    const at = Math.floor(((number + shift) / count) * pieces.length);
    const before = pieces.slice(0, at).join("");
    // The page as the push before left it: streamdown keeps blocks, and old nodes have to go.
    show(before);
    const text = before + pieces[at];
    const start = performance.now();
    show(text);
    spent += performance.now() - start;
    check(element, text);
  }
  end();
  return (spent / count) * pieces.length;
}

/** Whoever shows less than half of the characters has not shown the text yet. */
function check(element, text) {
  if (element.textContent.length * 2 < withoutLinks(text).length) throw new Error("the text is not shown");
}

/** Definitions and the addresses of links are not shown. */
function withoutLinks(text) {
  return text.replace(/^\[.*$/gm, "").replace(/\]\([^)]*\)/g, "");
}
