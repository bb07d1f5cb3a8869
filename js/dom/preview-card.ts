import { BACK_LINK } from "./places.js";

/** Longest excerpt in a preview, in UTF-16 units; the list has the whole. */
const LONGEST = 280;

/**
 * What is shown of an entry of the sources or the notes: title, domain and the first excerpt, as they
 * stand in the list. Nodes are cloned and texts are texts; no string becomes HTML.
 */
export function cardOf(entry: Element): HTMLElement | null {
  const part = (name: string) => {
    const made = document.createElement("div");
    made.className = `gm-preview${name}`;
    made.dir = "auto";
    return made;
  };
  const find = (selector: string) => entry.querySelector(`:scope > ${selector}`);
  const card = part("");
  card.role = "tooltip";

  const name = find(":is(a:not([role]), bdi)");
  if (name) {
    const title = part("-title");
    const link = name.cloneNode(true) as HTMLElement;
    // For the pointer alone: by the keyboard the link in the list is reached.
    if (link.localName === "a") link.tabIndex = -1;
    title.append(link);
    const domain = part("-domain");
    for (const found of entry.querySelectorAll(":scope > :is(.gm-host, .gm-address, .gm-maps-by, .gm-pages)")) {
      // Google's name keeps the look that Google wants.
      domain.append(domain.firstChild ? " · " : "", found.className === "gm-maps-by" ? found.cloneNode(true) : found.textContent);
    }
    card.append(title, domain);
  }
  // A note of the answer has no name: what it says is all there is.
  const blocks = (name ? find(".gm-excerpts > blockquote") : entry)?.children ?? [];
  const texts = Array.from(blocks, (block) => (block.matches(BACK_LINK) ? "" : block.textContent));
  const excerpt = part("-excerpt");
  excerpt.append(shortened(texts.join(" ").replace(/\s+/g, " ").trim()));
  card.append(excerpt);
  for (const empty of card.querySelectorAll(":scope > :empty")) empty.remove();
  return card.firstChild ? card : null;
}

/** Cut between words where there are any, and never in a character. */
function shortened(text: string): string {
  if (text.length <= LONGEST) return text;
  return `${text.slice(0, LONGEST).replace(/( \S{0,40}|[\uD800-\uDBFF])$/, "")}…`;
}
