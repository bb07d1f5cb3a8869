const BLOCK = /^(p|div|section|h[1-6r]|[uod]l|blockquote|pre|table|details)$/;
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
    let number = (parent as HTMLOListElement).start ?? 1;
    for (const child of parent.childNodes) {
      if (child.nodeType === 3) {
        const { data } = child as Text;
        // As a browser shows them: spaces as one, and none where a line begins.
        const isStart = breaks > 0 || bullet !== "" || /(^|\s)$/.test(text);
        const line = data.replace(/\s+/g, " ");
        add(parent.closest("pre") ? data.replace(/\n$/, "") : isStart ? line.trimStart() : line);
        continue;
      }
      const element = child as Element;
      const name = element.localName;
      const isItem = name === "li";
      // A block in an item is a line of it.
      const isBlock = BLOCK.test(name);
      const around = isBlock && !depth ? 2 : Number(isBlock || LINE.test(name));
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
      addAll(element, depth + Number(isItem));
      if (isItem) bullet = "";
      const address = parent.closest(".gm-sources") && element.getAttribute("href");
      if (address && address !== element.textContent) add(` <${address}>`);
      end(around);
    }
  };
  addAll(root, 0);
  return text.trim();
}
