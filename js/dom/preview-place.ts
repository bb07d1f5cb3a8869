/** Space between marker and preview, and between preview and the edge of the window, in px. */
const GAP = 6;
const EDGE = 8;

/**
 * Shows the card beside its marker, over everything else: below it, or above where there is more room, and
 * never beyond the window. Everything is set through the object model, which no policy refuses.
 */
export function placeCard(card: HTMLElement, marker: Element): void {
  const { style } = card;
  Object.assign(style, {
    position: "fixed",
    inset: "0 auto auto 0",
    margin: "0",
    boxSizing: "border-box",
    width: "max-content",
    maxWidth: `min(var(--gm-preview-width, 22rem), 100vw - ${2 * EDGE}px)`,
    height: "auto",
    overflow: "auto",
    overflowWrap: "anywhere",
  });
  if ("showPopover" in card) {
    card.popover = "manual";
    card.showPopover();
  } else {
    // In an older browser it lies over the page, but in what cuts its own content off it may be cut off.
    const own = card as HTMLElement;
    own.style.zIndex = "2147483647";
    const view = own.ownerDocument.defaultView;
    if (/^(transparent|rgba\(0, 0, 0, 0\))$/.test(view?.getComputedStyle(own).backgroundColor ?? "")) {
      Object.assign(own.style, { background: "Canvas", color: "CanvasText", border: "1px solid", padding: "0.5em" });
    }
  }
  move(card, marker);
}

/**
 * Keeps the card beside its marker while anything scrolls, and says when the marker is seen no longer: out
 * of the window or of the box that it scrolls in, or out of the page. Gives what ends that.
 */
export function watchPlace(card: HTMLElement, marker: Element, onLost: () => void): () => void {
  const document = card.ownerDocument;
  const view = document.defaultView;
  const onScroll = ({ target }: Event) => {
    if (!card.contains(target as Node | null)) move(card, marker);
  };
  document.addEventListener("scroll", onScroll, { capture: true, passive: true });
  view?.addEventListener("resize", onScroll);
  // What the focus has just led to may still be on its way into sight.
  let wasSeen = false;
  const observer =
    view && "IntersectionObserver" in view
      ? new view.IntersectionObserver((entries) => {
          const isSeen = entries.at(-1)?.isIntersecting === true;
          if (wasSeen && !isSeen) onLost();
          wasSeen ||= isSeen;
        })
      : undefined;
  observer?.observe(marker);
  return () => {
    document.removeEventListener("scroll", onScroll, { capture: true });
    view?.removeEventListener("resize", onScroll);
    observer?.disconnect();
  };
}

function move(card: HTMLElement, marker: Element): void {
  const { style } = card;
  const { clientWidth, clientHeight } = card.ownerDocument.documentElement;
  const at = marker.getClientRects()[0] ?? marker.getBoundingClientRect();
  style.maxHeight = "none";
  const { offsetWidth: width, offsetHeight: height } = card;
  const below = clientHeight - at.bottom - GAP - EDGE;
  const above = at.top - GAP - EDGE;
  const isBelow = height <= below || below >= above;
  const highest = Math.min(height, Math.max(isBelow ? below : above, 0));
  if (highest < height) style.maxHeight = `${highest}px`;
  const isRightToLeft = card.ownerDocument.defaultView?.getComputedStyle(marker).direction === "rtl";
  const left = within(isRightToLeft ? at.right - width : at.left, clientWidth - width);
  const top = within(isBelow ? at.bottom + GAP : at.top - GAP - highest, clientHeight - highest);
  style.left = `${left}px`;
  style.top = `${top}px`;
  // Where an ancestor and not the window is what `fixed` refers to.
  const { left: x, top: y } = card.getBoundingClientRect();
  if (Math.abs(x - left) > 1) style.left = `${2 * left - x}px`;
  if (Math.abs(y - top) > 1) style.top = `${2 * top - y}px`;
}

/** A place that leaves the edge free on both sides. */
function within(value: number, most: number): number {
  return Math.max(EDGE, Math.min(value, most - EDGE));
}
