import { element, make } from "./dom.js";
import { GROUPS, type Sample } from "./samples.js";

export interface Gallery {
  open(): void;
  /** Marks the sample that is shown. */
  mark(sample: Sample | undefined): void;
}

/** Fills the gallery: a dialog of buttons, one for each sample, among which arrows move. */
export function startGallery(chosen: (sample: Sample) => void): Gallery {
  const dialog = element<HTMLDialogElement>("gallery");
  const buttons = new Map<string, HTMLButtonElement>();
  for (const { title, samples } of GROUPS) {
    const list = make("ul");
    for (const sample of samples) {
      const button = make(
        "button",
        { type: "button", value: sample.name },
        make("strong", { textContent: sample.title }),
        make("span", { className: "about", textContent: sample.about }),
        make("span", { className: "lang", textContent: languageOf(sample) }),
      );
      button.addEventListener("click", () => {
        dialog.close();
        chosen(sample);
      });
      buttons.set(sample.name, button);
      list.append(make("li", {}, button));
    }
    element("gallery-groups").append(make("section", {}, make("h3", { textContent: title }), list));
  }
  dialog.addEventListener("keydown", (event) => {
    const all = [...buttons.values()];
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined || at < 0) return;
    event.preventDefault();
    all[(at + step + all.length) % all.length]!.focus();
  });
  closeOutside(dialog);
  element("gallery-open").addEventListener("click", open);

  function open(): void {
    dialog.showModal();
    (dialog.querySelector<HTMLElement>("[aria-current]") ?? buttons.values().next().value)?.focus();
  }

  return {
    open,
    mark(sample) {
      for (const [name, button] of buttons) {
        if (name === sample?.name) button.setAttribute("aria-current", "true");
        else button.removeAttribute("aria-current");
      }
    },
  };
}

/** A click beside a dialog closes it. */
export function closeOutside(dialog: HTMLDialogElement): void {
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });
}

const LANGUAGES = new Intl.DisplayNames("en", { type: "language" });

function languageOf({ lang }: Sample): string {
  return LANGUAGES.of(lang) ?? lang;
}
