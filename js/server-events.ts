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

  /** Takes the next piece and gives the data of the events that it completes. */
  push(piece: string): string[] {
    const whole: string[] = [];
    let text = piece;
    if (this.#isAfterReturn && text.startsWith("\n")) text = text.slice(1);
    if (piece !== "") this.#isAfterReturn = piece.endsWith("\r");
    const lines = text.split(/\r\n|\n|\r/);
    lines[0] = this.#line + lines[0];
    this.#line = lines.pop() ?? "";
    for (const line of lines) this.#take(line, whole);
    return whole;
  }

  /** The last event, where no empty line ended it: a connection that dies sends none. */
  finish(): string[] {
    const whole: string[] = [];
    this.#take(this.#line, whole);
    this.#take("", whole);
    this.#line = "";
    return whole;
  }

  #take(line: string, whole: string[]): void {
    if (line === "") {
      if (this.#data.length > 0) whole.push(this.#data.join("\n"));
      this.#data = [];
    } else if (line === "data" || line.startsWith("data:")) {
      this.#data.push(line.slice(5).replace(/^ /, ""));
    }
  }
}
