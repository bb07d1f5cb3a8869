/**
 * What makes trusted HTML of a string, for pages that demand Trusted Types: as
 * `trustedTypes.createPolicy(name, { createHTML: (html) => html })` gives it.
 */
export interface HtmlPolicy {
  createHTML(html: string): unknown;
}

/**
 * The nodes of some HTML: the only place where HTML becomes nodes. In a template rows and items can
 * stand for themselves, and nothing loads before it is in the page.
 */
export function nodesOf(html: string, document: Document, policy?: HtmlPolicy | undefined): DocumentFragment {
  const template = document.createElement("template");
  template.innerHTML = (policy ? policy.createHTML(html) : html) as string;
  return template.content;
}
