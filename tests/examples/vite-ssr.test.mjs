// Vite's server-side rendering, in development: there React says what does not match.
import assert from "node:assert/strict";
import { test } from "node:test";
import { install, open, start, write } from "./example.mjs";

const FILES = {
  "App.jsx": `
    import { render } from "groundmark";
    import { AnswerBody, GroundedAnswer, SearchSuggestions, Sources } from "groundmark/react";
    import { Enhance } from "groundmark/react/client";
    import sample from "../sample.json";
    export function App({ differs }) {
      const answer = render(differs ? { text: "Something else" } : sample);
      const { bodyHtml, sourcesHtml, renderedContent } = render(sample, { idPrefix: "second" });
      return (
        <main>
          <Enhance><GroundedAnswer answer={answer} /></Enhance>
          <div className="gm-answer"><AnswerBody answer={{ bodyHtml }} /><Sources answer={{ sourcesHtml }} /><SearchSuggestions answer={{ renderedContent }} title="Others" /></div>
        </main>
      );
    }`,
  "server.jsx": `
    import { StrictMode } from "react";
    import { renderToString } from "react-dom/server";
    import { App } from "./App.jsx";
    export const html = () => renderToString(<StrictMode><App /></StrictMode>);`,
  "client.jsx": `
    import { StrictMode } from "react";
    import { hydrateRoot } from "react-dom/client";
    import { App } from "./App.jsx";
    const root = document.querySelector("#root");
    const before = [...root.querySelectorAll("*")];
    hydrateRoot(root, <StrictMode><App differs={location.search === "?differs"} /></StrictMode>);
    requestIdleCallback(() => {
      const after = [...root.querySelectorAll("*")];
      window.kept = before.length > 30 && before.length === after.length && before.every((node, at) => node === after[at]);
    });`,
  "serve.mjs": `
    import { createServer } from "node:http";
    import { createServer as createVite } from "vite";
    const vite = await createVite({ server: { middlewareMode: true }, appType: "custom" });
    createServer((request, response) =>
      vite.middlewares(request, response, async () => {
        const { html } = await vite.ssrLoadModule("/server.jsx");
        const page = \`<!doctype html><html lang="en"><title>x</title><link rel="icon" href="data:,"><div id="root">\${html()}</div><script type="module" src="/client.jsx"></script></html>\`;
        response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(await vite.transformIndexHtml(request.url, page));
      }),
    ).listen(process.env.PORT, "127.0.0.1");`,
};

test("hydration with Vite warns of nothing, unless answers differ", async () => {
  const folder = install("react-vite");
  for (const [name, content] of Object.entries(FILES)) write(folder, name, content);
  const url = await start(folder, ["serve.mjs"]);
  const { page, seen } = await open(url);
  await page.waitForFunction(() => "kept" in window);
  assert.equal(await page.evaluate(() => window.kept), true);
  assert.deepEqual(seen.complaints(), []);
  const other = await open(`${url}/?differs`);
  assert.match(other.seen.complaints().join(), /hydrat/i);
});
