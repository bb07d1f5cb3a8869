// Functions of a test, run in a page as Playwright runs them: in the page's own world, whatever the
// page's policy says, with values that JSON has and `undefined`.
import vm from "node:vm";

const MARK = { "groundmark:undefined": true };
const NAME = Object.keys(MARK)[0];

/** Source and value as the code of a promise of `[whether it worked, value as JSON or what went wrong]`. */
function promise(source, given) {
  const argument = given === undefined ? "undefined" : `JSON.parse(${JSON.stringify(JSON.stringify(given))})`;
  const value = typeof source === "function" ? `await (${source})(${argument})` : isExpression(source) ? `await (${source}\n)` : "undefined";
  const statements = typeof source === "function" || isExpression(source) ? "" : source;
  return `(async () => {
    try {
      ${statements}
      const value = ${value};
      const json = (value) => JSON.stringify(value, (_, one) => (one === undefined ? ${JSON.stringify(MARK)} : one));
      return [true, json(value), location.href];
    } catch (error) {
      return [false, error?.stack ? error + "\\n" + error.stack : String(error), location.href];
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
export function script(source, given, isBeside) {
  const code = promise(source, given);
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
