// The package as somebody else gets it: packed, installed into an empty folder, called and compiled
// there, with nothing of the repository in reach but the TypeScript compiler.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { render } from "../../dist/index.js";
import { fixtures, root, small } from "./responses.mjs";

const consumer = mkdtempSync(path.join(tmpdir(), "groundmark-package-"));
after(() => rmSync(consumer, { recursive: true }));
const installed = path.join(consumer, "node_modules/groundmark");
const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

/** Runs a program to its end and gives what it printed; anything else is a failure. */
function run(program, words, folder = consumer) {
  const { status, stdout, stderr, error } = spawnSync(program, words, { cwd: folder, encoding: "utf8" });
  assert.equal(status, 0, `${program} ${words.join(" ")}\n${stdout}\n${stderr}\n${error ?? ""}`);
  return stdout;
}

/** A file in the consumer's folder; its name. */
function file(name, content) {
  mkdirSync(path.dirname(path.join(consumer, name)), { recursive: true });
  writeFileSync(path.join(consumer, name), content);
  return name;
}

// Without the scripts, or packing would build the package anew.
const packed = run("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", consumer], root);
const [{ filename, files }] = Object.values(JSON.parse(packed));
file("package.json", '{ "name": "consumer", "private": true }');
run("npm", ["install", "--offline", "--no-audit", "--no-fund", `./${filename}`]);

/** Every file of the installed package, by its path in it. */
const names = readdirSync(installed, { recursive: true })
  .map(String)
  .filter((name) => statSync(path.join(installed, name)).isFile())
  .sort();

test("the tarball holds what a user needs, and nothing else", () => {
  assert.deepEqual(names, files.map((file) => file.path).sort());
  const allowed = /^(package\.json|README\.md|CHANGELOG\.md|LICENSE-(MIT|APACHE)|dist\/([\w-]+\/)*[\w.-]+\.(c?js|d\.c?ts|wasm|css))$/;
  assert.deepEqual(names.filter((name) => !allowed.test(name)), []);
  for (const name of ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"]) assert.ok(names.includes(name), name);
});

test("every file that package.json names is there", () => {
  const paths = [];
  const collect = (node) => {
    if (typeof node === "string") paths.push(node);
    else Object.values(node).forEach(collect);
  };
  const { main, module, types, bin, exports } = manifest;
  collect([main, module, types, bin, exports]);
  for (const name of paths.map((one) => path.posix.normalize(one))) {
    assert.ok(names.includes(name), `package.json names ${name}`);
  }
});

test("what the files import is in the package", () => {
  for (const name of names.filter((name) => /\.(c?js|d\.c?ts)$/.test(name))) {
    // Examples in the comments of types import what their reader does.
    const text = readFileSync(path.join(installed, name), "utf8").replace(name.includes(".d.") ? /\/\*\*[^]*?\*\//g : /^$/, "");
    for (const [, specifier] of text.matchAll(/\b(?:from|import|require)\s*\(?\s*"([^"\s]+)"/g)) {
      const found = path.posix.normalize(path.posix.join(path.posix.dirname(name), specifier));
      const types = found.replace(/\.(c?)js$/, ".d.$1ts");
      const ours = specifier.startsWith(".") && names.includes(name.includes(".d.") ? types : found);
      // React is the page's own, and the client's code works with what the page has of the DOM's.
      if (/^dist\/react[./]/.test(name) && /^(react|groundmark\/dom)$/.test(specifier)) continue;
      assert.ok(ours || specifier.startsWith("node:"), `${name} imports ${specifier}`);
      assert.ok(name === "dist/cli.js" || !specifier.startsWith("node:"), `${name} imports ${specifier}`);
    }
  }
});

test("nothing in it that bundlers or other runtimes trip over", () => {
  for (const name of names.filter((name) => /^dist\/(index|dom|react|react\/client)\.c?js$/.test(name))) {
    const text = readFileSync(path.join(installed, name), "utf8");
    // Names that stand free: `ArrayBuffer.isView` is everywhere, and what `globalThis` has not is absent.
    for (const word of ["import\\.meta", "new URL\\(", "import\\(", "process\\.", "Buffer\\.", "eval\\(", "new Function\\("]) {
      const [found] = text.match(new RegExp(`.{0,40}(?<![.\\w$])${word}.{0,40}`)) ?? [];
      assert.equal(found, undefined, name);
    }
  }
});

test("no file tells where it was built", () => {
  const places = [root, path.join(homedir(), "/"), "/.cargo/registry", `file://${homedir()}`];
  for (const name of names) {
    const bytes = readFileSync(path.join(installed, name));
    const inside = [bytes];
    // A CSS parser in the module knows the word; a file must not have it.
    assert.ok(!bytes.includes("sourceMappingURL"), name);
    // The module stands in the code as base64.
    for (const [, base64] of bytes.toString("latin1").matchAll(/"([A-Za-z0-9+/=]{1000,})"/g)) {
      inside.push(Buffer.from(base64, "base64"));
    }
    if (/index\.c?js$/.test(name)) assert.equal(inside[1]?.subarray(0, 4).toString("latin1"), "\0asm", name);
    for (const place of places) {
      for (const one of inside) assert.ok(!one.includes(place), `${name} names ${place}`);
    }
  }
});

test("no dependencies, nothing that runs at install", () => {
  const { dependencies, peerDependencies, optionalDependencies, scripts } = manifest;
  assert.deepEqual({ ...dependencies, ...optionalDependencies }, {});
  assert.deepEqual([Object.keys(peerDependencies), manifest.peerDependenciesMeta], [["react"], { react: { optional: true } }]);
  for (const name of ["preinstall", "install", "postinstall", "prepare"]) assert.ok(!(name in scripts), name);
  assert.deepEqual(readdirSync(path.join(consumer, "node_modules")).sort(), [".bin", ".package-lock.json", "groundmark"]);
});

test("import and require give the same functions, and the answer of the repository", () => {
  const lines = `
    const bytes = new TextEncoder().encode(JSON.stringify(${JSON.stringify(small)}));
    console.log(JSON.stringify({ names: Object.keys(groundmark).sort(), answer: groundmark.render(bytes) }));`;
  const programs = {
    "both.mjs": `import * as groundmark from "groundmark";${lines}`,
    "both.cjs": `const groundmark = require("groundmark");${lines}`,
    "dynamic.cjs": `import("groundmark").then(({ default: _, ...groundmark }) => {${lines}});`,
  };
  const outputs = Object.entries(programs).map(([name, text]) => JSON.parse(run(process.execPath, [file(name, text)])));
  for (const { names, answer } of outputs) {
    assert.deepEqual(names, outputs[0].names);
    for (const name of ["AnswerStream", "GroundmarkError", "init", "mapsCss", "render", "suggestionsFrame"]) assert.ok(names.includes(name), name);
    assert.deepEqual(answer, render(small));
  }
});

test("groundmark/dom is small, has no engine and can be imported on a server", () => {
  for (const name of ["dist/dom.js", "dist/dom.cjs"]) {
    const text = readFileSync(path.join(installed, name));
    // What makes it CommonJS comes on top.
    const size = gzipSync(text, { level: 9 }).length;
    assert.ok(size <= (name.endsWith(".cjs") ? 8448 : 8192), `${name}: ${size} bytes`);
    assert.doesNotMatch(text.toString("latin1"), /WebAssembly|wasm/);
  }
  const lines = `
    const before = Object.getOwnPropertyNames(globalThis).length;
    const names = Object.keys(dom).sort().filter((name) => name !== "default" && name !== "module.exports");
    try { dom.mountStream({}, [], {}); } catch (error) { console.log(names.join(), error.code, Object.getOwnPropertyNames(globalThis).length - before); }`;
  const programs = {
    "dom.mjs": `const dom = await import("groundmark/dom");${lines}`,
    "dom.cjs": `const dom = require("groundmark/dom");${lines}`,
  };
  for (const [name, text] of Object.entries(programs)) {
    assert.equal(run(process.execPath, [file(name, text)]), "applyOperations,copyAnswer,defineGroundedAnswer,enhance,mount,mountStream invalid-argument 0\n", name);
  }
});

test("package.json can be required, what stands in dist cannot", () => {
  const code = `
    console.log(require("groundmark/package.json").version);
    try { require("groundmark/dist/index.cjs"); } catch (error) { console.log(error.code); }`;
  assert.equal(run(process.execPath, ["-e", code]), `${manifest.version}\nERR_PACKAGE_PATH_NOT_EXPORTED\n`);
});

test("the README's examples run", () => {
  const readme = readFileSync(path.join(installed, "README.md"), "utf8");
  const examples = [...readme.matchAll(/^```js\n([^]*?)^```/gm)].map(([, code]) => code);
  assert.ok(examples.length >= 2, "the README has examples");
  // What an example takes for granted: a response, and an element of a page.
  const globals = file("globals.cjs", `globalThis.element = {}; globalThis.response = ${JSON.stringify(small)};`);
  examples.forEach((code, at) => {
    const name = file(`readme-${at}.${code.includes("require(") ? "cjs" : "mjs"}`, code);
    const output = run(process.execPath, ["--require", `./${globals}`, name]);
    if (code.includes("console.log")) assert.match(output, /<p dir="auto">/);
  });
});

test("the command is linked and works", () => {
  const name = file("response.json", JSON.stringify(small));
  assert.equal(run(path.join("node_modules/.bin", "groundmark"), ["--html", name]), `${render(small).html}\n`);
  assert.match(run("npx", ["--offline", "groundmark", name]), /^<!doctype html>/);
});

/** What a caller writes, with what the types must let through and what they must refuse. */
const CALLS = `
export function page(response: object, element: { innerHTML: string }): string {
  const options: Options = { locale: "ko", uncited: "hide", labels: { sources: "S" }, images: { hosts: [] } };
  const answer: Answer = render(response, options);
  element.innerHTML = answer.html + suggestionsFrame(answer, { title: "T" });
  const first: Source | undefined = answer.sources[0];
  const place: "exact" | "recovered" | "unplaced" | undefined = answer.citations[0]?.placement;
  return [first?.number?.toFixed(), place, answer.renderedContent?.length, answer.searchSuggestions[0]?.term].join();
}
export function inputs(undecided: boolean | undefined): Answer[] {
  const all: ResponseInput[] = ["{}", new Uint8Array(2), new ArrayBuffer(2), [{ candidates: [] }], { text: "a" }];
  return all.map((input) => render(input, { notice: undecided }));
}
export function failure(error: unknown): string | undefined {
  if (!(error instanceof GroundmarkError)) return undefined;
  const code: ErrorCode = error.code;
  return code === "invalid-json" ? \`\${error.line}:\${error.column}\` : error.api?.status ?? error.message;
}
export function details(source: Source): string | number | undefined {
  if (source.kind === "maps") return source.details.reviews[0]?.author?.name ?? source.details.route?.duration ?? mapsCss;
  if (source.kind === "recitation") return source.details.ranges[0]?.end;
  // @ts-expect-error Only a place has reviews.
  return source.details?.reviews;
}
export const ready: Promise<void> = init();
export async function streamed(body: Body): Promise<object[]> {
  const list: object[] = [];
  for await (const frame of frames(body)) list.push(frame);
  return list;
}
export function live(all: (string | object)[]): { shown: string[]; finished: Finished; prefix: string | null } {
  const stream = new AnswerStream({ locale: "ja" });
  const operations: Operation[] = all.flatMap((frame) => stream.push(frame));
  const shown = operations.map((operation) => {
    const target: Target = operation.target;
    const depth: number = operation.path.length;
    if ("text" in operation) return operation.text;
    return target + depth + ("keep" in operation ? operation.keep.toFixed() : "") + operation.html;
  });
  const reader: FrameReader = stream;
  return { shown, finished: reader.finish({ interrupted: true }), prefix: stream.idPrefix };
}
// @ts-expect-error There is nothing else to say.
new AnswerStream().finish({ broken: true });
// @ts-expect-error No such option.
new AnswerStream({ nothing: true });
// @ts-expect-error No such option.
render({}, { nothing: true });
// @ts-expect-error A wrong type.
render({}, { uncited: "none" });
// @ts-expect-error No response.
render(1);
// @ts-expect-error Not one of its values.
if (render({}).status === "great") throw new Error();
`;

const IMPORTS =
  "import { AnswerStream, frames, GroundmarkError, init, mapsCss, render, suggestionsFrame, type Answer, type Body, " +
  "type ErrorCode, type Finished, type FrameReader, type Operation, type Options, type Target, " +
  'type ResponseInput, type Source } from "groundmark";\n';

const DOM_IMPORTS =
  "import { applyOperations, mountStream, type Containers, type MountedStream, type StreamSource } " +
  'from "groundmark/dom";\n';

/** Compiles files of the consumer's under the strictest checks, types of the package included. */
function compile(compilerOptions, names) {
  const strict = {
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    target: "es2022",
    types: [],
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    isolatedModules: true,
    verbatimModuleSyntax: true,
  };
  const config = file("tsconfig.json", JSON.stringify({ compilerOptions: { ...strict, ...compilerOptions }, files: names }));
  run(path.join(root, "node_modules/.bin/tsc"), ["-p", config]);
}

test("TypeScript compiles a consumer for a bundler", () => {
  const name = file("bundled.ts", IMPORTS + CALLS);
  const inPage = file("page.ts", `${IMPORTS}${DOM_IMPORTS}${CALLS}
    export const whole = async (url: string, signal: AbortSignal) => {
      const response = await fetch(url);
      frames(response, { signal });
      frames(response.body!);
      frames(new ReadableStream<Uint8Array>());
    };
    export async function mounted(element: HTMLElement, url: string, sdk: Promise<AsyncGenerator<{ text?: string }>>) {
      const { signal } = new AbortController();
      const one: MountedStream = mountStream(element, fetch(url), { AnswerStream, signal, locale: "ko", suggestionsTitle: "T" });
      const sources: StreamSource[] = [sdk, await sdk, new Response(), new Response().body!, new ReadableStream<string>()];
      for (const source of sources) mountStream(element, source, { AnswerStream });
      const containers: Containers = { body: element, notes: element, sources: element };
      applyOperations(containers, new AnswerStream().push("{}"));
      one.stop();
      // @ts-expect-error The engine is the caller's.
      mountStream(element, fetch(url), {});
      // @ts-expect-error No such option.
      mountStream(element, fetch(url), { AnswerStream, nothing: 1 });
      // @ts-expect-error A URL is no source.
      mountStream(element, url, { AnswerStream });
      return (await one.finished).sources[0]?.label ?? one.answer?.text;
    }`);
  compile({ module: "esnext", moduleResolution: "bundler", lib: ["es2022", "dom"] }, [inPage]);
  // On a server there is no DOM.
  compile({ module: "esnext", moduleResolution: "bundler", lib: ["es2022"] }, [name]);
});

test("TypeScript compiles a consumer with React", () => {
  const types = path.join(root, "node_modules/@types/react");
  const name = file("page.tsx", `import { AnswerStream, render } from "groundmark";
    import { AnswerBody, GroundedAnswer, SearchSuggestions, Sources, type GroundedAnswerProps } from "groundmark/react";
    import { Enhance, useGroundedStream, type GroundedStream, type GroundedStreamPhase } from "groundmark/react/client";
    import { useRef } from "react";
    export function Page({ id, response }: { id: string | undefined; response: object }) {
      const place = useRef<HTMLDivElement>(null);
      const open = (signal: AbortSignal) => fetch("/", { signal });
      const stream: GroundedStream = useGroundedStream(open, { AnswerStream, key: id, locale: "ko", suggestionsTitle: "T" });
      const phase: GroundedStreamPhase = stream.phase;
      const answer = render(response);
      const props: GroundedAnswerProps = { answer: { html: "", renderedContent: null }, className: undefined };
      // @ts-expect-error The engine is the caller's.
      useGroundedStream(open, { key: id });
      // @ts-expect-error It opens a source, not a URL.
      useGroundedStream(() => "/", { AnswerStream, key: id });
      return (
        <Enhance answer={answer} className="c">
          <GroundedAnswer answer={answer} id="a" data-x="1" onClick={stream.stop} suggestionsTitle="T" ref={place} />
          <GroundedAnswer {...props} />
          <Enhance target={place}><AnswerBody answer={answer} /><Sources answer={answer} lang="de" /></Enhance>
          <SearchSuggestions answer={answer} title="T" />
          <div ref={stream.ref}>{phase}{stream.answer?.text}</div>
          {/* @ts-expect-error What stands in it is the answer. */}
          <GroundedAnswer answer={answer}>x</GroundedAnswer>
          {/* @ts-expect-error An answer is what it shows. */}
          <Sources />
        </Enhance>
      );
    }`);
  const lib = ["es2022", "dom"];
  const paths = { react: [types], "react/*": [`${types}/*`] };
  compile({ module: "esnext", moduleResolution: "bundler", jsx: "react-jsx", lib, paths }, [name]);
  compile({ module: "nodenext", moduleResolution: "nodenext", verbatimModuleSyntax: false, jsx: "react-jsx", lib, paths }, [name]);
});

test("TypeScript compiles a consumer for Node, ESM and CommonJS", () => {
  const modern = file("modern.mts", IMPORTS + CALLS);
  const common = file("common.cts", `import groundmark = require("groundmark");
    const answer: groundmark.Answer = groundmark.render("{}");
    export = groundmark.suggestionsFrame(answer);`);
  const commonPage = file("page.cts", `import groundmark = require("groundmark");
    import dom = require("groundmark/dom");
    export = dom.mountStream(document.body, fetch("/"), { AnswerStream: groundmark.AnswerStream }).answer;`);
  for (const module of ["node16", "nodenext"]) {
    compile({ module, moduleResolution: module, lib: ["es2022"] }, [modern, common]);
    compile({ module, moduleResolution: module, lib: ["es2022", "dom"] }, [commonPage]);
  }
});

test("answers are what their types say", () => {
  // `satisfies` keeps the literals: a value that is not one of a union's, a field that is missing and
  // one that the type does not have are all errors.
  const checks = fixtures().map(({ name, folder }) => {
    const json = readFileSync(path.join(folder, "expected.json"), "utf8");
    return `// ${name}\n(${json.trim()}) satisfies Data;\n`;
  });
  const head = 'import type { Answer } from "groundmark";\ntype Data = Omit<Answer, "html" | "bodyHtml" | "sourcesHtml">;\n';
  const options = { module: "esnext", moduleResolution: "bundler", lib: ["es2022"] };
  compile(options, [file("answers.ts", head + checks.join(""))]);
  const data = JSON.parse(readFileSync(path.join(fixtures()[0].folder, "expected.json"), "utf8"));
  const wrong = { status: "great", sources: [{ ...data.sources[0], kind: "book" }], more: 1, queries: { web: [] } };
  const refused = Object.entries(wrong).map(([key, value]) => {
    const json = JSON.stringify({ ...data, [key]: value });
    return `// @ts-expect-error\nexport const ${key}: Data = ${json};\n`;
  });
  compile(options, [file("refused.ts", head + refused.join(""))]);
});
