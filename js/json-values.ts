import type { Found } from "./frames.js";

/**
 * Cuts text that arrives in pieces into whole JSON values: the elements of one array, or values one
 * after the other, on lines of their own or not. Each character is looked at once.
 */
export class JsonValues {
  /** What belongs to the value that is not whole yet. */
  #begun = "";
  /** How far `#begun` was looked at. */
  #read = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** Whether the values stand in an array; unknown before the first character. */
  #isArray: boolean | undefined;
  /** Where `#begun` begins. */
  #at: number;

  /** A stream whose first piece begins `at` units after its start. */
  constructor(at: number) {
    this.#at = at;
  }

  /** Takes the next piece and gives the values that it completes, as text. */
  push(piece: string): Found[] {
    const whole: Found[] = [];
    this.#begun += piece;
    let start = 0;
    let at = this.#read;
    for (; at < this.#begun.length; at++) {
      const c = this.#begun.charCodeAt(at);
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (c === BACKSLASH) this.#isEscaped = true;
        else if (c === QUOTE) this.#isInString = false;
        continue;
      }
      const isBetween = this.#depth === (this.#isArray ? 1 : 0);
      if (c === QUOTE) {
        this.#isInString = true;
      } else if (c === OPEN_BRACE || c === OPEN_BRACKET) {
        if (this.#isArray === undefined) {
          this.#isArray = c === OPEN_BRACKET;
          if (this.#isArray) start = at + 1;
        }
        this.#depth++;
      } else if (c === CLOSE_BRACE || c === CLOSE_BRACKET) {
        this.#depth--;
        const isEnd = this.#depth === (this.#isArray ? 1 : 0);
        if (isEnd || this.#depth < 0) {
          this.#add(whole, start, at + 1);
          start = at + 1;
          this.#depth = Math.max(0, this.#depth);
        } else if (this.#isArray && this.#depth === 0) {
          this.#add(whole, start, at);
          start = at + 1;
          // Another array may follow.
          this.#isArray = undefined;
        }
      } else if (isBetween && (c === COMMA || c === LINE_END)) {
        this.#add(whole, start, at);
        start = at + 1;
      }
    }
    this.#begun = this.#begun.slice(start);
    this.#at += start;
    this.#read = at - start;
    return whole;
  }

  /** What is left at the end: a value that never became whole, if it is more than space. */
  finish(): Found[] {
    const whole: Found[] = [];
    this.#add(whole, 0, this.#begun.length);
    return whole;
  }

  /** A value, or something between the values that is none. */
  #add(whole: Found[], start: number, end: number): void {
    const spaced = this.#begun.slice(start, end);
    const text = spaced.trim();
    const space = spaced.length - spaced.trimStart().length;
    if (text !== "") whole.push({ text, at: this.#at + start + space });
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const LINE_END = 0x0a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
