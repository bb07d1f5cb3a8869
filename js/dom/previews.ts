import type { Root } from "./enhance.js";
import { linkAt, MARKER, placeOf } from "./places.js";
import { placeCard, watchPlace } from "./preview-place.js";
import { cardOf } from "./preview-card.js";

/** How long the pointer rests on a marker before its preview comes, in milliseconds. */
const REST = 120;

/** How long a preview stays behind the pointer, on its way there or past a gap, in milliseconds. */
const GRACE = 250;

let isQuiet = false;

/** Moves the focus without a preview: whoever comes back from a source has just seen it. */
export function quietly(focus: () => void): void {
  isQuiet = true;
  try {
    focus();
  } finally {
    isQuiet = false;
  }
}

/** Has markers show what their source is. Gives what takes it back. */
export function handlePreviews(root: Root, isOurs: (node: Node) => boolean): () => void {
  const previews = new Previews(root, isOurs);
  for (const [type, listener] of previews.listeners) root.addEventListener(type, listener);
  return () => {
    for (const [type, listener] of previews.listeners) root.removeEventListener(type, listener);
    previews.hide();
  };
}

/** The one preview that a root shows at a time. */
class Previews {
  readonly #root: Root;
  readonly #isOurs: (node: Node) => boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shown: { card: HTMLElement; marker: HTMLElement; stop: () => void } | undefined;

  constructor(root: Root, isOurs: (node: Node) => boolean) {
    this.#root = root;
    this.#isOurs = isOurs;
  }

  readonly listeners: [string, (event: Event) => void][] = [
    [
      "pointerover",
      (event) => {
        // A finger that touches a marker follows it.
        if ((event as PointerEvent).pointerType === "touch") return;
        const marker = this.#markerAt(event);
        const isKept = this.#shown && (marker === this.#shown.marker || this.#isInCard(event));
        if (isKept) clearTimeout(this.#timer);
        else if (marker) this.#later(this.#shown ? 0 : REST, () => this.#show(marker));
      },
    ],
    ["pointerout", (event) => this.#markerAt(event) && !this.#shown ? clearTimeout(this.#timer) : this.#hideSoon()],
    [
      "focusin",
      (event) => {
        const marker = this.#markerAt(event);
        // By a click it is focused too, but that follows it.
        if (marker && !isQuiet && marker.matches(":focus-visible")) this.#show(marker);
      },
    ],
    ["focusout", () => this.#hideSoon()],
    ["click", (event) => this.#markerAt(event) && this.hide()],
  ];

  hide(): void {
    clearTimeout(this.#timer);
    const shown = this.#shown;
    if (!shown) return;
    this.#shown = undefined;
    shown.stop();
    shown.card.remove();
    shown.marker.removeAttribute("aria-describedby");
  }

  #show(marker: HTMLElement): void {
    const entry = marker.isConnected ? placeOf(marker, this.#root) : null;
    const card = entry && cardOf(entry);
    this.hide();
    if (!card) return;
    const { ownerDocument } = marker;
    card.id = `${marker.id}-preview`;
    // In the root it has the answer's style and language, and is not shut out by a modal dialog around it.
    (this.#root === ownerDocument ? ownerDocument.body : (this.#root as Element)).append(card);
    marker.setAttribute("aria-describedby", card.id);
    placeCard(card, marker);
    const stopWatching = watchPlace(card, marker, () => this.hide());
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // The first one closes this and not also the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      this.hide();
    };
    ownerDocument.addEventListener("keydown", onKey, true);
    const stop = () => {
      stopWatching();
      ownerDocument.removeEventListener("keydown", onKey, true);
    };
    this.#shown = { card, marker, stop };
  }

  #hideSoon(): void {
    if (!this.#shown) return;
    this.#later(GRACE, () => {
      const { card, marker } = this.#shown ?? {};
      if (!card?.matches(":hover") && !marker?.matches(":hover, :focus-visible")) this.hide();
    });
  }

  #later(milliseconds: number, run: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(run, milliseconds);
  }

  #markerAt(event: Event): HTMLElement | null {
    const marker = linkAt(event, MARKER);
    return marker && this.#isOurs(marker) ? marker : null;
  }

  #isInCard(event: Event): boolean {
    return this.#shown?.card.contains(event.target as Node) === true;
  }
}
