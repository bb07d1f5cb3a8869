import type { Answer } from "../types.js";
import { atNextFrame } from "./animation-frame.js";
import type { Root } from "./enhance.js";

/** Answers that have been warned of. */
const warned = /* @__PURE__ */ new WeakSet<object>();

/**
 * Warns, once for an answer, when its suggestions are not shown in the root, where somebody develops.
 * Gives what calls that off.
 */
export function warnUnlessShown(answer: Pick<Answer, "renderedContent">, root: Root): (() => void) | undefined {
  const document = root.nodeType === 9 ? (root as Document) : root.ownerDocument;
  const content = answer.renderedContent;
  if (!document || !content || warned.has(answer) || !isDevelopment(document)) return undefined;
  // Whoever enhances first and puts the frame there then shall not be warned.
  return atNextFrame(document, () => {
    if (isShown(content, root)) return;
    warned.add(answer);
    console.warn(
      "groundmark: this answer has Google Search suggestions, which Google's terms want shown with it. " +
        "Put suggestionsFrame(answer) beside the answer.",
    );
  });
}

/**
 * A page served from this machine is being developed. `process.env.NODE_ENV` would need a bundler, and
 * is nothing that a package may count on.
 */
function isDevelopment(document: Document): boolean {
  const { hostname = "", protocol = "" } = document.defaultView?.location ?? {};
  return protocol === "file:" || /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

function isShown(content: string, root: Root): boolean {
  // In a part of the page that is not shown, nothing of it is.
  const isRootShown = root.nodeType !== 1 || (root as Element).getClientRects().length > 0;
  return Array.from(root.querySelectorAll("iframe")).some(
    (frame) => frame.getAttribute("srcdoc")?.endsWith(content) && (!isRootShown || frame.getClientRects().length > 0),
  );
}
