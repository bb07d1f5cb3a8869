import type { Answer, FrameReader, Options, ResponseInput, Source } from "../types.js";
import { linkAt, MARKER } from "./places.js";
import { enhanceUnlessTold, mount, type MountedAnswer, type PageOptions } from "./mount.js";
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
interface Shown {
  response?: ResponseInput;
  answer?: Answer;
  stream?: StreamSource;
}

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
    #shown: Shown = {};
    #options: ElementOptions = {};
    #answer: Answer | null = null;
    #mounted: MountedAnswer | undefined;
    #streaming: MountedStream | undefined;
    #isWaiting = false;
    #undo: (() => void) | undefined;

    constructor() {
      super();
      this.addEventListener("click", (event) => this.#tellCitation(event));
      // What was set before the element was defined hides the accessors.
      for (const name of ["options", ...OPTIONS, "response", "answer", "stream"]) {
        if (!Object.hasOwn(this, name)) continue;
        const own = this as unknown as Record<string, unknown>;
        const value = own[name];
        delete own[name];
        own[name] = value;
      }
    }

    get response(): ResponseInput | null {
      return this.#shown.response ?? null;
    }
    set response(response: ResponseInput | null | undefined) {
      this.#show("response", response);
    }

    get answer(): Answer | null {
      return this.#shown.answer ?? this.#streaming?.answer ?? this.#answer;
    }
    set answer(answer: Answer | null | undefined) {
      this.#show("answer", answer);
    }

    get stream(): StreamSource | null {
      return this.#shown.stream ?? null;
    }
    set stream(stream: StreamSource | null | undefined) {
      this.#show("stream", stream);
    }

    get options(): ElementOptions {
      return this.#options;
    }
    set options(options: ElementOptions | null | undefined) {
      this.#options = { ...options };
      // A stream that runs keeps its options, since it can be read only once.
      if (!this.#streaming) this.#update();
    }

    connectedCallback(): void {
      this.classList.add("gm-answer");
      // As `display: block` in a style sheet would, where none says otherwise.
      if (getComputedStyle(this).display === "inline") this.style.display = "block";
      if (this.#mounted || this.#streaming) this.#enhance();
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
    #show(name: keyof Shown, value: unknown): void {
      if (value == null && this.#shown[name] === undefined) return;
      this.#shown = value == null ? {} : { [name]: value };
      this.#streaming?.stop();
      this.#streaming = undefined;
      this.#answer = null;
      this.#update();
    }

    #update(): void {
      if (this.#isWaiting) return;
      this.#isWaiting = true;
      queueMicrotask(() => {
        this.#isWaiting = false;
        if (this.isConnected) this.#write();
      });
    }

    #write(): void {
      const { response, answer, stream } = this.#shown;
      const { enhance, previews, suggestionsTitle, trustedTypes, ...options } = this.#options;
      const page = { enhance, previews, suggestionsTitle, trustedTypes };
      try {
        if (stream !== undefined) {
          void this.#follow(mountStream(this, stream, { ...options, ...page, AnswerStream }));
          return;
        }
        this.#answer = answer ?? (response === undefined ? null : render(response, options));
      } catch (error) {
        this.#clear();
        this.#settle({ answer: null, error });
        return;
      }
      if (!this.#answer) {
        this.#clear();
        return;
      }
      this.#mounted = mount(this, this.#answer, page);
      this.#enhance();
      this.#settle({ answer: this.#answer });
    }

    async #follow(streaming: MountedStream): Promise<void> {
      this.#streaming = streaming;
      this.#mounted = undefined;
      this.#enhance();
      let problem: { error: unknown } | undefined;
      await streaming.finished.catch((error: unknown) => (problem = { error }));
      // Something else may be shown by now.
      if (this.#streaming === streaming) this.#settle({ answer: streaming.answer, ...problem });
    }

    #clear(): void {
      this.#undo?.();
      this.#answer = null;
      this.#mounted = undefined;
      this.replaceChildren();
      this.removeAttribute("aria-busy");
    }

    #enhance(): void {
      const enhancement = enhanceUnlessTold(this, this.#options);
      this.#undo = enhancement && (() => enhancement.undo());
    }

    #settle(detail: Settled): void {
      const event = new CustomEvent("settled", { detail, bubbles: true, composed: true, cancelable: "error" in detail });
      if (this.dispatchEvent(event) && "error" in detail) {
        queueMicrotask(() => {
          throw detail.error;
        });
      }
    }

    #tellCitation(event: MouseEvent): void {
      const marker = linkAt(event, MARKER);
      const number = Number(marker?.textContent);
      if (!marker?.closest(".gm-cite") || event.defaultPrevented || event.button) return;
      const source = this.answer?.sources.find((source) => source.number === number) ?? null;
      const detail: Cited = { number, source, marker };
      const told = new CustomEvent("citation", { detail, bubbles: true, composed: true, cancelable: true });
      if (!this.dispatchEvent(told)) event.preventDefault();
    }
  }

  for (const name of OPTIONS) {
    Object.defineProperty(GroundedAnswer.prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: GroundedAnswer) {
        return this.options[name];
      },
      set(this: GroundedAnswer, value: unknown) {
        this.options = { ...this.options, [name]: value };
      },
    });
  }
  return GroundedAnswer as unknown as new () => GroundedAnswerElement;
}
