/** Longest excerpt in a preview, in UTF-16 units; the list has the whole. */
const LONGEST = 280;

/**
 * What is shown of an entry of the sources or the notes: title, domain and the first excerpt, as they
 * stand in the list. Nodes are cloned and texts are texts; no string becomes HTML.
 */
export function cardOf(entry: Element): HTMLElement | null {
  const document = entry.ownerDocument;
  const card = document.createElement("div");
  card.className = "gm-preview";
  card.setAttribute("role", "tooltip");
  const add = (name: string, ...content: (Node | string)[]) => {
    if (content.length === 0) return;
    const part = document.createElement("div");
    part.className = `gm-preview-${name}`;
    part.dir = "auto";
    part.append(...content);
    card.append(part);
  };

  const name = entry.querySelector(":scope > a:not([role]), :scope > bdi");
  if (name) {
    const title = name.cloneNode(true) as HTMLElement;
    // For the pointer alone: by the keyboard the link in the list is reached.
    if (title.localName === "a") title.tabIndex = -1;
    add("title", title);
    const parts = [":scope > :is(.gm-host, .gm-address)", ":scope > .gm-maps-by", ":scope > .gm-pages"]
      .map((selector) => entry.querySelector(selector))
      .filter((part) => part !== null)
      // Google's name keeps the look that Google wants.
      .map((part) => (part.matches(".gm-maps-by") ? part.cloneNode(true) : textOf(part)));
    add("domain", ...parts.flatMap((part, at) => (at > 0 ? [" · ", part] : [part])));
  }
  const excerpt = name
    ? textOf(entry.querySelector(":scope > .gm-excerpts > blockquote"))
    : Array.from(entry.children, (child) => (child.matches("a[role]") ? "" : textOf(child))).join(" ").trim();
  if (excerpt) add("excerpt", shortened(excerpt));
  return card.firstChild ? card : null;
}

function textOf(element: Element | null): string {
  return (element?.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** Cut between words where there are any, and never in a character. */
function shortened(text: string): string {
  if (text.length <= LONGEST) return text;
  const start = text.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, "");
  const space = start.lastIndexOf(" ");
  return `${space > LONGEST / 2 ? start.slice(0, space) : start}…`;
}
