import type { Root } from "./enhance.js";

/** Links to an entry of the sources or the notes. */
export const MARKER = '[role="doc-noteref"]';

/** Links back from there. */
export const BACK_LINK = '[role="doc-backlink"]';

/** The link that an event happened on. */
export function linkAt({ target }: Event, selector: string): HTMLAnchorElement | null {
  // A document has no `closest`.
  return (target as Element | null)?.closest?.<HTMLAnchorElement>(selector) ?? null;
}

/**
 * Where a link leads inside the same answer. The nearest one counts: the same answer can stand on a page
 * twice, with the same ids.
 */
export function placeOf(link: Element, root: Root): HTMLElement | null {
  // No id of ours has anything else in it.
  const id = /^#([\w-]+)$/.exec(link.getAttribute("href") ?? "")?.[1];
  for (let scope: Node | null = link; id && scope; scope = scope === root ? null : scope.parentNode) {
    const found = (scope as Element).querySelector<HTMLElement>(`[id="${id}"]`);
    if (found) return found;
  }
  return null;
}
