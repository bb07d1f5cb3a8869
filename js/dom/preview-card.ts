import { BACK_LINK } from "./places.js";

/** Longest excerpt in a preview, in UTF-16 units; the list has the whole. */
const LONGEST = 280;

/**
 * What is shown of an entry of the sources or the notes: title, domain and the first excerpt, as they
 * stand in the list. Nodes are cloned and texts are texts; no string becomes HTML.
 */
export function cardOf(entry: Element): HTMLElement | null {
  const part = (name: string) => {
    const made = entry.ownerDocument.createElement("div");
    made.className = `gm-preview${name}`;
    made.dir = "auto";
    return made;
  };
  const find = (selector: string) => entry.querySelector(`:scope > ${selector}`);
  const card = part("");
  card.role = "tooltip";

  const name = find(":is(a:not([role]), bdi)");
  let excerpt: string;
  if (name) {
    const title = part("-title");
    const link = name.cloneNode(true) as HTMLElement;
    // For the pointer alone: by the keyboard the link in the list is reached.
    if (link.localName === "a") link.tabIndex = -1;
    title.append(link);
    const domain = part("-domain");
    for (const found of [find(":is(.gm-host, .gm-address)"), find(".gm-maps-by"), find(".gm-pages")]) {
      if (!found) continue;
      // Google's name keeps the look that Google wants.
      domain.append(domain.firstChild ? " · " : "", found.className === "gm-maps-by" ? found.cloneNode(true) : textOf(found));
    }
    card.append(title, domain);
    excerpt = textOf(find(".gm-excerpts > blockquote"));
  } else {
    // A note of the answer.
    excerpt = Array.from(entry.children, (child) => (child.matches(BACK_LINK) ? "" : textOf(child))).join(" ");
  }
  const end = part("-excerpt");
  end.append(shortened(excerpt.trim()));
  card.append(end);
  for (const empty of card.querySelectorAll(":scope > :empty")) empty.remove();
  return card.firstChild ? card : null;
}

function textOf(element: Element | null): string {
  return (element?.textContent ?? "").replace(/\s+/g, " ");
}

/** Cut between words where there are any, and never in a character. */
function shortened(text: string): string {
  if (text.length <= LONGEST) return text;
  return `${text.slice(0, LONGEST).replace(/( \S{0,40}|[\uD800-\uDBFF])$/, "")}…`;
}
