/**
 * Answers in a page without a framework. There is no engine here: whoever needs one hands it over, so
 * that a page has one. Nothing happens at import, on a server neither.
 *
 * @module
 */
export { applyOperations, type Containers } from "./dom/apply.js";
export { copyAnswer, type CopyOptions } from "./dom/copy.js";
export {
  defineGroundedAnswer,
  type Cited,
  type ElementOptions,
  type Engine,
  type GroundedAnswerElement,
  type GroundedAnswerEvents,
  type Settled,
} from "./dom/element.js";
export { enhance, type EnhanceOptions, type Enhancement, type Root } from "./dom/enhance.js";
export { mount, type MountedAnswer, type PageOptions } from "./dom/mount.js";
export { mountStream, type MountedStream, type MountStreamOptions } from "./dom/mount-stream.js";
export type { HtmlPolicy } from "./dom/nodes.js";
export type { StreamSource } from "./dom/stream-source.js";
