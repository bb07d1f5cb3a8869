/** The codes of {@link GroundmarkError}: stable, unlike its message. */
export type ErrorCode =
  | "invalid-json"
  | "broken-event"
  | "not-a-response"
  | "api-error"
  | "invalid-option"
  | "invalid-argument"
  | "too-large"
  | "stream-closed"
  | "internal";

/** What is thrown. Compare by `code`, never by `instanceof`: two copies of a module can be loaded. */
export class GroundmarkError extends Error {
  override readonly name = "GroundmarkError";
  readonly code: ErrorCode;
  /** Line of an `invalid-json` error, from 1. */
  declare readonly line?: number;
  /** Column of an `invalid-json` error, from 1, in UTF-16 units. */
  declare readonly column?: number;
  /** Number of a `broken-event`, from 1. */
  declare readonly event?: number;
  /** Where the data of a `broken-event` begins in the stream's text, in UTF-16 units from 0. */
  declare readonly offset?: number;
  /** What Google answered, for an `api-error`. Untrusted text. */
  declare readonly api?: { code: number | null; status: string | null; message: string | null };

  constructor(code: ErrorCode, message: string, more: object = {}) {
    super(message);
    this.code = code;
    Object.assign(this, more);
  }
}
