// Real clients, not look-alikes: what the SDKs return for a replayed response goes straight to
// `render`, and the answer is the raw response's own, but for what the SDK dropped on the way.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { GoogleGenAI } from "@google/genai";
import { createUIMessageStreamResponse, DefaultChatTransport, generateText, readUIMessageStream, streamText, toUIMessageStream } from "ai";
import { AgentPlatformBackend, getAI, getGenerativeModel, GoogleAIBackend } from "firebase/ai";
import { deleteApp, initializeApp } from "firebase/app";
import { AnswerStream, render } from "../../dist/index.js";
import { collected, replay } from "./replay.mjs";
import { corpus, fixtures } from "./responses.mjs";

const model = "gemini-3-flash";
const prompt = "What is asked does not matter here.";
/** Ids of two answers must not differ for want of a `responseId`. */
const options = { idPrefix: "p" };

const all = [...fixtures(), ...corpus()].map(({ name, text }) => ({ name, raw: JSON.parse(text) }));
const firstOf = (raw) => [raw].flat()[0];

/** Responses of `generateContent`, spelt as Google's servers spell them. */
const generated = all.filter(({ name, raw }) => !["snake-case", "url-context-only", "T2-search.json"].includes(name)
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

/** Pushed one by one, a client's frames give what they give together. */
function onePerPush(list) {
  const stream = new AnswerStream(options);
  for (const frame of list) stream.push(frame);
  assert.deepEqual(stream.finish().answer, render(list, options));
}

/** A JSON value without the members of these names; with a dot it is of a member, or of a list's items. */
function without(value, names) {
  return JSON.parse(JSON.stringify(value), function (name, inner) {
    if (names.includes(name)) return undefined;
    for (const path of names) {
      const [outer, member] = path.split(".");
      if (member && name === outer) for (const item of [inner].flat()) delete item?.[member];
    }
    return inner;
  });
}

/** As clients of the Gemini API hand it on: they know `citationSources` only, as `citations`. */
function withCitations(raw) {
  return JSON.parse(JSON.stringify(raw), (name, inner) =>
    name === "citationMetadata" ? { citations: inner.citationSources } : inner,
  );
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

// @google/genai drops nothing of what is read, but asking the Gemini API the Agent Platform's spelling
// of citations.

const genai = (url, settings) => new GoogleGenAI({ apiKey: "k", httpOptions: { baseUrl: url }, ...settings });

for (const [api, settings, handedOn] of [
  ["Gemini API", {}, withCitations],
  ["Agent Platform", { vertexai: true }, (raw) => raw],
]) {
  for (const { name, raw } of unary) {
    test(`@google/genai, ${api}, unary: ${name}`, async () => {
      const response = await answered(raw, (url) =>
        genai(url, settings).models.generateContent({ model, contents: prompt }),
      );
      assert.deepEqual(render(response), render(handedOn(raw)));
    });
  }

  for (const { name, raw } of generated) {
    test(`@google/genai, ${api}, streamed: ${name}`, async () => {
      const stream = await answered(raw, async (url) =>
        collected(await genai(url, settings).models.generateContentStream({ model, contents: prompt })),
      );
      assert.deepEqual(render(stream), render(handedOn(frames(raw))));
      onePerPush(stream);
    });
  }
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
// Of recited texts that has the last frame's only, which the stream has all.

const isYielded = ({ candidates: [first] = [] }) =>
  first?.content?.parts || first?.finishReason || first?.citationMetadata || first?.urlContextMetadata;

const app = initializeApp({ apiKey: "k", projectId: "p", appId: "a" });
after(() => deleteApp(app));

/** The frames, all but the last without recited texts. */
const recitingLast = (frames) => [...without(frames.slice(0, -1), ["citationMetadata"]), ...frames.slice(-1)];

for (const [backend, handedOn] of [
  [new GoogleAIBackend(), (raw) => without(withCitations(raw), ["responseId", "modelVersion"])],
  [new AgentPlatformBackend(), (raw) => raw],
]) {
  const firebase = (url) => getGenerativeModel(getAI(app, { backend }), { model }, { baseUrl: url });
  const { name: title } = backend.constructor;

  for (const { name, raw } of unary) {
    test(`firebase/ai, ${title}, unary: ${name}`, async () => {
      const result = await answered(raw, (url) => firebase(url).generateContent(prompt));
      const expected = render(handedOn(raw), options);
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
      alike(render(stream, options), render(handedOn(frames(raw).filter(isYielded)), options));
      onePerPush(stream);
      // It knows no reason to stop but its last frame's.
      const unlike = frames(raw).at(-1).candidates?.[0].finishReason ? [] : ["finishReason"];
      const lost = ["responseId", "modelVersion"];
      alike(render(joined, options), render(without(recitingLast(handedOn(frames(raw))), lost), options), unlike);
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
  "place_answer_sources",
  "maps.route",
  "sourceFlaggingUris",
  "googleMapsWidgetContextToken",
  "googleSearchDynamicRetrievalScore",
  "citationMetadata",
  "groundingAttributions",
  "groundingSupport",
  "web_search_queries",
  // Kinds of chunks that it does not know.
  "groundingChunks.video",
  "groundingChunks.podcast",
  "groundingChunks.ticket",
  "groundingChunks.uri",
  "groundingChunks.title",
  "inlineData.displayName",
  "fileData",
];
const aiModel = (url) => createGoogleGenerativeAI({ apiKey: "k", baseURL: `${url}/v1beta` })(model);
const ai = (url) => ({ model: aiModel(url), prompt, maxRetries: 0, onError: () => {} });

/** Parts that are no texts. */
const OTHER_PARTS = ["executableCode", "codeExecutionResult", "inlineData", "toolResponse"];

/** What it asks for, though proto3 leaves it out where it is empty. */
const REQUIRED_BY_AI = {
  web: ["uri"],
  image: ["sourceUri"],
  urlMetadata: ["retrievedUrl", "urlRetrievalStatus"],
  toolCall: ["id"],
  toolResponse: ["id"],
};

function filled(raw) {
  return JSON.parse(JSON.stringify(raw), (name, inner) => {
    for (const member of REQUIRED_BY_AI[name] ?? []) for (const item of [inner].flat()) item[member] ??= "";
    return inner;
  });
}

/** What it refuses even so: values of another type. */
const REFUSED_BY_AI = ["bad-indices", "hostile-kinds"];
const accepted = generated
  .filter(({ name }) => !REFUSED_BY_AI.includes(name))
  .map((response) => ({ ...response, sent: filled(response.raw) }));

/** What it refuses as sent. */
const incomplete = ["also-consulted", "dropped-sources", "hostile-sources", "images", "url-context", "16-url-context.json"];

for (const { name, raw } of unary.filter(({ name }) => [...incomplete, ...REFUSED_BY_AI].includes(name))) {
  test(`ai, refused: ${name}`, async () => {
    const sent = incomplete.includes(name) ? raw : filled(raw);
    await assert.rejects(answered(sent, (url) => generateText(ai(url))), /Invalid JSON response/);
  });
}

/**
 * A step of a stream, and a message, have a text as one where it began: the SDK ends a text before
 * thoughts, data and calls of functions, but not before code.
 */
function withJoinedTexts(raw) {
  let begun;
  return JSON.parse(JSON.stringify(frames(raw)), (name, inner) => {
    if (name !== "parts") return inner;
    return inner.filter((part) => {
      if (part.text && !part.thought && begun) {
        begun.text += part.text;
        return false;
      }
      if (part.text) begun = part.thought ? undefined : part;
      if (part.inlineData || part.functionCall) begun = undefined;
      return true;
    });
  });
}

/** A message has of each code what came of it last. */
function withLastOutputs(raw) {
  return JSON.parse(JSON.stringify(raw), (name, inner) => {
    if (name !== "parts") return inner;
    return inner.filter((part, index) => !(part.codeExecutionResult && inner[index + 1]?.codeExecutionResult));
  });
}

/** An answer of the SDK's is the raw one. Where Google gave it no id, the SDK made one up. */
function alikeInAi(got, raw, unlike = []) {
  const kept = without(raw, DROPPED_BY_AI);
  // Of what it dropped all of a part, it dropped the part.
  for (const { candidates: [first] = [] } of frames(kept)) {
    const parts = first?.content?.parts;
    if (parts) first.content.parts = parts.filter((part) => Object.keys(part).length > 0);
  }
  const expected = render(kept, options);
  // That a prompt was blocked is no candidate's reason to stop, but the SDK has no other place.
  if (expected.blockReason) unlike = [...unlike, "finishReason", "candidateCount"];
  alike(render(got, options), expected, [...unlike, "responseId"]);
}

for (const { name, raw, sent } of accepted.filter(({ raw }) => !Array.isArray(raw))) {
  test(`ai, generateText: ${name}`, async () => {
    const result = await answered(sent, (url) => generateText(ai(url)));
    alikeInAi(result, raw);
    const { text, content, providerMetadata, rawFinishReason } = result;
    alikeInAi({ content, providerMetadata, rawFinishReason }, raw);
    // A text knows nothing of other parts.
    alikeInAi({ text, providerMetadata, rawFinishReason }, without(raw, OTHER_PARTS), ["diagnostics"]);
  });
}

for (const { name, raw, sent } of accepted) {
  test(`ai, streamText: ${name}`, async () => {
    const [steps, stream] = await answered(sent, async (url) => {
      const result = streamText(ai(url));
      assert.throws(() => render(result), { code: "not-a-response", message: /await it first/ });
      const stream = await collected(result.stream);
      return [await result.steps, stream];
    });
    // A stream has one beginning for parts that follow each other.
    alikeInAi(steps, withJoinedTexts(raw), ["diagnostics"]);
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

for (const { name, raw, sent } of accepted) {
  test(`ai, UIMessage: ${name}`, async () => {
    for (const serve of [chat, chatByMethods]) {
      const { message, conversation, array } = await answered(sent, (url) => received(() => serve(url)));
      alikeInAi(message, withLastOutputs(withJoinedTexts(raw)), ["diagnostics"]);
      // What was asked is not the answer.
      assert.deepEqual(render(conversation, options).html, render(message, options).html);
      alikeInAi(array, frames(raw), ["diagnostics"]);
    }
  });
}
