/**
 * Gives the content of a frame the style that it brings and the page's policy refuses: a style sheet made
 * by a constructor and the object model are not refused. Gives what takes it back.
 *
 * What the content may load the frame's own policy says, here too. Content that is in the way of its own
 * style, by names for instance, stays without it.
 */
export function adoptStyles(frame: HTMLIFrameElement, inside: HTMLElement): () => void {
  const parts: (() => void)[] = [];
  const sheets: CSSStyleSheet[] = [];
  const walker = document.createTreeWalker(inside, 1);
  for (let node: Node | null = inside; node; node = walker.nextNode()) {
    const element = node as HTMLStyleElement;
    const { style } = element;
    try {
      if (element.localName === "style" && element.sheet === null && /^(text\/css)?$/i.test(element.type)) {
        const sheet = new (frame.contentWindow as typeof globalThis & Window).CSSStyleSheet({ media: element.media });
        sheet.replaceSync(element.textContent);
        sheets.push(sheet);
      }
      const text = element.getAttribute("style");
      if (!text || style.length > 0) continue;
      style.cssText = text;
      parts.push(() => {
        style.cssText = "";
        element.setAttribute("style", text);
      });
    } catch {
      // An old browser, or a form whose fields are named as its properties.
    }
  }
  try {
    const { ownerDocument } = inside;
    ownerDocument.adoptedStyleSheets = sheets;
    parts.push(() => (ownerDocument.adoptedStyleSheets = []));
  } catch {
    // As above.
  }
  return () => parts.forEach((undo) => undo());
}
