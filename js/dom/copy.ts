import { GroundmarkError } from "../error.js";
import type { Answer } from "../types.js";
import { writeClipboard } from "./clipboard.js";
import { nodesOf, type HtmlPolicy } from "./nodes.js";
import { plainText } from "./plain-text.js";

/** What {@link copyAnswer} may be told. */
export interface CopyOptions {
  /**
   * What a plain text field gets: the text as it reads, or the Markdown in `markdown`. An editor that
   * takes formatted text gets HTML in either case. Default `"text"`.
   */
  as?: "text" | "markdown" | undefined;
  /**
   * `"none"`: without markers. `"numbers"`: with the markers as they read, `[1, 2]`. `"footnotes"`: with
   * the sources below too. Default `"footnotes"`. Markdown is copied as it is.
   */
  citations?: "none" | "numbers" | "footnotes" | undefined;
  /** The answer as Markdown: `renderMarkdown(response)`. */
  markdown?: string | undefined;
  /** The page's policy where it demands Trusted Types. */
  trustedTypes?: HtmlPolicy | undefined;
}

/** What leads nowhere outside the page, or is not seen in it until somebody opens it. */
const LEFT_OUT = '[role="doc-backlink"], .gm-thoughts, .gm-excerpts, .gm-report, .gm-reports, .gm-hint, .gm-pages-read';

/** Attributes that mean something in the page alone. */
const OF_THE_PAGE = ["id", "class", "role", "tabindex", "aria-label", "aria-labelledby", "target", "rel"];

/**
 * Copies an answer, as HTML and as text, both at once: call it where somebody presses a button.
 *
 * @returns A promise that is kept when the clipboard has it.
 * @throws {GroundmarkError} By the promise: `invalid-argument` for `as: "markdown"` without `markdown`, or
 * another value than those above. What the browser says when it refuses is passed on.
 */
export async function copyAnswer(
  answer: Pick<Answer, "bodyHtml" | "sourcesHtml">,
  options: CopyOptions = {},
): Promise<void> {
  const { as = "text", citations = "footnotes", markdown, trustedTypes } = options;
  check("as", as, ["text", "markdown"]);
  check("citations", citations, ["none", "numbers", "footnotes"]);
  if (as === "markdown" && typeof markdown !== "string") {
    throw new GroundmarkError("invalid-argument", 'as: "markdown" needs markdown: renderMarkdown(response)');
  }
  const box = document.createElement("div");
  const html = answer.bodyHtml + (citations === "footnotes" ? answer.sourcesHtml : "");
  box.append(nodesOf(html, document, trustedTypes));
  if (citations === "none") removeAll(box, ".gm-cites, .gm-cite");
  removeAll(box, LEFT_OUT);
  // Before the classes go.
  const text = as === "markdown" ? (markdown as string) : plainText(box);
  for (const link of box.querySelectorAll('a[href^="#"]')) link.replaceWith(...link.childNodes);
  for (const element of box.querySelectorAll("*")) for (const name of OF_THE_PAGE) element.removeAttribute(name);
  await writeClipboard({ "text/html": box.innerHTML.trim(), "text/plain": text });
}

function removeAll(box: Element, selector: string): void {
  for (const element of box.querySelectorAll(selector)) {
    // The space before a back-link would stay behind.
    const before = element.previousSibling;
    if (element.matches("a") && before?.nodeType === 3) before.nodeValue = (before.nodeValue ?? "").trimEnd();
    element.remove();
  }
}

function check(name: string, value: string, known: string[]): void {
  if (known.includes(value)) return;
  throw new GroundmarkError("invalid-argument", `${name} is one of ${known.join(", ")}`);
}
