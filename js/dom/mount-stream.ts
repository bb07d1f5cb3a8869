import { GroundmarkError } from "../error.js";
import type { Answer, Finished, FrameReader, Options, ResponseInput } from "../types.js";
import { checkNode } from "./enhance.js";
import { enhanceUnlessTold, parted, type PageOptions } from "./mount.js";
import { streamPlace, type StreamPlace } from "./stream-place.js";
import { framesOf, type StreamSource } from "./stream-source.js";

/** What {@link mountStream} needs, how the answer is put into the page, and the options of `render`. */
export interface MountStreamOptions extends Options, PageOptions {
  /** `AnswerStream` of the entry that the page uses: `import { AnswerStream } from "groundmark"`. */
  AnswerStream: new (options?: Options) => FrameReader;
  /** Ends the stream, as does `stop()`; but then `finished` is rejected with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** A stream on a page. */
export interface MountedStream {
  /**
   * The answer, once all of it stands on the page; also after {@link stop}.
   *
   * Rejected with what went wrong: an `api-error`, a broken connection, an event that is no JSON, the
   * signal's reason. Then too the text so far stands on the page, with the notice that it was cut off,
   * and as data in {@link answer}. A frame that is no response is passed over, unless all are.
   */
  readonly finished: Promise<Answer>;
  /** The answer from the end of the stream on, whatever ended it; `null` before. */
  readonly answer: Answer | null;
  /** Ends the stream: the text so far stays, with the notice that it was cut off. */
  stop(): void;
}

/** Why a stream ended that nobody needs to be told of. */
const STOPPED = Symbol("stopped");

/**
 * Shows an answer in an element while it arrives, in place of what is there.
 *
 * The page is written to at most once in an animation frame, and only where something changed: what is
 * selected, focused and scrolled to stays. The element is `aria-busy` until the answer is whole;
 * nothing is announced piece by piece. In the element stand then three `<div>`s for answer, footnotes
 * and sources, and Google's suggestions. Whoever puts something else in their place ends the stream.
 *
 * The element is enhanced unless `enhance` is `false`: `enhance(element)` gives the same handle, to undo it.
 *
 * ```js
 * import { AnswerStream } from "groundmark";
 * import { mountStream } from "groundmark/dom";
 *
 * const { finished } = mountStream(element, fetch(url, request), { AnswerStream });
 * const answer = await finished;
 * ```
 *
 * @throws {GroundmarkError} `invalid-argument` without an element or `AnswerStream`, `invalid-option`.
 */
export function mountStream(element: Element, source: StreamSource, settings: MountStreamOptions): MountedStream {
  const [page, { AnswerStream, signal, ...options }] = parted(settings);
  checkNode(element, "mountStream");
  if (typeof AnswerStream !== "function") {
    throw new GroundmarkError("invalid-argument", "mountStream needs AnswerStream");
  }
  const stream = new AnswerStream(options);
  const ending = new AbortController();
  const place = streamPlace(element, page, () => ending.abort(STOPPED));
  enhanceUnlessTold(element, page);
  let answer: Answer | null = null;

  const run = async (): Promise<Answer> => {
    let problem = await take(framesOf(source, ending.signal), stream, place);
    signal?.removeEventListener("abort", abort);
    try {
      const finished = finish(stream, problem);
      answer = finished.answer;
      place.add(finished.patch);
    } catch (error) {
      problem = { error };
    }
    await place.settle(answer);
    if (!answer || (problem && problem.error !== STOPPED)) throw problem?.error;
    return answer;
  };

  const finished = run();
  const abort = () => {
    // Whoever aborts knows of it: nobody needs to handle that.
    finished.catch(() => {});
    ending.abort(signal?.reason);
  };
  if (signal?.aborted) abort();
  else signal?.addEventListener("abort", abort);
  return {
    finished,
    get answer() {
      return answer;
    },
    stop: () => ending.abort(STOPPED),
  };
}

/** Why an answer is not whole, or is none. */
interface Problem {
  error: unknown;
}

/** Pushes all frames. Gives what went wrong first, if anything did. */
async function take(
  frames: AsyncIterable<ResponseInput>,
  stream: FrameReader,
  place: StreamPlace,
): Promise<Problem | undefined> {
  let problem: Problem | undefined;
  // Servers send events of their own between those of the API. If they are all there is, something is
  // wrong.
  let stranger: Problem | undefined;
  let isTaken = false;
  try {
    for await (const frame of frames) {
      try {
        place.add(stream.push(frame));
        isTaken = true;
      } catch (error) {
        if (codeOf(error) === "not-a-response") stranger ??= { error };
        else problem ??= { error };
      }
    }
  } catch (error) {
    problem ??= { error };
  }
  return problem ?? (isTaken ? undefined : stranger);
}

/** Ends the stream, at the second attempt where the engine fails at the first. */
function finish(stream: FrameReader, problem: Problem | undefined): Finished {
  const options = { interrupted: problem !== undefined };
  try {
    return stream.finish(options);
  } catch (error) {
    if (codeOf(error) !== "internal") throw error;
    return stream.finish(options);
  }
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code;
}
