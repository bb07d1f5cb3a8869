import { element, say } from "./dom.js";

/** Larger files are no responses. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Takes files and pasted text from anywhere in the page. */
export function startInput(taken: (text: string, name: string) => void): { choose(): void } {
  const field = element<HTMLInputElement>("file");
  const veil = element("drop");
  let depth = 0;

  async function read(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > MOST_BYTES) say(`${file.name} is larger than 64 MB`);
    else taken(await file.text(), file.name);
  }

  const choose = (): void => field.click();
  element("file-open").addEventListener("click", choose);
  field.addEventListener("change", () => {
    void read(field.files?.[0]);
    // So that the same file can be chosen again.
    field.value = "";
  });

  const holdsFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  addEventListener("dragenter", (event) => {
    if (!holdsFile(event)) return;
    depth += 1;
    veil.hidden = false;
  });
  addEventListener("dragleave", (event) => {
    if (!holdsFile(event)) return;
    depth -= 1;
    if (depth <= 0) veil.hidden = true;
  });
  addEventListener("dragover", (event) => {
    if (holdsFile(event)) event.preventDefault();
  });
  // Before the editor, which would put the file's text where it was dropped.
  addEventListener(
    "drop",
    (event) => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      event.stopPropagation();
      depth = 0;
      veil.hidden = true;
      void read(event.dataTransfer?.files[0]);
    },
    true,
  );

  addEventListener("paste", (event) => {
    const target = event.target as Element;
    if (target.closest("input, textarea, select, [contenteditable=true]")) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const file = event.clipboardData?.files[0];
    if (text === "" && file === undefined) return;
    event.preventDefault();
    if (text !== "") taken(text, "Pasted");
    else void read(file);
  });
  return { choose };
}
