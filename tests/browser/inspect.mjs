// What may stand in an answer's HTML, written down apart from src/policy.rs: a mistake there is not
// repeated here. Runs in the browser, on what the browser parsed.

/** Elements of the answer's own that may stand anywhere. */
const PLAIN =
  "a abbr b blockquote br caption center cite code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p pre q s samp small span strong sub summary sup table tbody td tfoot th thead time tr u ul var".split(" ");

const BLOCKS = "blockquote, center, dd, details, div, dl, dt, h1, h2, h3, h4, h5, h6, hr, li, ol, p, pre, summary, table, ul";

const ANY = /^[^]*$/;
const EMPTY = /^$/;
const NUMBER = /^-?\d+$/;
const GENERIC = { dir: /^(auto|ltr|rtl)$/, lang: ANY, title: ANY };
const CELL = { align: /^(left|center|right|justify)$/, colspan: /^\d{1,3}$/, rowspan: /^\d{1,3}$/, scope: /^(row|col|rowgroup|colgroup)$/ };
const OWN = {
  ol: { start: NUMBER, reversed: ANY, type: /^[1aAiI]$/ },
  li: { value: NUMBER },
  td: CELL,
  th: CELL,
  details: { open: ANY },
  time: { datetime: ANY },
  // Ours, on every one: what scrolls must be reached by keyboard.
  pre: { tabindex: /^0$/ },
  code: { class: /^language-[^\s"'<>]+( language-[^\s"'<>]+)*$/ },
};
const TAB = { target: /^_blank$/, rel: /^noopener noreferrer$/ };

/** Ours: a selector, where it must stand, and exactly these attributes. `P` stands for the prefix. */
const OURS = [
  ["sup.gm-cite", "*", { class: /^gm-cite$/ }],
  ["p.gm-cites", "*", { class: /^gm-cites$/ }],
  ["sup.gm-noteref", "*", { class: /^gm-noteref$/ }],
  ["a[id*='-ref-']", "sup.gm-cite", { id: /^P-ref-\d+$/, href: /^#P-fn-\d+$/, role: /^doc-noteref$/, "aria-label": /^Source \d+$/ }],
  ["a[id*='-noteref-']", "sup.gm-noteref", { id: /^P-noteref-\d+$/, href: /^#P-note-\d+$/, role: /^doc-noteref$/ }],
  ["a[role=doc-backlink]", "li[id]", { href: /^#P-(ref|noteref)-\d+$/, role: /^doc-backlink$/, title: /^Back to (citation|note reference) \d+$/ }],
  ["div.gm-output", "HOST", { class: /^gm-output$/, dir: /^auto$/ }],
  ["div.gm-output > p.gm-label", "div.gm-output", { class: /^gm-label$/ }],
  ["p.gm-file", "HOST", { class: /^gm-file$/, dir: /^auto$/ }],
  ["p.gm-image", "HOST", { class: /^gm-image$/ }],
  ["img", "p.gm-image", { src: /^data:image\/(png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/]+=*$/, alt: ANY }],
  ["details.gm-thoughts", "HOST", { class: /^gm-thoughts$/, dir: /^auto$/ }],
  ["div.gm-table", "*", { class: /^gm-table$/, dir: /^auto$/, tabindex: /^0$/, role: /^group$/, "aria-label": /^Table$/ }, ["dir"]],
  ["section.gm-notes", "HOST", { class: /^gm-notes$/, role: /^group$/, "aria-labelledby": /^P-notes$/ }],
  ["p.gm-label", "section.gm-notes", { class: /^gm-label$/, id: /^P-notes$/ }],
  ["section.gm-notes > ol", "section.gm-notes", {}],
  ["section.gm-notes > ol > li", "ol", { id: /^P-note-\d+$/, value: NUMBER, tabindex: /^-1$/ }],
  ["section.gm-sources", "HOST", { class: /^gm-sources$/, role: /^group$/, "aria-labelledby": /^P-sources$/ }],
  ["section.gm-sources > :is(h1, h2, h3, h4, h5, h6)", "section.gm-sources", { id: /^P-sources$/ }, ["id"]],
  ["section.gm-sources > ol", "section.gm-sources", { class: /^gm-maps$/ }, ["class"]],
  ["section.gm-sources > ul", "section.gm-sources", { class: /^gm-(maps|unplaced|consulted|recitations)$/ }],
  ["section.gm-sources > ol > li", "ol", { id: /^P-fn-\d+$/, value: NUMBER, tabindex: /^-1$/ }],
  ["section.gm-sources > ul > li", "ul", {}],
  ["bdi", "section.gm-sources *, :is(p.gm-pages-read, p.gm-file), :is(p.gm-pages-read, p.gm-file) > a", {}],
  [
    "span:is(.gm-host, .gm-address, .gm-date, .gm-license, .gm-pages, .gm-confidence, .gm-author)",
    "section.gm-sources li",
    { class: /^gm-(host|address|date|license|pages|confidence|author)$/ },
  ],
  ["span.gm-maps-by", ":is(.gm-maps > li, p.gm-reports)", { class: /^gm-maps-by$/, translate: /^no$/ }],
  ["span.gm-report", ":is(.gm-maps > li, ul.gm-reviews > li, p.gm-reports)", { class: /^gm-report$/ }],
  ["p.gm-reports", "section.gm-sources", { class: /^gm-reports$/ }],
  ["ul.gm-reviews", ".gm-maps > li", { class: /^gm-reviews$/ }],
  ["ul.gm-reviews > li", "ul.gm-reviews", {}],
  ["details.gm-excerpts", "section.gm-sources li", { class: /^gm-excerpts$/ }],
  ["details.gm-excerpts > summary", "details.gm-excerpts", {}],
  ["details.gm-excerpts > p", "details.gm-excerpts", { class: /^gm-pages$/ }, ["class"]],
  ["details.gm-excerpts > blockquote", "details.gm-excerpts", { dir: /^auto$/ }],
  ["details.gm-excerpts > blockquote > p", "blockquote", {}],
  ["p.gm-pages-read", "HOST, section.gm-sources", { class: /^gm-pages-read$/ }],
  ["p.gm-hint", "HOST, section.gm-sources", { class: /^gm-hint$/ }],
  ["p.gm-notice", "HOST", { class: /^gm-notice$/, dir: /^auto$/ }],
  ["input", "li, li > p", { type: /^checkbox$/, disabled: EMPTY, checked: EMPTY, "aria-label": /^(To do|Done)$/ }, ["checked"]],
];

/** Everything about `host`, the element with an answer in it, that must not be. */
export function faults(host, prefix) {
  // A thought is a body of its own, with ids of its own.
  const shell = host.cloneNode(true);
  const inThoughts = [...shell.querySelectorAll(":scope > details.gm-thoughts")].flatMap((thoughts) => {
    const body = document.createElement("div");
    body.append(...[...thoughts.childNodes].slice(1));
    const own = body.innerHTML.match(/ id="([^"]*-thought-\d+)-/)?.[1] ?? `${prefix}-thought-0`;
    const isOurs = own.startsWith(`${prefix}-thought-`) && thoughts.firstChild?.localName === "summary";
    return [...(isOurs ? [] : [`thoughts: ${own}`]), ...ownFaults(body, own)];
  });
  return [...ownFaults(shell, prefix), ...inThoughts];
}

function ownFaults(host, prefix) {
  const found = [];
  const fault = (element, what) => found.push(`${what}: ${element.cloneNode(false).outerHTML?.slice(0, 200)}`);
  const ids = new Set();
  for (const element of host.querySelectorAll("*")) {
    if (element.namespaceURI !== "http://www.w3.org/1999/xhtml") fault(element, "not HTML");
    const ours = OURS.find(([selector]) => element.matches(selector));
    const rules = ours ? ours[2] : rulesOf(element);
    if (!rules) {
      fault(element, "element");
      continue;
    }
    for (const { name, value } of element.attributes) {
      const rule = rules[name];
      if (!rule || !new RegExp(rule.source.replace("P-", `${prefix}-`)).test(value)) fault(element, `attribute ${name}`);
    }
    if (ours) {
      const [, parent, attributes, optional = []] = ours;
      const [first, ...others] = parent.startsWith("HOST") ? parent.split(", ") : ["", parent];
      const inHost = first === "HOST" && element.parentElement === host;
      if (!inHost && !others.some((other) => element.parentElement.matches(other))) fault(element, "place");
      for (const name of Object.keys(attributes)) {
        if (!optional.includes(name) && !element.hasAttribute(name)) fault(element, `lacks ${name}`);
      }
    }
    if (element.id && ids.has(element.id)) fault(element, "id twice");
    ids.add(element.id);
    if (element.matches("a[href]")) linkFaults(element, (what) => fault(element, what));
    else if (element.matches("a")) fault(element, "link without target");
  }
  for (const node of iterate(host, NodeFilter.SHOW_COMMENT)) found.push(`comment: ${node.data.slice(0, 100)}`);
  for (const node of iterate(host, NodeFilter.SHOW_TEXT)) {
    if (/[\0\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff]|[\u{E0000}-\u{E007F}]|\p{Noncharacter_Code_Point}/u.test(node.data)) {
      found.push(`hidden character: ${JSON.stringify(node.data.slice(0, 100))}`);
    }
  }
  return [...found, ...markerFaults(host, prefix)];
}

function rulesOf(element) {
  const name = element.localName;
  if (!PLAIN.includes(name)) return undefined;
  if (name !== "a") return { ...GENERIC, ...OWN[name] };
  const opensTab = /^https?:/i.test(element.getAttribute("href") ?? "");
  return { ...GENERIC, href: /^(https?:\/\/[^\s\\]+|mailto:[^\s\\]+)$/i, ...(opensTab && TAB) };
}

function linkFaults(link, fault) {
  const href = link.getAttribute("href");
  if (href.startsWith("#")) return;
  const url = URL.parse(href);
  if (!url || !["http:", "https:", "mailto:"].includes(url.protocol)) return fault("scheme");
  if (url.username || url.password) fault("user name");
  if (link.parentElement.closest("a")) fault("link in a link");
  if (!link.textContent.trim()) fault("nothing to click");
  if (url.protocol === "mailto:") return;
  if (link.target !== "_blank" || link.rel !== "noopener noreferrer") fault("new tab");
}

/** Our own parts, as wholes: their exact text and order, and that each leads to the other. */
function markerFaults(host, prefix) {
  const found = [];
  const all = (selector) => [...host.querySelectorAll(selector)];
  const link = `<a id="${prefix}-ref-\\d+" href="#${prefix}-fn-(\\d+)" role="doc-noteref" aria-label="Source \\d+">\\d+</a>`;
  const group = new RegExp(`^\\[${link}(, ${link})*\\]$`);
  for (const sup of all("sup.gm-cite")) {
    if (!group.test(sup.innerHTML)) found.push(`group: ${sup.outerHTML}`);
    if (sup.parentElement.closest("a")) found.push(`group in a link: ${sup.outerHTML}`);
    // Raw `<code>` that never ends can hold whole blocks; a group at the end of one stays there.
    const code = sup.parentElement.closest("code");
    if (code && !code.querySelector(BLOCKS)) found.push(`group in code: ${code.outerHTML.slice(0, 200)}`);
  }
  for (const p of all("p.gm-cites")) {
    if (p.childNodes.length !== 1 || !p.firstChild.matches?.("sup.gm-cite")) found.push(`paragraph: ${p.outerHTML}`);
    if (!p.previousElementSibling?.matches("pre")) found.push(`paragraph's place: ${p.outerHTML}`);
  }
  for (const div of all("div.gm-table")) {
    if (div.childNodes.length !== 1 || !div.firstChild.matches?.("table")) found.push(`table: ${div.outerHTML.slice(0, 200)}`);
  }
  for (const table of all("table")) if (!table.parentElement.matches("div.gm-table")) found.push("table without wrapper");
  for (const [kind, target] of [["ref", "fn"], ["noteref", "note"]]) {
    const markers = all(`[id^="${prefix}-${kind}-"]`);
    markers.forEach((marker, index) => {
      if (marker.id !== `${prefix}-${kind}-${index + 1}`) found.push(`order: ${marker.id}`);
      const entry = host.querySelector(`[id="${marker.getAttribute("href").slice(1)}"]`);
      if (!entry?.matches("li")) found.push(`leads nowhere: ${marker.outerHTML}`);
      const backs = entry ? [...entry.querySelectorAll(":scope > a[role=doc-backlink]")].map((back) => back.getAttribute("href")) : [];
      if (backs.length < 20 && !backs.includes(`#${marker.id}`)) found.push(`no way back: ${marker.id}`);
    });
    all(`[id^="${prefix}-${target}-"]`).forEach((entry, index) => {
      if (target === "note" && entry.id !== `${prefix}-note-${index + 1}`) found.push(`order: ${entry.id}`);
      if (entry.id !== `${prefix}-${target}-${entry.getAttribute("value")}`) found.push(`number: ${entry.id}`);
    });
  }
  for (const back of all("a[role=doc-backlink]")) {
    const marker = host.querySelector(`[id="${back.getAttribute("href").slice(1)}"]`);
    if (marker?.getAttribute("href") !== `#${back.closest("li[id]").id}`) found.push(`back-link: ${back.outerHTML}`);
  }
  const sections = all("section");
  if (sections.some((section) => section.parentElement !== host)) found.push("a section inside something");
  if (all("section.gm-sources").length > 1 || all("section.gm-notes").length > 1) found.push("a section twice");
  const list = host.querySelector("section.gm-sources");
  if (list && host.lastElementChild !== list) found.push("the sources are not last");
  return found;
}

function* iterate(host, what) {
  const walker = document.createTreeWalker(host, what);
  while (walker.nextNode()) yield walker.currentNode;
}
