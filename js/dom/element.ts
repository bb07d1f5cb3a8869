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

/** The events of an answer as an element. */
export interface GroundedAnswerEvents extends HTMLElementEventMap {
  settled: CustomEvent<Settled>;
  citation: CustomEvent<Cited>;
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
  addEventListener<Name extends keyof GroundedAnswerEvents>(
    type: Name,
    listener: (this: GroundedAnswerElement, event: GroundedAnswerEvents[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    /** As long as {@link defineGroundedAnswer} was called without a name of your own. */
    "grounded-answer": GroundedAnswerElement;
  }
}

/** What can be shown, by its property. */
const KINDS = ["response", "answer", "stream"];

const OPTIONS =
  "candidate idPrefix locale labels headingLevel headingBase notice interrupted uncited confidence images " +
  "inlineImages thoughts math breaks settle maxInputBytes maxTextBytes enhance previews suggestionsTitle trustedTypes";

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

function classWith(engine: Engine): new () => GroundedAnswerElement {
  // On a server there is none, and a module that defines an element may be loaded there.
  const Base = typeof HTMLElement === "undefined" ? (class {} as typeof HTMLElement) : HTMLElement;
  const names = ["options", ...OPTIONS.split(" "), ...KINDS];

  class GroundedAnswer extends Base {
    readonly #own = controllerOf(this, engine);

    static {
      for (const name of names) {
        Object.defineProperty(this.prototype, name, {
          configurable: true,
          enumerable: true,
          get() {
            return this.#own.get(name);
          },
          set(value) {
            this.#own.set(name, value);
          },
        });
      }
    }

    constructor() {
      super();
      // What was set before the element was defined hides the accessors.
      const own = this as unknown as Record<string, unknown>;
      for (const name of names) {
        if (!Object.hasOwn(own, name)) continue;
        const value = own[name];
        delete own[name];
        own[name] = value;
      }
    }
    connectedCallback(): void {
      this.#own.connect();
    }
    disconnectedCallback(): void {
      this.#own.disconnect();
    }
  }
  return GroundedAnswer as unknown as new () => GroundedAnswerElement;
}

/** What an element does: its properties by name, and whether it is in a page. */
interface Controller {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  connect(): void;
  disconnect(): void;
}

function controllerOf(element: HTMLElement, { render, AnswerStream }: Engine): Controller {
  let kind: string | undefined;
  let given: unknown;
  let options: Record<string, unknown> = {};
  let answer: Answer | null = null;
  let streaming: MountedStream | undefined;
  /** Whether what was given stands there, or is about to. */
  let isShown = false;
  let undo: (() => void) | undefined;

  /** Whether nobody prevented the default. */
  const tell = (name: string, detail: Settled | Cited) =>
    element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }));
  const settle = (detail: Settled) => {
    answer = detail.answer;
    if (tell("settled", detail) && "error" in detail) void Promise.reject(detail.error);
  };
  const enhanceAgain = () => {
    undo?.();
    undo = enhanceUnlessTold(element, options)?.undo;
  };
  const update = () => {
    isShown = false;
    queueMicrotask(() => {
      if (!element.isConnected || isShown) return;
      isShown = true;
      try {
        write();
      } catch (error) {
        write("");
        settle({ answer: null, error });
      }
    });
  };
  const write = (what = kind) => {
    answer = null;
    enhanceAgain();
    if (what === "stream") {
      const own = (streaming = mountStream(element, given as StreamSource, { ...options, AnswerStream }));
      void own.finished.then(
        // Something else may be shown by now.
        (answer) => own === streaming && settle({ answer }),
        (error: unknown) => own === streaming && settle({ answer: own.answer, error }),
      );
    } else if (what) {
      const rendered = what === "answer" ? (given as Answer) : render(given as ResponseInput, parted(options)[1]);
      mount(element, rendered, options);
      settle({ answer: rendered });
    } else {
      element.replaceChildren();
      element.removeAttribute("aria-busy");
    }
  };

  element.addEventListener("click", (event) => {
    const marker = linkAt(event, MARKER);
    if (!marker?.closest(".gm-cite") || event.defaultPrevented) return;
    const number = Number(marker.textContent);
    const source = answer?.sources.find((source) => source.number === number) ?? null;
    if (!tell("citation", { number, source, marker })) event.preventDefault();
  });

  return {
    get(name) {
      if (name === kind) return given;
      if (name === "answer") return answer;
      return KINDS.includes(name) ? null : name === "options" ? options : options[name];
    },
    set(name, value) {
      if (KINDS.includes(name)) {
        // What is set to nothing clears only itself: frameworks set all properties, in any order.
        if (value == null && name !== kind) return;
        kind = value == null ? "" : name;
        given = value;
        streaming?.stop();
        streaming = undefined;
      } else {
        options = name === "options" ? { ...(value as object) } : { ...options, [name]: value };
        // A stream keeps its options, since it can be read only once.
        if (streaming) return;
      }
      update();
    },
    connect() {
      element.classList.add("gm-answer");
      // As `display: block` in a style sheet would, where none says otherwise.
      if (getComputedStyle(element).display === "inline") element.style.display = "block";
      if (isShown) enhanceAgain();
      else update();
    },
    disconnect() {
      queueMicrotask(() => {
        if (element.isConnected) return;
        streaming?.stop();
        undo?.();
      });
    },
  };
}
