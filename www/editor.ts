import { defaultKeymap, history, historyKeymap, isolateHistory } from "@codemirror/commands";
import {
  bracketMatching,
  continuedIndent,
  foldGutter,
  foldInside,
  foldKeymap,
  foldNodeProp,
  forceParsing,
  indentNodeProp,
  LanguageSupport,
  LRLanguage,
  syntaxHighlighting,
} from "@codemirror/language";
import { search, searchKeymap } from "@codemirror/search";
import { EditorState, StateEffect, StateField, type Extension, type Range } from "@codemirror/state";
import { Decoration, EditorView, highlightSpecialChars, keymap, lineNumbers, placeholder, type DecorationSet } from "@codemirror/view";
import { parser as htmlParser } from "@lezer/html";
import { parser as jsonParser } from "@lezer/json";
import { classHighlighter } from "@lezer/highlight";

import { make } from "./dom.js";
import type { Span } from "./places.js";

/** A passage of the source that a citation rests on. */
export interface Support extends Span {
  citation: number;
}

export interface EditorOptions {
  parent: HTMLElement;
  label: string;
  /** After every change of the text, whoever made it. */
  changed: () => void;
  /** When the cursor or the pointer comes to a place, or leaves for none. */
  pointed: (at: number | null) => void;
  /** When Escape is pressed: the way out for the keyboard. */
  leave: () => void;
}

/** The editor of the response. */
export interface Editor {
  readonly text: string;
  /** Puts another text in the place of all; undo brings the old one back. */
  replace(text: string): void;
  /** Marks the passages that citations rest on. */
  support(supports: Support[]): void;
  /** Lights those of some citations, and shows the first of them if `reveal`. */
  light(citations: ReadonlySet<number>, reveal: "show" | "leave"): void;
  /** Selects a place, shows it and takes the focus. */
  go(place: Span): void;
  focus(): void;
  measure(): void;
}

const setSupports = StateEffect.define<Support[]>();
const setLit = StateEffect.define<ReadonlySet<number>>();

interface Marks {
  supports: Support[];
  lit: ReadonlySet<number>;
  decorations: DecorationSet;
}

function decorate(supports: Support[], lit: ReadonlySet<number>): DecorationSet {
  const ranges: Range<Decoration>[] = supports
    .filter(({ from, to }) => from < to)
    .map(({ from, to, citation }) => Decoration.mark({ class: lit.has(citation) ? "support lit" : "support" }).range(from, to));
  return Decoration.set(ranges, true);
}

const marks = StateField.define<Marks>({
  create: () => ({ supports: [], lit: new Set(), decorations: Decoration.none }),
  update(value, transaction) {
    let { supports, lit } = value;
    if (transaction.docChanged) {
      // Until the new text is rendered, passages move along with it.
      const moved = ({ citation, from, to }: Support): Support => ({
        citation,
        from: transaction.changes.mapPos(from, 1),
        to: transaction.changes.mapPos(to, -1),
      });
      supports = supports.map(moved);
    }
    for (const effect of transaction.effects) {
      if (effect.is(setSupports)) [supports, lit] = [effect.value, new Set<number>()];
      if (effect.is(setLit)) lit = effect.value;
    }
    if (supports === value.supports && lit === value.lit) return value;
    return { supports, lit, decorations: decorate(supports, lit) };
  },
  provide: (field) => EditorView.decorations.from(field, (value) => value.decorations),
});

function json(): LanguageSupport {
  const props = [
    indentNodeProp.add({ Object: continuedIndent({ except: /^\s*\}/ }), Array: continuedIndent({ except: /^\s*\]/ }) }),
    foldNodeProp.add({ "Object Array": foldInside }),
  ];
  const languageData = { indentOnInput: /^\s*[}\]]$/ };
  return new LanguageSupport(LRLanguage.define({ parser: jsonParser.configure({ props }), languageData }));
}

/** Colours what is seen at once; the rest follows while nothing else is done. */
function parseSeen(view: EditorView): void {
  forceParsing(view, view.viewport.to, 100);
}

/** An arrow without a text, so that nobody reads it out or copies it. */
function foldMark(isOpen: boolean): HTMLElement {
  return make("span", { className: isOpen ? "fold open" : "fold" });
}

/** What both kinds have: numbers, folding, finding, colours by classes that `source.css` styles. */
function shared(label: string, language: Extension): Extension[] {
  return [
    lineNumbers(),
    foldGutter({ markerDOM: foldMark }),
    highlightSpecialChars(),
    search({ top: true }),
    EditorView.lineWrapping,
    language,
    syntaxHighlighting(classHighlighter),
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
  ];
}

export function editResponse({ parent, label, changed, pointed, leave }: EditorOptions): Editor {
  const escape = { key: "Escape", run: () => (leave(), true) };
  const view = new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        history(),
        bracketMatching(),
        placeholder("Paste a response here"),
        // After the others: Escape closes what is open first.
        keymap.of([...defaultKeymap.filter(({ key }) => key !== "Escape"), ...historyKeymap, ...foldKeymap, ...searchKeymap, escape]),
        shared(label, json()),
        marks,
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed();
          else if (update.selectionSet && update.view.hasFocus) pointed(update.state.selection.main.head);
        }),
        EditorView.domEventHandlers({
          mousemove: (event, view) => pointed(view.posAtCoords(event)),
          mouseleave: () => pointed(null),
          blur: () => pointed(null),
        }),
      ],
    }),
  });
  return {
    get text() {
      return view.state.doc.toString();
    },
    replace(text) {
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: { anchor: 0 },
        annotations: isolateHistory.of("full"),
        scrollIntoView: true,
      });
      parseSeen(view);
    },
    support: (supports) => view.dispatch({ effects: setSupports.of(supports) }),
    light(citations, reveal) {
      const { supports, lit } = view.state.field(marks);
      if (lit.size === citations.size && [...lit].every((one) => citations.has(one))) return;
      const first = supports.find(({ citation }) => citations.has(citation));
      const effects: StateEffect<unknown>[] = [setLit.of(citations)];
      if (first && reveal === "show") effects.push(EditorView.scrollIntoView(first.from, { y: "nearest", yMargin: 40 }));
      view.dispatch({ effects });
    },
    go({ from, to }) {
      const length = view.state.doc.length;
      const [anchor, head] = [Math.min(to, length), Math.min(from, length)];
      view.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(head, { y: "center" }) });
      view.focus();
    },
    focus: () => view.focus(),
    measure: () => view.requestMeasure(),
  };
}

/** A text to read, in the same dress. */
export interface Reader {
  show(text: string): void;
}

const LANGUAGES = {
  html: () => new LanguageSupport(LRLanguage.define({ parser: htmlParser })),
  json: () => json(),
  text: (): Extension => [],
};

export function readText(parent: HTMLElement, label: string, language: keyof typeof LANGUAGES): Reader {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        keymap.of([...defaultKeymap, ...foldKeymap, ...searchKeymap]),
        shared(label, LANGUAGES[language]()),
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ "aria-readonly": "true" }),
      ],
    }),
  });
  return {
    show(text) {
      if (view.state.doc.toString() === text) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
      parseSeen(view);
    },
  };
}
