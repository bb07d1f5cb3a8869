// Real clients, not look-alikes: what the SDKs return for a replayed response goes straight to
// `render`, and the answer is the raw response's own, but for what the SDK dropped on the way.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { GoogleGenAI } from "@google/genai";
import { createUIMessageStreamResponse, DefaultChatTransport, generateText, readUIMessageStream, streamText, toUIMessageStream } from "ai";
import { AgentPlatformBackend, getAI, getGenerativeModel, GoogleAIBackend } from "firebase/ai";
import { deleteApp, initializeApp } from "firebase/app";
import { render } from "../../dist/index.js";
import { collected, replay } from "./replay.mjs";
import { corpus, fixtures } from "./responses.mjs";

const model = "gemini-3-flash";
const prompt = "What is asked does not matter here.";
/** Ids of two answers must not differ for want of a `responseId`. */
const options = { idPrefix: "p" };

const all = [...fixtures(), ...corpus()].map(({ name, text }) => ({ name, raw: JSON.parse(text) }));
const firstOf = (raw) => [raw].flat()[0];

/** Responses of `generateContent`, spelt as Google's servers spell them. */
const generated = all.filter(({ name, raw }) => !["snake-case", "T2-search.json"].includes(name)
  && (firstOf(raw).candidates || firstOf(raw).promptFeedback));
/** Only an object is what a unary call gets. */
const unary = generated.filter(({ raw }) => !Array.isArray(raw));
const interactions = all.filter(({ raw }) => raw.steps && raw.object === "interaction");

assert.ok(unary.length > 20 && generated.length > unary.length && interactions.length > 0);

/** Replays one response to a call of a client's; gives what the client made of it. */
async function answered(raw, call) {
  const server = await replay(raw);
  try {
    return await call(server.url);
  } finally {
    await server.close();
  }
}

const frames = (raw) => [raw].flat();

/** A JSON value without the members of these names; a name with a dot is the member of a member. */
function without(value, names) {
  return JSON.parse(JSON.stringify(value), function (name, inner) {
    if (names.includes(name)) return undefined;
    for (const path of names) {
      const [outer, member] = path.split(".");
      if (member && name === outer && inner) delete inner[member];
    }
    return inner;
  });
}

/** Answers alike in all but these fields. Where in the envelope something was odd is its own. */
function alike(got, expected, unlike = []) {
  const compared = (answer) => {
    const diagnostics = answer.diagnostics.map(({ path, ...rest }) => rest);
    const rest = { ...answer, diagnostics };
    for (const name of unlike) delete rest[name];
    return rest;
  };
  assert.deepEqual(compared(got), compared(expected));
}

// @google/genai drops nothing of what is read.

const genai = (url) => new GoogleGenAI({ apiKey: "k", httpOptions: { baseUrl: url } });

for (const { name, raw } of unary) {
  test(`@google/genai, unary: ${name}`, async () => {
    const response = await answered(raw, (url) => genai(url).models.generateContent({ model, contents: prompt }));
    assert.deepEqual(render(response), render(raw));
  });
}

for (const { name, raw } of generated) {
  test(`@google/genai, streamed: ${name}`, async () => {
    const stream = await answered(raw, async (url) =>
      collected(await genai(url).models.generateContentStream({ model, contents: prompt })),
    );
    assert.deepEqual(render(stream), render(frames(raw)));
  });
}

for (const { name, raw } of interactions) {
  test(`@google/genai, interaction: ${name}`, async () => {
    const interaction = await answered(raw, (url) => genai(url).interactions.create({ model, input: prompt }));
    assert.deepEqual(render(interaction), render(raw));
  });
}

for (const { name, raw } of all.filter(({ raw }) => firstOf(raw).event_type)) {
  test(`@google/genai, interaction streamed: ${name}`, async () => {
    const events = await answered(raw, async (url) =>
      collected(await genai(url).interactions.create({ model, input: prompt, stream: true })),
    );
    assert.deepEqual(render(events), render(raw));
  });
}

// firebase/ai drops the response's id and the model's version: asking the Gemini API always, asking
// the Agent Platform where it joins the frames itself. Its stream skips frames without parts, were
// all the sources in one; what it joins has those: `await result.response` is the better thing to keep.

const isYielded = ({ candidates: [first] = [] }) =>
  first?.content?.parts || first?.finishReason || first?.citationMetadata || first?.urlContextMetadata;

const app = initializeApp({ apiKey: "k", projectId: "p", appId: "a" });
after(() => deleteApp(app));

for (const [backend, dropped] of [[new GoogleAIBackend(), ["responseId", "modelVersion"]], [new AgentPlatformBackend(), []]]) {
  const firebase = (url) => getGenerativeModel(getAI(app, { backend }), { model }, { baseUrl: url });
  const { name: title } = backend.constructor;

  for (const { name, raw } of unary) {
    test(`firebase/ai, ${title}, unary: ${name}`, async () => {
      const result = await answered(raw, (url) => firebase(url).generateContent(prompt));
      const expected = render(without(raw, dropped), options);
      alike(render(result, options), expected);
      alike(render(result.response, options), expected);
    });
  }

  for (const { name, raw } of generated) {
    test(`firebase/ai, ${title}, streamed: ${name}`, async () => {
      const [stream, joined] = await answered(raw, async (url) => {
        const result = await firebase(url).generateContentStream(prompt);
        // Its response is a promise, which is easily forgotten.
        assert.throws(() => render(result), { code: "not-a-response", message: /await it first/ });
        return [await collected(result.stream), await result.response];
      });
      alike(render(stream, options), render(without(frames(raw).filter(isYielded), dropped), options));
      // It knows no reason to stop but its last frame's.
      const unlike = frames(raw).at(-1).candidates?.[0].finishReason ? [] : ["finishReason"];
      const lost = ["responseId", "modelVersion"];
      alike(render(joined, options), render(without(frames(raw), lost), options), unlike);
    });
  }
}

// The AI SDK checks what it gets: it refuses what Google never sends. Of the rest it drops what its
// schema does not name, and these fields of an answer with them.

const DROPPED_BY_AI = [
  "web.domain",
  "sdkBlob",
  "partIndex",
  "modelVersion",
  "documentName",
  "ragChunk",
  "pageNumber",
  "mediaId",
  "placeAnswerSources",
  "googleMapsWidgetContextToken",
  "googleSearchDynamicRetrievalScore",
  "citationMetadata",
  "groundingAttributions",
];
const aiModel = (url) => createGoogleGenerativeAI({ apiKey: "k", baseURL: `${url}/v1beta` })(model);
const ai = (url) => ({ model: aiModel(url), prompt, maxRetries: 0, onError: () => {} });

/** What it refuses: web chunks without an address, indices that are no numbers. */
const REFUSED_BY_AI = ["also-consulted", "bad-indices", "dropped-sources", "hostile-sources", "16-url-context.json"];

/** An answer of the SDK's is the raw one. Where Google gave it no id, the SDK made one up. */
function alikeInAi(got, raw, unlike = []) {
  const expected = render(without(raw, DROPPED_BY_AI), options);
  // That a prompt was blocked is no candidate's reason to stop, but the SDK has no other place.
  if (expected.blockReason) unlike = [...unlike, "finishReason", "candidateCount"];
  alike(render(got, options), expected, [...unlike, "responseId"]);
}

for (const { name, raw } of unary) {
  test(`ai, generateText: ${name}`, async () => {
    const calling = answered(raw, (url) => generateText(ai(url)));
    if (REFUSED_BY_AI.includes(name)) return assert.rejects(calling, /Invalid JSON response/);
    const result = await calling;
    alikeInAi(result, raw);
    const { text, content, providerMetadata, rawFinishReason } = result;
    alikeInAi({ content, providerMetadata, rawFinishReason }, raw);
    // A text knows nothing of other parts.
    alikeInAi({ text, providerMetadata, rawFinishReason }, raw, ["diagnostics"]);
  });
}

for (const { name, raw } of generated.filter(({ name }) => !REFUSED_BY_AI.includes(name))) {
  test(`ai, streamText: ${name}`, async () => {
    const [steps, stream] = await answered(raw, async (url) => {
      const result = streamText(ai(url));
      assert.throws(() => render(result), { code: "not-a-response", message: /await it first/ });
      const stream = await collected(result.stream);
      return [await result.steps, stream];
    });
    // A stream has one beginning for parts that follow each other.
    alikeInAi(steps, frames(raw), ["diagnostics"]);
    alikeInAi(stream, frames(raw), ["diagnostics"]);
  });
}

// A UIMessage has no provider metadata of its own: the server puts it into the message's.

/** The server's part. README shows it. */
function chat(url) {
  const result = streamText(ai(url));
  return createUIMessageStreamResponse({
    stream: toUIMessageStream({
      stream: result.stream,
      messageMetadata: ({ part }) =>
        part.type === "finish-step"
          ? { google: part.providerMetadata?.google, finishReason: part.rawFinishReason, responseId: part.response.id }
          : undefined,
    }),
  });
}

/** The same with the methods of the result, as releases before the seventh have them. */
function chatByMethods(url) {
  return streamText(ai(url)).toUIMessageStreamResponse({
    sendSources: true,
    messageMetadata: ({ part }) =>
      part.type === "finish-step" ? { google: part.providerMetadata?.google, finishReason: part.rawFinishReason } : undefined,
  });
}

/** The client's part: the message as a front end keeps it when the stream is over. */
async function received(route) {
  const transport = new DefaultChatTransport({ api: "https://app.example/api/chat", fetch: route });
  const asked = { id: "asked", role: "user", parts: [{ type: "text", text: prompt }] };
  const chunks = await transport.sendMessages({ trigger: "submit-message", chatId: "c", messages: [asked] });
  const [forMessage, forArray] = chunks.tee();
  const [messages, array] = await Promise.all([collected(readUIMessageStream({ stream: forMessage })), collected(forArray)]);
  return { message: messages.at(-1), conversation: [asked, messages.at(-1)], array };
}

for (const { name, raw } of generated.filter(({ name }) => !REFUSED_BY_AI.includes(name))) {
  test(`ai, UIMessage: ${name}`, async () => {
    for (const serve of [chat, chatByMethods]) {
      const { message, conversation, array } = await answered(raw, (url) => received(() => serve(url)));
      alikeInAi(message, frames(raw), ["diagnostics"]);
      // What was asked is not the answer.
      assert.deepEqual(render(conversation, options).html, render(message, options).html);
      alikeInAi(array, frames(raw), ["diagnostics"]);
    }
  });
}
