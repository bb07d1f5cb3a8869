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
 * What a frame around the frame has: all of its space is the inner one's. Firefox asks the policy of a
 * `<meta>` too late for `srcset`, which Google's own suggestions never hold; a frame in it has the policy
 * from its start.
 */
const NEST = "<style>*{margin:0;border:0;height:100%}</style>";

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
  const frame = (content: string): string =>
    `<iframe title="${attribute(title)}" width="100%" height="64"` +
    ' sandbox="allow-popups allow-popups-to-escape-sandbox allow-same-origin"' +
    ` srcdoc="${attribute(BEFORE + content)}"></iframe>`;
  return frame(/srcset/i.test(content) ? NEST + frame(content) : content);
}

/** The value of an attribute from which a browser reads exactly that. */
function attribute(value: string): string {
  return value.replace(/[&"\r]/g, (c) => (c === "&" ? "&amp;" : c === '"' ? "&quot;" : "&#13;"));
}
