import { frames as eventsOf } from "groundmark";

/** A response as JSON gives it, as far as it is looked into. */
interface Raw {
  responseId?: unknown;
  candidates?: RawCandidate[];
}

interface RawCandidate {
  index?: number;
  content?: { parts?: { text?: unknown }[] };
}

/** About as much as models send at once. */
const CHARACTERS_A_FRAME = 6;

/**
 * The frames of a stream that brings this response: those that it has, or else its text in small
 * pieces and everything else at the end, as Google sends it.
 */
export async function framesOf(text: string): Promise<object[]> {
  const found = await framesIn(text);
  if (found.length > 1) return found;
  const whole = found[0] as Raw | undefined;
  if (!Array.isArray(whole?.candidates)) return found;
  const frames: object[] = [];
  const candidates = whole.candidates.map((candidate) => {
    const parts = candidate.content?.parts;
    if (!Array.isArray(parts)) return candidate;
    for (const part of parts.flatMap(pieces)) {
      const content = { ...candidate.content, parts: [part] };
      frames.push({ responseId: whole.responseId, candidates: [{ index: candidate.index, content }] });
    }
    return { ...candidate, content: { ...candidate.content, parts: [] } };
  });
  return [...frames, { ...whole, candidates }];
}

/** What the text holds: one document, an array of frames, or a stream. */
async function framesIn(text: string): Promise<object[]> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    const body = new Blob([text]).stream();
    const found: object[] = [];
    for await (const frame of eventsOf(body)) found.push(frame);
    return found;
  }
  return (Array.isArray(parsed) ? parsed : [parsed]) as object[];
}

function pieces(part: { text?: unknown }): object[] {
  if (typeof part.text !== "string") return [part];
  const characters = Array.from(part.text);
  const list: object[] = [];
  for (let at = 0; at < characters.length; at += CHARACTERS_A_FRAME) {
    list.push({ ...part, text: characters.slice(at, at + CHARACTERS_A_FRAME).join("") });
  }
  return list.length === 0 ? [part] : list;
}

/** The frames, each after as long as its text takes at that speed, which may change meanwhile. */
export async function* arriving(frames: object[], charactersASecond: () => number): AsyncGenerator<object> {
  for (const frame of frames) {
    const seconds = lengthOf(frame as Raw) / charactersASecond();
    if (seconds > 0) await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    yield frame;
  }
}

function lengthOf({ candidates }: Raw): number {
  const parts = candidates?.flatMap(({ content }) => content?.parts ?? []) ?? [];
  return parts.reduce((sum, { text }) => sum + (typeof text === "string" ? text.length : 0), 0);
}
