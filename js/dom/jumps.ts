import type { Root } from "./enhance.js";
import { BACK_LINK, linkAt, MARKER, placeOf } from "./places.js";
import { quietly } from "./previews.js";

/** Has markers and back-links lead to their places without the address. Gives what takes it back. */
export function handleJumps(root: Root, isOurs: (node: Node) => boolean): () => void {
  const onClick = (event: Event) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event as MouseEvent;
    // Whoever wants a new tab or to save the link shall have it.
    if (event.defaultPrevented || button || metaKey || ctrlKey || shiftKey || altKey) return;
    const link = linkAt(event, `${MARKER}, ${BACK_LINK}`);
    const place = link && isOurs(link) ? placeOf(link, root) : null;
    if (!place) return;
    event.preventDefault();
    jump(place);
  };
  root.addEventListener("click", onClick);
  return () => root.removeEventListener("click", onClick);
}

function jump(place: HTMLElement): void {
  // As a browser does where a fragment leads into one.
  for (let box = place.closest("details"); box; box = box.parentElement?.closest("details") ?? null) box.open = true;
  // By the mouse too the reader sees where that was, even without a style.
  quietly(() => place.focus({ preventScroll: true, focusVisible: true } as FocusOptions));
  const height = place.ownerDocument.documentElement.clientHeight;
  // In the middle neither a bar at the top nor a field at the bottom of the page covers it.
  place.scrollIntoView?.({ block: place.offsetHeight > height / 2 ? "start" : "center", inline: "nearest" });
}
