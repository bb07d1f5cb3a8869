import type { Answer } from "./types.js";

/**
 * What stands before the suggestions in their frame: no referrer, no request, links in new tabs.
 *
 * @internal
 */
export const BEFORE =
  '<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">' +
  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">" +
  '<meta name="color-scheme" content="light dark"><base target="_blank">';

/**
 * Google's Search Suggestions as a finished `<iframe>`, `""` where there are none: byte for byte,
 * without scripts and requests, its style apart from the page's. Google's terms want them shown
 * wherever the answer is, as wide as the answer.
 */
export function suggestionsFrame(
  answer: Pick<Answer, "renderedContent">,
  options: { title?: string | undefined } = {},
): string {
  const content = answer.renderedContent;
  if (!content) return "";
  const title = options.title ?? "Google Search suggestions";
  return (
    `<iframe title="${attribute(title)}" width="100%" height="64"` +
    ' sandbox="allow-popups allow-popups-to-escape-sandbox allow-same-origin"' +
    ` srcdoc="${attribute(BEFORE + content)}"></iframe>`
  );
}

/** The value of an attribute from which a browser reads exactly that. */
function attribute(value: string): string {
  return value.replace(/[&"\r]/g, (c) => (c === "&" ? "&amp;" : c === '"' ? "&quot;" : "&#13;"));
}
