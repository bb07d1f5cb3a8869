import type { Answer } from "groundmark";

import { element } from "./dom.js";
import type { Editor, Support } from "./editor.js";
import { passagesOf, type Passage } from "./passages.js";
import { textIn } from "./places.js";

/** The name under which passages on the page are lit; `panels.css` says how. */
const LIT = "lit";

/** Joins the passages that citations rest on with their rendered places: who points at one side sees both. */
export interface Light {
  /** Finds both sides of an answer that is on the page. */
  join(source: string, answer: Answer): void;
  /** Forgets them: the page shows something else. */
  part(): void;
  /** Lights the passages at a place of the source. */
  fromSource(at: number | null): void;
}

export function startLight(editor: Editor): Light {
  const root = element("answer");
  let answer: Answer | undefined;
  let supports: Support[] = [];
  /** Found when first asked for. */
  let passages: Passage[] | undefined;

  const sides = (): Passage[] => (passages ??= answer ? passagesOf(root, answer) : []);

  function lightPage(citations: ReadonlySet<number>, reveal: "show" | "leave"): void {
    const chosen = citations.size === 0 ? [] : sides().filter(({ citation }) => citations.has(citation));
    for (const { marker } of sides()) marker.toggleAttribute("data-lit", false);
    for (const { marker } of chosen) marker.toggleAttribute("data-lit", true);
    // Where the browser cannot, the marker alone is lit.
    const registry = (CSS as { highlights?: HighlightRegistry }).highlights;
    if (chosen.length === 0) registry?.delete(LIT);
    else registry?.set(LIT, new Highlight(...chosen.map(({ range }) => range)));
    if (reveal === "show") chosen[0]?.marker.scrollIntoView({ block: "nearest" });
  }

  function fromPage(citations: ReadonlySet<number>): void {
    editor.light(citations, "show");
    lightPage(citations, "leave");
  }

  /** The citations of a marker, or of the words under the pointer: of the shortest passage there. */
  function at(event: Event): ReadonlySet<number> {
    const marker = (event.target as Element).closest(".gm-cite");
    if (marker) return new Set(sides().filter((one) => one.marker === marker).map(({ citation }) => citation));
    if (!(event instanceof PointerEvent)) return new Set();
    const caret = caretAt(event.clientX, event.clientY);
    const here = caret ? sides().filter(({ range }) => range.isPointInRange(caret.node, caret.offset)) : [];
    const shortest = here.sort((a, b) => a.range.toString().length - b.range.toString().length)[0];
    return new Set(shortest ? [shortest.citation] : []);
  }

  let frame = 0;
  root.addEventListener("pointermove", (event) => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => fromPage(at(event)));
  });
  root.addEventListener("pointerleave", () => {
    cancelAnimationFrame(frame);
    fromPage(new Set());
  });
  root.addEventListener("focusin", (event) => fromPage(at(event)));
  root.addEventListener("focusout", () => fromPage(new Set()));

  return {
    join(source, shown) {
      answer = shown;
      passages = undefined;
      const spans = textIn(source, shown.text);
      supports = shown.citations.flatMap(({ start, end }, citation) =>
        start < 0 ? [] : spans(start, end).map((span) => ({ ...span, citation })),
      );
      editor.support(supports);
    },
    part() {
      lightPage(new Set(), "leave");
      answer = undefined;
      passages = undefined;
      supports = [];
      editor.support([]);
    },
    fromSource(at) {
      const here = supports.filter(({ from, to }) => at !== null && from <= at && at <= to);
      const shortest = Math.min(...here.map(({ from, to }) => to - from));
      const chosen = new Set(here.filter(({ from, to }) => to - from === shortest).map(({ citation }) => citation));
      editor.light(chosen, "leave");
      lightPage(chosen, "show");
    },
  };
}

/** The place in the text under a point, where something is written there. */
function caretAt(x: number, y: number): { node: Node; offset: number } | undefined {
  if (typeof document.caretPositionFromPoint === "function") {
    const caret = document.caretPositionFromPoint(x, y);
    return caret ? { node: caret.offsetNode, offset: caret.offset } : undefined;
  }
  const range = document.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : undefined;
}
