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
  const document = root.ownerDocument ?? (root as Document);
  const content = answer.renderedContent;
  if (!content || warned.has(answer) || !isDevelopment()) return undefined;
  // Whoever enhances first and puts the frame there then shall not be warned.
  return atNextFrame(document, () => {
    for (const frame of root.querySelectorAll("iframe")) if (frame.srcdoc.endsWith(content)) return;
    warned.add(answer);
    console.warn("groundmark: suggestionsFrame(answer) is not shown");
  });
}

/**
 * A page served from this machine is being developed. `process.env.NODE_ENV` would need a bundler, and
 * is nothing that a package may count on.
 */
function isDevelopment(): boolean {
  return /^(file:|https?:..([^/]+\.)?(localhost|127\.[\d.]+|\[::1])[:/])/.test(location.href);
}
