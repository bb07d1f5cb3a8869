import type { Root } from "./enhance.js";
import { listen } from "./listen.js";
import { linkAt, MARKER, placeOf } from "./places.js";
import { cardOf } from "./preview-card.js";
import { placeCard } from "./preview-place.js";

/** How long the pointer rests on a marker before its preview comes, in milliseconds. */
const REST = 120;

/** How long a preview stays behind the pointer, on its way there or past a gap, in milliseconds. */
const GRACE = 250;

let isQuiet = false;

/** Moves the focus without a preview: whoever comes back from a source has just seen it. */
export function quietly(focus: () => void): void {
  isQuiet = true;
  focus();
  isQuiet = false;
}

/** Has markers show what their source is, one at a time. Gives what takes it back. */
export function handlePreviews(root: Root, isOurs: (node: Node) => boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown: { card: HTMLElement; marker: HTMLElement; stop: () => void } | undefined;

  const later = (milliseconds: number, run: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(run, milliseconds);
  };
  const hide = () => {
    clearTimeout(timer);
    if (!shown) return;
    shown.stop();
    shown.card.remove();
    shown.marker.removeAttribute("aria-describedby");
    shown = undefined;
  };
  const hideSoon = () =>
    later(GRACE, () => {
      if (!shown?.card.matches(":hover") && !shown?.marker.matches(":hover, :focus-visible")) hide();
    });
  const show = (marker: HTMLElement) => {
    hide();
    const document = marker.ownerDocument;
    const entry = marker.isConnected && placeOf(marker, root);
    const card = entry && cardOf(entry);
    if (!card) return;
    card.id = `${marker.id}-preview`;
    marker.setAttribute("aria-describedby", card.id);
    // In the answer it has its style and language, and is not shut out by a modal dialog around it.
    const answer = marker.closest(".gm-answer");
    ((root.contains(answer) && answer) || (root as Document).body || root).append(card);
    const leave = placeCard(card, marker, hide);
    const ignore = listen(
      document,
      "keydown",
      (event: KeyboardEvent) => {
        if (event.key !== "Escape") return;
        // The first one closes this and not also the dialog around it.
        event.preventDefault();
        event.stopPropagation();
        hide();
      },
      { capture: true },
    );
    shown = { card, marker, stop: () => (leave(), ignore()) };
  };
  const markerAt = (event: Event) => {
    const marker = linkAt(event, MARKER);
    return marker && isOurs(marker) ? marker : null;
  };

  const parts = [
    listen(root, "pointerover", (event: PointerEvent) => {
      const marker = markerAt(event);
      // A finger that touches a marker follows it.
      if (event.pointerType === "touch") return;
      if (shown && (marker === shown.marker || shown.card.contains(event.target as Node))) clearTimeout(timer);
      else if (marker) later(shown ? 0 : REST, () => show(marker));
    }),
    listen(root, "pointerout", hideSoon),
    listen(root, "focusin", (event) => {
      const marker = markerAt(event);
      // By a click it is focused too, but that follows it.
      if (marker && !isQuiet && marker.matches(":focus-visible")) show(marker);
    }),
    listen(root, "focusout", hideSoon),
    listen(root, "click", (event) => markerAt(event) && hide()),
    hide,
  ];
  return () => parts.forEach((undo) => undo());
}
