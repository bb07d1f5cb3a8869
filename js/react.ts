/**
 * Answers in React, on a server and in a browser alike: no hooks, no engine. In a server component
 * all of it stays on the server.
 *
 * ```jsx
 * import { render } from "groundmark";
 * import { GroundedAnswer } from "groundmark/react";
 * import "groundmark/style.css";
 *
 * <GroundedAnswer answer={render(response)} />
 * ```
 *
 * @module
 */
export {
  AnswerBody,
  GroundedAnswer,
  SearchSuggestions,
  Sources,
  type AnswerBodyProps,
  type ElementProps,
  type GroundedAnswerProps,
  type SearchSuggestionsProps,
  type SourcesProps,
} from "./react/answer.js";
