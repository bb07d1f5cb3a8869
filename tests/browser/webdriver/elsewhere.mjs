// Everything that is not on this machine: the proxy of the browsers that WebDriver drives. No request
// of theirs gets past it, and it sees each with its whole address, since it answers for every host.
import { createServer, request as ask } from "node:http";
import { createSecureContext, TLSSocket } from "node:tls";
import { certificate } from "./certificate.mjs";

/** What a browser asks of its maker on its own behalf; no test has a host of these names. */
const OWN = /(^|\.)(mozilla\.(com|net|org)|firefox\.com)$/;

function forward({ method, headers }, response, { port, pathname, search }) {
  const asked = ask({ host: "127.0.0.1", port, method, path: pathname + search, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  asked.on("error", () => response.destroy()).end();
}

/** `here` are names that lead to this machine after all. */
export async function elsewhere(here = []) {
  const watchers = new Set();
  const sockets = new Set();
  const secureContext = createSecureContext(certificate("elsewhere"));

  const server = createServer((request, response) => {
    const url = new URL(request.url, request.socket.host);
    // Which a browser asks of any page that it shows, whatever stands in it.
    const isIcon = url.pathname === "/favicon.ico";
    if (isIcon || OWN.test(url.hostname)) return response.writeHead(204).end();
    if (here.includes(url.hostname)) return void forward(request, response, url);
    let body;
    for (const { seen, answers } of watchers) {
      seen.requests.push(url.href);
      if (!(url.host in answers)) continue;
      seen.reached.push({ url: url.href, referer: request.headers.referer ?? null });
      body ??= answers[url.host];
    }
    // "No content" leaves the page and the frame that asked as they are.
    response.writeHead(body === undefined ? 204 : 200, { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" }).end(body);
  });
  server.on("connect", (request, socket, head) => {
    const host = request.url.replace(/:443$/, "");
    if (!OWN.test(host)) for (const { seen } of watchers) seen.connections.push(host);
    socket.on("error", () => {});
    socket.write("HTTP/1.1 200 Connected\r\n\r\n");
    if (head.length > 0) socket.unshift(head);
    const inner = new TLSSocket(socket, { isServer: true, secureContext, ALPNProtocols: ["http/1.1"] });
    inner.host = `https://${host}`;
    inner.on("error", () => {});
    server.emit("connection", inner);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("clientError", (_, socket) => socket.destroy());
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    address: `127.0.0.1:${server.address().port}`,
    /** From now on `seen` gets what is asked for; `answers` maps hosts to the HTML that they give. */
    watch(seen, answers) {
      const watcher = { seen: Object.assign(seen, { connections: [] }), answers };
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(resolve);
      }),
  };
}
