import { GroundmarkError } from "../error.js";
import type { Operation, Target } from "../types.js";
import { nodesOf, type HtmlPolicy } from "./nodes.js";
import { replaceSiblings } from "./siblings.js";

/** The elements that the operations of a stream work in: all empty before the first one. */
export type Containers = Record<Target, Element>;

/**
 * Brings the page to the state that a stream's operations lead to. Only what differs is touched, so
 * a selection and the focus elsewhere stay.
 *
 * @param containers Three elements whose content nobody else changes.
 * @param operations As `push` gives them, or the `patch` of `finish`; all of them, in their order.
 * @param options `trustedTypes`: the page's policy where it demands Trusted Types.
 * @throws {GroundmarkError} `invalid-argument` where the page is not as the operations before left it.
 */
export function applyOperations(
  containers: Containers,
  operations: readonly Operation[],
  options: { trustedTypes?: HtmlPolicy | undefined } = {},
): void {
  for (const operation of operations) apply(containers[operation.target], operation, options.trustedTypes);
}

function apply(container: Element, operation: Operation, policy: HtmlPolicy | undefined): void {
  let node: Node | undefined = container;
  for (const index of operation.path) node = node?.childNodes[index];
  if (!node) throw notAsLeft();
  if ("text" in operation) {
    if (node.nodeType !== 3) throw notAsLeft();
    (node as Text).appendData(operation.text);
    return;
  }
  const wanted = nodesOf(operation.html, container.ownerDocument, policy);
  if ("keep" in operation) {
    if (node.childNodes.length < operation.keep) throw notAsLeft();
    replaceSiblings(node, node.childNodes[operation.keep] ?? null, null, wanted);
    return;
  }
  if (node === container || !node.parentNode) throw notAsLeft();
  replaceSiblings(node.parentNode, node as ChildNode, node.nextSibling, wanted);
}

function notAsLeft(): GroundmarkError {
  return new GroundmarkError("invalid-argument", "the page is not as operations left it");
}
