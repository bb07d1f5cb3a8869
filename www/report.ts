import type { Answer } from "groundmark";

/** A line of a table's cell: text, or text that is code. */
type Line = string | { code: string };

/**
 * Shows an answer's data. All of it may be hostile, so it goes in as text only; not even a checked
 * link is made of it, because that is the answer's own business.
 */
export function report(answer: Answer, milliseconds: number): void {
  facts(answer, milliseconds);
  fill(
    "sources",
    ["No.", "Source", "Kind", "Chunks"],
    answer.sources.map((source) => [
      [source.number?.toString() ?? "–"],
      source.url === null ? [source.label] : [source.label, { code: source.url }],
      [source.kind],
      [source.chunkIndices.join(", ")],
    ]),
  );
  fill(
    "citations",
    ["Cited text", "Sources", "Place"],
    answer.citations.map((citation) => [
      [citation.text || "–"],
      [citation.sources.map((index) => nameOf(answer, index)).join(", ") || "–"],
      [citation.placement, citation.start < 0 ? "" : `${citation.start}–${citation.end}`],
    ]),
  );
  fill(
    "diagnostics",
    ["What", "Where"],
    answer.diagnostics.map(({ code, message, path, values }) => [
      [message, { code }],
      [{ code: path }, values.length === 0 ? "" : `Values: ${values.join(", ")}`],
    ]),
  );
  element("html-count").textContent = size(answer.html);
  element("html").textContent = answer.html;
}

function facts(answer: Answer, milliseconds: number): void {
  const rows: [string, string | null][] = [
    ["Status", answer.status],
    ["Finish reason", answer.finishReason],
    ["Block reason", answer.blockReason],
    ["Model", answer.modelVersion],
    ["Rendered in", duration(milliseconds)],
    ["Suggestions", answer.renderedContent === null ? null : `${answer.renderedContentCheck} template`],
    ["Searched for", answer.queries.web.filter(Boolean).join(" · ") || null],
    ["Looked up", answer.queries.retrieval.filter(Boolean).join(" · ") || null],
  ];
  const nodes = rows.flatMap(([name, value]) => {
    if (value === null) return [];
    // In a `div` each, so that a name never stands in another row or column than its value.
    const row = document.createElement("div");
    row.append(withText("dt", name), withText("dd", value));
    return [row];
  });
  element("facts").replaceChildren(...nodes);
}

/** A source as a reader of the answer sees it. */
function nameOf(answer: Answer, index: number): string {
  const source = answer.sources[index];
  if (source === undefined) return "–";
  return source.number === null ? source.label : `[${source.number}]`;
}

/**
 * Puts a table into a place of the page, and the number of its rows into its heading. A cell is a
 * few lines, so that a table has few enough columns to fit a telephone without scrolling.
 */
function fill(id: string, heads: string[], rows: Line[][][]): void {
  element(`${id}-count`).textContent = rows.length.toString();
  const place = element(id);
  if (rows.length === 0) {
    place.replaceChildren(withText("p", "None."));
    return;
  }
  const table = document.createElement("table");
  const head = table.createTHead().insertRow();
  for (const name of heads) {
    const cell = withText("th", name);
    cell.scope = "col";
    head.append(cell);
  }
  const body = table.createTBody();
  for (const row of rows) {
    const cells = body.insertRow();
    for (const lines of row) cells.insertCell().append(...lines.filter(Boolean).map(line));
  }
  place.replaceChildren(table);
}

function line(of: Line): HTMLElement {
  const made = document.createElement("div");
  // A title or a passage may be in any script, whatever the page's direction.
  made.dir = "auto";
  made.append(typeof of === "string" ? of : withText("code", of.code));
  return made;
}

/** No more exact than the browser's clock is. */
function duration(milliseconds: number): string {
  return milliseconds < 0.1 ? "under 0.1 ms" : `${milliseconds.toFixed(1)} ms`;
}

function size(text: string): string {
  const bytes = new TextEncoder().encode(text).length;
  return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KB`;
}

function withText<K extends keyof HTMLElementTagNameMap>(tag: K, text: string): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

/** An element of `index.html`. */
export function element<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`index.html has no #${id}`);
  return found as T;
}
