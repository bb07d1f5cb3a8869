import { GroundmarkError } from "./error.js";
import { jsonValues } from "./json-values.js";
import { serverEvents } from "./server-events.js";

/** Bytes or text. */
type Piece = Uint8Array | string;

// What is needed of the web's own types: a program for a server may be compiled without those.

/** As much of a `ReadableStream` as is read. */
export interface StreamLike<T> {
  getReader(): {
    read(): Promise<{ done: boolean; value?: T | undefined }>;
    cancel(reason?: unknown): Promise<void>;
    releaseLock(): void;
  };
}

/** As much of a `Response` as is read. */
export interface ResponseLike {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly body: StreamLike<Uint8Array> | null;
  text(): Promise<string>;
}

/** As much of an `AbortSignal` as is listened to. */
export interface SignalLike {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** What a stream arrives as: a `Response` of `fetch`, its body, or pieces of bytes or text. */
export type Body = ResponseLike | StreamLike<Piece> | AsyncIterable<Piece>;

/** The text of a frame, and where it begins: UTF-16 units of the stream's text, from 0. */
export interface Found {
  text: string;
  at: number;
}

/** Cuts the text of a stream into the texts of its frames. */
export interface Reader {
  /** Takes the next piece and gives what it completes. */
  push(piece: string): Found[];
  /** What is left at the end. */
  finish(): Found[];
}

/** Google's clients and some proxies end a stream with it. */
const DONE = "[DONE]";

/**
 * The frames of a stream, one by one: server-sent events (`alt=sse`), JSON on lines, or the array that
 * the API sends without `alt=sse`, told apart by how they begin. Pieces may be cut anywhere.
 *
 * ```js
 * for await (const frame of frames(await fetch(url))) stream.push(frame);
 * ```
 *
 * @throws {GroundmarkError} `broken-event` for an event that is no JSON: `offset` is where its data
 * begins, in UTF-16 units of the stream's text, `event` its number from 1; `api-error` for a response that is an error. What arrived before was given before. Whatever
 * reading the body throws is passed on, and so is the reason of `signal`.
 */
export async function* frames(body: Body, options: { signal?: SignalLike | undefined } = {}): AsyncGenerator<object> {
  if (isResponse(body) && !body.ok) throw await failure(body);
  let count = 0;
  const parsed = ({ text, at }: Found): object[] => {
    if (text.trim() === DONE) return [];
    count++;
    let frame: unknown;
    try {
      frame = JSON.parse(text);
    } catch (cause) {
      const message = `event ${count} of the stream, at ${at}, is no JSON`;
      throw new GroundmarkError("broken-event", message, { cause, event: count, offset: at });
    }
    // What is no object is no frame; what it is instead, whoever reads it says.
    return [frame as object];
  };

  let reader: Reader | undefined;
  let space = 0;
  for await (const piece of pieces(body, options.signal)) {
    let text = piece;
    if (!reader) {
      text = piece.trimStart();
      space += piece.length - text.length;
      if (text === "") continue;
      // The fields of an event are words; JSON begins with none of those here.
      reader = /^[[{"\d-]/.test(text) ? jsonValues(space) : serverEvents(space);
    }
    for (const found of reader.push(text)) yield* parsed(found);
  }
  for (const found of reader?.finish() ?? []) yield* parsed(found);
}

/** @internal */
export function isResponse(body: object): body is ResponseLike {
  return "ok" in body && "body" in body;
}

/** Text of the body, in the pieces in which it arrives. */
async function* pieces(body: Body, signal: SignalLike | undefined): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const source = isResponse(body) ? (body.body ?? empty()) : body;
  for await (const chunk of valuesOf<Piece>(source, signal)) {
    yield typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

/**
 * What a stream or an iterable gives, one by one. When the signal says so, or whoever reads stops, it
 * is closed.
 *
 * @internal
 */
export function valuesOf<T>(
  source: StreamLike<T> | AsyncIterable<T>,
  signal: SignalLike | undefined,
): AsyncGenerator<T> {
  return "getReader" in source ? read(source, signal) : iterate(source, signal);
}

function throwIfAborted(signal: SignalLike | undefined): void {
  if (signal?.aborted) throw signal.reason;
}

async function* empty(): AsyncGenerator<string> {}

/** Not every browser iterates streams. */
async function* read<T>(stream: StreamLike<T>, signal: SignalLike | undefined): AsyncGenerator<T> {
  const reader = stream.getReader();
  const cancel = () => void reader.cancel(signal?.reason).catch(() => {});
  signal?.addEventListener("abort", cancel);
  let isDone = false;
  try {
    throwIfAborted(signal);
    for (;;) {
      const { done, value } = await reader.read();
      throwIfAborted(signal);
      isDone = done;
      if (done) return;
      if (value !== undefined) yield value;
    }
  } finally {
    signal?.removeEventListener("abort", cancel);
    // Whoever stops early wants no more of it.
    if (!isDone) cancel();
    else reader.releaseLock();
  }
}

/**
 * A promise that is rejected when the signal says so, and what ends the waiting for that.
 *
 * @internal
 */
export function untilAborted(signal: SignalLike | undefined): [aborted: Promise<never>, leave: () => void] {
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal?.reason);
  });
  aborted.catch(() => {});
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort);
  return [aborted, () => signal?.removeEventListener("abort", abort)];
}

async function* iterate<T>(source: AsyncIterable<T>, signal: SignalLike | undefined): AsyncGenerator<T> {
  const [aborted, leave] = untilAborted(signal);
  const iterator = source[Symbol.asyncIterator]();
  try {
    throwIfAborted(signal);
    for (;;) {
      const { done, value } = await Promise.race([iterator.next(), aborted]);
      if (done) return;
      yield value;
    }
  } finally {
    leave();
    // It may wait for a piece that never comes.
    void Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

/** The error that a failed request's body tells of. */
async function failure(response: ResponseLike): Promise<GroundmarkError> {
  const text = await response.text().catch(() => "");
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // A page of a proxy's, for instance.
  }
  const { error } = ((Array.isArray(body) ? body[0] : body) ?? {}) as { error?: Partial<Record<string, unknown>> };
  const words = (value: unknown) => (typeof value === "string" ? value : null);
  const api = {
    code: typeof error?.["code"] === "number" ? error["code"] : response.status,
    status: words(error?.["status"]),
    message: words(error?.["message"]),
  };
  const said = api.message ?? response.statusText;
  return new GroundmarkError("api-error", said ? `${api.code}: ${said}` : `${api.code}`, { api });
}
