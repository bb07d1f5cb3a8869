/**
 * Gives the content of a frame the style that it brings and the page's policy refuses: a style sheet made
 * by a constructor and the object model are not refused. Gives what takes it back.
 *
 * What the content may load the frame's own policy says, here too. Content that is in the way of its own
 * style, by names for instance, stays without it.
 */
export function adoptStyles(frame: HTMLIFrameElement, inside: HTMLElement): () => void {
  const parts: (() => void)[] = [];
  const attempt = (apply: () => void) => {
    try {
      apply();
    } catch {
      // An old browser, or a form whose fields are named as its properties.
    }
  };
  const { ownerDocument } = inside;
  const sheets: CSSStyleSheet[] = [];
  const view = frame.contentWindow as Window & typeof globalThis;
  const walker = frame.ownerDocument.createTreeWalker(inside, 1);
  for (let node: Node | null = inside; node; node = walker.nextNode()) {
    const element = node as HTMLStyleElement;
    attempt(() => {
      if (element.localName === "style" && element.sheet === null && /^(text\/css)?$/i.test(element.type)) {
        const sheet = new view.CSSStyleSheet({ media: element.media });
        sheet.replaceSync(element.textContent);
        sheets.push(sheet);
      }
      const text = element.getAttribute("style");
      const { style } = element;
      if (!text || style.length > 0) return;
      style.cssText = text;
      parts.push(() => {
        style.cssText = "";
        element.setAttribute("style", text);
      });
    });
  }
  if (sheets.length > 0) {
    attempt(() => (ownerDocument.adoptedStyleSheets = sheets));
    parts.push(() => attempt(() => (ownerDocument.adoptedStyleSheets = [])));
  }
  return () => parts.forEach((undo) => undo());
}
