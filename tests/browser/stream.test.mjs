// Streams on a page: after every frame the page is what one call would have shown.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { cut } from "../npm/cut.mjs";
import { fixtures } from "./fixtures.mjs";
import { inBrowser, open, page } from "./stream-page.mjs";
import { cited, TEXTS } from "./texts.mjs";

inBrowser();

describe("the law", () => {
  before(() => open());

  /** Pushes frame by frame and looks at the page after each; what differs, or how much was done. */
  const hold = (frames, options) =>
    page.evaluate(
      ([frames, options]) => {
        const stream = new AnswerStream(options);
        const containers = Object.fromEntries(["body", "notes", "sources"].map((name) => [name, document.createElement("div")]));
        const same = (html) => {
          const shown = document.createElement("div");
          for (const name of ["body", "notes"]) shown.append(...containers[name].cloneNode(true).childNodes);
          shown.normalize();
          const expected = document.createElement("div");
          expected.innerHTML = html;
          return shown.innerHTML === html && shown.isEqualNode(expected) ? undefined : { shown: shown.innerHTML, html };
        };
        let operations = 0;
        for (let count = 1; count <= frames.length; count++) {
          const given = stream.push(frames[count - 1]);
          operations += given.length;
          applyOperations(containers, given);
          const { bodyHtml } = render(ungrounded(frames.slice(0, count)), { settle: true, ...options, idPrefix: stream.idPrefix });
          const wrong = same(bodyHtml);
          if (wrong) return { count, given, ...wrong };
          if (containers.sources.childNodes.length > 0) return { count, wrong: "sources before the end" };
        }
        const { answer, patch } = stream.finish();
        applyOperations(containers, patch);
        const wrong = same(answer.bodyHtml);
        if (wrong) return { count: "end", patch, ...wrong };
        const whole = render(frames, { ...options, idPrefix: stream.idPrefix });
        if (whole.html !== answer.html) return { answer: answer.html, whole: whole.html };
        if (containers.sources.innerHTML !== answer.sourcesHtml) return { sources: containers.sources.innerHTML };
        return { operations, markers: containers.body.querySelectorAll("sup.gm-cite a").length };
      },
      [frames, options],
    );

  for (const [name, text] of Object.entries(TEXTS)) {
    test(`${name}, by character`, async () => {
      const { operations, markers, ...wrong } = await hold(cut(cited(text, name)), { headingBase: 2 });
      assert.deepEqual(wrong, {});
      // What is undecided is not shown, so not every character changes the page.
      assert.ok(operations > [...text].length / 5 && markers > 1, `${operations} operations, ${markers} markers`);
    });
  }

  test("texts that need a rule each, by character", async () => {
    for (const text of ["- [b]\n- c\n\n- d\n", "[a]: https://a.example\n    [a]: https://b.example\n```\n", "[a]\n\n[a]: https://a.example\n'title\nmore'\n\n[a]\n"]) {
      const { operations, markers, ...wrong } = await hold(cut({ candidates: [{ content: { parts: [{ text }] } }] }), { settle: false });
      assert.deepEqual(wrong, {}, JSON.stringify(text));
    }
  });

  test("every fixture, in pieces of five characters", async () => {
    for (const { name, response, options } of fixtures) {
      // Only of these the test knows what is grounding; the engine does not take others in pieces.
      if (![JSON.parse(response)].flat().every((frame) => Array.isArray(frame.candidates))) continue;
      const { imageHosts, ...others } = options;
      const { operations, markers, ...wrong } = await hold(cut(JSON.parse(response), () => 5), imageHosts ? { ...others, images: { hosts: imageHosts } } : others);
      assert.deepEqual(wrong, {}, name);
    }
  });
});

describe("applyOperations", () => {
  before(() => open());

  /** What operations make of some HTML in the body. */
  const applied = (html, operations) =>
    page.evaluate(
      ([html, operations]) => {
        const containers = { body: a, notes: b, sources: document.createElement("div") };
        a.innerHTML = html;
        b.innerHTML = "";
        try {
          applyOperations(containers, operations.map((operation) => ({ target: "body", ...operation })));
        } catch (error) {
          return error.code ?? String(error);
        }
        return a.innerHTML + [...a.querySelectorAll("*")].map((element) => [...element.childNodes].filter((node) => node.nodeType === 3).length).join("");
      },
      [html, operations],
    );

  test("keeps nodes and appends others, one after the other", async () => {
    assert.equal(await applied("", [{ path: [], keep: 0, html: "<p>a</p><p>b</p>" }]), "<p>a</p><p>b</p>11");
    assert.equal(await applied("<p>a</p><p>b</p><p>c</p>", [{ path: [], keep: 1, html: "<hr>" }]), "<p>a</p><hr>10");
    assert.equal(await applied("<p>a</p><p>b</p>", [{ path: [], keep: 1, html: "" }]), "<p>a</p>1");
    assert.equal(await applied("<p>a</p>", [{ path: [], keep: 1, html: "<p>b</p>" }, { path: [1], keep: 1, html: "<em>c</em>" }]), "<p>a</p><p>b<em>c</em></p>111");
  });

  test("puts one node or several in the place of one", async () => {
    assert.equal(await applied("<p>a</p><p>b</p><p>c</p>", [{ path: [1], html: "<ul><li>x</li></ul>" }]), "<p>a</p><ul><li>x</li></ul><p>c</p>1011");
    assert.equal(await applied("<pre>a</pre><p>c</p>", [{ path: [0], html: "<pre>a</pre><p>m</p>" }, { path: [2], html: "<h1>d</h1>" }]), "<pre>a</pre><p>m</p><h1>d</h1>111");
    assert.equal(await applied("<p>a<em>b</em>c</p>", [{ path: [0, 1], html: "<strong>b</strong>!" }]), "<p>a<strong>b</strong>!c</p>31");
  });

  test("rows, cells, items and terms stand for themselves", async () => {
    const table = "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>";
    assert.equal(
      await applied(table, [{ path: [0, 1], keep: 1, html: "<tr><td>2</td></tr>" }, { path: [0, 1, 1], keep: 1, html: '<td align="right">3</td>' }]),
      '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr><tr><td>2</td><td align="right">3</td></tr></tbody></table>00010' + "01011",
    );
    assert.equal(await applied("<table><thead><tr><th>a</th></tr></thead></table>", [{ path: [0], keep: 1, html: "<tbody><tr><td>1</td></tr></tbody>" }]), table + "0001001");
    assert.equal(await applied("<ul><li>1</li></ul>", [{ path: [0, 0], html: "<li><p>1</p></li>" }, { path: [0], keep: 1, html: "<li>2</li>" }]), "<ul><li><p>1</p></li><li>2</li></ul>0011");
    assert.equal(await applied("<dl><dt>1</dt></dl>", [{ path: [0], keep: 1, html: "<dd>2</dd>" }]), "<dl><dt>1</dt><dd>2</dd></dl>011");
    assert.equal(await applied("<details><summary>1</summary></details>", [{ path: [0, 0], html: "<summary>2</summary>" }]), "<details><summary>2</summary></details>01");
  });

  test("texts side by side stay two, and count", async () => {
    const operations = [
      { path: [0], keep: 1, html: "b &amp; c" },
      { path: [0, 1], text: "<d>&amp;" },
      { path: [0, 0], text: "!" },
      { path: [0, 1], html: "e<br>f" },
      { path: [0, 3], text: "g" },
    ];
    assert.equal(await applied("<p>a</p>", operations.slice(0, 3)), "<p>a!b &amp; c&lt;d&gt;&amp;amp;</p>2");
    assert.equal(await applied("<p>a</p>", operations), "<p>a!e<br>fg</p>30");
  });

  test("what the operations do not fit is an error", async () => {
    for (const operation of [{ path: [1], html: "" }, { path: [0], text: "a" }, { path: [0, 0, 0], keep: 0, html: "" }, { path: [], html: "x" }, { path: [0], keep: 2, html: "" }]) {
      assert.equal(await applied("<p>a</p>", [operation]), "invalid-argument", JSON.stringify(operation));
    }
  });

  test("what stays the same is not written to", async () => {
    const written = await page.evaluate(() => {
      a.innerHTML = "<ul><li>x</li><li><em>y</em> z</li></ul>";
      const observer = new MutationObserver(() => {});
      observer.observe(a, { childList: true, characterData: true, attributes: true, subtree: true });
      applyOperations({ body: a }, [{ target: "body", path: [0], keep: 0, html: "<li>x</li><li><em>y</em> z</li><li>new</li>" }]);
      return observer.takeRecords().map(({ type, target, addedNodes, removedNodes }) => [type, target.localName, addedNodes.length, removedNodes.length]);
    });
    assert.deepEqual(written, [["childList", "ul", 1, 0]]);
  });

  test("nodes that stay the same stay", async () => {
    const kept = await page.evaluate(() => {
      a.innerHTML = "<p>First. Second. <a href='https://a.example'>link</a> Third.</p><ul><li>x</li><li>y</li></ul>";
      const [p, ul] = a.children;
      const link = a.querySelector("a");
      const item = ul.lastChild;
      link.focus();
      const end = p.lastChild;
      getSelection().setBaseAndExtent(p.firstChild, 7, end, 4);
      const chosen = String(getSelection());
      const html = "<p>First.<sup><a href='#1'>[1]</a></sup> Second. <a href='https://a.example'>link</a> Third.<sup>2</sup></p>";
      applyOperations({ body: a }, [
        { target: "body", path: [0], html },
        { target: "body", path: [], keep: 1, html: "<ul><li>x!</li><li>y</li></ul><p>end</p>" },
      ]);
      const made = document.createElement("div");
      made.innerHTML = `${html}<ul><li>x!</li><li>y</li></ul><p>end</p>`;
      // A text that grows is the same text, whatever the operation is.
      b.innerHTML = "<p>One <em>two</em> th</p>";
      const [em, text] = [b.querySelector("em"), b.firstChild.lastChild];
      applyOperations({ body: b }, [{ target: "body", path: [0], keep: 0, html: "One <em>two</em> three <b>four</b>" }]);
      const grown = [b.innerHTML, b.querySelector("em") === em, em.nextSibling === text];
      return {
        grown,
        nodes: [a.firstChild === p, a.querySelector("p > a") === link, a.children[1] === ul, ul.lastChild === item],
        focus: document.activeElement === link,
        chosen: [chosen, String(getSelection()).replace("[1]", "")],
        same: a.isEqualNode(Object.assign(made, { id: "a", className: "gm-answer" })),
      };
    });
    assert.deepEqual(kept, { grown: ["<p>One <em>two</em> three <b>four</b></p>", true, true], nodes: [true, true, true, true], focus: true, chosen: ["Second. link Thi", "Second. link Thi"], same: true });
  });
});
