// Serves the page of the folder it is started in, groundmark from there, and `POST /api/chat`.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { chat } from "./gemini.mjs";

const FILES = {
  "/": ["index.html", "text/html; charset=utf-8"],
  "/chat.css": ["../chat.css", "text/css"],
  "/style.css": ["node_modules/groundmark/dist/style.css", "text/css"],
  "/groundmark.js": ["node_modules/groundmark/dist/index.js", "text/javascript"],
  "/dom.js": ["node_modules/groundmark/dist/dom.js", "text/javascript"],
};

const server = createServer(async (request, response) => {
  if (request.url === "/api/chat") return chat(request, response);
  const [name, type] = FILES[request.url] ?? [];
  if (!name) return response.writeHead(404).end();
  response.writeHead(200, { "Content-Type": type }).end(await readFile(name));
});
server.listen(process.env.PORT ?? 3000, () => console.log(`http://localhost:${server.address().port}`));
