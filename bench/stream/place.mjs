// Runs in the page: a place that is gone afterwards.

/** Calls `run` with an element that stands in the page until it returns. */
export function inPage(run) {
  const element = document.body.appendChild(document.createElement("div"));
  try {
    return run(element);
  } finally {
    element.remove();
  }
}
