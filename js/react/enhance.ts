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
 * Does for the answer in it what HTML alone cannot: `enhance` of `groundmark/dom`, done once it stands
 * on the page and undone when the component goes. The answer itself may come from a server component.
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
  const last = useRef<Enhanced | null>(null);
  useEffect(() => {
    const root = (target ?? own).current;
    if (last.current?.root !== root) last.current?.undo();
    else if (last.current && isSame(last.current.options, options)) return;
    last.current = root && { root, options, undo: enhance(root, options).undo };
  });
  useEffect(
    () => () => {
      last.current?.undo();
      last.current = null;
    },
    [],
  );
  return target ? createElement(Fragment, null, children) : createElement("div", { ref: own, className }, children);
}

/** An element that is enhanced, and how. What comes into it later is too. */
interface Enhanced {
  root: Element;
  options: EnhanceOptions;
  undo(): void;
}

function isSame<T extends object>(one: T, two: T): boolean {
  const names = Object.keys({ ...one, ...two }) as (keyof T)[];
  return names.every((name) => Object.is(one[name], two[name]));
}
