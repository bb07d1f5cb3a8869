// Responses that no model sent: a fixture with a few values dropped, doubled or replaced, written as
// JSON text. The text can say what objects cannot (a key twice, numbers out of range), so it is the
// text that is made, and `JSON.parse` of it that is compared.

/** JSON that `JSON.stringify` would not write. */
class Raw {
  constructor(json) {
    this.json = json;
  }
}

const STRINGS = [
  "",
  "1",
  "true",
  "STOP",
  "SAFETY",
  "constructor",
  "\ud800",
  "a\udc00b",
  "\ud83d\ud83d\ude00\ude00",
  "\0\u0001\u007f\u0085",
  "\ufeffa",
  "\ufffe\uffff\ufdd0\u{1fffe}",
  "\u202e\u2066\u{e0041}",
  "a\r\nb\rc",
  "e\u0301\u200d\u{1f468}\u200d\u{1f469}",
  "[1](https://example.com) **a** <b>c</b> | d |",
  "https://example.com/a?b=c&d",
  "javascript:alert(1)",
];

const NUMBERS = ["0", "-0", "-0.0", "1", "-1", "0.5", "7e0", "1e2", "4294967296", "9007199254740993"]
  .concat(["18446744073709551616", "1e308", "-1e308", "1e309", "-1e999", "5e-324", "1e-400"])
  .concat(["123456789012345678901234567890", "9".repeat(320), `0.${"3".repeat(400)}`, "2e308"]);

const KEYS = ["__proto__", "constructor", "prototype", "toString", "length", "then", "hasOwnProperty"]
  .concat(["text", "parts", "index", "error", "response", "candidates", "0", "7", "", "\ud800", "web"])
  .concat(["maps", "image", "retrievedContext", "segment", "thought", "uri", "groundingMetadata"]);

/** A response made of another: 1 to 4 changes, anywhere but at its root. */
export function mutated(text, random) {
  const tree = JSON.parse(text);
  for (let left = 1 + random.below(4); left > 0; left--) change(tree, random);
  return write(tree, random);
}

function change(tree, random) {
  const places = [];
  collect(tree, places);
  if (places.length === 0) return;
  const { of, key } = random.pick(places);
  const value = of[key];
  const kind = random.below(9);
  if (kind === 0) {
    if (Array.isArray(of)) of.splice(key, 1);
    else delete of[key];
  } else if (kind === 1) {
    if (Array.isArray(of)) of.splice(random.below(of.length + 1), 0, copy(value));
    else put(of, respelt(key, random), copy(value));
  } else if (kind === 2) {
    const other = random.pick(places);
    of[key] = copy(other.of[other.key]);
  } else if (kind === 3) {
    of[key] = nested(random);
  } else if (kind === 4) {
    const inner = { ...(typeof value === "object" ? value : { a: value }) };
    put(inner, random.pick(KEYS), any(random));
    of[key] = inner;
  } else if (kind === 5 && typeof value === "string") {
    const at = random.below(value.length + 1);
    of[key] = value.slice(0, at) + random.pick(STRINGS) + value.slice(at + random.below(3));
  } else if (kind === 6 && typeof value === "number") {
    of[key] = value + random.pick([-1, 1, 0.5, 1e6, -1e6]);
  } else {
    of[key] = any(random);
  }
}

/** Every place in the tree that holds a value. */
function collect(node, places) {
  if (typeof node !== "object" || node === null || node instanceof Raw) return;
  for (const key of Object.keys(node)) {
    places.push({ of: node, key });
    collect(node[key], places);
  }
}

/** Sets a member of the object's own, whatever its name: `__proto__` too is only a name. */
function put(object, key, value) {
  Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true });
}

function copy(node) {
  if (typeof node !== "object" || node === null || node instanceof Raw) return node;
  if (Array.isArray(node)) return node.map(copy);
  const twin = {};
  for (const key of Object.keys(node)) put(twin, key, copy(node[key]));
  return twin;
}

function any(random) {
  switch (random.below(6)) {
    case 0:
      return null;
    case 1:
      return random.chance(0.5);
    case 2:
      return random.pick(STRINGS);
    case 3:
      return nested(random);
    default:
      return new Raw(random.pick(NUMBERS));
  }
}

/** Arrays and objects in each other; now and then deeper than what is kept. */
function nested(random) {
  let value = random.chance(0.5) ? new Raw(random.pick(NUMBERS)) : random.pick(STRINGS);
  for (let left = random.below(random.chance(0.2) ? 200 : 4); left > 0; left--) {
    if (random.chance(0.5)) {
      value = random.chance(0.3) ? [null, value, 1] : [value];
    } else {
      const around = { was: value };
      put(around, random.pick(KEYS), 1);
      value = around;
    }
  }
  return value;
}

/** Another spelling of a field's name. */
function respelt(key, random) {
  const snake = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return random.pick([snake, key.toUpperCase(), `${key}_`, key[0]?.toUpperCase() + key.slice(1), key]);
}

/** JSON text of a tree, in any of the ways there are to write it. */
function write(node, random) {
  const space = random.pick(["", "", " ", "\n\t"]);
  const writeNode = (node) => {
    if (node instanceof Raw) return node.json;
    if (typeof node === "string") return string(node, random);
    if (typeof node !== "object" || node === null) return JSON.stringify(node);
    if (Array.isArray(node)) return `[${node.map(writeNode).join(`,${space}`)}]`;
    const members = [];
    for (const key of Object.keys(node)) {
      // The last of equal keys counts, at the place of the first. One that is lost must not be deep:
      // only the text's reader sees that it was.
      const lost = random.chance(0.5) ? "null" : random.pick(NUMBERS);
      if (random.chance(0.01)) members.push(`${string(key, random)}:${lost}`);
      members.push(`${string(key, random)}:${space}${writeNode(node[key])}`);
    }
    return `{${space}${members.join(",")}}`;
  };
  return writeNode(node);
}

function string(value, random) {
  // Lone surrogates as they are, as `JSON.stringify` escapes them, and everything escaped.
  if (random.chance(0.9)) return JSON.stringify(value);
  const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  if (random.chance(0.5)) return `"${value.replace(/[\s\S]/g, escape)}"`;
  return `"${value.replace(/[\0-\x1f"\\]/g, escape)}"`;
}
