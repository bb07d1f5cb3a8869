/**
 * Longest wait for an animation frame, in milliseconds. A page in the background, or in a frame that
 * is not shown, gets none, and goes on all the same.
 */
const LONGEST_WAIT = 1000;
const LONGEST_WAIT_HIDDEN = 100;

/** Runs once with the next animation frame, unless the function that it gives is called before. */
export function atNextFrame(document: Document, run: () => void): () => void {
  const view = document.defaultView;
  let frame: number | undefined;
  const cancel = () => {
    clearTimeout(timer);
    if (frame !== undefined) view?.cancelAnimationFrame(frame);
  };
  const once = () => {
    cancel();
    run();
  };
  const timer = setTimeout(once, document.hidden ? LONGEST_WAIT_HIDDEN : LONGEST_WAIT);
  frame = view?.requestAnimationFrame?.(once);
  return cancel;
}
