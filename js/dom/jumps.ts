import type { Root } from "./enhance.js";
import { listen } from "./listen.js";
import { BACK_LINK, linkAt, MARKER, placeOf } from "./places.js";
import { quietly } from "./previews.js";

/** Has markers and back-links lead to their places without the address. Gives what takes it back. */
export function handleJumps(root: Root, isOurs: (node: Node) => boolean): () => void {
  return listen(root, "click", (event: MouseEvent) => {
    // Whoever wants a new tab or to save the link shall have it.
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = linkAt(event, `${MARKER}, ${BACK_LINK}`);
    const place = link && isOurs(link) && placeOf(link, root);
    if (!place) return;
    event.preventDefault();
    jump(place);
  });
}

function jump(place: HTMLElement): void {
  // As a browser does where a fragment leads into one.
  for (let box; (box = place.closest<HTMLDetailsElement>("details:not([open])")); ) box.open = true;
  // By the mouse too the reader sees where that was, even without a style.
  quietly(() => place.focus({ preventScroll: true, focusVisible: true } as FocusOptions));
  // In the middle neither a bar at the top nor a field at the bottom of the page covers it.
  const isTall = place.offsetHeight > place.ownerDocument.documentElement.clientHeight / 2;
  place.scrollIntoView?.({ block: isTall ? "start" : "center", inline: "nearest" });
}
