import type { Found, Reader } from "./frames.js";

/**
 * Cuts text that arrives in pieces into whole JSON values: the elements of one array, or values one
 * after the other, on lines of their own or not. Each character is looked at once.
 *
 * @param at Where the first piece begins in the stream.
 */
export function jsonValues(at: number): Reader {
  /** What belongs to the value that is not whole yet, and how far it was looked at. */
  let begun = "";
  let read = 0;
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  /** How deep values stand: 1 in an array, 0 outside; unknown before the first character. */
  let outermost: number | undefined;

  /** A value, or something between the values that is none. */
  const found = (start: number, end: number): Found[] => {
    const spaced = begun.slice(start, end);
    const text = spaced.trim();
    return text ? [{ text, at: at + start + spaced.indexOf(text) }] : [];
  };

  return {
    push(piece) {
      const whole: Found[] = [];
      begun += piece;
      let start = 0;
      const cut = (end: number, next: number) => {
        whole.push(...found(start, end));
        start = next;
      };
      for (; read < begun.length; read++) {
        const c = begun[read] as string;
        if (isInString) {
          if (isEscaped) isEscaped = false;
          else if (c === "\\") isEscaped = true;
          else if (c === '"') isInString = false;
        } else if (c === '"') {
          isInString = true;
        } else if (c === "{" || c === "[") {
          if (outermost === undefined) {
            outermost = c === "[" ? 1 : 0;
            if (outermost) start = read + 1;
          }
          depth++;
        } else if (c === "}" || c === "]") {
          depth--;
          if (depth === (outermost ?? 0) || depth < 0) {
            cut(read + 1, read + 1);
            depth = Math.max(0, depth);
          } else if (depth === 0) {
            cut(read, read + 1);
            // Another array may follow.
            outermost = undefined;
          }
        } else if (depth === (outermost ?? 0) && (c === "," || c === "\n")) {
          cut(read, read + 1);
        }
      }
      begun = begun.slice(start);
      at += start;
      read -= start;
      return whole;
    },
    // What is left at the end is a value that never became whole, if it is more than space.
    finish: () => found(0, begun.length),
  };
}
