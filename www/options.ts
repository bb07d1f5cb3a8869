import type { Options } from "groundmark";
import { element, make } from "./dom.js";

/** A control of one option. What it shows at first is the default, which is not passed on. */
type Control =
  | { name: keyof Options; label: string; kind: "switch"; fallback: boolean }
  | { name: keyof Options; label: string; kind: "choice"; choices: [value: string, label: string][] }
  | { name: keyof Options; label: string; kind: "number"; min: number; placeholder: string }
  | { name: keyof Options; label: string; kind: "text"; placeholder: string };

const LOCALES: [string, string][] = [
  ["", "English"],
  ["ar", "العربية"],
  ["de", "Deutsch"],
  ["es", "Español"],
  ["fr", "Français"],
  ["ja", "日本語"],
  ["ko", "한국어"],
  ["pt", "Português"],
  ["zh", "简体中文"],
  ["zh-Hant", "繁體中文"],
];

const LEVELS: [string, string][] = [["", "Automatic"], ...[1, 2, 3, 4, 5, 6].map((n): [string, string] => [`${n}`, `h${n}`])];

const CONTROLS: Control[] = [
  { name: "locale", label: "Language of labels", kind: "choice", choices: LOCALES },
  { name: "uncited", label: "Uncited sources", kind: "choice", choices: [["", "Listed"], ["hide", "Hidden"]] },
  { name: "headingBase", label: "Top heading", kind: "choice", choices: LEVELS },
  { name: "headingLevel", label: "Heading “Sources”", kind: "choice", choices: [["", "h2"], ...LEVELS.slice(1).filter(([n]) => n !== "2")] },
  { name: "candidate", label: "Candidate", kind: "number", min: 0, placeholder: "0" },
  { name: "idPrefix", label: "Prefix of ids", kind: "text", placeholder: "automatic" },
  { name: "images", label: "Hosts of images", kind: "text", placeholder: "none" },
  { name: "notice", label: "Notices", kind: "switch", fallback: true },
  { name: "inlineImages", label: "Pictures in the response", kind: "switch", fallback: true },
  { name: "confidence", label: "How sure Google was", kind: "switch", fallback: false },
  { name: "thoughts", label: "Thoughts", kind: "switch", fallback: false },
  { name: "math", label: "Formulas", kind: "switch", fallback: false },
  { name: "breaks", label: "Line ends are breaks", kind: "switch", fallback: false },
  { name: "interrupted", label: "The stream broke", kind: "switch", fallback: false },
  { name: "settle", label: "The text still grows", kind: "switch", fallback: false },
];

export interface OptionControls {
  /** What differs from the defaults. */
  readonly options: Options;
  /** Shows these, and the defaults for all others. */
  set(options: Options): void;
}

/** Fills the panel of options; `changed` is called after each change by the visitor. */
export function startOptions(changed: () => void): OptionControls {
  const form = element<HTMLFormElement>("options-form");
  const fields = new Map<Control, HTMLInputElement | HTMLSelectElement>();
  for (const control of CONTROLS) {
    const field = fieldOf(control);
    field.name = control.name;
    field.autocomplete = "off";
    // Opening the panel leads the keyboard into it.
    field.autofocus = control === CONTROLS[0];
    fields.set(control, field);
    const label = make("label", { className: control.kind }, make("span", { textContent: control.label }), field);
    form.append(label);
  }
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    count();
    changed();
  });
  element("options-reset").addEventListener("click", () => {
    set({});
    changed();
  });

  function read(): Options {
    const options: Record<string, unknown> = {};
    for (const [control, field] of fields) {
      const value = valueOf(control, field);
      if (value !== undefined) options[control.name] = value;
    }
    return options;
  }

  function set(options: Options): void {
    for (const [control, field] of fields) show(control, field, options[control.name]);
    count();
  }

  function count(): void {
    const changes = Object.keys(read()).length;
    element("options-count").textContent = changes === 0 ? "" : `${changes}`;
  }

  set({});
  return {
    get options() {
      return read();
    },
    set,
  };
}

function fieldOf(control: Control): HTMLInputElement | HTMLSelectElement {
  switch (control.kind) {
    case "switch":
      return make("input", { type: "checkbox" });
    case "choice": {
      const select = make("select");
      select.append(...control.choices.map(([value, label]) => new Option(label, value)));
      return select;
    }
    case "number":
      return make("input", { type: "number", min: `${control.min}`, placeholder: control.placeholder });
    case "text":
      return make("input", { type: "text", placeholder: control.placeholder, spellcheck: false });
  }
}

/** What the field says, in the option's own type; `undefined` for the default. */
function valueOf(control: Control, field: HTMLInputElement | HTMLSelectElement): unknown {
  if (control.kind === "switch") {
    const { checked } = field as HTMLInputElement;
    return checked === control.fallback ? undefined : checked;
  }
  const text = field.value.trim();
  if (text === "") return undefined;
  if (control.name === "images") return { hosts: text.split(/[\s,]+/) };
  const isNumber = control.kind === "number" || control.name.startsWith("heading");
  return isNumber ? Number(text) : text;
}

function show(control: Control, field: HTMLInputElement | HTMLSelectElement, value: unknown): void {
  if (control.kind === "switch") {
    (field as HTMLInputElement).checked = typeof value === "boolean" ? value : control.fallback;
    return;
  }
  const hosts = (value as { hosts?: unknown } | undefined)?.hosts;
  if (control.name === "images") field.value = Array.isArray(hosts) ? hosts.join(" ") : "";
  else field.value = value === undefined || value === null ? "" : String(value);
  // A locale that stands for no choice, such as "en" or "hi".
  if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.value = "";
}
