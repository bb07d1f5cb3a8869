import type { Found } from "./frames.js";

/**
 * Cuts text that arrives in pieces into the data of server-sent events, as
 * https://html.spec.whatwg.org/multipage/server-sent-events.html has them. Names, ids and comments
 * are left out.
 */
export class ServerEvents {
  #line = "";
  #data: string[] = [];
  /** Whether the last piece ended in a carriage return, whose line feed may follow. */
  #isAfterReturn = false;
  /** Where `#line` begins, and the event's first data. */
  #at: number;
  #dataAt = 0;

  /** A stream whose first piece begins `at` units after its start. */
  constructor(at: number) {
    this.#at = at;
  }

  /** Takes the next piece and gives the data of the events that it completes. */
  push(piece: string): Found[] {
    const whole: Found[] = [];
    let text = piece;
    if (this.#isAfterReturn && text.startsWith("\n")) {
      text = text.slice(1);
      this.#at++;
    }
    if (piece !== "") this.#isAfterReturn = piece.endsWith("\r");
    let rest = 0;
    for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) {
      const line = this.#line + text.slice(rest, index);
      this.#take(line, whole);
      this.#at += line.length + end.length;
      this.#line = "";
      rest = index + end.length;
    }
    this.#line += text.slice(rest);
    return whole;
  }

  /** The last event, where no empty line ended it: a connection that dies sends none. */
  finish(): Found[] {
    const whole: Found[] = [];
    this.#take(this.#line, whole);
    this.#take("", whole);
    this.#line = "";
    return whole;
  }

  #take(line: string, whole: Found[]): void {
    if (line === "") {
      if (this.#data.length > 0) whole.push({ text: this.#data.join("\n"), at: this.#dataAt });
      this.#data = [];
    } else if (line === "data" || line.startsWith("data:")) {
      const data = line.slice(5).replace(/^ /, "");
      if (this.#data.length === 0) this.#dataAt = this.#at + line.length - data.length;
      this.#data.push(data);
    }
  }
}
