import { mountStream, type MountedStream, type MountStreamOptions, type StreamSource } from "../dom.js";
import type { Answer } from "../types.js";

/** How a stream ended. */
export interface Outcome {
  phase: "settled" | "failed";
  answer: Answer | null;
  error: unknown;
}

/**
 * One stream: opened once, read to its end or until it is ended.
 *
 * It writes into an element of its own, which follows the element that React shows it in. So it may
 * begin before there is one, and a page that takes the element away and brings another loses nothing.
 */
export class StreamRun {
  readonly #host: HTMLElement;
  readonly #opened = new AbortController();
  readonly #onEnd: (outcome: Outcome) => void;
  #mounted: MountedStream | undefined;
  #state: "open" | "stopped" | "over" | "dismissed" = "open";
  #isHeld = true;

  /** @param onEnd Called once, unless the stream is dismissed before. */
  constructor(open: (signal: AbortSignal) => StreamSource, options: MountStreamOptions, onEnd: (outcome: Outcome) => void) {
    this.#host = document.createElement("div");
    // As if the answer stood in React's element itself, also where that is a grid with gaps.
    this.#host.style.display = "contents";
    this.#onEnd = onEnd;
    let source: StreamSource | undefined;
    try {
      source = open(this.#opened.signal);
      this.#mounted = mountStream(this.#host, source, options);
    } catch (error) {
      this.#opened.abort();
      Promise.resolve(source).catch(() => {});
      // Whoever begins a stream is not done with it before.
      queueMicrotask(() => this.#end("failed", error));
      return;
    }
    this.#mounted.finished.then(
      () => this.#end("settled", null),
      (error: unknown) => this.#end("failed", error),
    );
  }

  /** Whether it can be shown no more. */
  get isDismissed(): boolean {
    return this.#state === "dismissed";
  }

  /** Shows it in an element. What stands there already stays. */
  showIn(element: Element): void {
    // To move it would load its frame anew.
    if (this.#host.parentNode !== element) element.append(this.#host);
  }

  /** Ends it, as the reader wants: the text so far stays. */
  stop(): void {
    if (this.#state === "open") this.#close("stopped");
  }

  /** Ends it and takes it off the page. */
  dismiss(): void {
    this.#close("dismissed");
    this.#host.remove();
  }

  hold(): void {
    this.#isHeld = true;
  }

  /**
   * Dismisses it, unless it is over or held again at once: Strict Mode lets go of everything and takes
   * it up in the same breath.
   */
  release(): void {
    this.#isHeld = false;
    queueMicrotask(() => {
      if (!this.#isHeld && this.#state !== "over") this.dismiss();
    });
  }

  #close(state: "stopped" | "dismissed"): void {
    this.#state = state;
    // First, or the end of the connection would count as broken.
    this.#mounted?.stop();
    this.#opened.abort();
  }

  #end(phase: Outcome["phase"], error: unknown): void {
    if (this.#state === "dismissed") return;
    this.#state = "over";
    this.#onEnd({ phase, answer: this.#mounted?.answer ?? null, error });
  }
}
