import { createElement, Fragment, useEffect, useRef, type ReactElement, type ReactNode } from "react";
import { enhance, type EnhanceOptions } from "../dom.js";

/** The options of `enhance`, and where the answer is. */
export interface EnhanceProps extends EnhanceOptions {
  /** An element of yours that holds the answer. Without it, a `<div>` is put around the children. */
  target?: { readonly current: Element | null } | undefined;
  /** Classes of that `<div>`. */
  className?: string | undefined;
  /** The answer: `<GroundedAnswer>`, or the parts in a layout of your own. */
  children?: ReactNode;
}

/**
 * Does for the answer in it what HTML alone cannot: `enhance` of `groundmark/dom`, done when the answer
 * stands on the page, done anew when it changes, undone when the component goes. The answer itself may
 * come from a server component.
 *
 * ```jsx
 * <Enhance answer={answer}>
 *   <GroundedAnswer answer={answer} />
 * </Enhance>
 * ```
 *
 * `useGroundedStream` does it by itself.
 */
export function Enhance({ target, className, children, ...options }: EnhanceProps): ReactElement {
  const own = useRef<HTMLDivElement>(null);
  const enhanced = useRef<Enhanced | null>(null);
  useEffect(() => {
    const root = (target ?? own).current;
    if (enhanced.current?.is(root, options)) return;
    enhanced.current?.undo();
    enhanced.current = root && new Enhanced(root, options);
  });
  useEffect(
    () => () => {
      enhanced.current?.undo();
      enhanced.current = null;
    },
    [],
  );
  return target ? createElement(Fragment, null, children) : createElement("div", { ref: own, className }, children);
}

/** What `enhance` works on: where these are others, somebody wrote the answer anew. */
const PARTS = 'a[role="doc-noteref"], iframe';

/** An element that is enhanced whatever answer stands in it. */
class Enhanced {
  readonly #root: Element;
  readonly #options: EnhanceOptions;
  readonly #observer: MutationObserver;
  #parts: Element[];
  #done: { undo(): void };

  constructor(root: Element, options: EnhanceOptions) {
    this.#root = root;
    this.#options = options;
    this.#parts = [...root.querySelectorAll(PARTS)];
    this.#done = enhance(root, options);
    // React may write the answer anew without this component: the answer is another one's.
    this.#observer = new MutationObserver(() => this.#again());
    this.#observer.observe(root, { childList: true, subtree: true });
  }

  is(root: Element | null, options: EnhanceOptions): boolean {
    return root === this.#root && isSame({ ...this.#options }, { ...options });
  }

  undo(): void {
    this.#observer.disconnect();
    this.#done.undo();
  }

  #again(): void {
    const parts = [...this.#root.querySelectorAll(PARTS)];
    if (parts.length === this.#parts.length && parts.every((part, at) => part === this.#parts[at])) return;
    this.#parts = parts;
    this.#done.undo();
    this.#done = enhance(this.#root, this.#options);
  }
}

function isSame(one: Record<string, unknown>, two: Record<string, unknown>): boolean {
  const names = Object.keys({ ...one, ...two });
  return names.every((name) => Object.is(one[name], two[name]));
}
