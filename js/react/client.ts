/**
 * What of React needs the browser: a stream shown while it arrives, and what HTML alone cannot do. No
 * engine is inside: the caller hands over that of the entry which the page uses.
 *
 * @module
 */
export { Enhance, type EnhanceProps } from "./enhance.js";
export {
  useGroundedStream,
  type GroundedStream,
  type GroundedStreamOptions,
  type GroundedStreamPhase,
} from "./use-grounded-stream.js";
