// groundmark/react and groundmark/react/client in jsdom; `react-page.mjs` runs it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import * as React from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { act, cleanup, render as mount, waitFor } from "@testing-library/react";
import { AnswerStream, render, suggestionsFrame } from "groundmark";
import { AnswerBody, GroundedAnswer, SearchSuggestions, Sources } from "groundmark/react";
import { Enhance, useGroundedStream } from "groundmark/react/client";
import { cut } from "./cut.mjs";
import { fixtures, root, small } from "./responses.mjs";

const { StrictMode, useRef, useState } = React;

/** What React complained of. */
let complaints = [];
const { error } = console;
beforeEach(() => {
  complaints = [];
  console.error = (...values) => complaints.push(values.join(" "));
});
afterEach(() => {
  cleanup();
  console.error = error;
  assert.deepEqual(complaints, []);
});

const answers = fixtures().map(({ name, text, options }) => ({ name, answer: render(text, options) }));
const suggested = render(readFileSync(path.join(root, "tests/npm/frame.response.json"), "utf8"));
const parsed = (html) => Object.assign(document.createElement("div"), { innerHTML: html });

describe("the components", () => {
  test("a whole answer is what innerHTML would make of it, in .gm-answer", () => {
    for (const { name, answer } of answers) {
      const { container, unmount } = mount(<GroundedAnswer answer={answer} />);
      const expected = parsed(answer.html + suggestionsFrame(answer));
      expected.className = "gm-answer";
      assert.equal(container.childNodes.length, 1);
      assert.ok(container.firstChild.isEqualNode(expected), `${name}: ${container.innerHTML}`);
      unmount();
    }
  });

  test("the suggestions reach the frame byte for byte, from the server too", () => {
    assert.match(suggested.renderedContent, /\r/);
    const shown = (element) => element.querySelector("iframe").getAttribute("srcdoc").endsWith(suggested.renderedContent);
    const onServer = renderToString(<GroundedAnswer answer={suggested} />);
    assert.ok(shown(parsed(onServer)));
    assert.ok(shown(parsed(renderToString(<SearchSuggestions answer={suggested} />))));
    assert.ok(shown(mount(<GroundedAnswer answer={suggested} />).container));
    assert.ok(onServer.includes(suggestionsFrame(suggested)));
  });

  test("its own attributes go to the element", () => {
    const { container } = mount(
      <GroundedAnswer answer={suggested} className="wide" id="a" lang="de" data-x="1" suggestionsTitle={'Suche "1"'} />,
    );
    const element = container.firstChild;
    assert.deepEqual([element.className, element.id, element.lang, element.dataset.x], ["gm-answer wide", "a", "de", "1"]);
    assert.equal(element.querySelector("iframe").title, 'Suche "1"');
    assert.equal(element.hasAttribute("answer") || element.hasAttribute("suggestionstitle"), false);
  });

  test("the parts stand where a layout wants them", () => {
    const { container } = mount(
      <main>
        <Sources answer={suggested} className="side" />
        <SearchSuggestions answer={suggested} title="T" className="below" />
        <AnswerBody answer={suggested} className="text" />
      </main>,
    );
    const [sources, suggestions, body] = container.firstChild.children;
    assert.ok(sources.isEqualNode(Object.assign(parsed(suggested.sourcesHtml), { className: "side" })));
    assert.ok(body.isEqualNode(Object.assign(parsed(suggested.bodyHtml), { className: "text" })));
    assert.equal(suggestions.innerHTML, parsed(suggestionsFrame(suggested, { title: "T" })).innerHTML);
    assert.equal(suggestions.hasAttribute("title"), false);
  });

  test("what an answer has not makes no element", () => {
    const answer = { bodyHtml: "", sourcesHtml: "", renderedContent: null };
    const { container } = mount(<><AnswerBody answer={answer} /><Sources answer={answer} /><SearchSuggestions answer={answer} /></>);
    assert.equal(container.innerHTML, "");
  });

  test("the fields that are shown are enough", () => {
    const { html, renderedContent } = suggested;
    const whole = renderToString(<GroundedAnswer answer={suggested} />);
    assert.equal(renderToString(<GroundedAnswer answer={{ html, renderedContent }} />), whole);
  });

  test("the same answer keeps its nodes, another takes their place", () => {
    const { container, rerender } = mount(<GroundedAnswer answer={suggested} />);
    const first = container.firstChild.firstChild;
    rerender(<GroundedAnswer answer={{ ...suggested }} className="other" />);
    assert.equal(container.firstChild.firstChild, first);
    const other = render(small);
    rerender(<GroundedAnswer answer={other} />);
    assert.equal(container.firstChild.innerHTML, parsed(other.html).innerHTML);
  });
});

describe("hydration", () => {
  /** Hydrates the server's HTML, and gives the nodes before and after. */
  async function hydrate(onServer, inBrowser) {
    const container = parsed(renderToString(onServer));
    document.body.append(container);
    const nodes = () => [...container.querySelectorAll("*")];
    const before = nodes();
    let root;
    await act(async () => {
      root = hydrateRoot(container, inBrowser, { onRecoverableError: (error) => complaints.push(String(error)) });
    });
    const after = nodes();
    await act(async () => root.unmount());
    container.remove();
    return { before, after };
  }
  const page = (answer) => (
    <StrictMode>
      <GroundedAnswer answer={answer} />
      <Enhance><div className="gm-answer"><AnswerBody answer={answer} /><Sources answer={answer} /><SearchSuggestions answer={answer} title="T" /></div></Enhance>
    </StrictMode>
  );

  test("of every answer keeps every node, without a complaint", async () => {
    globalThis.enhanced = () => ({ undo() {} });
    for (const { name, answer } of [...answers, { name: "frame", answer: suggested }]) {
      // What a server sends is a copy.
      const { before, after } = await hydrate(page(answer), page(JSON.parse(JSON.stringify(answer))));
      assert.ok(before.length > 1 && before.length === after.length && before.every((node, at) => node === after[at]), name);
      assert.deepEqual(complaints, [], name);
    }
  });

  test("of another answer is complained of", async () => {
    await hydrate(page(suggested), page(render(small)));
    assert.ok(complaints.length > 0);
    complaints = [];
  });

  test("of a page with a stream", async () => {
    let opened = 0;
    const page = <StrictMode><Shown open={() => (opened++, arriving([]))} streamKey="a" /></StrictMode>;
    assert.match(renderToString(page), /streaming/);
    assert.equal(opened, 0);
    await hydrate(page, page);
    assert.equal(opened, 1);
  });
});

describe("<Enhance>", () => {
  /** What `enhance` was asked for, and the elements that are enhanced: each once, as by the real one. */
  let calls, standing;
  beforeEach(() => {
    calls = [];
    standing = new Set();
    globalThis.enhanced = (element, options) => {
      calls.push({ element, options, html: element.innerHTML });
      standing.add(element);
      return { undo: () => void standing.delete(element) };
    };
  });

  test("enhances what is in it once it stands, and undoes it", () => {
    const answer = render(small);
    const { container, rerender, unmount } = mount(<Enhance answer={answer} previews={false} className="c"><GroundedAnswer answer={answer} /></Enhance>);
    assert.equal(calls.length, 1);
    assert.equal(calls[0].element, container.firstChild);
    assert.equal(container.firstChild.className, "c");
    assert.deepEqual(calls[0].options, { answer, previews: false });
    assert.match(calls[0].html, /doc-noteref/);
    rerender(<Enhance answer={answer} previews={false} className="d"><GroundedAnswer answer={answer} /></Enhance>);
    assert.equal(calls.length, 1, "nothing changed");
    rerender(<Enhance answer={answer} previews={true}><GroundedAnswer answer={answer} /></Enhance>);
    assert.deepEqual([calls.length, standing.size], [2, 1]);
    assert.deepEqual(calls[1].options, { answer, previews: true });
    unmount();
    assert.equal(standing.size, 0);
  });

  test("is balanced in Strict Mode", () => {
    const { unmount } = mount(<StrictMode><Enhance><GroundedAnswer answer={suggested} /></Enhance></StrictMode>);
    assert.equal(standing.size, 1);
    unmount();
    assert.equal(standing.size, 0);
  });

  test("takes an element of the caller's", () => {
    function Page({ shown }) {
      const target = useRef(null);
      return <Enhance target={target}><section>{shown && <article ref={target}><GroundedAnswer answer={suggested} /></article>}</section></Enhance>;
    }
    const { container, rerender, unmount } = mount(<Page shown={true} />);
    assert.equal(calls[0].element, container.querySelector("article"));
    assert.equal(container.firstChild.localName, "section");
    rerender(<Page shown={false} />);
    assert.equal(standing.size, 0);
    rerender(<Page shown={true} />);
    assert.deepEqual([...standing], [container.querySelector("article")]);
    unmount();
    assert.equal(standing.size, 0);
  });
});

/** Shows a stream, and hands out what the hook gives. */
function Shown({ open, streamKey, seen, ...options }) {
  const stream = useGroundedStream(open, { AnswerStream, key: streamKey, ...options });
  if (seen) Object.assign(seen, stream, { renders: (seen.renders ?? 0) + 1 });
  return <><p>{stream.phase}</p><div className="gm-answer" ref={stream.ref} /></>;
}

async function* arriving(frames) {
  yield* frames;
}

/** Frames that come when the test says so. */
function handed() {
  let controller;
  const stream = new ReadableStream({ start: (given) => void (controller = given), cancel: () => void (stream.isClosed = true) });
  return Object.assign(stream, {
    isClosed: false,
    give: (...frames) => frames.forEach((frame) => controller.enqueue(frame)),
    end: () => controller.close(),
    break: (error) => controller.error(error),
  });
}

const said = (text, id = "r") => ({ responseId: id, candidates: [{ content: { parts: [{ text }] } }] });
const body = (container) => container.querySelector(".gm-answer").textContent;

describe("useGroundedStream", () => {
  test("opens once in Strict Mode, shows what comes, and settles", async () => {
    const signals = [];
    const source = handed();
    const seen = {};
    const open = (signal) => (signals.push(signal), source);
    const { container } = mount(<StrictMode><Shown open={open} streamKey="a" seen={seen} /></StrictMode>);
    assert.deepEqual([signals.length, seen.phase, seen.answer, seen.error], [1, "streaming", null, null]);
    const frames = cut(small);
    source.give(...frames.slice(0, 10));
    await waitFor(() => assert.match(body(container), /^Water/));
    assert.equal(seen.phase, "streaming");
    const { renders } = seen;
    source.give(...frames.slice(10));
    source.end();
    await waitFor(() => assert.equal(seen.phase, "settled"));
    assert.deepEqual(seen.answer, render(frames, { idPrefix: seen.answer.idPrefix }));
    assert.equal(seen.error, null);
    const host = container.querySelector(".gm-answer > div");
    assert.equal([...host.children].map((child) => child.innerHTML ?? "").join(""), parsed(seen.answer.html).innerHTML);
    assert.equal(seen.renders - renders, 2, "one more render, which Strict Mode does twice");
    assert.deepEqual([signals.length, signals[0].aborted], [1, false]);
  });

  test("renders no more often for more frames", async () => {
    const count = async (size) => {
      const seen = {};
      const { unmount } = mount(<Shown open={() => arriving(cut(small, () => size))} streamKey="a" seen={seen} />);
      await waitFor(() => assert.equal(seen.phase, "settled"));
      unmount();
      return seen.renders;
    };
    assert.deepEqual([await count(1), await count(100)], [2, 2]);
  });

  test("takes whatever a stream is mounted from", async () => {
    const text = cut(small, () => 9).map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join("");
    const sources = [
      () => new Response(text),
      () => Promise.resolve(new Response(text)),
      () => new Response(text).body,
      () => arriving([text]),
      async () => arriving(cut(small)),
    ];
    for (const [at, open] of sources.entries()) {
      const seen = {};
      const { unmount } = mount(<Shown open={open} streamKey={at} seen={seen} />);
      await waitFor(() => assert.equal(seen.phase, "settled"));
      assert.equal(seen.answer.citations[0].placement, "exact");
      unmount();
    }
  });

  test("hands on its options, those of the latest render", async () => {
    const seen = {};
    const page = (key, locale, text) => <Shown open={() => arriving([said(text)])} streamKey={key} locale={locale} idPrefix="mine" seen={seen} />;
    const { container, rerender } = mount(page(null, "en", "one"));
    rerender(page("a", "de", "two"));
    await waitFor(() => assert.equal(seen.phase, "settled"));
    assert.match(body(container), /^two.*Quellen/s);
    assert.equal(seen.answer.idPrefix, "mine");
  });

  test("unmounted in mid-stream, closes it", async () => {
    for (const Mode of [StrictMode, React.Fragment]) {
      let signal;
      const source = handed();
      const seen = {};
      const { unmount } = mount(<Mode><Shown open={(given) => ((signal = given), source)} streamKey="a" seen={seen} /></Mode>);
      source.give(said("Some"));
      await act(async () => {});
      assert.equal(signal.aborted, false);
      const { renders } = seen;
      unmount();
      await waitFor(() => assert.ok(source.isClosed));
      assert.ok(signal.aborted);
      await act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
      assert.equal(seen.renders, renders);
    }
  });

  test("unmounted while it waits for the response, refuses it", async () => {
    let signal, give;
    const source = handed();
    const { unmount } = mount(<Shown open={(given) => ((signal = given), new Promise((resolve) => (give = resolve)))} streamKey="a" />);
    unmount();
    await act(async () => {});
    assert.ok(signal.aborted);
    give(source);
    await waitFor(() => assert.ok(source.isClosed));
  });

  test("two at once do not touch each other", async () => {
    const sources = [handed(), handed()];
    const seen = [{}, {}];
    const { container } = mount(<StrictMode>{sources.map((source, at) => <section key={at}><Shown open={() => source} streamKey="same" seen={seen[at]} /></section>)}</StrictMode>);
    const frames = cut(small);
    frames.forEach((frame) => sources.forEach((source) => source.give(frame)));
    sources[1].end();
    await waitFor(() => assert.equal(seen[1].phase, "settled"));
    assert.equal(seen[0].phase, "streaming");
    sources[0].end();
    await waitFor(() => assert.equal(seen[0].phase, "settled"));
    const ids = [...container.querySelectorAll("[id]")].map((element) => element.id);
    assert.ok(ids.length > 4);
    const [one, two] = container.querySelectorAll(".gm-answer");
    assert.equal(one.textContent, two.textContent);
  });

  test("a new key closes one stream and opens another", async () => {
    const sources = { a: handed(), b: handed() };
    const opened = [];
    const seen = {};
    const page = (key) => <StrictMode><Shown open={(signal) => (opened.push({ key, signal }), sources[key])} streamKey={key} seen={seen} /></StrictMode>;
    const { container, rerender } = mount(page("a"));
    sources.a.give(said("First"));
    await waitFor(() => assert.match(body(container), /First/));
    rerender(page("b"));
    assert.deepEqual(opened.map(({ key }) => key), ["a", "b"]);
    assert.deepEqual(opened.map(({ signal }) => signal.aborted), [true, false]);
    assert.equal(body(container), "");
    await waitFor(() => assert.ok(sources.a.isClosed));
    sources.b.give(said("Second"));
    sources.b.end();
    await waitFor(() => assert.equal(seen.phase, "settled"));
    assert.match(body(container), /^Second/);
    assert.equal(seen.answer.text, "Second");
  });

  test("a key that comes back opens anew, and nothing of before is shown under it", async () => {
    let opened = 0;
    const seen = { phases: [] };
    function Page({ streamKey }) {
      const stream = useGroundedStream(() => (opened++, arriving([said(`Number ${opened}`)])), { AnswerStream, key: streamKey });
      seen.phases.push(`${streamKey} ${stream.phase} ${stream.answer?.text ?? ""}`);
      seen.phase = stream.phase;
      return <div className="gm-answer" ref={stream.ref} />;
    }
    const { container, rerender } = mount(<Page streamKey="a" />);
    await waitFor(() => assert.equal(seen.phase, "settled"));
    rerender(<Page streamKey="b" />);
    rerender(<Page streamKey="a" />);
    await waitFor(() => assert.match(body(container), /^Number 3/));
    await waitFor(() => assert.equal(seen.phase, "settled"));
    assert.equal(opened, 3);
    assert.deepEqual(seen.phases.filter((phase, at) => phase !== seen.phases[at - 1]), [
      "a streaming ", "a settled Number 1", "b streaming ", "a streaming ", "a settled Number 3",
    ]);
  });

  test("without a key it is idle", async () => {
    const source = handed();
    let signal, opened = 0;
    const seen = {};
    const page = (key) => <Shown open={(given) => (opened++, (signal = given), source)} streamKey={key} seen={seen} />;
    const { container, rerender } = mount(page(undefined));
    assert.deepEqual([seen.phase, opened], ["idle", 0]);
    rerender(page(null));
    assert.deepEqual([seen.phase, opened], ["idle", 0]);
    seen.stop();
    rerender(page(0));
    assert.deepEqual([seen.phase, opened], ["streaming", 1]);
    source.give(said("Some"));
    await waitFor(() => assert.match(body(container), /Some/));
    rerender(page(null));
    assert.deepEqual([seen.phase, seen.answer, body(container), signal.aborted], ["idle", null, "", true]);
  });

  test("an error half-way leaves the text so far", async () => {
    const source = handed();
    const seen = {};
    const { container } = mount(<StrictMode><Shown open={() => source} streamKey="a" seen={seen} /></StrictMode>);
    source.give(said("Half of"));
    await waitFor(() => assert.match(body(container), /Half of/));
    const broken = new TypeError("network error");
    source.break(broken);
    await waitFor(() => assert.equal(seen.phase, "failed"));
    assert.equal(seen.error, broken);
    assert.equal(seen.answer.text, "Half of");
    assert.match(body(container), /Half of/);
    assert.ok(container.querySelector(".gm-notice"));
  });

  test("what cannot begin has failed, and another key begins anew", async () => {
    const failures = [
      [{ open: () => { throw new RangeError("no"); } }, (error) => error.message === "no"],
      [{ open: async () => { throw new RangeError("no"); } }, (error) => error.message === "no"],
      [{ open: () => new Response("{}", { status: 503 }) }, (error) => error.code === "api-error"],
      [{ AnswerStream: undefined }, (error) => error.code === "invalid-argument"],
      [{ locale: 1 }, (error) => error.code === "invalid-option"],
      [{ locale: 1, open: async () => { throw new Error("never handled"); } }, (error) => error.code === "invalid-option"],
    ];
    for (const [wrong, expected] of failures) {
      const seen = {};
      const open = () => arriving([said("Fine")]);
      const { rerender, unmount } = mount(<StrictMode><Shown open={open} {...wrong} streamKey="a" seen={seen} /></StrictMode>);
      await waitFor(() => assert.equal(seen.phase, "failed"));
      assert.ok(expected(seen.error), String(seen.error));
      rerender(<StrictMode><Shown open={open} streamKey="b" seen={seen} /></StrictMode>);
      await waitFor(() => assert.equal(seen.phase, "settled"));
      assert.equal(seen.error, null);
      unmount();
    }
  });

  test("stop keeps the text so far and lets go of the connection", async () => {
    const source = handed();
    let signal;
    const seen = {};
    const { container } = mount(<StrictMode><Shown open={(given) => ((signal = given), source)} streamKey="a" seen={seen} /></StrictMode>);
    source.give(said("Some of"));
    await waitFor(() => assert.match(body(container), /Some of/));
    const { stop } = seen;
    await act(async () => stop());
    await waitFor(() => assert.equal(seen.phase, "settled"));
    assert.equal(seen.error, null);
    assert.equal(seen.answer.text, "Some of");
    assert.ok(container.querySelector(".gm-notice"));
    assert.ok(signal.aborted && source.isClosed);
    assert.equal(seen.stop, stop, "the same function in every render");
    stop();
  });

  test("stop before anything came is no failure", async () => {
    const seen = {};
    const open = (signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    mount(<Shown open={open} streamKey="a" seen={seen} />);
    seen.stop();
    await waitFor(() => assert.equal(seen.phase, "settled"));
    assert.equal(seen.error, null);
  });

  test("the element may come late, go, and be another one", async () => {
    const source = handed();
    const seen = {};
    function Page({ place }) {
      const stream = useGroundedStream(() => source, { AnswerStream, key: "a" });
      Object.assign(seen, stream);
      return place && <div className="gm-answer" key={place} id={place} ref={stream.ref} />;
    }
    const { container, rerender } = mount(<StrictMode><Page place={null} /></StrictMode>);
    source.give(said("Some"));
    await act(async () => {});
    rerender(<StrictMode><Page place="one" /></StrictMode>);
    await waitFor(() => assert.match(body(container), /Some/));
    rerender(<StrictMode><Page place="two" /></StrictMode>);
    assert.match(body(container), /Some/);
    source.give(said(" more"));
    await waitFor(() => assert.match(body(container), /Some more/));
    rerender(<StrictMode><Page place={null} /></StrictMode>);
    source.end();
    await waitFor(() => assert.equal(seen.phase, "settled"));
    rerender(<StrictMode><Page place="three" /></StrictMode>);
    assert.match(body(container), /Some more/);
  });

  test("what a page hides is closed, and opened anew when it is shown, unless it was whole", { skip: !React.Activity }, async () => {
    let opened = 0, source;
    const seen = {};
    const page = (mode) => <React.Activity mode={mode}><Shown open={() => (opened++, (source = handed()))} streamKey="a" seen={seen} /></React.Activity>;
    const { container, rerender } = mount(page("visible"));
    source.give(said("Some"));
    await waitFor(() => assert.match(body(container), /Some/));
    const first = source;
    await act(async () => rerender(page("hidden")));
    await waitFor(() => assert.ok(first.isClosed));
    await act(async () => rerender(page("visible")));
    assert.deepEqual([opened, seen.phase], [2, "streaming"]);
    source.give(said("All"));
    source.end();
    await waitFor(() => assert.equal(seen.phase, "settled"));
    await act(async () => rerender(page("hidden")));
    await act(async () => rerender(page("visible")));
    assert.deepEqual([opened, seen.phase], [2, "settled"]);
    assert.match(body(container), /^All/);
  });
});
