// Objects that JSON cannot say, and objects made to hurt whoever reads them. Whatever comes in, a
// call ends within two seconds in an answer or in an error with a code, and the next call works.

import assert from "node:assert/strict";
import { test } from "node:test";
import vm from "node:vm";
import { render } from "../../dist/index.js";
import { fixtures, outcome, small } from "./responses.mjs";

const LONGEST = 2000;
const expected = render(small);
const json = JSON.stringify(small);

/** Calls under the rules of this file and gives how the call ended. */
function ends(input, options) {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const ending = outcome(() => render(input, options));
  const wall = performance.now() - start;
  // On a machine that does other things too, the processor's time is what the call took.
  const { user, system } = process.cpuUsage(cpu);
  const took = Math.min(wall, (user + system) / 1000);
  assert.deepEqual(render(small), expected, "the next call works");
  assert.ok(took < LONGEST, `took ${Math.round(took)} ms`);
  if (ending.error) assert.match(ending.error.code, /^[a-z]+(-[a-z]+)*$/);
  return ending;
}

/** What cannot be read is absent: the answer is the one without it. */
function isAbsent(value) {
  const got = [
    { ...small, extra: value },
    { ...small, promptFeedback: { extra: value } },
    { candidates: [{ ...small.candidates[0], safetyRatings: [value] }] },
  ].map((input) => ends(input));
  for (const ending of got) assert.deepEqual(ending, { result: expected });
}

/** A handler all of whose traps throw. */
const throwing = Object.fromEntries(
  Object.getOwnPropertyNames(Reflect).map((name) => [
    name,
    () => {
      throw new Error(`trap of ${name}`);
    },
  ]),
);

function revoked(target) {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

/** A value made of a JSON one by a function for each of its nodes, from the leaves up. */
function rebuilt(value, make) {
  if (typeof value !== "object" || value === null) return make(value);
  if (Array.isArray(value)) return make(value.map((item) => rebuilt(item, make)));
  const entries = Object.entries(value).map(([key, inner]) => [key, rebuilt(inner, make)]);
  return make(Object.fromEntries(entries));
}

const isPlain = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

const FORMS = {
  "null prototypes": (value) => (isPlain(value) ? Object.assign(Object.create(null), value) : value),
  "frozen objects": (value) => Object.freeze(value),
  maps: (value) => (isPlain(value) ? new Map(Object.entries(value)) : value),
  "class instances": (value) =>
    isPlain(value) ? Object.assign(new (class Frame {})(), value) : value,
  "own getters": (value) => {
    if (!isPlain(value)) return value;
    const getters = Object.keys(value).map((key) => [key, { get: () => value[key], enumerable: true }]);
    return Object.defineProperties({}, Object.fromEntries(getters));
  },
  "proxies without traps": (value) =>
    typeof value === "object" && value !== null ? new Proxy(value, {}) : value,
  "functions, symbols and undefined between": (value) =>
    isPlain(value) ? { a: () => 1, b: Symbol("b"), c: undefined, [Symbol("d")]: 1, ...value } : value,
  "whole numbers as BigInt": (value) => (Number.isInteger(value) ? BigInt(value) : value),
};

for (const [name, make] of Object.entries(FORMS)) {
  test(`a response of ${name} is the response`, () => {
    for (const { name, text, options } of fixtures()) {
      const plain = JSON.parse(text);
      assert.deepEqual(ends(rebuilt(plain, make), options), { result: render(plain, options) }, name);
    }
  });
}

test("a response of another realm is the response", () => {
  const context = vm.createContext({ json });
  for (const code of ["JSON.parse(json)", "[JSON.parse(json)]", "new Map(Object.entries(JSON.parse(json)))"]) {
    assert.deepEqual(ends(vm.runInContext(code, context)), { result: expected }, code);
  }
  const bytes = "Uint8Array.from(unescape(encodeURIComponent(json)), (c) => c.charCodeAt(0))";
  for (const code of [bytes, `${bytes}.buffer`]) {
    assert.deepEqual(ends(vm.runInContext(code, context)), { result: expected }, code);
  }
});

test("options of another realm, or without a prototype, are options", () => {
  const bare = (object) => Object.assign(Object.create(null), object);
  for (const make of [bare, (object) => vm.runInNewContext(`(${JSON.stringify(object)})`)]) {
    for (const options of [{ idPrefix: "p" }, { labels: { sources: "S" } }, { images: { hosts: ["a.example"] } }]) {
      const strange = rebuilt(options, (value) => (isPlain(value) ? make(value) : value));
      assert.deepEqual(ends(small, strange), { result: render(small, options) }, JSON.stringify(options));
    }
  }
});

test("what JSON cannot say is absent", () => {
  const values = [undefined, () => 1, class {}, Symbol("a"), NaN, Infinity, new Set([1]), new Date()];
  values.push(new WeakMap(), /a/, new Error("a"), new Float64Array(3), new DataView(new ArrayBuffer(8)));
  values.push(new SharedArrayBuffer(8), new ArrayBuffer(8), new Uint8Array(8), new Map([[{}, 1]]), 10n ** 400n);
  for (const value of values) isAbsent(value);
});

test("a property that throws is absent", () => {
  const error = () => {
    throw new Error("no");
  };
  const getter = (name) => Object.defineProperty({}, name, { get: error, enumerable: true });
  isAbsent(getter("a"));
  isAbsent(getter("then"));
  isAbsent(Object.defineProperty([], 0, { get: error }));
  // Even what is not an error can be thrown, and could be taken for one of the engine's.
  const forged = () => {
    throw { code: "api-error", message: "a" };
  };
  isAbsent(Object.defineProperty({}, "a", { get: forged, enumerable: true }));
  assert.equal(ends(getter("candidates")).error?.code, undefined);
});

test("a proxy that throws in every trap is absent", () => {
  for (const target of [{}, [], () => 1, new Map(), new Uint8Array(1)]) {
    isAbsent(new Proxy(target, throwing));
  }
});

test("a proxy that was revoked is absent", () => {
  for (const target of [{}, []]) isAbsent(revoked(target));
  assert.notEqual(ends(revoked({})).error?.code, "internal");
  // What Immer leaves of a draft.
  assert.equal(ends({ candidates: revoked([]) }).error?.code, undefined);
});

test("objects that only pretend to be bytes or maps are absent", () => {
  for (const type of [Uint8Array, ArrayBuffer, Map]) isAbsent(Object.create(type.prototype));
  isAbsent(new Proxy(new Map([["a", 1]]), {}));
  isAbsent(new Proxy(new Uint8Array(4), {}));
  isAbsent(new (class extends Map { forEach() { throw new Error("no"); } })());
});

test("code of a caller's cannot speak for the engine", () => {
  const forged = { code: "api-error", message: "forged" };
  const map = new (class extends Map { forEach() { throw forged; } })();
  const bytes = Object.defineProperty(new Uint8Array(4), "length", { get: () => { throw forged; } });
  for (const input of [map, bytes, { ...small, a: map }]) assert.notEqual(ends(input).error?.code, "api-error");
});

test("bytes that were given away", () => {
  const bytes = new Uint8Array(8);
  structuredClone(bytes, { transfer: [bytes.buffer] });
  for (const input of [bytes, bytes.buffer]) assert.notEqual(ends(input).error?.code, "internal");
  isAbsent(bytes);
});

test("cycles end", () => {
  const around = structuredClone(small);
  around.self = around;
  around.candidates[0].content.self = around.candidates;
  assert.deepEqual(ends(around), { result: expected });
  const list = [structuredClone(small)];
  list.push(list);
  assert.deepEqual(ends(list).result.html, expected.html);
  const map = new Map(Object.entries(small));
  map.set("self", map).set(map, 1);
  assert.deepEqual(ends(map), { result: expected });
});

test("10 000 levels", () => {
  for (const step of [(inner) => ({ a: inner }), (inner) => [inner], (inner) => new Map([["a", inner]])]) {
    let deep = structuredClone(small);
    for (let level = 0; level < 10_000; level++) deep = step(deep);
    assert.equal(ends(deep).error.code, "not-a-response");
    const { result } = ends({ ...small, deep });
    assert.deepEqual(result.html, expected.html);
    assert.deepEqual(result.diagnostics.map(({ code }) => code), ["too-deep"]);
  }
  // A new object at every step, so that no cycle is ever seen.
  const endless = {
    ownKeys: () => ["a"],
    getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }),
    get: () => new Proxy({}, endless),
  };
  assert.deepEqual(ends({ ...small, endless: new Proxy({}, endless) }).result.html, expected.html);
});

test("more paths than anything can walk", () => {
  for (const [width, levels] of [[2, 20], [2, 120], [30, 120]]) {
    let object = { leaf: 1 };
    let array = [1];
    for (let level = 0; level < levels; level++) {
      object = Object.fromEntries(Array.from({ length: width }, (_, key) => [`k${key}`, object]));
      array = Array(width).fill(array);
    }
    for (const paths of [object, array]) {
      ends(paths);
      ends({ ...small, paths });
    }
  }
});

test("arrays that are sparse or huge", () => {
  const sparse = [];
  sparse[5] = small;
  assert.equal(ends(sparse).result.html, expected.html);
  sparse[100_000] = small;
  ends(sparse);
  ends({ candidates: Object.assign([], { 5000: small.candidates[0] }) });
  for (const length of [1e6, 1e7, 2 ** 32 - 1]) {
    ends(new Array(length));
    ends({ candidates: new Array(length) });
    ends({ ...small, a: new Array(length) });
  }
  ends(new Array(1e7).fill(0));
  assert.equal(ends({ length: 4e9 }).error.code, "not-a-response");
  assert.equal(ends({ candidates: { length: 4e9 } }).error, undefined);
  const lying = (length) => new Proxy([], { get: (_, key) => (key === "length" ? length : undefined) });
  for (const length of [4e9, 2 ** 53, Infinity, NaN, -1, "7", {}, null, 10n]) ends({ ...small, a: lying(length) });
});

test("of a large object nothing is dropped in silence", () => {
  const large = `{"padding": [${"0,".repeat(4_100_000)}0], "text": "a"}`;
  const ending = ends(JSON.parse(large));
  if (ending.error) assert.equal(ending.error.code, "too-large", ending.error.message);
  else assert.deepEqual(ending.result, render(large));
});

test("huge arrays in huge arrays", () => {
  for (const [levels, length] of [[3, 4e6], [20, 1e6], [100, 4e6]]) {
    let chain = [1];
    for (let level = 0; level < levels; level++) chain = Object.assign(new Array(length), { 0: chain });
    assert.notEqual(ends({ ...small, chain }).error?.code, "internal", `${levels} levels of ${length}`);
  }
});

test("an array that grows while it is read", () => {
  const list = [];
  const grow = () => {
    for (let left = 1000; left > 0; left--) list.push(small);
    return small;
  };
  Object.defineProperty(list, 0, { get: grow, enumerable: true });
  assert.equal(ends(list).result.html, expected.html);
});

test("a getter that renders", () => {
  const input = { get candidates() { return [{ content: { parts: [{ text: render(small).text }] } }]; } };
  assert.equal(ends(input).result.text, expected.text);
  const failing = { ...small, get a() { return outcome(() => render("{")).error.code; } };
  assert.deepEqual(ends(failing), { result: expected });
});

test("an object that holds promises is said to wait for them", () => {
  const text = Promise.resolve("a");
  const pending = [{ text }, { steps: text }, { stream: {}, response: text }];
  // The AI SDK's result starts its stream when asked for its text.
  const started = () => assert.fail("the stream was started");
  pending.push({ text, providerMetadata: text }, Object.create({ consumeStream() {}, get text() { started(); } }));
  for (const input of pending) {
    const { error } = ends(input);
    assert.equal(error?.code, "not-a-response");
    assert.match(error.message, /await it first/);
  }
  // What is not asked for may be a promise.
  isAbsent(text);
});

test("what a caller forgot to await is said to be that", () => {
  const awaited = [Promise.resolve(small), { then() {} }, new Response(json), new Request("https://a.example")];
  awaited.push({ ...small, then() {} }, vm.runInNewContext("Promise.resolve(1)"));
  for (const input of awaited) {
    const { error } = ends(input);
    assert.equal(error?.code, "not-a-response");
    assert.match(error.message, /await it first/);
  }
});

test("what a caller has yet to read is said to be that", () => {
  const blob = new Blob([json]);
  const unread = [blob, blob.stream(), (async function* () { yield small; })(), vm.runInNewContext("(async function* () {})()")];
  for (const input of unread) {
    const { error } = ends(input);
    assert.equal(error?.code, "not-a-response");
    assert.match(error.message, /read it first/);
  }
});

test("values that are no objects are no responses", () => {
  for (const input of [undefined, null, true, 1, NaN, 10n, Symbol("a"), () => small, class {}]) {
    assert.equal(ends(input).error.code, "not-a-response");
  }
});

test("objects of the platform are an answer or an error", () => {
  const objects = [new Set([small]), new Date(), /a/, new WeakMap(), new Error("a"), new URL("https://a.example")];
  objects.push(new Float64Array(4), new DataView(new ArrayBuffer(4)), new SharedArrayBuffer(8), new Blob([json]));
  objects.push(new String(json), new Blob([json]).stream(), (async function* () { yield small; })());
  objects.push(new (class { get candidates() { return small.candidates; } })(), globalThis, process);
  for (const input of objects) ends(input);
});
