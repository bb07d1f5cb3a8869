const BLOCK = /^(p|div|section|h[1-6r]|[uod]l|blockquote|pre|table|details|center)$/;
const LINE = /^(li|d[td]|tr|br|caption|summary)$/;

/**
 * An answer as text: paragraphs apart, lists with their bullets and numbers, cells with tabs between, and
 * behind a source its address.
 */
export function plainText(root: Element): string {
  let text = "";
  /** Line ends that come before the next text. */
  let breaks = 0;
  /** What the next line begins with. */
  let bullet = "";

  // Right behind a bullet nothing begins anew.
  const end = (count: number) => void (bullet || (breaks = Math.max(breaks, count)));
  const add = (more: string) => {
    if (more === "") return;
    if (breaks > 0 && text) text = text.trimEnd() + "\n".repeat(breaks);
    text += bullet + more;
    breaks = 0;
    bullet = "";
  };
  const addAll = (parent: Element, depth: number) => {
    let number = Number(parent.getAttribute("start") ?? 1);
    for (const child of parent.childNodes) {
      if (child.nodeType === 3) {
        const { data } = child as Text;
        // As a browser shows them: spaces as one, and none where a line begins.
        const isStart = breaks > 0 || bullet !== "" || /(^|\s)$/.test(text);
        add(parent.closest("pre") ? data.replace(/\n$/, "") : data.replace(isStart ? /^\s+/ : /^$/, "").replace(/\s+/g, " "));
        continue;
      }
      const element = child as Element;
      const name = element.localName;
      const isItem = name === "li";
      // A block in an item is a line of it.
      const around = BLOCK.test(name) && !depth ? 2 : LINE.test(name) || BLOCK.test(name) ? 1 : 0;
      end(around);
      if (isItem) {
        number = Number(element.getAttribute("value") ?? number);
        const mark = parent.localName === "ul" ? "-" : parent.closest(".gm-sources") ? `[${number}]` : `${number}.`;
        bullet = `${"  ".repeat(depth)}${mark} `;
        number++;
      }
      if (/^t[dh]$/.test(name) && element.previousElementSibling) text += "\t";
      if (name === "input") add(element.hasAttribute("checked") ? "[x]" : "[ ]");
      add(element.getAttribute("alt") ?? "");
      addAll(element, isItem ? depth + 1 : depth);
      if (isItem) bullet = "";
      const address = parent.closest(".gm-sources") && element.getAttribute("href");
      if (address && address !== element.textContent) add(` <${address}>`);
      end(around);
    }
  };
  addAll(root, 0);
  return text.trim();
}
