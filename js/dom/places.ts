import type { Root } from "./enhance.js";

/** Links to an entry of the sources or the notes. */
export const MARKER = 'a[role="doc-noteref"][href^="#"]';

/** Links back from there. */
export const BACK_LINK = 'a[role="doc-backlink"][href^="#"]';

/** The link that an event happened on. */
export function linkAt(event: Event, selector: string): HTMLAnchorElement | null {
  const target = event.target as Node | null;
  const element = target?.nodeType === 1 ? (target as Element) : target?.parentElement;
  return element?.closest<HTMLAnchorElement>(selector) ?? null;
}

/**
 * Where a link leads inside the same answer. The nearest one counts: the same answer can stand on a page
 * twice, with the same ids.
 */
export function placeOf(link: Element, root: Root): HTMLElement | null {
  const id = link.getAttribute("href")?.slice(1) ?? "";
  // No id of ours has anything else in it.
  if (!/^[\w-]+$/.test(id)) return null;
  for (let scope: Node | null = link; scope; scope = scope === root ? null : scope.parentNode) {
    const found = (scope as ParentNode & Node).querySelector?.<HTMLElement>(`[id="${id}"]`);
    if (found) return found;
  }
  return null;
}
