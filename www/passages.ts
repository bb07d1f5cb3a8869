import { render, type Answer } from "groundmark";

/** A citation's two sides on the page: what it says, and its marker. */
export interface Passage {
  /** Index into the answer's citations. */
  citation: number;
  /** The cited words; only the marker where they cannot be told from others. */
  range: Range;
  marker: Element;
}

/** Letters and digits of the page's text without markers, each with its place. */
interface Letters {
  text: string;
  places: { node: Text; at: number }[];
  /** How many stand before each marker. */
  before: Map<Element, number>;
}

/**
 * Finds the passages of an answer on the page. The HTML says which sources a marker names, not which citations;
 * so a citation belongs to the marker that names its sources and stands behind its words, else to the next in order.
 */
export function passagesOf(root: Element, answer: Answer): Passage[] {
  const letters = lettersOf(root);
  const markers = [...letters.before.keys()].map((marker) => ({ marker, numbers: numbersOf(marker) }));
  const placed = answer.citations
    .map((citation, index) => ({ citation, index, numbers: citation.sources.map((source) => answer.sources[source]?.number ?? -1) }))
    .filter(({ citation, numbers }) => citation.start >= 0 && numbers.length > 0)
    .sort((a, b) => a.citation.end - b.citation.end);

  const passages: Passage[] = [];
  let next = 0;
  let end = 0;
  for (const { citation, index, numbers } of placed) {
    // Something was said since the last passage, so this one has another marker.
    if (passages.length > 0 && plain(answer.text.slice(end, citation.end)) !== "") next += 1;
    end = citation.end;
    const words = plain(shown(citation.text));
    const fitting = markers.map((one, at) => ({ ...one, at })).filter(({ numbers: named }) => numbers.every((number) => named.has(number)));
    const behind = fitting.filter(({ marker }) => endsNear(letters.text.slice(0, letters.before.get(marker)), words));
    const chosen = behind.find(({ at }) => at >= next) ?? behind.at(-1) ?? fitting.find(({ at }) => at >= next);
    if (!chosen) continue;
    next = Math.max(next, chosen.at);
    passages.push({ citation: index, marker: chosen.marker, range: rangeOf(letters, chosen.marker, words) });
  }
  return passages;
}

function lettersOf(root: Element): Letters {
  const letters: Letters = { text: "", places: [], before: new Map() };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest(".gm-cite, .gm-noteref, .gm-sources, [role=doc-backlink]") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) {
      if (node.matches(".gm-cite")) letters.before.set(node, letters.places.length);
      continue;
    }
    for (const { 0: letter, index } of (node as Text).data.matchAll(LETTERS)) {
      for (let at = 0; at < letter.length; at += 1) letters.places.push({ node: node as Text, at: index + at });
      letters.text += letter;
    }
  }
  return letters;
}

const LETTERS = /[\p{L}\p{N}]/gu;

/** How many letters may stand between a passage and its marker: the rest of a word. */
const REST_OF_A_WORD = 24;

function plain(text: string): string {
  return (text.match(LETTERS) ?? []).join("");
}

function numbersOf(marker: Element): Set<number> {
  return new Set(Array.from(marker.querySelectorAll("a"), (link) => Number(link.textContent)));
}

/** What a reader sees of a piece of Markdown, whose end may be in the middle of a link or before an item. */
function shown(markdown: string): string {
  const whole = markdown.replace(/\]\([^)\s]*$/, "]").replace(/\n\s*(?:\d+[.)]|[-*+>#|]+)\s*$/, "");
  const made = document.createElement("template");
  made.innerHTML = render({ text: whole }, { notice: false }).bodyHtml;
  return made.content.textContent ?? "";
}

function endsNear(text: string, words: string): boolean {
  return words !== "" && text.slice(-words.length - REST_OF_A_WORD).includes(words);
}

function rangeOf(letters: Letters, marker: Element, words: string): Range {
  const range = document.createRange();
  range.selectNodeContents(marker);
  const before = letters.before.get(marker) ?? 0;
  const start = letters.text.slice(0, before).lastIndexOf(words);
  const isNear = words !== "" && start >= 0 && start >= before - words.length - REST_OF_A_WORD;
  if (isNear) {
    const { node, at } = letters.places[start]!;
    range.setStart(node, at);
  }
  return range;
}
