// Elements by a path of steps, looked for anew each time: Playwright's locators, as far as CSS goes.

/** Runs in the page: the elements that the steps lead to, handed to a function. */
function inPage({ steps, run, given }) {
  const isShown = (element) => element.getClientRects().length > 0;
  const found = steps.reduce(
    (roots, { css, frame, nth, text, exact }) => {
      if (frame) return roots.map((one) => one.contentDocument).filter(Boolean);
      if (nth !== undefined) return roots.slice(nth, nth === -1 ? undefined : nth + 1);
      const all = [...new Set(roots.flatMap((root) => [...root.querySelectorAll(css)]))];
      if (text === undefined) return all;
      const words = (element) => element.textContent.replace(/\s+/g, " ").trim();
      const has = (element) => (exact ? words(element) === text : words(element).toLowerCase().includes(text.toLowerCase()));
      // The innermost that has it.
      return all.filter((element) => has(element) && ![...element.children].some(has));
    },
    [document],
  );
  return (0, run)(found, given, isShown);
}

/** What can be done with the elements, in the page. Each stands alone: it is sent as text. */
const DOES = {
  all: (found) => found.length,
  shown: (found, given, isShown) => found.length > 0 && isShown(found[0]),
  place: (found) => {
    let [element] = found;
    element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    let { x, y, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect();
    for (let view = element.ownerDocument.defaultView; view.frameElement; view = view.parent) {
      const box = view.frameElement.getBoundingClientRect();
      x += box.x + view.frameElement.clientLeft;
      y += box.y + view.frameElement.clientTop;
    }
    return { x, y, width, height };
  },
  focus: ([element]) => element.focus(),
  fill: ([element], text) => {
    element.focus();
    element.value = text;
    element.dispatchEvent(new InputEvent("input", { bubbles: true }));
    element.dispatchEvent(new Event("change", { bubbles: true }));
  },
};

export class Locator {
  #page;
  #steps;

  constructor(page, steps) {
    this.#page = page;
    this.#steps = steps;
  }

  /** Sent as one text: a function cannot be sent as a value. */
  #run(run, given) {
    const source = `(${inPage})({ steps: ${JSON.stringify(this.#steps)}, run: (${run}), given: ${given === undefined ? "undefined" : `JSON.parse(${JSON.stringify(JSON.stringify(given))})`} })`;
    return this.#page.evaluate(source);
  }

  async #one(run, given, { timeout = this.#page.context().timeout } = {}) {
    await this.waitFor({ state: "attached", timeout });
    return this.#run(run, given);
  }

  /** "attached", "visible" or "hidden". */
  async waitFor({ state = "visible", timeout = this.#page.context().timeout } = {}) {
    for (const end = Date.now() + timeout; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 20))) {
      const [count, shown] = [await this.#run(DOES.all), state !== "attached" && (await this.#run(DOES.shown))];
      if (state === "hidden" ? !shown : state === "visible" ? shown : count === 1) return;
      if (state === "attached" && count > 1) throw new Error(`${count} elements, not one: ${JSON.stringify(this.#steps)}`);
    }
    throw new Error(`not ${state} after ${timeout} ms: ${JSON.stringify(this.#steps)}`);
  }

  #deeper(...steps) {
    return new Locator(this.#page, [...this.#steps, ...steps]);
  }

  locator = (css) => this.#deeper({ css });
  getByText = (text, { exact = false } = {}) => this.#deeper({ css: "*", text, exact });
  nth = (nth) => this.#deeper({ nth });
  first = () => this.nth(0);
  last = () => this.nth(-1);
  count = () => this.#run(DOES.all);
  all = async () => Array.from({ length: await this.count() }, (_, index) => this.nth(index));

  evaluate = (run, given) => this.#one(`([element], given) => (${run})(element, given)`, given);
  evaluateAll = (run, given) => this.#run(`(found, given) => (${run})(found, given)`, given);
  getAttribute = (name) => this.#one("([element], name) => element.getAttribute(name)", name);
  textContent = () => this.#one("([element]) => element.textContent");
  innerText = () => this.#one("([element]) => element.innerText");
  innerHTML = () => this.#one("([element]) => element.innerHTML");
  inputValue = () => this.#one("([element]) => element.value");
  isDisabled = () => this.#one("([element]) => element.disabled");
  isVisible = () => this.#run(DOES.shown);

  boundingBox = () => this.#one(DOES.place);
  focus = () => this.#one(DOES.focus);
  fill = (text) => this.#one(DOES.fill, text);
  selectOption = (value) => this.#one(DOES.fill, value);

  async #centre() {
    await this.waitFor({ state: "attached" });
    await this.waitFor();
    const { x, y, width, height } = await this.#run(DOES.place);
    return [x + width / 2, y + height / 2];
  }

  async click(options) {
    await this.#page.mouse.click(...(await this.#centre()), options);
  }

  async tap() {
    await this.#page.touchscreen.tap(...(await this.#centre()));
  }

  async hover() {
    await this.#page.mouse.move(...(await this.#centre()));
  }

  async press(keys) {
    await this.focus();
    await this.#page.keyboard.press(keys);
  }
}
