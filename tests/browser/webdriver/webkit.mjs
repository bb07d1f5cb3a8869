// WebKitGTK's MiniBrowser, by WebKitWebDriver, on a display of its own that nobody sees.
// https://www.w3.org/TR/webdriver2/
import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { DriverError, start, until } from "./process.mjs";

/** Method and path of what one session is asked to do. */
const COMMANDS = {
  navigate: ["POST", "/url"],
  script: ["POST", "/execute/async"],
  actions: ["POST", "/actions"],
  release: ["DELETE", "/actions"],
  handles: ["GET", "/window/handles"],
  window: ["POST", "/window"],
  open: ["POST", "/window/new"],
  close: ["DELETE", "/window"],
  rect: ["POST", "/window/rect"],
  screenshot: ["GET", "/screenshot"],
};

/** Its tool bar would keep the window wider than a telephone. */
const TOOLBAR = "* { min-width: 0; min-height: 0; padding: 0; margin: 0; border: 0; border-spacing: 0; font-size: 1px; -gtk-icon-transform: scale(0) }";

/**
 * The screen is small, and windows reach beyond it: the pointer is in its middle, and without a window
 * manager the window under the pointer is the one that has the focus.
 */
const SCREEN = "560x200x24";

function miniBrowser() {
  const { GROUNDMARK_WEBKIT: named } = process.env;
  const folders = ["/usr/libexec", "/usr/lib64", ...readdirSync("/usr/lib").map((name) => `/usr/lib/${name}`), "/usr/lib"];
  return named ?? folders.map((folder) => `${folder}/webkit2gtk-4.1/MiniBrowser`).find((file) => existsSync(file)) ?? "MiniBrowser";
}

export async function webkit({ proxy, ...capabilities }, colorScheme) {
  const display = start("Xvfb", ["-displayfd", "3", "-screen", "0", SCREEN, "-nolisten", "tcp"], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  let number = "";
  display.child.stdio[3].on("data", (data) => (number += data));
  await until(display, () => number.endsWith("\n"));
  const settings = await mkdtemp(path.join(tmpdir(), "groundmark-webkit-"));
  await mkdir(path.join(settings, "gtk-3.0"));
  await writeFile(path.join(settings, "gtk-3.0/gtk.css"), TOOLBAR);
  const port = await freePort();
  const env = {
    DISPLAY: `:${number.trim()}`,
    GDK_BACKEND: "x11",
    GTK_THEME: colorScheme === "dark" ? "Adwaita:dark" : "Adwaita",
    NO_AT_BRIDGE: "1",
    WEBKIT_DISABLE_DMABUF_RENDERER: "1",
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
    XDG_CONFIG_HOME: settings,
  };
  const driver = start("WebKitWebDriver", [`--port=${port}`], { env });
  const root = `http://127.0.0.1:${port}/session`;
  await until(driver, () => fetch(`http://127.0.0.1:${port}/status`));
  const options = { binary: miniBrowser(), args: ["--automation", `--proxy=http://${proxy}`, "--ignore-host=127.0.0.1"] };
  const session = await send("POST", root, { capabilities: { alwaysMatch: { ...capabilities, "webkitgtk:browserOptions": options } } });
  const command = (name, parameters = {}) => send(COMMANDS[name][0], `${root}/${session.sessionId}${COMMANDS[name][1]}`, parameters);

  return {
    version: session.capabilities.browserVersion,
    command,
    // What stands around the content has a height that only a try tells.
    resize: async ({ width, height }, inner) => {
      await command("rect", { x: 0, y: 0, width, height });
      const { height: now } = await inner({ width });
      await command("rect", { width, height: height + height - now });
    },
    // The desktop's theme says it, from the start on.
    colorScheme: async () => {},
    close: async () => {
      await Promise.race([send("DELETE", `${root}/${session.sessionId}`), driver.ended]).catch(() => {});
      await driver.stop();
      await display.stop();
      await rm(settings, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function send(method, url, parameters) {
  const response = await fetch(url, { method, body: method === "POST" ? JSON.stringify(parameters) : undefined });
  const { value } = await response.json();
  if (!response.ok) throw new DriverError(value.error, value.message, value.data?.text);
  return value;
}

function freePort() {
  const server = createServer();
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  }));
}
