import { BEFORE } from "../suggestions.js";
import { atNextFrame } from "./animation-frame.js";
import type { Root } from "./enhance.js";
import { adoptStyles } from "./slot-style.js";

/** What a frame is given without us; in px, as the bounds of what it gets. */
const GIVEN = 64;
const LOWEST = 40;
const HIGHEST = 320;

/** Frames that somebody fits already. */
const taken = /* @__PURE__ */ new WeakSet<Element>();

/** Fits the frames of suggestions in the root, also those that come later. Gives what takes it back. */
export function fitSlots(root: Root): () => void {
  const slots = new Map<HTMLIFrameElement, Slot>();
  const take = (frame: HTMLIFrameElement, isLoaded: boolean) => {
    for (const [old, slot] of slots) {
      if (old.isConnected) continue;
      slot.undo();
      slots.delete(old);
    }
    if (!frame.getAttribute("srcdoc")?.startsWith(BEFORE)) return;
    if (!slots.has(frame)) {
      if (taken.has(frame)) return;
      slots.set(frame, new Slot(frame));
    }
    slots.get(frame)?.attach(isLoaded);
  };
  // A frame that is new, or moved in the page, loads; that event does not bubble, but it is captured.
  const onLoad = ({ target }: Event) => {
    if ((target as Element).localName === "iframe") take(target as HTMLIFrameElement, true);
  };
  root.addEventListener("load", onLoad, true);
  for (const frame of root.querySelectorAll("iframe")) take(frame, false);
  return () => {
    root.removeEventListener("load", onLoad, true);
    for (const slot of slots.values()) slot.undo();
  };
}

/** A frame whose height follows what stands in it. */
class Slot {
  readonly #frame: HTMLIFrameElement;
  readonly #height: string | null;
  #inside: HTMLElement | null = null;
  #detach = () => {};

  constructor(frame: HTMLIFrameElement) {
    this.#frame = frame;
    this.#height = frame.getAttribute("height");
    taken.add(frame);
  }

  /** Sees to what stands in the frame, once that is whole. */
  attach(isLoaded: boolean): void {
    const frame = this.#frame;
    const inside = insideOf(frame);
    if (inside === this.#inside) return;
    this.#detach();
    this.#inside = null;
    if (!inside || !(isLoaded || inside.ownerDocument.readyState === "complete")) return;
    this.#inside = inside;
    const undoStyles = adoptStyles(frame, inside);
    this.#fit();
    let cancel = () => {};
    const view = frame.ownerDocument.defaultView;
    // In a later frame: what an observer changes about what it observes would be an error of the page's.
    const observer =
      view && "ResizeObserver" in view
        ? new view.ResizeObserver(() => {
            cancel();
            cancel = atNextFrame(frame.ownerDocument, () => this.#fit());
          })
        : undefined;
    observer?.observe(inside);
    this.#detach = () => {
      observer?.disconnect();
      cancel();
      undoStyles();
    };
  }

  undo(): void {
    this.#detach();
    taken.delete(this.#frame);
    if (this.#height === null) this.#frame.removeAttribute("height");
    else this.#frame.setAttribute("height", this.#height);
  }

  /**
   * Measured always at the same height and without a scroll bar, so that the result depends on the width
   * and the content alone: content as high as its frame cannot make it grow again and again.
   */
  #fit(): void {
    const [frame, inside] = [this.#frame, this.#inside];
    if (!inside || inside.getBoundingClientRect().width === 0) return;
    const before = frame.getAttribute("height");
    const hadStyle = inside.hasAttribute("style");
    const { overflowY } = inside.style;
    inside.style.overflowY = "hidden";
    frame.setAttribute("height", `${GIVEN}`);
    // The frame's own border where it counts, and a scroll bar at the bottom.
    const more = GIVEN - inside.clientHeight;
    const height = Math.ceil(inside.getBoundingClientRect().height) + more;
    inside.style.overflowY = overflowY;
    if (!hadStyle) inside.removeAttribute("style");
    const fitting = `${Math.min(Math.max(height, LOWEST), HIGHEST)}`;
    frame.setAttribute("height", fitting === before ? before : fitting);
  }
}

/**
 * The root element in the frame; `null` where it shows something else by now: a link in it can lead
 * anywhere. Reads nothing that names in the content could stand in for.
 */
function insideOf(frame: HTMLIFrameElement): HTMLElement | null {
  const inner = frame.contentDocument;
  if (!inner || frame.contentWindow?.location.href !== "about:srcdoc") return null;
  return frame.ownerDocument.createTreeWalker(inner, 1).nextNode() as HTMLElement | null;
}
