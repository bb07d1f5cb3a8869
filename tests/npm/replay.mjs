// A server of Gemini's on this machine: answers every call with one recorded response, whole or as a
// stream of frames, as the clients' own servers do.

import http from "node:http";

/** Answers with a response, or with an array of frames, until `close`. */
export async function replay(reply) {
  const server = http.createServer(async (request, answer) => {
    const body = (await collected(request)).join("");
    if (!isStreamed(request.url, body)) {
      answer.setHeader("content-type", "application/json");
      return answer.end(JSON.stringify(reply));
    }
    answer.setHeader("content-type", "text/event-stream");
    for (const frame of [reply].flat()) answer.write(`data: ${JSON.stringify(frame)}\r\n\r\n`);
    answer.end();
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((closed) => server.close(closed).closeAllConnections()),
  };
}

/** The Interactions API is asked for a stream in the body, the other in the address. */
const isStreamed = (url, body) => url.includes("streamGenerateContent") || JSON.parse(body).stream === true;

/** What a stream gave, in an array. */
export async function collected(stream) {
  const items = [];
  for await (const item of stream) items.push(item);
  return items;
}
