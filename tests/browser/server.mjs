// Two servers for the tests of this folder.
//
// `serve` is the page's origin: the built package, the tests' own files, generated pages with
// headers of the test's choosing. It notes every request, so that a test can say what was asked
// for and what was not.
//
// `trap` is everywhere else: the browser is told to find all other hosts there (browser.mjs). It
// answers nothing and notes connections, which is how a hint such as preconnect is seen: that
// opens one without any request that Playwright could show.
import { createServer } from "node:http";
import { createServer as createSocketServer } from "node:net";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
};

/** Folders that may be read, and nothing above them. */
const FOLDERS = ["/dist/", "/tests/", "/node_modules/axe-core/"];

function listen(server) {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve(server.address().port));
  });
}

/** `folder` stands at `/` where nothing else does: a built site such as the playground's. */
export async function serve({ folder } = {}) {
  const pages = new Map();
  const requests = [];

  async function file(pathname) {
    const own = FOLDERS.some((start) => pathname.startsWith(start));
    const base = own ? root : folder;
    if (!base) return undefined;
    const name = path.join(base, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    if (!name.startsWith(base + path.sep)) return undefined;
    return readFile(name).then((body) => ({ body, type: TYPES[path.extname(name)] ?? "application/octet-stream" }), () => undefined);
  }

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://page");
    requests.push({ method: request.method, url: request.url, referer: request.headers.referer ?? null });
    const page = pages.get(pathname);
    if (page?.handle) {
      page.handle(request, response);
      return;
    }
    const found = page
      ? { body: page.body, type: page.headers["Content-Type"] ?? TYPES[".html"], headers: page.headers }
      : await file(decodeURIComponent(pathname));
    if (!found) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "Cache-Control": "no-store", ...found.headers, "Content-Type": found.type }).end(found.body);
  });
  const port = await listen(server);
  const origin = `http://127.0.0.1:${port}`;
  let made = 0;
  return {
    origin,
    requests,
    /** Serves `body` and gives its address. */
    page(body, headers = {}) {
      const pathname = `/page-${++made}`;
      pages.set(pathname, { body, headers });
      return origin + pathname;
    },
    /** Has a function answer requests, and gives their address. */
    handle(handle) {
      const pathname = `/page-${++made}`;
      pages.set(pathname, { handle });
      return origin + pathname;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}

/** Notes connections: the host that a TLS greeting or a request names, `""` where nothing is said. */
export async function trap() {
  const connections = [];
  const sockets = new Set();
  const server = createSocketServer((socket) => {
    const connection = { said: "" };
    connections.push(connection);
    sockets.add(socket);
    socket.on("data", (data) => (connection.said += data.toString("latin1")));
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  const port = await listen(server);
  return {
    port,
    connections,
    /** Whether anything that HTTP sends in the clear was sent. */
    requests: () => connections.filter(({ said }) => /^[A-Z]+ \S* HTTP\//.test(said)),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(resolve);
      }),
  };
}

/** A page around `body` that has what accessibility asks of every page. */
export function document(body, { head = "", lang = "en", doctype = "<!doctype html>" } = {}) {
  return `${doctype}<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>A page with an answer</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`;
}
