/** An element of `index.html`. */
export function element<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`index.html has no #${id}`);
  return found as T;
}

/** An element with what is in it; what comes from a response goes in as text only. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

let hiding: ReturnType<typeof setTimeout> | undefined;

/** Says something in passing, to a screen reader too. */
export function say(text: string): void {
  const toast = element("toast");
  clearTimeout(hiding);
  // What changes is read out; what is shown with the text already in it is not, everywhere.
  toast.hidden = false;
  toast.textContent = text;
  hiding = setTimeout(() => {
    toast.hidden = true;
    toast.textContent = "";
  }, 4000);
}

/** What the visitor chose earlier; nothing where the browser keeps nothing. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(`groundmark-${name}`);
  } catch {
    return null;
  }
}

/** Keeps a choice for the next visit. */
export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`groundmark-${name}`, value);
  } catch {
    // It counts for this visit.
  }
}
