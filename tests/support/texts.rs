//! One text for each kind of block and script, with the place where its marker belongs.

/// A text for a kind of block or script.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text {
    pub(crate) name: &'static str,
    /// The text, with `‸` at the end of what is cited.
    pub(crate) marked: &'static str,
    /// The body, with `{1}` for the marker and `{p1}` for one in a paragraph of its own.
    pub(crate) html: &'static str,
}

impl Text {
    /// The text as the model wrote it.
    pub(crate) fn text(&self) -> String {
        self.marked.replacen('‸', "", 1)
    }
}

pub(crate) const TEXTS: [Text; 66] = [
    Text {
        name: "setext heading",
        marked: "Opening ho‸urs\n---\n\nFrom nine.",
        html: r#"<h2 dir="auto">Opening hours{1}</h2><p dir="auto">From nine.</p>"#,
    },
    Text {
        name: "a setext underline of two lines",
        marked: "The northern\nline\n===‸\n\nEvery hour.",
        html: "<h1 dir=\"auto\">The northern\nline{1}</h1><p dir=\"auto\">Every hour.</p>",
    },
    Text {
        name: "loose list",
        marked: "- The north pier.‸\n\n- The south pier\n\n  closes at ten.\n",
        html: r#"<ul dir="auto"><li><p>The north pier.{1}</p></li><li><p>The south pier</p><p>closes at ten.</p></li></ul>"#,
    },
    Text {
        name: "loose list, second paragraph",
        marked: "- The north pier.\n\n- The south pier\n\n  closes at ten‸.\n",
        html: r#"<ul dir="auto"><li><p>The north pier.</p></li><li><p>The south pier</p><p>closes at ten.{1}</p></li></ul>"#,
    },
    Text {
        name: "task list",
        marked: "- [x] The deck is re‸newed\n- [ ] the lamps are not",
        html: r#"<ul dir="auto"><li><input type="checkbox" disabled="" checked="" aria-label="Done"> The deck is renewed{1}</li><li><input type="checkbox" disabled="" aria-label="To do"> the lamps are not</li></ul>"#,
    },
    Text {
        name: "a task's box",
        marked: "- [x‸] The deck is renewed\n- [ ] the lamps are not",
        html: r#"<ul dir="auto"><li><input type="checkbox" disabled="" checked="" aria-label="Done"> The deck is renewed</li><li><input type="checkbox" disabled="" aria-label="To do"> the lamps are not</li></ul>"#,
    },
    Text {
        name: "nested quote",
        marked: "> The office says:\n>\n> > On time, or the next one is free‸.\n>\n> It rarely is.",
        html: r#"<blockquote dir="auto"><p>The office says:</p><blockquote><p>On time, or the next one is free.{1}</p></blockquote><p>It rarely is.</p></blockquote>"#,
    },
    Text {
        name: "the prefix of a lazy quote",
        marked: "> On time,\n> ‸or the next one is free.",
        html: "<blockquote dir=\"auto\"><p>On time,{1}\nor the next one is free.</p></blockquote>",
    },
    Text {
        name: "table cell",
        marked: "| Line | Minutes |\n| --- | ---: |\n| North | 12‸ |\n| South | 19 |",
        html: r#"<div class="gm-table" dir="auto" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th>Line</th><th align="right">Minutes</th></tr></thead><tbody><tr><td>North</td><td align="right">12{1}</td></tr><tr><td>South</td><td align="right">19</td></tr></tbody></table></div>"#,
    },
    Text {
        name: "an empty table cell",
        marked: "| Line | Minutes |\n| --- | --- |\n| North | ‸ |\n| South | 19 |",
        html: r#"<div class="gm-table" dir="auto" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th>Line</th><th>Minutes</th></tr></thead><tbody><tr><td>North{1}</td><td></td></tr><tr><td>South</td><td>19</td></tr></tbody></table></div>"#,
    },
    Text {
        name: "code in a table cell",
        marked: "| Line | Command |\n| --- | --- |\n| North | `ferry -‸-list` |",
        html: r#"<div class="gm-table" dir="auto" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th>Line</th><th>Command</th></tr></thead><tbody><tr><td>North</td><td><code>ferry --list</code>{1}</td></tr></tbody></table></div>"#,
    },
    Text {
        name: "a surplus table cell",
        marked: "| Line |\n| --- |\n| North | 12‸ |",
        html: r#"<div class="gm-table" dir="auto" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th>Line</th></tr></thead><tbody><tr><td>North{1}</td></tr></tbody></table></div>"#,
    },
    Text {
        name: "footnote",
        marked: "The clock[^1]‸ is slow.\n\n[^1]: Since 1902.",
        html: r##"<p dir="auto">The clock<sup class="gm-noteref">[<a id="p-noteref-1" href="#p-note-1" role="doc-noteref">note 1</a>]</sup>{1} is slow.</p><section class="gm-notes" role="group" aria-labelledby="p-notes"><p class="gm-label" id="p-notes">Notes of the answer</p><ol><li id="p-note-1" value="1" tabindex="-1"><p dir="auto">Since 1902.</p> <a href="#p-noteref-1" role="doc-backlink" title="Back to note reference 1">↩</a></li></ol></section>"##,
    },
    Text {
        name: "inside a footnote reference",
        marked: "The clock[^‸1] is slow.\n\n[^1]: Since 1902.",
        html: r##"<p dir="auto">The clock<sup class="gm-noteref">[<a id="p-noteref-1" href="#p-note-1" role="doc-noteref">note 1</a>]</sup>{1} is slow.</p><section class="gm-notes" role="group" aria-labelledby="p-notes"><p class="gm-label" id="p-notes">Notes of the answer</p><ol><li id="p-note-1" value="1" tabindex="-1"><p dir="auto">Since 1902.</p> <a href="#p-noteref-1" role="doc-backlink" title="Back to note reference 1">↩</a></li></ol></section>"##,
    },
    Text {
        name: "a footnote's definition",
        marked: "The clock[^1] is slow.\n\n[^1]: Since 1902‸.",
        html: r##"<p dir="auto">The clock<sup class="gm-noteref">[<a id="p-noteref-1" href="#p-note-1" role="doc-noteref">note 1</a>]</sup> is slow.</p><section class="gm-notes" role="group" aria-labelledby="p-notes"><p class="gm-label" id="p-notes">Notes of the answer</p><ol><li id="p-note-1" value="1" tabindex="-1"><p dir="auto">Since 1902.{1}</p> <a href="#p-noteref-1" role="doc-backlink" title="Back to note reference 1">↩</a></li></ol></section>"##,
    },
    Text {
        name: "entity",
        marked: "Fish &amp‸; chips cost &euro;9.",
        html: r#"<p dir="auto">Fish &amp;{1} chips cost €9.</p>"#,
    },
    Text {
        name: "an entity inside a word",
        marked: "Caf&eacu‸te;s close at five.",
        html: r#"<p dir="auto">Cafés{1} close at five.</p>"#,
    },
    Text {
        name: "hard break with spaces",
        marked: "The first line  ‸\nand the second.",
        html: "<p dir=\"auto\">The first line{1}<br>\nand the second.</p>",
    },
    Text {
        name: "hard break with a backslash",
        marked: "The first line\\‸\nand the second.",
        html: "<p dir=\"auto\">The first line{1}<br>\nand the second.</p>",
    },
    Text {
        name: "link reference",
        marked: "See the [timeta‸ble][t] for winter.\n\n[t]: https://example.org/t",
        html: r#"<p dir="auto">See the <a href="https://example.org/t" target="_blank" rel="noopener noreferrer">timetable</a>{1} for winter.</p>"#,
    },
    Text {
        name: "a link reference's definition",
        marked: "See the [timetable][t] for winter.\n\n[t]: https://exam‸ple.org/t",
        html: r#"<p dir="auto">See the <a href="https://example.org/t" target="_blank" rel="noopener noreferrer">timetable</a> for winter.{1}</p>"#,
    },
    Text {
        name: "image",
        marked: "The map ![of the har‸bour](https://example.org/map.png) is old.",
        html: r#"<p dir="auto">The map of the harbour (example.org){1} is old.</p>"#,
    },
    Text {
        name: "strikethrough",
        marked: "It costs ~~three eur‸os~~ two euros.",
        html: r#"<p dir="auto">It costs <del>three euros</del>{1} two euros.</p>"#,
    },
    Text {
        name: "a single tilde",
        marked: "It takes ~12‸ to ~15 minutes.",
        html: r#"<p dir="auto">It takes ~12{1} to ~15 minutes.</p>"#,
    },
    Text {
        name: "Korean bold before a particle",
        marked: "다리는 **2031년 3월**‸에 다시 열렸습니다.",
        html: r#"<p dir="auto">다리는 <strong>2031년 3월</strong>에{1} 다시 열렸습니다.</p>"#,
    },
    Text {
        name: "Japanese bold",
        marked: "橋は**三月に再開‸**しました。",
        html: r#"<p dir="auto">橋は<strong>三月に再開</strong>{1}しました。</p>"#,
    },
    Text {
        name: "Chinese quotes",
        marked: "馆长说“桥能拆装‸”，观众很多。",
        html: r#"<p dir="auto">馆长说“桥能拆装”，{1}观众很多。</p>"#,
    },
    Text {
        name: "Arabic",
        marked: "تستغرق الرحلة 12 دقيقة‸، كل يوم؟ نعم.",
        html: r#"<p dir="auto">تستغرق الرحلة 12 دقيقة،{1} كل يوم؟ نعم.</p>"#,
    },
    Text {
        name: "Arabic, inside a word",
        marked: "تستغرق الرح‸لة 12 دقيقة.",
        html: r#"<p dir="auto">تستغرق الرحلة{1} 12 دقيقة.</p>"#,
    },
    Text {
        name: "Hindi",
        marked: "पुल सोमवार को खुला‸। टिकट मुफ़्त है।",
        html: r#"<p dir="auto">पुल सोमवार को खुला।{1} टिकट मुफ़्त है।</p>"#,
    },
    Text {
        name: "Hindi, inside a cluster",
        marked: "पहले क्‸षेत्र में।",
        html: r#"<p dir="auto">पहले क्षेत्र{1} में।</p>"#,
    },
    Text {
        name: "Thai",
        marked: "สะพานเปิดเมื่อ‸วันที่ 14 มีนาคม",
        html: r#"<p dir="auto">สะพานเปิดเมื่อ{1}วันที่ 14 มีนาคม</p>"#,
    },
    Text {
        name: "Thai, before a vowel sign",
        marked: "ค‸่าผ่านฟรี",
        html: r#"<p dir="auto">ค่{1}าผ่านฟรี</p>"#,
    },
    Text {
        name: "emoji",
        marked: "The family 👨\u{200d}‸👩\u{200d}👧 is here.",
        html: "<p dir=\"auto\">The family 👨\u{200d}👩\u{200d}👧{1} is here.</p>",
    },
    Text {
        name: "a flag",
        marked: "Visitors from 🇰‸🇷🇧🇷 came.",
        html: r#"<p dir="auto">Visitors from 🇰🇷{1}🇧🇷 came.</p>"#,
    },
    Text {
        name: "a letter with a combining mark",
        marked: "The mascot is the N‸\u{303}andu\u{301}.",
        html: "<p dir=\"auto\">The mascot is the N\u{303}andu\u{301}.{1}</p>",
    },
    Text {
        name: "a decimal number",
        marked: "It grew by 3.‸5%, to 1,204.",
        html: r#"<p dir="auto">It grew by 3.5%,{1} to 1,204.</p>"#,
    },
    Text {
        name: "a closing quote in Korean",
        marked: "시는 \"걸어서 10분‸\"이라고 했다.",
        html: r#"<p dir="auto">시는 "걸어서 10분"{1}이라고 했다.</p>"#,
    },
    Text {
        name: "ordered list, number of the next",
        marked: "1. Walk to pier 4.\n2.‸ Scan the ticket.",
        html: r#"<ol dir="auto"><li>Walk to pier 4.{1}</li><li>Scan the ticket.</li></ol>"#,
    },
    Text {
        name: "nested list",
        marked: "- free on the north line‸\n    - two per sailing",
        html: r#"<ul dir="auto"><li>free on the north line{1}<ul><li>two per sailing</li></ul></li></ul>"#,
    },
    Text {
        name: "indented code",
        marked: "The command:\n\n    ferry --li‸st\n\nIt is fast.",
        html: "<p dir=\"auto\">The command:</p><pre dir=\"auto\" tabindex=\"0\"><code>ferry --list\n</code></pre>{p1}<p dir=\"auto\">It is fast.</p>",
    },
    Text {
        name: "code in quotes and lists",
        marked: "- > ```\n  > ferry --li‸st\n  > ```\n  >\n  > It is fast.",
        html: "<ul dir=\"auto\"><li><blockquote><pre dir=\"auto\" tabindex=\"0\"><code>ferry --list\n</code></pre>{p1}<p>It is fast.</p></blockquote></li></ul>",
    },
    Text {
        name: "raw HTML block",
        marked: "<div>\nNo fires after ten‸.\n</div>\n\nThe season ends in June.",
        html: "<div dir=\"auto\">\nNo fires after ten.{1}\n</div><p dir=\"auto\">The season ends in June.</p>",
    },
    Text {
        name: "details",
        marked: "<details>\n<summary>What is in‸side</summary>\n\nOxygen.\n\n</details>",
        html: "<details dir=\"auto\">\n<summary>What is inside</summary>{1}<p>Oxygen.</p></details>",
    },
    Text {
        name: "after a bare link with a full stop",
        marked: "Details: https://example.org/ferries‸. Or ask.",
        html: r#"<p dir="auto">Details: <a href="https://example.org/ferries" target="_blank" rel="noopener noreferrer">https://example.org/ferries</a>.{1} Or ask.</p>"#,
    },
    Text {
        name: "an autolink",
        marked: "Details: <https://example.org/fer‸ries>. Or ask.",
        html: r#"<p dir="auto">Details: <a href="https://example.org/ferries" target="_blank" rel="noopener noreferrer">https://example.org/ferries</a>.{1} Or ask.</p>"#,
    },
    Text {
        name: "CRLF",
        marked: "The first line.\r\n‸The second line.",
        html: "<p dir=\"auto\">The first line.{1}\nThe second line.</p>",
    },
    Text {
        name: "a lone CR",
        marked: "The first line.\r‸The second line.",
        html: "<p dir=\"auto\">The first line.{1}\nThe second line.</p>",
    },
    Text {
        name: "tab in a code block",
        marked: "\tferry\t‸--list",
        html: "<pre dir=\"auto\" tabindex=\"0\"><code>ferry\t--list</code></pre>{p1}",
    },
    Text {
        name: "escaped star",
        marked: "3 \\*‸ 4 = 12",
        html: r#"<p dir="auto">3 *{1} 4 = 12</p>"#,
    },
    Text {
        name: "bold and italic",
        marked: "The ***ferry‸*** runs daily.",
        html: r#"<p dir="auto">The <em><strong>ferry</strong></em>{1} runs daily.</p>"#,
    },
    Text {
        name: "a no-break space",
        marked: "12\u{a0}km‸\u{a0}of rails.",
        html: r#"<p dir="auto">12&nbsp;km{1}&nbsp;of rails.</p>"#,
    },
    Text {
        name: "before the first letter",
        marked: "**‸The ferry** runs daily.",
        html: r#"<p dir="auto"><strong>The ferry</strong> runs daily.</p>"#,
    },
    Text {
        name: "only a rule before",
        marked: "---‸\n\nThe ferry runs daily.",
        html: r#"<hr><p dir="auto">The ferry runs daily.</p>"#,
    },
    Text {
        name: "a Chinese closing quote before a letter",
        marked: "在“石桥口‸”站下车。",
        html: r#"<p dir="auto">在“石桥口”{1}站下车。</p>"#,
    },
    Text {
        name: "Tamil, after a virama",
        marked: "தமிழ்‸நாடு அரசு.",
        html: r#"<p dir="auto">தமிழ்நாடு{1} அரசு.</p>"#,
    },
    Text {
        name: "German quotes",
        marked: "Er sagte „gut‸“ und ging.",
        html: r#"<p dir="auto">Er sagte „gut“{1} und ging.</p>"#,
    },
    Text {
        name: "Hangul of loose jamo",
        marked: "\u{1112}\u{1161}‸\u{11ab}\u{1100}\u{1173}\u{11af} 도서관",
        html: "<p dir=\"auto\">\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}{1} 도서관</p>",
    },
    Text {
        name: "a keycap",
        marked: "Serves 1‸\u{fe0f}\u{20e3} drink.",
        html: "<p dir=\"auto\">Serves 1\u{fe0f}\u{20e3}{1} drink.</p>",
    },
    Text {
        name: "an apostrophe",
        marked: "Google‸'s plan.",
        html: r#"<p dir="auto">Google's{1} plan.</p>"#,
    },
    Text {
        name: "bold, then a full stop",
        marked: "The **ferry‸**. It runs.",
        html: r#"<p dir="auto">The <strong>ferry</strong>.{1} It runs.</p>"#,
    },
    Text {
        name: "a heading with code",
        marked: "## The `ferry‸` command\n\nText.",
        html: r#"<h2 dir="auto">The <code>ferry</code>{1} command</h2><p dir="auto">Text.</p>"#,
    },
    Text {
        name: "white space at the end of a link",
        marked: "See [the pier ](https://example.org)‸ now.",
        html: r#"<p dir="auto">See <a href="https://example.org" target="_blank" rel="noopener noreferrer">the pier </a>{1} now.</p>"#,
    },
    Text {
        name: "a no-break space at the end of a link",
        marked: "See [the pier‸&nbsp;](https://example.org) now.",
        html: r#"<p dir="auto">See <a href="https://example.org" target="_blank" rel="noopener noreferrer">the pier&nbsp;</a>{1} now.</p>"#,
    },
    Text {
        name: "a link of raw HTML",
        marked: r#"See <a href="https://example.org">the‸ pier</a> now."#,
        html: r#"<p dir="auto">See <a href="https://example.org" target="_blank" rel="noopener noreferrer">the pier</a>{1} now.</p>"#,
    },
    Text {
        name: "a mail address",
        marked: "Write to <ann@example.org>‸ today.",
        html: r#"<p dir="auto">Write to <a href="mailto:ann@example.org">ann@example.org</a>{1} today.</p>"#,
    },
];
