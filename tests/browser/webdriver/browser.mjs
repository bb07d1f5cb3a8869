// Firefox and WebKit with so much of Playwright's interface as the tests use, so that a test is
// written once. What is not here a test cannot use in them, and says so (`only`, in ../browser.mjs).
import { elsewhere } from "./elsewhere.mjs";
import { firefox } from "./firefox.mjs";
import { DriverError } from "./process.mjs";
import { Page } from "./page.mjs";
import { webkit } from "./webkit.mjs";

const ENGINES = { firefox, webkit };
const VIEWPORT = { width: 1280, height: 720 };
const TIMEOUTS = { script: 120_000, pageLoad: 20_000, implicit: 0 };

export class Browser {
  #engine;
  #world;
  /** Programs by color scheme: WebKit takes it from the desktop when it starts. */
  #drivers = new Map();

  /** `here` are names of hosts that lead to this machine. */
  static async launch(engine, here) {
    const browser = new Browser();
    browser.#engine = engine;
    browser.#world = await elsewhere(here);
    await browser.#driver("light");
    return browser;
  }

  #driver(colorScheme) {
    const key = this.#engine === "webkit" ? colorScheme : "any";
    if (!this.#drivers.has(key)) {
      const capabilities = { acceptInsecureCerts: true, unhandledPromptBehavior: "dismiss and notify", timeouts: TIMEOUTS, proxy: this.#world.address };
      this.#drivers.set(key, ENGINES[this.#engine](capabilities, colorScheme).then((program) => new Driver(program, this.#engine)));
    }
    return this.#drivers.get(key);
  }

  async newContext({ colorScheme = "light", viewport = VIEWPORT } = {}) {
    return new Context(await this.#driver(colorScheme), this.#world, { colorScheme, viewport });
  }

  async newPage(options) {
    const context = await this.newContext(options);
    const page = await context.newPage();
    page.close = () => context.close();
    return page;
  }

  async close() {
    for (const driver of this.#drivers.values()) await (await driver).program.close();
    await this.#world.close();
  }
}

/** One program: its windows, and one command after the other, each in the window that it is meant for. */
class Driver {
  constructor(program, engine) {
    this.program = program;
    this.engine = engine;
    this.windows = new Set();
    this.spare = undefined;
    this.last = Promise.resolve();
  }

  /** What was begun is done before the next begins. */
  alone(run) {
    const done = this.last.then(run);
    this.last = done.catch(() => {});
    return done;
  }

  /** A dialog that the page had opened is closed and noted, and the command given again. */
  async command(name, parameters, onDialog) {
    for (let dialogs = 0; ; dialogs++) {
      try {
        return await this.program.command(name, parameters);
      } catch (error) {
        if (!(error instanceof DriverError) || error.code !== "unexpected alert open" || dialogs > 50) throw error;
        onDialog(error.prompt ?? "");
        // What it would have loaded goes on loading.
        if (name === "navigate") return undefined;
      }
    }
  }
}

class Context {
  #pages = [];
  #seen = undefined;
  #unwatch = () => {};

  constructor(driver, world, { colorScheme, viewport }) {
    Object.assign(this, { driver, world, colorScheme, viewport, timeout: 30_000 });
  }

  /** Everything that leaves this machine is noted in `seen`, dialogs and new windows too. */
  watch(seen, answers) {
    this.#seen = seen;
    this.#unwatch = this.world.watch(seen, answers);
  }

  onDialog = (text) => this.#seen?.dialogs.push(text);

  async newPage() {
    const { driver } = this;
    const handle = await driver.alone(async () => {
      const { spare } = driver;
      driver.spare = undefined;
      if (driver.windows.size === 0) return (await driver.command("handles", {}, this.onDialog))[0];
      return spare ?? (await driver.command("open", { type: "window" }, this.onDialog)).handle;
    });
    const page = this.#adopt(handle);
    await page.prepare();
    return page;
  }

  #adopt(handle) {
    this.driver.windows.add(handle);
    const page = new Page(this, handle);
    this.#pages.push(page);
    return page;
  }

  /** Windows that pages have opened since, as pages of this context. */
  async popups() {
    const handles = await this.driver.alone(() => this.driver.command("handles", {}, this.onDialog));
    const opened = handles.filter((handle) => !this.driver.windows.has(handle)).map((handle) => this.#adopt(handle));
    for (const popup of opened) {
      await popup.look().catch(() => {});
      this.#seen?.windows.push(popup);
    }
    return opened;
  }

  pages() {
    return [...this.#pages];
  }

  setDefaultTimeout(milliseconds) {
    this.timeout = milliseconds;
  }

  async forget(page) {
    this.#pages = this.#pages.filter((one) => one !== page);
    const { driver } = this;
    await driver.alone(async () => {
      await driver.command("window", { handle: page.handle }, this.onDialog);
      driver.current = undefined;
      // The last one stays, for the next page.
      if (driver.spare !== undefined) {
        await driver.command("close", {}, this.onDialog);
        driver.windows.delete(page.handle);
      } else {
        await driver.command("navigate", { url: "about:blank" }, this.onDialog);
        driver.spare = page.handle;
      }
    });
  }

  async close() {
    await this.popups();
    for (const page of this.pages()) await this.forget(page);
    this.#unwatch();
  }
}
