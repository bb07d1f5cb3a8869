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
  const view = frame.contentWindow as (Window & typeof globalThis) | null;
  const walker = frame.ownerDocument.createTreeWalker(inside, 1);
  for (let node: Node | null = inside; node; node = walker.nextNode()) {
    try {
      if (view && isRefused(node as HTMLElement)) {
        const sheet = new view.CSSStyleSheet({ media: (node as HTMLStyleElement).media });
        sheet.replaceSync(node.textContent ?? "");
        sheets.push(sheet);
      }
      const undo = applyAttribute(node as HTMLElement);
      if (undo) parts.push(undo);
    } catch {
      // An old browser, or a form whose fields are named as its properties.
    }
  }
  const { ownerDocument } = inside;
  try {
    if (sheets.length > 0) {
      ownerDocument.adoptedStyleSheets = sheets;
      parts.push(() => (ownerDocument.adoptedStyleSheets = []));
    }
  } catch {
    // As above.
  }
  return () => {
    for (const undo of parts) undo();
  };
}

function isRefused(element: HTMLElement): boolean {
  const { localName, sheet, type } = element as HTMLStyleElement;
  return localName === "style" && sheet === null && /^(text\/css)?$/i.test(type);
}

function applyAttribute(element: HTMLElement): (() => void) | undefined {
  const text = element.getAttribute("style");
  const { style } = element;
  if (!text || style.length > 0) return undefined;
  style.cssText = text;
  return () => {
    style.cssText = "";
    element.setAttribute("style", text);
  };
}
