import { render, type Answer, type Options } from "groundmark";

import { element } from "./dom.js";

/** How long rendering is timed, in milliseconds: short enough not to be felt. */
const MOMENT = 30;

/**
 * Options under which the answer's headings fit under this page's, unless the visitor chose: `h2` for
 * whatever level the answer starts with, if that is `#` or `##`.
 */
export function fitting(text: string, options: Options): Options {
  if (options.headingBase !== undefined) return options;
  // Headings are tags only where they are real: in text every `<` is escaped.
  const found = render(text, options).bodyHtml.matchAll(/<h([1-6])[ >]/g);
  const levels = Array.from(found, ([, level]) => Number(level));
  return levels.length === 0 ? options : { ...options, headingBase: Math.max(1, 3 - Math.min(...levels)) };
}

/**
 * Milliseconds that a render takes, the best of those that fit a moment: in the first ones the
 * browser still compiles the engine's functions.
 */
export function timeOf(text: string, options: Options): number {
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

/** Languages that are read from right to left, of those in which the library has words. */
const RIGHT_TO_LEFT = ["ar"];

/**
 * Says in which language the answer is, which a response does not tell: Japanese and Chinese share
 * letters that look different, and a list in Arabic has its numbers on the right.
 */
export function markLanguage(lang: string | undefined, locale: string | undefined): void {
  const output = element("answer");
  output.lang = lang ?? "";
  output.dir = locale && RIGHT_TO_LEFT.includes(locale) ? "rtl" : "";
  const words = locale ?? "en";
  if (lang === undefined || lang === words) return;
  for (const ours of output.querySelectorAll<HTMLElement>("section, .gm-notice, iframe")) ours.lang = words;
}

/** The `Answer` as a reader of the result sees it. */
export function resultOf(answer: Answer): string {
  return JSON.stringify(answer, null, 2);
}
