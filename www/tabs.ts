import { element } from "./dom.js";

export const TABS = ["source", "page", "html", "markdown", "result", "diagnostics"] as const;
export type Tab = (typeof TABS)[number];

/** Windows in which the source is a tab like the others; wider ones show it beside them. */
const NARROW = matchMedia("(max-width: 56rem)");

export interface Tabs {
  readonly current: Tab;
  /** Shows a panel; `focus` says whether its tab takes the focus. */
  select(tab: Tab, focus?: "focus"): void;
}

/** The tablist: arrows, Home and End move and select, Tab leaves it for the panel. */
export function startTabs(selected: (tab: Tab) => void): Tabs {
  let current: Tab = "page";

  const shown = (): Tab[] => TABS.filter((tab) => tab !== "source" || NARROW.matches);

  function draw(): void {
    for (const tab of TABS) {
      const button = element(`tab-${tab}`);
      const panel = element(`panel-${tab}`);
      const isCurrent = tab === current;
      button.hidden = tab === "source" && !NARROW.matches;
      button.setAttribute("aria-selected", String(isCurrent));
      button.tabIndex = isCurrent ? 0 : -1;
      panel.hidden = !isCurrent && (tab !== "source" || NARROW.matches);
    }
    const source = element("panel-source");
    source.role = NARROW.matches ? "tabpanel" : "region";
  }

  function select(tab: Tab, focus?: "focus"): void {
    current = tab === "source" && !NARROW.matches ? current : tab;
    draw();
    const button = element(`tab-${current}`);
    if (focus) button.focus();
    button.scrollIntoView({ block: "nearest", inline: "nearest" });
    selected(current);
  }

  element("tabs").addEventListener("click", ({ target }) => {
    const button = (target as Element).closest<HTMLElement>("[role=tab]");
    if (button) select(button.id.slice("tab-".length) as Tab);
  });
  element("tabs").addEventListener("keydown", (event) => {
    const all = shown();
    const at = all.indexOf(current);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (next === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    select(all[(next + all.length) % all.length]!, "focus");
  });
  NARROW.addEventListener("change", () => select(current === "source" ? "page" : current));
  draw();

  return {
    get current() {
      return current;
    },
    select,
  };
}
