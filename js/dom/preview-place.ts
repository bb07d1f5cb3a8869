import { listen } from "./listen.js";

/** Space between marker and preview, and between preview and the edge of the window, in px. */
const GAP = 6;
const EDGE = 8;

/**
 * Shows the card beside its marker, over everything else, and keeps it there while anything scrolls. Says
 * when that ends: by Escape, or when the marker is seen no longer, being out of the window, of the box that
 * it scrolls in, or of the page. Everything is set through the object model, which no policy refuses. Gives what ends it.
 */
export function placeCard(card: HTMLElement, marker: Element, onEnd: () => void): () => void {
  card.style.cssText =
    "position:fixed;margin:0;box-sizing:border-box;overflow:auto;max-width:min(var(--gm-preview-width,22rem),100vw - 16px)";
  if (card.showPopover) {
    card.popover = "manual";
    card.showPopover();
  } else {
    // An older browser has no look for it either.
    card.style.cssText += ";z-index:9999;border:1px solid;background:Canvas;color:CanvasText";
  }
  move(card, marker);

  const { ownerDocument } = card;
  const follow = ({ target }: Event) => {
    if (!card.contains(target as Node)) move(card, marker);
  };
  // What the focus has just led to may still be on its way into sight.
  let wasSeen = false;
  const observer =
    globalThis.IntersectionObserver &&
    new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting) wasSeen = true;
      else if (wasSeen) onEnd();
    });
  observer?.observe(marker);
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // The first one closes this and not also the dialog around it.
    event.preventDefault();
    event.stopPropagation();
    onEnd();
  };
  const parts = [
    listen(ownerDocument, "keydown", onKey, { capture: true }),
    listen(ownerDocument, "scroll", follow, { capture: true }),
    listen(ownerDocument.defaultView, "resize", () => move(card, marker)),
    () => observer?.disconnect(),
  ];
  return () => parts.forEach((end) => end());
}

/** Below the marker, or above it where there is more room, and never beyond the window. */
function move(card: HTMLElement, marker: Element): void {
  const { style } = card;
  const { clientWidth, clientHeight } = card.ownerDocument.documentElement;
  style.maxHeight = "";
  style.left = style.top = "0";
  const at = marker.getBoundingClientRect();
  // In an older browser an ancestor, and not the window, may be what `fixed` refers to: `x` and `y`.
  const { x, y, width, height: own } = card.getBoundingClientRect();
  const below = clientHeight - at.bottom - GAP - EDGE;
  const above = at.top - GAP - EDGE;
  const isBelow = own <= below || below >= above;
  const height = Math.min(own, Math.max(isBelow ? below : above, 0));
  const left = getComputedStyle(marker).direction === "rtl" ? at.right - width : at.left;
  style.maxHeight = `${height}px`;
  style.left = `${within(left, clientWidth - width) - x}px`;
  style.top = `${within(isBelow ? at.bottom + GAP : at.top - GAP - height, clientHeight - height) - y}px`;
}

/** A place that leaves the edge free on both sides. */
function within(value: number, most: number): number {
  return Math.max(EDGE, Math.min(value, most - EDGE));
}
