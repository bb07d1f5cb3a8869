import * as engine from "#wasm";
import { call, isRunning, release, runningInstance } from "./engine.js";
import { GroundmarkError } from "./error.js";
import type { Finished, FrameReader, Operation, Options, ResponseInput } from "./types.js";

/** What the engine gives for a frame. */
interface Pushed {
  operations: Operation[];
  idPrefix: string;
  /** What to keep of a frame that was no string. */
  read: string | null;
}

/** Where the engine holds a stream. */
interface Place {
  number: number;
  instance: number;
}

/** A frame that the engine has not taken, and how often it failed at it. */
interface Waiting {
  frame: ResponseInput;
  failures: number;
}

/** Attempts after which a frame is dropped: one that fails each time must not hold up the others. */
const MOST_FAILURES = 2;

/** Streams of this copy of the package. An answer without an id of its own has the number in its ids. */
let count = 0;

let forgotten: FinalizationRegistry<Place> | undefined;

/** Lets the engine forget a stream that nobody can reach any more, where the runtime tells. */
function forgetLater(stream: AnswerStream, place: Place): void {
  if (typeof FinalizationRegistry === "undefined") return;
  forgotten ??= new FinalizationRegistry(({ number, instance }) => {
    release(instance, () => engine.streamDrop(number));
  });
  forgotten.register(stream, place, place);
}

/**
 * Options with the default of a stream: unfinished Markdown is shown in its likely final form. What
 * holds no options is the engine's to refuse.
 */
function settling(options: Options | undefined): Options {
  if (Object.prototype.toString.call(options ?? {}) !== "[object Object]") return options as Options;
  return { ...options, settle: options?.settle === undefined ? true : options.settle };
}

/** Options that stay as they are, whatever becomes of the caller's object. */
function copyOf(options: Options | undefined): Options | undefined {
  if (!options) return undefined;
  const { labels, images } = options;
  return { ...options, ...(JSON.parse(JSON.stringify({ labels, images })) as Options) };
}

/** Bytes that stay as they are. An object is read only by the engine; SDKs do not change theirs. */
function unshared(frame: ResponseInput): ResponseInput {
  return ArrayBuffer.isView(frame) || frame instanceof ArrayBuffer ? structuredClone(frame) : frame;
}

/**
 * An answer while it arrives. Each frame gives operations that bring the page from one state to the
 * next; the end gives the same answer as one call of `render` with all frames. The text is shown at
 * once, its citations come with the end, when their places are known.
 *
 * ```js
 * const stream = new AnswerStream();
 * for await (const frame of frames(await fetch(url))) {
 *   applyOperations({ body, notes, sources }, stream.push(frame));
 * }
 * const { answer, patch } = stream.finish();
 * applyOperations({ body, notes, sources }, patch);
 * ```
 *
 * `applyOperations` is of `groundmark/dom`, and `mountStream` there does all of it. A stream that is
 * not needed any more is simply let go.
 */
export class AnswerStream implements FrameReader {
  readonly #options: Options;
  readonly #place: Place = { number: ++count, instance: 0 };
  /** The frames that the engine took, in JSON: what a newer instance needs. */
  #taken: string[] = [];
  /** The frames that the engine failed at, or could not be asked to take. */
  readonly #waiting: Waiting[] = [];
  /** Operations of frames that were taken in a call that failed at another one. */
  #ungiven: Operation[] = [];
  #idPrefix: string | null;
  #isOver = false;

  /**
   * @param options As of `render`, but `settle` is `true` unless said otherwise.
   * @throws {GroundmarkError} `invalid-option`, `internal`.
   */
  constructor(options?: Options) {
    this.#idPrefix = call(() => {
      this.#place.instance = runningInstance();
      return engine.streamBegin(this.#place.number, settling(options));
    }) as string | null;
    this.#options = settling(copyOf(options));
    forgetLater(this, this.#place);
  }

  /** What every id in the HTML starts with: from the options or the first frame; `null` before it. */
  get idPrefix(): string | null {
    return this.#idPrefix;
  }

  /**
   * Takes the next frame: JSON text, bytes, or an object, which may change afterwards.
   *
   * @returns What the page does to show it, in this order; empty where nothing visible came.
   * @throws {GroundmarkError} `stream-closed` after {@link finish}; `invalid-json`, `not-a-response`,
   * `api-error`, `too-large`: then it is as if that frame had not come, and the next one can be
   * pushed. `internal`: the frame is tried once more with the next call, so it must not be pushed
   * again; the operations of that call bring the page up to date.
   */
  push(frame: ResponseInput): Operation[] {
    this.#checkOpen();
    const last = { frame, failures: 0 };
    this.#waiting.push(last);
    try {
      this.#takeWaiting(last);
    } catch (error) {
      last.frame = unshared(frame);
      throw error;
    }
    return this.#give();
  }

  /**
   * Ends the stream.
   *
   * @param options `interrupted`: the connection broke before the answer was whole, which the answer
   * then says. Default `false`.
   * @throws {GroundmarkError} `stream-closed` the second time; `internal`: then it can be called again.
   */
  finish(options: { interrupted?: boolean | undefined } = {}): Finished {
    this.#checkOpen();
    this.#takeWaiting();
    this.#restore();
    const finished = call(() => engine.streamFinish(this.#place.number, options.interrupted === true)) as Finished;
    this.#isOver = true;
    this.#taken = [];
    forgotten?.unregister(this.#place);
    return { answer: finished.answer, patch: [...this.#give(), ...finished.patch] };
  }

  #checkOpen(): void {
    if (this.#isOver) throw new GroundmarkError("stream-closed", "the stream is over");
  }

  /** Has the engine take the frames that wait, in their order; what is wrong with the last is thrown. */
  #takeWaiting(last?: Waiting): void {
    for (let first; (first = this.#waiting[0]); ) {
      this.#restore();
      try {
        this.#take(first.frame);
        this.#waiting.shift();
      } catch (error) {
        const isFailure = (error as GroundmarkError).code === "internal";
        if (!isFailure || ++first.failures === MOST_FAILURES) this.#waiting.shift();
        if (first === last) throw error;
      }
    }
  }

  #take(frame: ResponseInput): void {
    const pushed = call(() => engine.streamPush(this.#place.number, frame)) as Pushed;
    this.#taken.push(pushed.read ?? (frame as string));
    this.#idPrefix = pushed.idPrefix;
    for (const operation of pushed.operations) this.#ungiven.push(operation);
  }

  /**
   * Builds the stream again where the instance that held it is gone. What that would do to the page
   * stands there already, or is about to be given.
   */
  #restore(): void {
    if (isRunning(this.#place.instance)) return;
    call(() => {
      const begun = engine.streamBegin(this.#place.number, this.#options);
      for (const frame of this.#taken) engine.streamPush(this.#place.number, frame);
      this.#place.instance = runningInstance();
      return begun;
    });
  }

  #give(): Operation[] {
    const operations = this.#ungiven;
    this.#ungiven = [];
    return operations;
  }
}
