// Functions of a test, run in a page as Playwright runs them: in the page's own world, whatever the
// page's policy says, with values that JSON has and `undefined`.
import vm from "node:vm";

const MARK = { "groundmark:undefined": true };
const NAME = Object.keys(MARK)[0];

/** Runs in the page: notes what the page says from now on, and gives what it said since the last time. */
function hear() {
  const key = Symbol.for("groundmark: heard");
  if (!window[key]) {
    const heard = [];
    Object.defineProperty(window, key, { value: heard, configurable: true });
    for (const [name, type] of Object.entries({ log: "log", info: "info", debug: "debug", warn: "warning", error: "error" })) {
      const say = console[name];
      console[name] = function (...words) {
        heard.push({ kind: "console", type, text: words.map(String).join(" ") });
        return say.apply(this, words);
      };
    }
    const note = (error, text) => heard.push({ kind: "pageerror", text, name: error?.name, code: error?.code });
    addEventListener("error", (event) => event instanceof ErrorEvent && note(event.error, event.message));
    addEventListener("unhandledrejection", ({ reason }) => note(reason, String(reason)));
  }
  return JSON.stringify(window[key].splice(0));
}

/** Source and value as the code of a promise of `[whether it worked, value as JSON or what went wrong, address, what was heard]`. */
function promise(source, given, listens) {
  const heard = listens ? `(${hear})()` : `"[]"`;
  const argument = given === undefined ? "undefined" : `JSON.parse(${JSON.stringify(JSON.stringify(given))})`;
  const value = typeof source === "function" ? `await (${source})(${argument})` : isExpression(source) ? `await (${source}\n)` : "undefined";
  const statements = typeof source === "function" || isExpression(source) ? "" : source;
  return `(async () => {
    // Names that hide none of the page's.
    const $said = JSON.parse(${heard});
    const $heard = () => JSON.stringify([...$said, ...JSON.parse(${heard})]);
    try {
      ${statements}
      const value = ${value};
      const json = (value) => JSON.stringify(value, (_, one) => (one === undefined ? ${JSON.stringify(MARK)} : one));
      return [true, json(value), location.href, $heard()];
    } catch (error) {
      return [false, error?.stack ? error + "\\n" + error.stack : String(error), location.href, $heard()];
    }
  })()`;
}

function isExpression(source) {
  try {
    return Boolean(new vm.Script(`(${source}\n)`));
  } catch {
    return false;
  }
}

/**
 * Parameters of WebDriver's "execute async". WebKit's scripts are the page's own. Marionette's run
 * beside it, without \`import()\` and with constructors of their own; its debugger gets inside.
 */
export function script(source, given, { isBeside, listens }) {
  const code = promise(source, given, listens);
  if (!isBeside) return { script: `${code}.then(arguments[0])`, args: [] };
  const inside = `
    const { addDebuggerToGlobal } = ChromeUtils.importESModule("resource://gre/modules/jsdebugger.sys.mjs");
    addDebuggerToGlobal(globalThis);
    const page = new Debugger().makeGlobalObjectReference(window);
    const done = page.executeInGlobal(${JSON.stringify(code)}, { url: location.href });
    done.return.unsafeDereference().then(arguments[0]);`;
  return { script: inside, args: [], sandbox: "system", newSandbox: true };
}

export function read(json) {
  return revive(JSON.parse(json));
}

function revive(value) {
  if (Array.isArray(value)) return value.map(revive);
  if (typeof value !== "object" || value === null) return value;
  if (value[NAME]) return undefined;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, revive(one)]));
}
