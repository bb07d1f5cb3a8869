import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/json";

/** A stretch of the source, in UTF-16 units. */
export interface Span {
  from: number;
  to: number;
}

/** One JSON text in the source: all of it, or a frame of a stream. */
interface Json {
  text: string;
  /** Where it begins in the source. */
  base: number;
  root: SyntaxNode;
}

/** A string of the source with what it says. */
export interface JsonString {
  /** Name of the property it belongs to; of a list's items the list's. */
  name: string;
  value: string;
  /** Place in the source of a UTF-16 unit of `value`; of its length the end. */
  place(at: number): number;
}

const SPACE = /\s/;

/** The JSON texts of a source: the lines of a stream each for itself. */
function jsonsOf(source: string): Json[] {
  const found: Json[] = [];
  const add = (text: string, base: number): void => {
    const root = parser.parse(text).topNode.firstChild;
    if (root) found.push({ text, base, root });
  };
  const first = source.trimStart()[0];
  const isStream = first !== "{" && first !== "[" ? true : first === "{" && /^\s*\{.*\}\s*\n\s*\{/.test(source);
  if (!isStream) {
    add(source, 0);
    return found;
  }
  let at = 0;
  for (const line of source.split("\n")) {
    const start = line.search(/[[{]/);
    if (start >= 0 && /^\s*(data:)?\s*$/.test(line.slice(0, start))) add(line.slice(start), at + start);
    at += line.length + 1;
  }
  return found;
}

/** Values of an array, or properties of an object: no brackets, no commas, no errors. */
function* childrenOf(node: SyntaxNode): Generator<SyntaxNode> {
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (/^(Property|Object|Array|String|Number|True|False|Null)$/.test(child.name)) yield child;
  }
}

function nameOf(json: Json, property: SyntaxNode): string {
  const name = property.firstChild;
  return name ? json.text.slice(name.from + 1, name.to - 1) : "";
}

/** Spellings of one field differ in case and underscores. */
function plain(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

/**
 * Where a diagnostic's path, such as `[3].candidates[0].content`, leads: the value, or as much of the way as there
 * is. `undefined` where there is no JSON at all.
 */
export function placeOf(source: string, path: string): Span | undefined {
  const jsons = jsonsOf(source);
  const steps = Array.from(path.matchAll(/\[(\d+)\]|([^.[\]]+)/g), ([, index, name]) => (index === undefined ? name! : Number(index)));
  let json = jsons[0];
  // A frame of a stream's text, which is no array of frames.
  if (jsons.length > 1 && typeof steps[0] === "number") json = jsons[steps.shift() as number];
  if (!json) return undefined;
  let node = json.root;
  for (const step of steps) {
    const next = typeof step === "number" ? [...childrenOf(node)][step] : property(json, node, step);
    if (!next) break;
    node = next;
  }
  return { from: json.base + node.from, to: json.base + node.to };
}

function property(json: Json, node: SyntaxNode, name: string): SyntaxNode | undefined {
  for (const child of childrenOf(node)) {
    if (child.name === "Property" && plain(nameOf(json, child)) === plain(name)) return child.lastChild ?? undefined;
  }
  return undefined;
}

/** Every string value of the source, in order. */
export function* stringsOf(source: string): Generator<JsonString> {
  for (const json of jsonsOf(source)) yield* stringsIn(json, json.root, "");
}

function* stringsIn(json: Json, node: SyntaxNode, name: string): Generator<JsonString> {
  if (node.name === "String") {
    const from = json.base + node.from + 1;
    const raw = json.text.slice(node.from + 1, node.to - 1);
    yield { name, ...decoded(raw, from) };
    return;
  }
  for (const child of childrenOf(node)) {
    if (child.name !== "Property") yield* stringsIn(json, child, name);
    else if (child.lastChild) yield* stringsIn(json, child.lastChild, nameOf(json, child));
  }
}

/** What a string says, and where each of its units stands. */
function decoded(raw: string, from: number): Pick<JsonString, "value" | "place"> {
  if (!raw.includes("\\")) return { value: raw, place: (at) => from + at };
  const places: number[] = [];
  let value = "";
  for (const { 0: piece, index } of raw.matchAll(/\\u[0-9a-fA-F]{4}|\\.|[^]/g)) {
    places.push(from + index);
    value += piece.length === 1 ? piece : unescaped(piece);
  }
  return { value, place: (at) => places[at] ?? from + raw.length };
}

function unescaped(escape: string): string {
  try {
    return JSON.parse(`"${escape}"`) as string;
  } catch {
    return escape[1] ?? "";
  }
}

/**
 * Finds where the answer's text stands in the source: in one string, or in the pieces of a stream. Gives
 * for a stretch of the text the stretches of the source that hold it.
 */
export function textIn(source: string, text: string): (start: number, end: number) => Span[] {
  const strings = [...stringsOf(source)].filter(({ name, value }) => value !== "" && HOLDS_TEXT.has(plain(name)));
  const whole = strings.find(({ value }) => value === text);
  const pieces: { start: number; string: JsonString }[] = [];
  let at = 0;
  for (const string of whole ? [whole] : strings) {
    // Turns are apart by an empty line that nobody sent.
    const next = text.startsWith(string.value, at) ? at : afterSpace(text, at);
    if (!text.startsWith(string.value, next)) continue;
    pieces.push({ start: next, string });
    at = next + string.value.length;
  }
  return (start, end) =>
    pieces.flatMap(({ start: begin, string }) => {
      const from = Math.max(start, begin) - begin;
      const to = Math.min(end - begin, string.value.length);
      return from < to ? [{ from: string.place(from), to: string.place(to) }] : [];
    });
}

/** Names under which clients and the API send text. */
const HOLDS_TEXT = new Set(["text", "delta", "textdelta", "content", "outputtext"]);

function afterSpace(text: string, at: number): number {
  while (at < text.length && SPACE.test(text[at]!)) at += 1;
  return at;
}
