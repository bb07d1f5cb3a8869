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
  let card: HTMLElement | null | undefined;
  let marker: HTMLElement | undefined;
  let leave: (() => void) | undefined;

  const later = (milliseconds: number, run: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(run, milliseconds);
  };
  const hide = () => {
    clearTimeout(timer);
    leave?.();
    card?.remove();
    marker?.removeAttribute("aria-describedby");
    leave = card = marker = undefined;
  };
  const hideSoon = () =>
    later(GRACE, () => {
      if (!card?.matches(":hover") && !marker?.matches(":hover, :focus-visible")) hide();
    });
  const show = (at: HTMLElement) => {
    hide();
    const entry = at.isConnected ? placeOf(at, root) : null;
    card = entry && cardOf(entry);
    if (!card) return;
    marker = at;
    card.id = `${at.id}-preview`;
    at.setAttribute("aria-describedby", card.id);
    // In the answer it has its style and language, and is not shut out by a modal dialog around it.
    const answer = at.closest(".gm-answer");
    ((root.contains(answer) && answer) || (root as Document).body || root).append(card);
    leave = placeCard(card, at, hide);
  };
  const markerAt = (event: Event) => {
    const at = linkAt(event, MARKER);
    return at && isOurs(at) ? at : null;
  };

  const parts = [
    listen(root, "pointerover", (event: PointerEvent) => {
      const at = markerAt(event);
      // A finger that touches a marker follows it.
      if (event.pointerType === "touch") return;
      if (card?.contains(event.target as Node) || (at && at === marker)) clearTimeout(timer);
      else if (at) later(card ? 0 : REST, () => show(at));
    }),
    listen(root, "pointerout", hideSoon),
    listen(root, "focusin", (event) => {
      const at = markerAt(event);
      // By a click it is focused too, but that follows it.
      if (at && !isQuiet && at.matches(":focus-visible")) show(at);
    }),
    listen(root, "focusout", hideSoon),
    listen(root, "click", (event) => markerAt(event) && hide()),
    hide,
  ];
  return () => parts.forEach((undo) => undo());
}
