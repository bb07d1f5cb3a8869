import { listen } from "./listen.js";

/** Puts text of several types on the clipboard at once. */
export async function writeClipboard(texts: Record<string, string>): Promise<void> {
  try {
    const blobs: Record<string, Blob> = {};
    for (const type in texts) blobs[type] = new Blob([texts[type] as string], { type });
    await navigator.clipboard.write([new ClipboardItem(blobs)]);
  } catch (error) {
    // On a page without TLS, in an older browser, in a frame that may not.
    if (!copyBySelection(texts)) throw error;
  }
}

/** The way from before there was a clipboard to write to; whether it worked. */
function copyBySelection(texts: Record<string, string>): boolean {
  const focused = document.activeElement as HTMLElement | null;
  // Nothing is copied where nothing is selected, whatever is put into the event.
  const field = document.createElement("textarea");
  field.value = "-";
  field.style.position = "fixed";
  // Where a dialog is open nothing outside it can be selected.
  (focused?.closest("dialog") ?? document.body).append(field);
  field.select();
  const onCopy = (event: ClipboardEvent) => {
    for (const type in texts) event.clipboardData?.setData(type, texts[type] as string);
    event.preventDefault();
    event.stopPropagation();
  };
  const stop = listen(document, "copy", onCopy, { capture: true });
  try {
    return document.execCommand("copy");
  } finally {
    stop();
    field.remove();
    focused?.focus({ preventScroll: true });
  }
}
