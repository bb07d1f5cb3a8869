// The server's side of the examples: asks Gemini with Google Search and hands its answer on as it
// arrives. Without GEMINI_API_KEY it sends `sample.json`, in pieces, as the API would.
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";

const URL = "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse";

/** The answer to a question: a `Response` with server-sent events. */
export async function ask(question, signal) {
  const key = process.env.GEMINI_API_KEY;
  if (!key) return new Response(ReadableStream.from(sample()), { headers: { "Content-Type": "text/event-stream" } });
  return fetch(URL, {
    method: "POST",
    headers: { "Content-Type": "application/json", "x-goog-api-key": key },
    body: JSON.stringify({ contents: [{ role: "user", parts: [{ text: question }] }], tools: [{ google_search: {} }] }),
    signal,
  });
}

/** The sample's answer, whole. */
export async function sampleResponse() {
  return JSON.parse(await readFile(process.env.GROUNDMARK_SAMPLE ?? new globalThis.URL("sample.json", import.meta.url), "utf8"));
}

async function* sample() {
  const { candidates: [{ content, ...rest }], modelVersion } = await sampleResponse();
  const responseId = crypto.randomUUID();
  const event = (candidate) => new TextEncoder().encode(`data: ${JSON.stringify({ candidates: [candidate], modelVersion, responseId })}\n\n`);
  for (const [text] of content.parts[0].text.matchAll(/[^]{1,12}/g)) {
    yield event({ content: { role: "model", parts: [{ text }] }, index: 0 });
    await wait(20);
  }
  yield event({ content: { role: "model", parts: [] }, ...rest });
}

/** Answers `POST /api/chat`, whose body is the question, for a server of Node's. */
export async function chat(request, response) {
  const pieces = await request.setEncoding("utf8").toArray();
  const ended = new AbortController();
  response.on("close", () => ended.abort());
  try {
    const { status, headers, body } = await ask(pieces.join(""), ended.signal);
    response.writeHead(status, { "Content-Type": headers.get("Content-Type"), "Cache-Control": "no-store" });
    await pipeline(Readable.fromWeb(body), response);
  } catch (error) {
    // Whoever asked may be gone.
    if (!response.headersSent) response.writeHead(502);
    response.end();
    if (!ended.signal.aborted) console.error(error);
  }
}

/** The same in Vite, in development and in its preview. */
export function gemini() {
  const serve = ({ middlewares }) => void middlewares.use("/api/chat", chat);
  return {
    name: "gemini",
    // `chat.css` stands beside the examples.
    config: () => ({ server: { fs: { allow: [".."] } } }),
    configureServer: serve,
    configurePreviewServer: serve,
  };
}
