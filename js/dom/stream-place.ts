import type { Answer, Operation } from "../types.js";
import { atNextFrame } from "./animation-frame.js";
import { applyOperations, type Containers } from "./apply.js";
import { frameOf, type PageOptions } from "./mount.js";
import { nodesOf } from "./nodes.js";

/** Who shows something in an element now: an earlier stream there has no say any more. */
const owners = /* @__PURE__ */ new WeakMap<Element, StreamPlace>();

/** An element that a stream is shown in. It is written to at most once in an animation frame. */
export class StreamPlace {
  readonly #element: Element;
  readonly #containers: Containers;
  readonly #options: PageOptions;
  readonly #onLost: () => void;
  #operations: Operation[] = [];
  #isWaiting = false;
  #cancel: (() => void) | undefined;
  /** Whether somebody else changed what stands there, so that operations have nothing to work on. */
  #isSpoiled = false;

  /** @param onLost Called where something else stands in the element by now. */
  constructor(element: Element, options: PageOptions, onLost: () => void) {
    const container = () => {
      const made = element.ownerDocument.createElement("div");
      // As if the blocks stood in the element itself, also where that is a grid with gaps.
      made.style.display = "contents";
      return made;
    };
    this.#element = element;
    this.#options = options;
    this.#onLost = onLost;
    this.#containers = { body: container(), notes: container(), sources: container() };
    const { body, notes, sources } = this.#containers;
    element.replaceChildren(body, notes, sources);
    element.setAttribute("aria-busy", "true");
    owners.set(element, this);
  }

  /** Does it with the next animation frame. */
  add(operations: readonly Operation[]): void {
    if (operations.length === 0) return;
    for (const operation of operations) this.#operations.push(operation);
    if (this.#isWaiting) return;
    // First: frames that tests stand in for come at once.
    this.#isWaiting = true;
    this.#cancel = atNextFrame(this.#element.ownerDocument, () => this.#write());
  }

  /** Shows what is left with the next animation frame, and the suggestions; then the place is free. */
  settle(answer: Answer | null): Promise<void> {
    this.#cancel?.();
    return new Promise((resolve, reject) => {
      atNextFrame(this.#element.ownerDocument, () => {
        try {
          this.#write();
          if (answer && this.#isStanding()) this.#complete(answer);
          resolve();
        } catch (error) {
          // A page that demands Trusted Types, and no policy.
          reject(error);
        }
        if (owners.get(this.#element) === this) this.#element.removeAttribute("aria-busy");
      });
    });
  }

  #write(): void {
    this.#isWaiting = false;
    const operations = this.#operations;
    this.#operations = [];
    if (!this.#isStanding()) {
      this.#onLost();
    } else if (!this.#isSpoiled) {
      try {
        applyOperations(this.#containers, operations, this.#options);
      } catch {
        // A translator, for instance. What comes stands there at the end.
        this.#isSpoiled = true;
      }
    }
  }

  #complete(answer: Answer): void {
    if (this.#isSpoiled) this.#rewrite(answer);
    this.#element.append(this.#nodesOf(frameOf(answer, this.#options)));
  }

  #rewrite(answer: Answer): void {
    const { body, notes, sources } = this.#containers;
    body.replaceChildren(this.#nodesOf(answer.bodyHtml));
    notes.replaceChildren();
    sources.replaceChildren(this.#nodesOf(answer.sourcesHtml));
  }

  #nodesOf(html: string): DocumentFragment {
    return nodesOf(html, this.#element.ownerDocument, this.#options.trustedTypes);
  }

  #isStanding(): boolean {
    return Object.values(this.#containers).every((container) => container.parentNode === this.#element);
  }
}
