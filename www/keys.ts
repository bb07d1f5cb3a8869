import { element, keep, make, recall } from "./dom.js";
import { closeOutside } from "./gallery.js";

export interface Shortcut {
  /** As `KeyboardEvent.key` gives it. */
  key: string;
  does: string;
  run: () => void;
}

/** What works without being one of ours; the help names it all the same. */
const ALSO: [string, string][] = [
  ["Esc", "Leave the editor for the tabs, close what is open"],
  ["Left Right", "Move among the tabs, and in the gallery"],
  ["Ctrl F", "Find in the editor (⌘ F on a Mac)"],
  ["Ctrl V", "Outside the editor: a new response"],
];

/** Single keys, which a visitor can turn off, and the help that lists them. */
export function startKeys(shortcuts: Shortcut[]): void {
  const help = element<HTMLDialogElement>("help");
  const allowed = element<HTMLInputElement>("keys-on");
  allowed.checked = recall("keys") !== "off";
  allowed.addEventListener("change", () => keep("keys", allowed.checked ? "on" : "off"));
  closeOutside(help);
  const open = (): void => help.showModal();
  element("help-open").addEventListener("click", open);

  const all = [...shortcuts, { key: "?", does: "This help", run: open }];
  for (const [key, does] of [...all.map(({ key, does }): [string, string] => [key.toUpperCase(), does]), ...ALSO]) {
    const keys = key.split(" ").map((one) => make("kbd", { textContent: one }));
    element("help-keys").append(make("div", {}, make("dt", {}, ...keys), make("dd", { textContent: does })));
  }

  addEventListener("keydown", (event) => {
    if (!allowed.checked || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target as Element;
    if (target.closest("input, textarea, select, [contenteditable=true], dialog, [popover]")) return;
    const found = all.find(({ key }) => key === event.key.toLowerCase());
    if (!found) return;
    event.preventDefault();
    found.run();
  });
}
