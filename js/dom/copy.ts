import { GroundmarkError } from "../error.js";
import type { Answer } from "../types.js";
import { writeClipboard } from "./clipboard.js";
import { nodesOf, type HtmlPolicy } from "./nodes.js";
import { BACK_LINK, MARKER } from "./places.js";
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
const LEFT_OUT = `${BACK_LINK}, .gm-thoughts, .gm-excerpts, [class^="gm-report"], .gm-hint, .gm-pages-read`;

/**
 * Copies an answer, as HTML and as text, both at once: call it where somebody presses a button.
 *
 * @returns A promise that is kept when the clipboard has it.
 * @throws {GroundmarkError} By the promise: `invalid-argument` for `as: "markdown"` without `markdown`, or
 * another value than those above. What the browser says when it refuses is passed on.
 */
export async function copyAnswer(
  answer: Pick<Answer, "bodyHtml" | "sourcesHtml">,
  { as = "text", citations = "footnotes", markdown, trustedTypes }: CopyOptions = {},
): Promise<void> {
  const isText = as === "text";
  if (!/^(none|numbers|footnotes)$/.test(citations) || !(isText || (as === "markdown" && typeof markdown === "string"))) {
    throw new GroundmarkError("invalid-argument", `copyAnswer: as ${as}, citations ${citations}, markdown ${typeof markdown}`);
  }
  const box = document.createElement("div");
  const html = answer.bodyHtml + (citations === "footnotes" ? answer.sourcesHtml : "");
  box.append(nodesOf(html, document, trustedTypes));
  const left = LEFT_OUT + (citations === "none" ? ", .gm-cites, .gm-cite" : "");
  for (const element of box.querySelectorAll(left)) element.remove();
  const text = isText ? plainText(box) : (markdown as string);
  // To the page and into nothing: elsewhere they are text.
  for (const link of box.querySelectorAll(MARKER)) link.replaceWith(...link.childNodes);
  await writeClipboard({ "text/html": box.innerHTML, "text/plain": text });
}
