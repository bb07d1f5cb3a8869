import type { Answer, GroundmarkError } from "groundmark";

import { element, make } from "./dom.js";

/** The one line that says what the answer is. */
export function showStatus(answer: Answer, milliseconds: number): void {
  const cited = answer.sources.filter(({ number }) => number !== null).length;
  const items: [name: string, text: string, title: string][] = [
    ["kind", answer.status, `finish reason: ${answer.finishReason ?? "none given"}`],
    ["sources", counted(answer.sources.length, "source"), `${cited} of them cited`],
    ["citations", counted(answer.citations.length, "citation"), placesOf(answer)],
    ["diagnostics", counted(answer.diagnostics.length, "diagnostic"), "what was odd in the response"],
    ["time", duration(milliseconds), "one render, the best of some"],
  ];
  const status = element("status");
  status.dataset.kind = answer.status;
  status.replaceChildren(...items.map(([name, textContent, title]) => make("span", { className: name, textContent, title })));
}

/** While there is no answer, the line says why. */
export function showNoStatus(text: string, kind: "waiting" | "failed"): void {
  const status = element("status");
  status.dataset.kind = kind;
  status.replaceChildren(make("span", { className: "kind", textContent: text }));
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function placesOf({ citations }: Answer): string {
  const counts = new Map<string, number>();
  for (const { placement } of citations) counts.set(placement, (counts.get(placement) ?? 0) + 1);
  return [...counts].map(([placement, count]) => `${count} ${placement}`).join(", ") || "none";
}

/** No more exact than the browser's clock is. */
function duration(milliseconds: number): string {
  return milliseconds < 0.1 ? "< 0.1 ms" : `${milliseconds.toFixed(1)} ms`;
}

/** Lists what was odd, each a button that leads to its place in the JSON, and what else the response said. */
export function showDiagnostics(answer: Answer | undefined, go: (path: string) => void): void {
  const all = answer?.diagnostics ?? [];
  element("diagnostics-count").textContent = all.length === 0 ? "" : `${all.length}`;
  const list = make("ul", { className: "findings" });
  for (const { code, message, path, values } of all) {
    const button = make(
      "button",
      { type: "button" },
      make("span", { textContent: message }),
      make("code", { textContent: code }),
      make("code", { className: "path", textContent: path || "the whole response" }),
    );
    if (values.length > 0) button.append(make("span", { className: "values", textContent: `Values: ${values.join(", ")}` }));
    button.addEventListener("click", () => go(path));
    list.append(make("li", {}, button));
  }
  const nothing = make("p", { className: "empty", textContent: "Nothing was odd in this response." });
  element("panel-diagnostics").replaceChildren(all.length > 0 ? list : nothing, ...(answer ? [facts(answer)] : []));
}

function facts(answer: Answer): HTMLElement {
  const rows: [string, string | null][] = [
    ["Finish reason", answer.finishReason],
    ["Block reason", answer.blockReason],
    ["Model", answer.modelVersion],
    ["Response", answer.responseId],
    ["Candidates", `${answer.candidateCount}`],
    ["Citations", placesOf(answer)],
    ["Suggestions", answer.renderedContent === null ? null : `${answer.renderedContentCheck} template`],
    ["Searched for", answer.queries.web.filter(Boolean).join(" · ") || null],
    ["Looked up", answer.queries.retrieval.filter(Boolean).join(" · ") || null],
  ];
  const list = make("dl", { className: "facts" });
  for (const [name, value] of rows) {
    if (value !== null) list.append(make("div", {}, make("dt", { textContent: name }), make("dd", { textContent: value, dir: "auto" })));
  }
  return list;
}

/** Says what is wrong with the response; `go` is offered where the error has a place. */
export function showError(error: GroundmarkError, go: (line: number, column: number) => void): void {
  const { code, message, line, column } = error;
  const heading = make("p", {}, make("strong", { textContent: code }));
  const box = element("error");
  box.replaceChildren(heading, make("p", { textContent: message }));
  if (line === undefined || column === undefined) return;
  heading.append(` at line ${line}, column ${column}`);
  const button = make("button", { type: "button", textContent: "Go there" });
  button.addEventListener("click", () => go(line, column));
  box.append(button);
}
