/**
 * The nodes of some HTML: the only place where HTML becomes nodes. In a template rows and items can
 * stand for themselves, and nothing loads before it is in the page.
 */
export function nodesOf(html: string, document: Document): DocumentFragment {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}
