const BLOCKS = "p, div, section, h1, h2, h3, h4, h5, h6, ul, ol, dl, blockquote, pre, table, details, center";
const LINES = "li, dt, dd, tr, caption, summary";

/**
 * An answer as text: paragraphs apart, lists with their bullets and numbers, cells with tabs between, and
 * behind a source its address.
 */
export function plainText(root: Element): string {
  const writer = new Writer();
  writer.writeAll(root);
  return writer.text.trim();
}

class Writer {
  text = "";
  /** Line ends that come before the next text. */
  #breaks = 0;
  /** What the next line begins with. */
  #bullet = "";
  #depth = 0;

  writeAll(parent: Node): void {
    for (const child of parent.childNodes) {
      if (child.nodeType === 3) this.#inline((child as Text).data.replace(/[ \t\n]+/g, " "));
      else if (child.nodeType === 1) this.#element(child as HTMLElement);
    }
  }

  #element(element: HTMLElement): void {
    const name = element.localName;
    const breaks = element.matches(BLOCKS) ? 2 : element.matches(LINES) ? 1 : 0;
    // A list in a list, and what an item begins with, is no paragraph of its own.
    const around = breaks === 2 && element.parentElement?.closest("li") ? 1 : breaks;
    this.#break(around);
    if (name === "br") this.#break(1);
    else if (name === "pre") this.#inline(element.textContent.replace(/\n$/, ""));
    else if (name === "hr") this.#inline("---");
    else if (name === "img") this.#inline(element.getAttribute("alt") ?? "");
    else if (name === "input") this.#inline(element.hasAttribute("checked") ? "[x]" : "[ ]");
    else if (name === "ul" || name === "ol") this.#list(element);
    else {
      if ((name === "td" || name === "th") && element.previousElementSibling) this.text += "\t";
      this.writeAll(element);
      if (name === "a" && element.closest(".gm-sources")) this.#address(element as HTMLAnchorElement);
    }
    this.#break(name === "hr" ? 2 : around);
  }

  #list(list: HTMLElement): void {
    let number = Number(list.getAttribute("start") ?? 1);
    const isSources = list.closest(".gm-sources") !== null;
    this.#depth++;
    for (const item of list.children) {
      const value = item.getAttribute("value") ?? number;
      number = Number(value) + 1;
      const mark = list.localName === "ul" ? "- " : isSources ? `[${value}] ` : `${value}. `;
      this.#break(1);
      this.#bullet = "  ".repeat(this.#depth - 1) + mark;
      this.writeAll(item);
      this.#break(1);
      this.#bullet = "";
    }
    this.#depth--;
  }

  #address(link: HTMLAnchorElement): void {
    const address = link.getAttribute("href") ?? "";
    if (/^https?:/.test(address) && address !== link.textContent) this.#inline(` <${address}>`);
  }

  #inline(text: string): void {
    const isStart = this.#breaks > 0 || this.#bullet !== "" || this.text === "";
    const shown = isStart ? text.replace(/^ +/, "") : this.text.endsWith(" ") ? text.replace(/^ /, "") : text;
    if (shown === "") return;
    if (this.#breaks > 0) this.text = this.text.trimEnd() + "\n".repeat(this.text === "" ? 0 : this.#breaks);
    this.text += this.#bullet + shown;
    this.#breaks = 0;
    this.#bullet = "";
  }

  #break(count: number): void {
    // Right behind a bullet nothing begins anew.
    if (this.#bullet === "") this.#breaks = Math.max(this.#breaks, count);
  }
}
