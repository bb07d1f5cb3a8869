/** Puts text of several types on the clipboard at once. */
export async function writeClipboard(texts: Record<string, string>): Promise<void> {
  let problem: unknown;
  if (typeof ClipboardItem === "function" && navigator.clipboard?.write) {
    const blobs = Object.entries(texts).map(([type, text]) => [type, new Blob([text], { type })]);
    try {
      await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs) as Record<string, Blob>)]);
      return;
    } catch (error) {
      problem = error;
    }
  }
  // On a page without TLS, in an older browser, in a frame that may not.
  if (!copyBySelection(texts)) throw problem ?? new DOMException("the clipboard cannot be written to", "NotAllowedError");
}

/** The way from before there was a clipboard to write to; whether it worked. */
function copyBySelection(texts: Record<string, string>): boolean {
  const focused = document.activeElement as HTMLElement | null;
  const selection = getSelection();
  const ranges = Array.from({ length: selection?.rangeCount ?? 0 }, (_, at) => selection?.getRangeAt(at));
  // Nothing is copied where nothing is selected, whatever is put into the event.
  const field = document.createElement("textarea");
  field.value = texts["text/plain"] || " ";
  Object.assign(field.style, { position: "fixed", top: "0", opacity: "0" });
  (focused?.closest("dialog") ?? document.body).append(field);
  field.select();
  let isWritten = false;
  const onCopy = (event: ClipboardEvent) => {
    if (!event.clipboardData) return;
    for (const [type, text] of Object.entries(texts)) event.clipboardData.setData(type, text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isWritten = true;
  };
  document.addEventListener("copy", onCopy, true);
  try {
    return document.execCommand("copy") && isWritten;
  } finally {
    document.removeEventListener("copy", onCopy, true);
    field.remove();
    selection?.removeAllRanges();
    for (const range of ranges) if (range) selection?.addRange(range);
    focused?.focus({ preventScroll: true });
  }
}
