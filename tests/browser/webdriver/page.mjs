// A window, by the names that Playwright gives to what one does with a page.
import { read, script } from "./evaluate.mjs";
import { Locator } from "./locator.mjs";

const KEYS = {
  Enter: "\uE007", Tab: "\uE004", Escape: "\uE00C", Space: " ", Backspace: "\uE003", Delete: "\uE017", Home: "\uE011", End: "\uE010", PageUp: "\uE00E", PageDown: "\uE00F",
  ArrowLeft: "\uE012", ArrowUp: "\uE013", ArrowRight: "\uE014", ArrowDown: "\uE015", Shift: "\uE008", Control: "\uE009", Alt: "\uE00A", Meta: "\uE03D",
};
const BUTTONS = { left: 0, middle: 1, right: 2 };

export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Page {
  #context;
  #url = "about:blank";
  #viewport;
  #pointer = { x: 0, y: 0 };
  #listeners = { console: [], pageerror: [] };

  constructor(context, handle) {
    this.#context = context;
    this.handle = handle;
    this.#viewport = context.viewport;
  }

  /** "console" and "pageerror", which are heard from when a document is first asked for anything. */
  on(name, listener) {
    if (!(name in this.#listeners)) throw new Error(`no event ${name} in ${this.#context.driver.engine}`);
    this.#listeners[name].push(listener);
  }

  #tell({ kind, type, text, name, code }) {
    const told = kind === "console" ? { type: () => type, text: () => text } : { name, code, message: text, toString: () => text };
    for (const listener of this.#listeners[kind]) listener(told);
  }

  context() {
    return this.#context;
  }

  /** Where it was when it was last asked for anything. */
  url() {
    return this.#url;
  }

  /** A command in this window and in its color scheme, after all that was begun before. */
  command(name, parameters = {}) {
    const { driver, colorScheme, onDialog } = this.#context;
    return driver.alone(async () => {
      if (driver.current !== this.handle) await driver.command("window", { handle: this.handle }, onDialog);
      driver.current = this.handle;
      if (driver.colorScheme !== colorScheme) await driver.program.colorScheme(colorScheme);
      driver.colorScheme = colorScheme;
      return driver.command(name, parameters, onDialog);
    });
  }

  async prepare() {
    await this.evaluate(() => 0);
    await this.waitForFunction((scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches, this.#context.colorScheme);
    await this.setViewportSize(this.#viewport);
  }

  async setViewportSize(size) {
    const { driver } = this.#context;
    const inner = () => this.evaluate(() => ({ width: innerWidth, height: innerHeight }));
    const reached = async ({ width, height }) => {
      for (let tries = 0; tries < 40; tries++) {
        const now = await inner();
        if (now.width === width && (height === undefined || now.height === height)) return now;
        await sleep(25);
      }
      throw new Error(`the window has ${JSON.stringify(await inner())}, not ${width} × ${height}`);
    };
    this.#viewport = size;
    const now = await inner();
    if (now.width === size.width && now.height === size.height) return;
    await driver.program.resize(size, reached);
    await reached(size);
  }

  viewportSize() {
    return this.#viewport;
  }

  async goto(url) {
    await this.command("navigate", { url });
    await this.waitForLoadState();
  }

  async reload() {
    await this.goto(this.#url);
  }

  /** `source` is a function, or a program's text. */
  async evaluate(source, given) {
    const { driver } = this.#context;
    const listens = Object.values(this.#listeners).some((list) => list.length > 0);
    const parameters = script(source, given, { isBeside: driver.engine === "firefox", listens });
    // Marionette gives nothing where a dialog opens meanwhile; the next command closes it.
    let result = null;
    for (let tries = 0; result === null && tries < 10; tries++) result = await this.command("script", parameters);
    if (result === null) throw new Error("the page opens one dialog after the other");
    const [worked, value, url, heard] = result;
    this.#url = url;
    for (const one of JSON.parse(heard)) this.#tell(one);
    if (!worked) throw new Error(`in the page: ${value}`);
    return read(value);
  }

  async look() {
    await this.evaluate(() => 0);
  }

  async waitForTimeout(milliseconds) {
    await sleep(milliseconds);
    await this.look();
  }

  async waitForFunction(source, given, { timeout = this.#context.timeout } = {}) {
    let failure;
    for (const end = Date.now() + timeout; Date.now() < end; await sleep(20)) {
      try {
        const value = await this.evaluate(source, given);
        if (value) return { jsonValue: async () => value };
      } catch (error) {
        failure = error;
      }
    }
    throw failure ?? new Error(`not so after ${timeout} ms: ${source}`);
  }

  async waitForLoadState() {
    await this.waitForFunction(() => document.readyState === "complete" && location.href !== "about:blank");
  }

  /** Only "popup": the next window that opens. */
  async waitForEvent(name, { timeout = this.#context.timeout } = {}) {
    if (name !== "popup") throw new Error(`no event ${name} in ${this.#context.driver.engine}`);
    for (const end = Date.now() + timeout; Date.now() < end; await sleep(50)) {
      const [popup] = await this.#context.popups();
      if (popup) return popup;
    }
    throw new Error(`no window opened within ${timeout} ms`);
  }

  title() {
    return this.evaluate(() => document.title);
  }

  content() {
    return this.evaluate(() => document.documentElement.outerHTML);
  }

  async screenshot() {
    return Buffer.from(await this.command("screenshot"), "base64");
  }

  locator(selector) {
    return new Locator(this, [{ css: selector }]);
  }

  getByText(text, options) {
    return this.locator(":root").getByText(text, options);
  }

  /** A selector, and which of the elements that it finds: "a >> nth=1". */
  #at(selector) {
    const [css, nth] = selector.split(" >> nth=");
    return this.locator(css).nth(Number(nth ?? 0));
  }

  click = (selector, options) => this.#at(selector).click(options);
  hover = (selector) => this.#at(selector).hover();
  focus = (selector) => this.#at(selector).focus();
  waitForSelector = (selector, options) => this.#at(selector).waitFor(options);

  addScriptTag({ url }) {
    return this.evaluate(
      (src) =>
        new Promise((resolve, reject) => {
          const script = Object.assign(document.createElement("script"), { src, onload: () => resolve(), onerror: () => reject(new Error(`${src} does not load`)) });
          document.head.append(script);
        }),
      url,
    );
  }

  frameLocator(selector) {
    return { locator: (inner) => new Locator(this, [{ css: selector }, { frame: true }, { css: inner }]) };
  }

  async close() {
    await this.#context.forget(this);
  }

  #act(type, actions, parameters) {
    return this.command("actions", { actions: [{ type, id: type, ...(parameters && { parameters }), actions }] });
  }

  mouse = {
    move: async (x, y, { steps = 1 } = {}) => {
      const from = this.#pointer;
      this.#pointer = { x: Math.round(x), y: Math.round(y) };
      const between = (name, step) => Math.round(from[name] + ((this.#pointer[name] - from[name]) * step) / steps);
      const moves = Array.from({ length: steps }, (_, at) => ({ type: "pointerMove", x: between("x", at + 1), y: between("y", at + 1), duration: 0 }));
      await this.#act("pointer", moves, { pointerType: "mouse" });
    },
    down: async ({ button = "left" } = {}) => void (await this.#act("pointer", [{ type: "pointerDown", button: BUTTONS[button] }], { pointerType: "mouse" })),
    up: async ({ button = "left" } = {}) => void (await this.#act("pointer", [{ type: "pointerUp", button: BUTTONS[button] }], { pointerType: "mouse" })),
    click: async (x, y, options) => {
      await this.mouse.move(x, y);
      await this.mouse.down(options);
      await this.mouse.up(options);
    },
  };

  touchscreen = {
    tap: async (x, y) => {
      const there = { type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 0 };
      const tap = [there, { type: "pointerDown", button: 0 }, { type: "pause", duration: 30 }, { type: "pointerUp", button: 0 }];
      await this.command("actions", { actions: [{ type: "pointer", id: "finger", parameters: { pointerType: "touch" }, actions: tap }] });
    },
  };

  keyboard = {
    down: async (key) => void (await this.#act("key", [{ type: "keyDown", value: KEYS[key] ?? key }])),
    up: async (key) => void (await this.#act("key", [{ type: "keyUp", value: KEYS[key] ?? key }])),
    /** One key, with those that are held while it is pressed: "Shift+Tab". */
    press: async (keys) => {
      const values = keys.split(/(?<=.)\+/).map((key) => KEYS[key] ?? key);
      const down = values.map((value) => ({ type: "keyDown", value }));
      const up = [...values].reverse().map((value) => ({ type: "keyUp", value }));
      await this.#act("key", [...down, ...up]);
    },
    type: async (text) => {
      for (const key of text) await this.keyboard.press(key);
    },
  };
}
