/**
 * Any Gemini answer, safe and cited, in any front end, in one call.
 *
 * ```js
 * import { render, suggestionsFrame } from "groundmark";
 * const answer = render(response);
 * element.innerHTML = answer.html + suggestionsFrame(answer);
 * ```
 *
 * @module
 */
import * as engine from "#wasm";
import { call } from "./engine.js";
import type { Answer, Options, ResponseInput } from "./types.js";

export { init } from "./engine.js";
export { GroundmarkError, type ErrorCode } from "./error.js";
export { frames, type Body } from "./frames.js";
export { AnswerStream } from "./stream.js";
export { mapsCss } from "./maps.js";
export { suggestionsFrame } from "./suggestions.js";
export type * from "./types.js";

/**
 * Renders a response: cited, sanitized HTML and everything it said as data.
 *
 * @throws {GroundmarkError} `invalid-json`, `not-a-response`, `api-error`, `invalid-option`,
 * `too-large`, `internal`; never for what the model or Google sent.
 */
export function render(response: ResponseInput, options?: Options): Answer {
  return call(() => engine.render(response, options)) as Answer;
}

/**
 * The answer as Markdown with GFM footnotes, put where they break nothing. It is not sanitized:
 * whoever makes HTML of it must be.
 *
 * @throws {GroundmarkError} As {@link render}.
 */
export function renderMarkdown(response: ResponseInput, options?: Options): string {
  return call(() => engine.renderMarkdown(response, options)) as string;
}
