// Firefox, by Marionette: WebDriver's commands as JSON over a socket, which is what geckodriver does.
// https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { DriverError, start, until } from "./process.mjs";

const PREFERENCES = {
  "marionette.port": 0,
  "remote.prefs.recommended": true,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "toolkit.telemetry.enabled": false,
  "media.gmp-manager.updateEnabled": false,
  // Else reading the clipboard waits for a click on a button of the browser's own.
  "dom.events.testing.asyncClipboard": true,
};

/** What one session is asked to do, by the names that WebDriver's specification has. */
const COMMANDS = {
  navigate: "WebDriver:Navigate",
  script: "WebDriver:ExecuteAsyncScript",
  actions: "WebDriver:PerformActions",
  release: "WebDriver:ReleaseActions",
  handles: "WebDriver:GetWindowHandles",
  window: "WebDriver:SwitchToWindow",
  open: "WebDriver:NewWindow",
  close: "WebDriver:CloseWindow",
  screenshot: "WebDriver:TakeScreenshot",
};

export async function firefox({ proxy, ...capabilities }) {
  const folder = await mkdtemp(path.join(tmpdir(), "groundmark-firefox-"));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
  await writeFile(path.join(folder, "user.js"), lines.join("\n"));
  const program = start(process.env.GROUNDMARK_FIREFOX ?? "firefox-esr", ["--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", folder, "about:blank"]);
  const port = await until(program, () => Number(readFileSync(path.join(folder, "MarionetteActivePort"), "utf8")));
  const send = await connect(port);
  const { capabilities: given } = await send("WebDriver:NewSession", { ...capabilities, proxy: { proxyType: "manual", httpProxy: proxy, sslProxy: proxy, noProxy: ["127.0.0.1"] } });

  /** Runs in the browser's own window, where content cannot. */
  async function inBrowser(script, args) {
    await send("Marionette:SetContext", { value: "chrome" });
    try {
      return (await send("WebDriver:ExecuteScript", { script, args })).value;
    } finally {
      await send("Marionette:SetContext", { value: "content" });
    }
  }

  return {
    version: given.browserVersion,
    // Most answers are objects with the value in them.
    command: async (name, parameters) => {
      const result = await send(COMMANDS[name], parameters);
      return result !== null && typeof result === "object" && "value" in result ? result.value : result;
    },
    // A window cannot be as narrow as a telephone; its content can.
    resize: ({ width, height }) =>
      inBrowser(
        `const { style } = gBrowser.selectedBrowser;
        window.resizeTo(Math.max(arguments[0], 600), arguments[1] + 200);
        Object.assign(style, { flex: "none", width: arguments[0] + "px", height: arguments[1] + "px" });`,
        [width, height],
      ),
    colorScheme: (scheme) => inBrowser(`Services.prefs.setIntPref("layout.css.prefers-color-scheme.content-override", arguments[0])`, [scheme === "dark" ? 0 : 1]),
    close: async () => {
      await Promise.race([send("Marionette:Quit", { flags: ["eForceQuit"] }).catch(() => {}), program.ended]);
      await program.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A function that sends a command and gives its result. Messages are `length:[type, id, …]`. */
async function connect(port) {
  const socket = net.connect(port, "127.0.0.1");
  const waiting = new Map();
  let unread = Buffer.alloc(0);
  let last = 0;
  await new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.on("close", () => {
      for (const { reject } of waiting.values()) reject(new DriverError("disconnected", "Firefox is gone"));
    });
    socket.on("data", (data) => {
      unread = Buffer.concat([unread, data]);
      for (let colon; (colon = unread.indexOf(":")) > 0; ) {
        const end = colon + 1 + Number(unread.subarray(0, colon));
        if (unread.length < end) return;
        const message = JSON.parse(unread.subarray(colon + 1, end));
        unread = unread.subarray(end);
        // The first message is a greeting.
        if (!Array.isArray(message)) resolve();
        else settle(message);
      }
    });
  });
  function settle([, id, error, result]) {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error) reject(new DriverError(error.error, error.message, error.data?.text));
    else resolve(result);
  }
  return (name, parameters = {}) =>
    new Promise((resolve, reject) => {
      const message = JSON.stringify([0, ++last, name, parameters]);
      waiting.set(last, { resolve, reject });
      socket.write(`${Buffer.byteLength(message)}:${message}`);
    });
}
