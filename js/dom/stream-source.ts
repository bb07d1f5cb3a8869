import { frames, isResponse, untilAborted, valuesOf, type Body, type SignalLike, type StreamLike } from "../frames.js";
import type { ResponseInput } from "../types.js";

/** Where frames come from: a body to read them from, or the frames themselves, as objects. */
type Arriving = Body | StreamLike<object> | AsyncIterable<object>;

/**
 * What a stream is mounted from: a `Response` of `fetch`, its body, pieces of text or bytes, the frames
 * that an SDK gives one by one, or a promise of any of these.
 */
export type StreamSource = Arriving | PromiseLike<Arriving>;

/** The frames of whatever it is. */
export async function* framesOf(source: StreamSource, signal: SignalLike): AsyncGenerator<ResponseInput> {
  yield* framesIn(await unlessAborted(source, signal), signal);
}

/** Objects are frames, text and bytes are pieces of a body: the first value says which. */
async function* framesIn(arriving: Arriving, signal: SignalLike): AsyncGenerator<ResponseInput> {
  if (isResponse(arriving)) {
    yield* frames(arriving, { signal });
    return;
  }
  const values = valuesOf<Uint8Array | string | object>(arriving, signal);
  const first = await values.next();
  if (first.done) return;
  const all = (async function* () {
    yield first.value;
    yield* values;
  })();
  const isBody = typeof first.value === "string" || ArrayBuffer.isView(first.value);
  yield* isBody ? frames(all as AsyncIterable<Uint8Array | string>, { signal }) : all;
}

/** Waits, but not longer than until the signal. What comes later is closed unread. */
async function unlessAborted(source: StreamSource, signal: SignalLike): Promise<Arriving> {
  const [aborted, leave] = untilAborted(signal);
  aborted.catch(() => {
    Promise.resolve(source)
      .then((late) => framesIn(late, signal).next())
      .catch(() => {});
  });
  try {
    return await Promise.race([aborted, source]);
  } finally {
    leave();
  }
}
