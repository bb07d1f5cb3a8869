import { element, keep, recall } from "./dom.js";

const SCHEMES = ["automatic", "light", "dark"];

/** The button that goes through the colour schemes. */
export function startScheme(): { next(): void } {
  const button = element("scheme");
  let scheme = recall("scheme") ?? "automatic";

  function draw(): void {
    if (scheme === "automatic") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = scheme;
    button.ariaLabel = `Colour scheme: ${scheme}`;
    button.title = button.ariaLabel;
  }

  function next(): void {
    scheme = SCHEMES[(SCHEMES.indexOf(scheme) + 1) % SCHEMES.length]!;
    keep("scheme", scheme);
    draw();
  }

  button.addEventListener("click", next);
  draw();
  return { next };
}
