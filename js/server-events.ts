import type { Found, Reader } from "./frames.js";

/**
 * Cuts text that arrives in pieces into the data of server-sent events, as
 * https://html.spec.whatwg.org/multipage/server-sent-events.html has them. Names, ids and comments
 * are left out.
 *
 * @param at Where the first piece begins in the stream.
 */
export function serverEvents(at: number): Reader {
  /** The line that is not whole yet, which begins at `at`. */
  let begun = "";
  let data: string[] = [];
  let dataAt = 0;
  /** Whether the last piece ended in a carriage return, whose line feed may follow. */
  let isAfterReturn = false;

  const take = (line: string): Found[] => {
    if (line === "") {
      const whole = data.length > 0 ? [{ text: data.join("\n"), at: dataAt }] : [];
      data = [];
      return whole;
    }
    if (line === "data" || line.startsWith("data:")) {
      const value = line.slice(5).replace(/^ /, "");
      if (data.length === 0) dataAt = at + line.length - value.length;
      data.push(value);
    }
    return [];
  };

  return {
    push(piece) {
      const whole: Found[] = [];
      let text = piece;
      if (isAfterReturn && text.startsWith("\n")) {
        text = text.slice(1);
        at++;
      }
      if (piece !== "") isAfterReturn = piece.endsWith("\r");
      let rest = 0;
      for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) {
        const line = begun + text.slice(rest, index);
        whole.push(...take(line));
        at += line.length + end.length;
        begun = "";
        rest = index + end.length;
      }
      begun += text.slice(rest);
      return whole;
    },
    // No empty line ended the last event: a connection that dies sends none.
    finish: () => [...take(begun), ...take("")],
  };
}
