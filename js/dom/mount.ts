import { suggestionsFrame } from "../suggestions.js";
import type { Answer } from "../types.js";
import { checkNode, enhance, type Enhancement } from "./enhance.js";
import { nodesOf, type HtmlPolicy } from "./nodes.js";

/** How an answer is put into a page. */
export interface PageOptions {
  /**
   * Whether the element is enhanced: the suggestions' height, jumps, previews. Default `true`; see
   * `enhance`.
   */
  enhance?: boolean | undefined;
  /** Whether markers have previews. Default `true`. */
  previews?: boolean | undefined;
  /** Title of the frame with Google's suggestions: two on one page need two. */
  suggestionsTitle?: string | undefined;
  /** The page's policy where it demands Trusted Types. */
  trustedTypes?: HtmlPolicy | undefined;
}

/** What is for the page and what for `render`, of options that have both. */
export function parted<O extends PageOptions>({ enhance, previews, suggestionsTitle, trustedTypes, ...others }: O) {
  return [{ enhance, previews, suggestionsTitle, trustedTypes } as PageOptions, others] as const;
}

/** An answer on a page. */
export interface MountedAnswer {
  /** Takes the answer and what was enhanced off again. What others have put there since stays. */
  unmount(): void;
}

/**
 * Shows an answer in an element, in place of what is there: its text, its sources, Google's suggestions.
 *
 * ```js
 * import { render } from "groundmark";
 * import { mount } from "groundmark/dom";
 *
 * mount(element, render(response));
 * ```
 *
 * The element is enhanced unless `enhance` is `false`. Showing another answer in it is another call.
 *
 * @throws {GroundmarkError} `invalid-argument` where the element is none.
 */
export function mount(element: Element, answer: Answer, options: PageOptions = {}): MountedAnswer {
  checkNode(element, "mount");
  const document = element.ownerDocument;
  const nodes = nodesOf(answer.html + frameOf(answer, options), document, options.trustedTypes);
  const own = [...nodes.childNodes];
  element.replaceChildren(nodes);
  // A stream that was shown here has lost its place.
  element.removeAttribute("aria-busy");
  const enhancement = enhanceUnlessTold(element, options);
  return {
    unmount() {
      enhancement?.undo();
      for (const node of own) if (node.parentNode === element) node.remove();
    },
  };
}

/** Google's suggestions, `""` where there are none. */
export function frameOf(answer: Answer, { suggestionsTitle: title }: PageOptions): string {
  return suggestionsFrame(answer, { title });
}

export function enhanceUnlessTold(element: Element, options: PageOptions): Enhancement | undefined {
  if (options.enhance === false) return undefined;
  return enhance(element, { previews: options.previews });
}
