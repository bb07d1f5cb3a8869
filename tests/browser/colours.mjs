// What colours a reader sees, and how far apart they are.

/** Runs in the page: each visible text under `selector` with the contrast between it and its ground. */
export function contrasts(page, selector) {
  return page.evaluate((selector) => {
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const draw = (colour) => {
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
    };
    const seen = (colours) => {
      context.clearRect(0, 0, 1, 1);
      colours.forEach(draw);
      return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const luminance = (rgb) => {
      const [r, g, b] = rgb.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ratio = (one, other) => {
      const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    };
    const found = [];
    const walker = document.createTreeWalker(document.querySelector(selector), NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode()); ) {
      const element = node.parentElement;
      if (!node.data.trim() || !element.checkVisibility()) continue;
      const grounds = [];
      for (let one = element; one; one = one.parentElement) grounds.unshift(getComputedStyle(one).backgroundColor);
      const ground = seen(grounds);
      const text = seen([...grounds, getComputedStyle(element).color]);
      found.push({ text: node.data.trim().slice(0, 40), where: `${element.localName}.${element.className}`, ratio: ratio(text, ground) });
    }
    return found;
  }, selector);
}
