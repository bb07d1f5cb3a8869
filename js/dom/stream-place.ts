import type { Answer, Operation } from "../types.js";
import { atNextFrame } from "./animation-frame.js";
import { applyOperations, type Containers } from "./apply.js";
import { frameOf, type PageOptions } from "./mount.js";
import { nodesOf } from "./nodes.js";

/** Who shows something in an element now: an earlier stream there has no say any more. */
const owners = /* @__PURE__ */ new WeakMap<Element, StreamPlace>();

/** An element that a stream is shown in. It is written to at most once in an animation frame. */
export interface StreamPlace {
  /** Does it with the next animation frame. */
  add(operations: readonly Operation[]): void;
  /** Shows what is left with the next animation frame, and the suggestions; then the place is free. */
  settle(answer: Answer | null): Promise<void>;
}

/** @param onLost Called where something else stands in the element by now. */
export function streamPlace(element: Element, options: PageOptions, onLost: () => void): StreamPlace {
  const document = element.ownerDocument;
  const container = () => {
    const made = document.createElement("div");
    // As if the blocks stood in the element itself, also where that is a grid with gaps.
    made.style.display = "contents";
    return made;
  };
  const [body, notes, sources] = [container(), container(), container()];
  const containers: Containers = { body, notes, sources };
  let waiting: Operation[] = [];
  let isWaiting = false;
  let cancel = () => {};
  /** Whether somebody else changed what stands there, so that operations have nothing to work on. */
  let isSpoiled = false;

  const isStanding = () => [body, notes, sources].every((container) => container.parentNode === element);
  const nodes = (html: string) => nodesOf(html, document, options.trustedTypes);
  const write = () => {
    isWaiting = false;
    const operations = waiting;
    waiting = [];
    if (!isStanding()) {
      onLost();
    } else if (!isSpoiled) {
      try {
        applyOperations(containers, operations, options);
      } catch {
        // A translator, for instance. What comes stands there at the end.
        isSpoiled = true;
      }
    }
  };
  const complete = (answer: Answer) => {
    if (isSpoiled) {
      body.replaceChildren(nodes(answer.bodyHtml));
      notes.replaceChildren();
      sources.replaceChildren(nodes(answer.sourcesHtml));
    }
    element.append(nodes(frameOf(answer, options)));
  };

  const place: StreamPlace = {
    add(operations) {
      if (operations.length === 0) return;
      for (const operation of operations) waiting.push(operation);
      if (isWaiting) return;
      // First: frames that tests stand in for come at once.
      isWaiting = true;
      cancel = atNextFrame(document, write);
    },
    settle(answer) {
      cancel();
      return new Promise((resolve, reject) => {
        atNextFrame(document, () => {
          try {
            write();
            if (answer && isStanding()) complete(answer);
            resolve();
          } catch (error) {
            // A page that demands Trusted Types, and no policy.
            reject(error);
          }
          if (owners.get(element) === place) element.removeAttribute("aria-busy");
        });
      });
    },
  };
  element.replaceChildren(body, notes, sources);
  element.setAttribute("aria-busy", "true");
  owners.set(element, place);
  return place;
}
