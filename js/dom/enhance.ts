import { GroundmarkError } from "../error.js";
import type { Answer } from "../types.js";
import { warnUnlessShown } from "./development.js";
import { handleJumps } from "./jumps.js";
import type { HtmlPolicy } from "./nodes.js";
import { handlePreviews } from "./previews.js";
import { fitSlots } from "./slots.js";

/** What can be enhanced: an element, or the whole of a document or a shadow tree. */
export type Root = Element | Document | ShadowRoot;

/** What {@link enhance} may be told. */
export interface EnhanceOptions {
  /**
   * The answer that the root shows. Where the page is served from this machine, a warning says when its
   * suggestions are not shown in the root, as Google's terms want. Default none, and no warning.
   */
  answer?: Pick<Answer, "renderedContent"> | null | undefined;
  /** Whether markers have previews. Default `true`. */
  previews?: boolean | undefined;
  /**
   * The page's policy where it demands Trusted Types. Enhancing itself never makes HTML of a string, so
   * this is taken only for one set of options everywhere.
   */
  trustedTypes?: HtmlPolicy | undefined;
}

/** What is enhanced. */
export interface Enhancement {
  /** Takes everything back: the page and its listeners are as before. Safe to call twice. */
  undo(): void;
}

const enhanced = /* @__PURE__ */ new WeakMap<Node, Enhanced>();

/**
 * Adds what HTML alone cannot, to whatever answers stand in the root, now or later:
 *
 * - the frame of Google's suggestions is as high as they are, 40 to 320 px, and where the page's policy
 *   refuses their style it is adopted all the same;
 * - markers and back-links lead to their place in the same answer by focus and scrolling: no entry in the
 *   history, no change of the address, whatever `<base href>` or a router make of `#…`;
 * - a marker that is hovered or focused shows what its source is.
 *
 * `mount`, `mountStream` and the element of `defineGroundedAnswer` do this by themselves. A root that is
 * enhanced already gives the same handle, with these options from now on. Of two roots in each other the
 * inner one sees to what is in it.
 *
 * @throws {GroundmarkError} `invalid-argument` where the root is none.
 */
export function enhance(root: Root, options: EnhanceOptions = {}): Enhancement {
  checkNode(root, "enhance");
  const own = enhanced.get(root) ?? begin(root);
  own.set(options);
  return own;
}

/** What a root has, and how that is changed. */
interface Enhanced extends Enhancement {
  set(options: EnhanceOptions): void;
}

function begin(root: Root): Enhanced {
  /** Whether no other root that is enhanced lies between. */
  const isOurs = (node: Node) => {
    let at: Node | null = node;
    while (at && !enhanced.has(at)) at = at.parentNode;
    return at === root;
  };
  let undoPreviews: (() => void) | undefined;
  let undoWarning: (() => void) | undefined;
  const own: Enhanced = {
    set({ answer, previews = true }) {
      if (previews) {
        undoPreviews ??= handlePreviews(root, isOurs);
      } else {
        undoPreviews?.();
        undoPreviews = undefined;
      }
      undoWarning?.();
      undoWarning = answer ? warnUnlessShown(answer, root) : undefined;
    },
    undo() {
      if (enhanced.get(root) !== own) return;
      enhanced.delete(root);
      undoSlots();
      undoJumps();
      undoPreviews?.();
      undoWarning?.();
    },
  };
  enhanced.set(root, own);
  const undoSlots = fitSlots(root, isOurs);
  const undoJumps = handleJumps(root, isOurs);
  return own;
}

/** Says early what a page without the element would say late: `querySelector` found nothing. */
export function checkNode(node: unknown, name: string): void {
  if (!(node as Node | null)?.nodeType) throw new GroundmarkError("invalid-argument", `${name} needs an element`);
}
