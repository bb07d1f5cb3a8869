// Answers in several languages with everything that Markdown has, for streams: each is cut anywhere.

export const TEXTS = {
  english: `# Boiling points

Water boils at **100 °C** at sea level, and at *lower* temperatures ***higher up***. See [the table](https://example.com/t "T") or <https://example.org/a_(b)>.

| Place | Height | Boils at |
|:------|-------:|:--------:|
| Coast | 0 m | 100 °C |
| La Paz | 3 640 m | \`87 °C\` |
| **Everest** | 8 849 m | ~~70~~ 68 °C |

Setext heading
--------------

1. First item
   - nested *item*
   - [x] done
   - [ ] to do

     with a paragraph
2. Second item

> A quote with \`code\`.
>
> - and a list
>> deeper

\`\`\`js
const a = "<b>" && 1; // *not* emphasis
\`\`\`

    indented code

A note[^1] and a late one[^late], and a [reference][ref]. Escapes: \\*not\\*, &amp; &copy; a < b.

[ref]: https://example.com/ref
[^1]: The **first** note.
[^late]: The late note,
    with a second line.

***

Last line, two spaces  
and a break.`,

  html: `Before <b>bold *and* em</b> and <sub>low</sub>.

<details><summary>More</summary>

Inside **details**, a list:

- one
- two

</details>

<table><tr><th>a</th><td>b</td></tr></table>

<div align="center">

centred <kbd>Ctrl</kbd>

</div>

An unclosed <i>italic and a <script>alert(1)</script> and <!-- a comment --> after.

<ul><li>raw</li></ul>

End of it.`,

  korean: `**"단어"**는 이렇게 쓰고, **서울(수도)**의 인구는 약 **940만** 명이다.

- 첫째: *기울임*과 \`코드\`
- 둘째: [링크](https://example.com/%ED%95%9C)를 보라

| 항목 | 값 |
|---|---|
| 물 | 100도 |
| 소금물 | **102도** |

각주가 있다[^가]. 끝이다.

[^가]: 나중에 온 각주.`,

  japanese: `これは**「重要」**です。そして**「次」**も。

1. 一つ目（*いち*）
2. 二つ目

> 引用です。\`コード\`もある。

https://example.com/道 を参照。以上😀👩‍👩‍👧。`,

  chinese: `水在**一百度**沸腾。**《书名》**里说：\`水\`。

- 一
  - 二
    - 三

$价格$ 是 5 元。~~删除~~。`,

  arabic: `## الماء

يغلي الماء عند **100** درجة، وفي *الجبال* أقل. انظر [الجدول](https://example.com/ar).

| المكان | الدرجة |
|---|---|
| الساحل | 100 |

نهاية.`,

  german: `Das Wasser kocht bei 100 °C – in Höhenlagen *früher*.\r\n\r\n* Punkt eins\r\n* Punkt zwei\r\n\r\n  lose Liste\r\n\r\n---\r\n\r\n![Bild](https://bild.example/a.png) und \`\`doppelt \` so\`\`.\r\n`,
};

const bytes = (text) => new TextEncoder().encode(text).length;

/** A response with that text, in which every line with words in it is cited. */
export function cited(text, responseId) {
  const groundingSupports = [];
  let at = 0;
  for (const line of text.split("\n")) {
    if (/\p{L}{2}/u.test(line) && !/^(\||\[|```| {4})/.test(line)) {
      const segment = { startIndex: bytes(text.slice(0, at)), endIndex: bytes(text.slice(0, at + line.length)), text: line };
      groundingSupports.push({ segment, groundingChunkIndices: [groundingSupports.length % 3] });
    }
    at += line.length + 1;
  }
  const groundingChunks = ["a", "b", "c"].map((name) => ({ web: { uri: `https://${name}.example/page`, title: `Page ${name}` } }));
  return {
    responseId,
    candidates: [{ index: 0, content: { role: "model", parts: [{ text }] }, groundingMetadata: { groundingChunks, groundingSupports }, finishReason: "STOP" }],
  };
}
