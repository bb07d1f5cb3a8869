import type { Answer, FrameReader, Options, ResponseInput, Source } from "../types.js";
import { linkAt, MARKER } from "./places.js";
import { enhanceUnlessTold, mount, parted, type PageOptions } from "./mount.js";
import { mountStream, type MountedStream } from "./mount-stream.js";
import type { StreamSource } from "./stream-source.js";

/** What {@link defineGroundedAnswer} needs of the entry that the page uses. */
export interface Engine {
  render: (response: ResponseInput, options?: Options) => Answer;
  AnswerStream: new (options?: Options) => FrameReader;
}

/** The options of `render`, and how the answer is put into the page. */
export interface ElementOptions extends Options, PageOptions {}

/** What a `settled` event tells. */
export interface Settled {
  /** The answer that stands there now; `null` where there is none. */
  answer: Answer | null;
  /** What went wrong: what `render` throws, or what `finished` of `mountStream` is rejected with. */
  error?: unknown;
}

/** What a `citation` event tells. */
export interface Cited {
  /** The number of the marker that the reader follows. */
  number: number;
  /** What it leads to; `null` until the answer is settled. */
  source: Source | null;
  /** The marker. */
  marker: HTMLAnchorElement;
}

/**
 * An answer as an element. Of `response`, `answer` and `stream` the one that was set last is shown, in
 * the next microtask, so that their order among the options does not matter.
 */
export interface GroundedAnswerElement extends HTMLElement, ElementOptions {
  /** A response, to be rendered with the options. */
  response: ResponseInput | null;
  /** A finished answer. Gives the one that stands there, whatever it was made of. */
  answer: Answer | null;
  /** A stream, as `mountStream` takes it. It is read once, and ended when the element leaves the page. */
  stream: StreamSource | null;
  /** All options in one object; each is also a property of its own, `element.locale`. */
  options: ElementOptions;
}

/** What can be shown, by its property. */
const KINDS = ["response", "answer", "stream"] as const;

const OPTIONS: readonly (keyof ElementOptions)[] = [
  "candidate", "idPrefix", "locale", "labels", "headingLevel", "headingBase", "notice", "interrupted", "uncited",
  "confidence", "images", "inlineImages", "thoughts", "math", "breaks", "settle", "maxInputBytes", "maxTextBytes",
  "enhance", "previews", "suggestionsTitle", "trustedTypes",
];

/**
 * Defines an element that shows answers, in the light DOM, with the class `gm-answer`, and gives its class.
 * A name that is taken stays as it is, and its class is given. On a server nothing is defined.
 *
 * ```js
 * import { AnswerStream, render } from "groundmark";
 * import { defineGroundedAnswer } from "groundmark/dom";
 *
 * defineGroundedAnswer({ render, AnswerStream });
 * document.querySelector("grounded-answer").response = response;
 * ```
 *
 * Events, which bubble:
 *
 * - `settled`, when an answer stands whole, or as much of it as came: {@link Settled}. Where it has an
 *   `error` and nobody prevents the default, the error is the page's, as any that nobody caught.
 * - `citation`, when a reader follows a marker: {@link Cited}. Prevent the default and the page does not
 *   move.
 *
 * An element that leaves the page ends its stream; one that is moved does not.
 */
export function defineGroundedAnswer(engine: Engine, name = "grounded-answer"): new () => GroundedAnswerElement {
  const registry = typeof customElements === "undefined" ? undefined : customElements;
  const known = registry?.get(name);
  if (known) return known as new () => GroundedAnswerElement;
  const defined = classWith(engine);
  registry?.define(name, defined);
  return defined;
}

function classWith({ render, AnswerStream }: Engine): new () => GroundedAnswerElement {
  // On a server there is none, and a module that defines an element may be loaded there.
  const Base = typeof HTMLElement === "undefined" ? (class {} as typeof HTMLElement) : HTMLElement;

  class GroundedAnswer extends Base {
    #kind: (typeof KINDS)[number] | undefined;
    #value: unknown;
    #options: ElementOptions = {};
    #answer: Answer | null = null;
    #streaming: MountedStream | undefined;
    #isShown = false;
    #isWaiting = false;
    #undo: (() => void) | undefined;

    static {
      const define = (name: string, get: (own: GroundedAnswer) => unknown, set: (own: GroundedAnswer, value: any) => void) =>
        Object.defineProperty(this.prototype, name, {
          configurable: true,
          enumerable: true,
          get() {
            return get(this);
          },
          set(value) {
            set(this, value);
          },
        });
      for (const kind of KINDS) {
        const isAnswer = kind === "answer";
        define(
          kind,
          (own) => (own.#kind === kind ? own.#value : isAnswer ? (own.#streaming?.answer ?? own.#answer) : null),
          (own, value) => own.#show(kind, value),
        );
      }
      define("options", (own) => own.#options, (own, options) => own.#set({ ...options }));
      for (const name of OPTIONS) {
        define(name, (own) => own.#options[name], (own, value) => own.#set({ ...own.#options, [name]: value }));
      }
    }

    constructor() {
      super();
      this.addEventListener("click", (event) => this.#tellCitation(event));
      // What was set before the element was defined hides the accessors.
      const own = this as unknown as Record<string, unknown>;
      for (const name of ["options", ...OPTIONS, ...KINDS]) {
        if (!Object.hasOwn(own, name)) continue;
        const value = own[name];
        delete own[name];
        own[name] = value;
      }
    }

    connectedCallback(): void {
      this.classList.add("gm-answer");
      // As `display: block` in a style sheet would, where none says otherwise.
      if (getComputedStyle(this).display === "inline") this.style.display = "block";
      if (this.#isShown) this.#enhance();
      else this.#update();
    }

    disconnectedCallback(): void {
      queueMicrotask(() => {
        if (this.isConnected) return;
        this.#streaming?.stop();
        this.#undo?.();
      });
    }

    /** What is set to nothing clears only itself: frameworks set all properties, in any order. */
    #show(kind: (typeof KINDS)[number], value: unknown): void {
      if (value == null && this.#kind !== kind) return;
      this.#kind = value == null ? undefined : kind;
      this.#value = value;
      this.#streaming?.stop();
      this.#streaming = undefined;
      this.#update();
    }

    #set(options: ElementOptions): void {
      this.#options = options;
      // A stream keeps its options, since it can be read only once.
      if (!this.#streaming) this.#update();
    }

    #update(): void {
      this.#isShown = false;
      if (this.#isWaiting) return;
      this.#isWaiting = true;
      queueMicrotask(() => {
        this.#isWaiting = false;
        if (this.isConnected && !this.#isShown) this.#write();
      });
    }

    #write(): void {
      const [kind, value] = [this.#kind, this.#value];
      const [page, options] = parted(this.#options);
      this.#isShown = true;
      this.#answer = null;
      try {
        if (kind === "stream") {
          void this.#follow(mountStream(this, value as StreamSource, { ...this.#options, AnswerStream }));
          return;
        }
        if (kind) {
          const answer = kind === "answer" ? (value as Answer) : render(value as ResponseInput, options);
          mount(this, answer, page);
          this.#answer = answer;
          this.#enhance();
          this.#settle({ answer });
          return;
        }
        this.#clear();
      } catch (error) {
        this.#clear();
        this.#settle({ answer: null, error });
      }
    }

    async #follow(streaming: MountedStream): Promise<void> {
      this.#streaming = streaming;
      this.#enhance();
      let problem: { error: unknown } | undefined;
      await streaming.finished.catch((error: unknown) => (problem = { error }));
      // Something else may be shown by now.
      if (this.#streaming === streaming) this.#settle({ answer: streaming.answer, ...problem });
    }

    #clear(): void {
      this.#undo?.();
      this.replaceChildren();
      this.removeAttribute("aria-busy");
    }

    #enhance(): void {
      const enhancement = enhanceUnlessTold(this, this.#options);
      if (!enhancement) this.#undo?.();
      this.#undo = enhancement?.undo;
    }

    #settle(detail: Settled): void {
      const isUnheard = this.#tell("settled", detail);
      if (isUnheard && "error" in detail) void Promise.reject(detail.error);
    }

    #tellCitation(event: MouseEvent): void {
      const marker = linkAt(event, MARKER);
      if (!marker?.closest(".gm-cite") || event.defaultPrevented) return;
      const number = Number(marker.textContent);
      const answer = this.#streaming?.answer ?? this.#answer;
      const source = answer?.sources.find((source) => source.number === number) ?? null;
      if (!this.#tell("citation", { number, source, marker } satisfies Cited)) event.preventDefault();
    }

    /** Whether nobody prevented the default. */
    #tell(name: string, detail: unknown): boolean {
      return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }));
    }
  }
  return GroundedAnswer as unknown as new () => GroundedAnswerElement;
}
