import { BEFORE } from "../suggestions.js";
import { atNextFrame } from "./animation-frame.js";
import type { Root } from "./enhance.js";
import { listen } from "./listen.js";
import { adoptStyles } from "./slot-style.js";

/** What a frame is given without us, in px, and the bounds of what it gets. */
const GIVEN = 64;
const LOWEST = 40;
const HIGHEST = 320;

/** Fits the frames of suggestions in the root, also those that come later. Gives what takes it back. */
export function fitSlots(root: Root, isOurs: (node: Node) => boolean): () => void {
  /** What stands in a frame, and what takes back what was done about it. */
  const slots = new WeakMap<HTMLIFrameElement, { inside: Element; undo: () => void }>();
  const take = (frame: HTMLIFrameElement, isLoaded: boolean) => {
    if (!frame.srcdoc?.startsWith(BEFORE) || !isOurs(frame)) return;
    const inside = insideOf(frame);
    const slot = slots.get(frame);
    if (inside === slot?.inside) return;
    slot?.undo();
    slots.delete(frame);
    if (inside && (isLoaded || inside.ownerDocument.readyState === "complete")) {
      slots.set(frame, { inside, undo: follow(frame, inside) });
    }
  };
  // A frame that is new, or moved in the page, loads; that event does not bubble, but it is captured.
  const stop = listen(root, "load", ({ target }) => take(target, true), { capture: true });
  for (const frame of root.querySelectorAll("iframe")) take(frame, false);
  return () => {
    stop();
    for (const frame of root.querySelectorAll("iframe")) slots.get(frame)?.undo();
  };
}

/** Has the height of a frame follow what stands in it. Gives what takes it back. */
function follow(frame: HTMLIFrameElement, inside: HTMLElement): () => void {
  const undoStyles = adoptStyles(frame, inside);
  const height = frame.getAttribute("height") ?? "";
  let cancel = () => {};
  // In a later frame: what an observer changes about what it observes would be an error of the page's.
  const observer =
    globalThis.ResizeObserver &&
    new ResizeObserver(() => {
      cancel();
      cancel = atNextFrame(frame.ownerDocument, () => fit(frame, inside));
    });
  fit(frame, inside);
  observer?.observe(inside);
  return () => {
    observer?.disconnect();
    cancel();
    undoStyles();
    frame.height = height;
  };
}

/**
 * Measured always at the same height and without a scroll bar, so that the result depends on the width and
 * the content alone: content as high as its frame cannot make it grow again and again.
 */
function fit(frame: HTMLIFrameElement, inside: HTMLElement): void {
  // Where it is not shown nothing can be measured; once it is, it has another size.
  if (!inside.clientWidth) return;
  const { overflowY } = inside.style;
  inside.style.overflowY = "hidden";
  frame.height = `${GIVEN}`;
  // The frame's own border where it counts, and a scroll bar at the bottom.
  const more = GIVEN - inside.clientHeight;
  const height = Math.ceil(inside.getBoundingClientRect().height) + more;
  inside.style.overflowY = overflowY;
  if (!inside.getAttribute("style")) inside.removeAttribute("style");
  frame.height = `${Math.min(Math.max(height, LOWEST), HIGHEST)}`;
}

/**
 * The root element in the frame; `null` where it shows something else by now: a link in it can lead
 * anywhere. Reads nothing that names in the content could stand in for.
 */
function insideOf(frame: HTMLIFrameElement): HTMLElement | null {
  const inner = frame.contentDocument;
  if (!inner || frame.contentWindow?.location.href !== "about:srcdoc") return null;
  return document.createTreeWalker(inner, 1).nextNode() as HTMLElement | null;
}
