//! The places where splicing a marker into Markdown source is known to break it, or known not to.
//!
//! Each is where a real answer had the end of a cited segment: Google splits sentences, not
//! Markdown. The first 17 break when a marker is written into the source there, the last 5 do not;
//! rendering with and without citations must agree at all of them.

/// One place: the end of `cited`, which stands exactly once in `text`.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub name: &'static str,
    pub text: &'static str,
    pub cited: &'static str,
    /// The body, with `{1}` for the marker and `{p1}` for one in a paragraph of its own.
    pub html: &'static str,
}

impl Place {
    /// The byte offset in `text` that the citation points at.
    #[track_caller]
    pub fn end(&self) -> usize {
        let mut found = self.text.match_indices(self.cited);
        let (at, _) = found
            .next()
            .unwrap_or_else(|| panic!("{}: the cited text is not in the text", self.name));
        assert!(
            found.next().is_none(),
            "{}: the cited text stands more than once",
            self.name
        );
        at + self.cited.len()
    }
}

pub const PLACES: [Place; 22] = [
    // Before the closing stars: a `]` there, with a letter behind, keeps them from closing.
    Place {
        name: "bold before a CJK letter",
        text: "이 다리는 **2031년 3월**에 다시 열렸습니다. 공사는 열한 달이 걸렸습니다.",
        cited: "이 다리는 **2031년 3월",
        html: "TODO",
    },
    Place {
        name: "inside inline code",
        text: "Run `ferry --list --day=monday` to see the sailings of a day.",
        cited: "Run `ferry --list",
        html: "TODO",
    },
    Place {
        name: "in a fence",
        text: "The timetable is open data:\n\n```python\nimport ferry\nprint(ferry.sailings())\n```\n\nIt is updated hourly.",
        cited: "import ferry",
        html: "TODO",
    },
    Place {
        name: "after a closing fence",
        text: "시간표는 이렇게 읽습니다.\n\n```sh\nferry --list\n```\n\n한 시간마다 바뀝니다.",
        cited: "```sh\nferry --list\n```",
        html: "TODO",
    },
    Place {
        name: "after a table row",
        text: "| Line | Minutes |\n| --- | --- |\n| North | 12 |\n| South | 19 |\n\nBoth run all year.",
        cited: "| North | 12 |",
        html: "TODO",
    },
    Place {
        name: "after the delimiter row",
        text: "| 노선 | 소요 시간 |\n| --- | --- |\n| 북항 | 12분 |\n| 남항 | 19분 |",
        cited: "| 노선 | 소요 시간 |\n| --- | --- |",
        html: "TODO",
    },
    Place {
        name: "inside a link's text",
        text: "See the [timetable of the northern line](https://example.org/north) for sailings in winter.",
        cited: "See the [timetable of",
        html: "TODO",
    },
    Place {
        name: "inside a link's URL",
        text: "자세한 내용은 [항만청 안내](https://example.org/ferry/v2.1/north)에 있습니다.",
        cited: "(https://example.org/ferry/v2.",
        html: "TODO",
    },
    Place {
        name: "a bare autolink",
        text: "Details are at https://example.org/ferries/north and at the pier.",
        cited: "Details are at https://example.org/ferries/north",
        html: "TODO",
    },
    Place {
        name: "a setext underline",
        text: "The northern line\n=================\n\nIt runs every 20 minutes.",
        cited: "The northern line\n=================",
        html: "TODO",
    },
    Place {
        name: "a thematic break",
        text: "The museum opens at nine.\n\n---\n\nThe café opens at ten.",
        cited: "The museum opens at nine.\n\n---",
        html: "TODO",
    },
    Place {
        name: "a backslash escape",
        text: "A family of three pays 3 \\* 4 euros, a group half of that.",
        cited: "A family of three pays 3 \\",
        html: "TODO",
    },
    Place {
        name: "an entity",
        text: "Fish &amp; chips cost €9 at the pier.",
        cited: "Fish &am",
        html: "TODO",
    },
    Place {
        name: "a list bullet",
        text: "두 노선이 일 년 내내 다닙니다.\n\n- 북항 노선: 12분\n- 남항 노선: 19분",
        cited: "두 노선이 일 년 내내 다닙니다.\n\n- ",
        html: "TODO",
    },
    Place {
        name: "a segment that ends after a newline",
        text: "The pier was built in 1902.\n* It is 340 metres long.\n* Entry costs one euro.",
        cited: "The pier was built in 1902.\n",
        html: "TODO",
    },
    Place {
        name: "a raw HTML tag",
        text: "Each tank holds 40 m<sup>3</sup> of H<sub>2</sub>O, changed at every tide.",
        cited: "Each tank holds 40 m<sup>3</sup> of H<su",
        html: "TODO",
    },
    Place {
        name: "math",
        text: "The deck covers $a \\times b = 4{,}080$ square metres of larch.",
        cited: "The deck covers $a \\times",
        html: "TODO",
    },
    Place {
        name: "mid-bold",
        text: "**The ferry runs daily, even on holidays**, but not in a storm.",
        cited: "**The ferry runs daily",
        html: "TODO",
    },
    // By CommonMark these stars do not close: a quote before them and a letter behind.
    Place {
        name: "already literal bold",
        text: "시는 이 구간을 **\"보행 우선\"**으로 정하고, 차는 돌아가게 했습니다.",
        cited: "시는 이 구간을 **\"보행 우선\"**",
        html: "TODO",
    },
    // A marker spelled `[1]` directly before a parenthesis must not become a link.
    Place {
        name: "before a parenthesis",
        text: "도서관은 매일 문을 엽니다(월요일 제외). 주차는 무료입니다.",
        cited: "도서관은 매일 문을 엽니다",
        html: "TODO",
    },
    Place {
        name: "an ATX heading",
        text: "## Opening hours of the museum\n\nIt opens at nine and closes at five.",
        cited: "## Opening hours of the museum",
        html: "TODO",
    },
    // A marker at the end of the first line, spelled `[1]`, would meet a colon only across the break.
    Place {
        name: "before a line that starts with a colon",
        text: "The ferry has three decks\n: the lowest carries cars, the others people.",
        cited: "The ferry has three decks",
        html: "TODO",
    },
];

/// A text for a kind of block or script.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    pub name: &'static str,
    /// The text, with `‸` at the end of what is cited.
    pub marked: &'static str,
    /// The body, as in [`Place`].
    pub html: &'static str,
}

impl Text {
    /// The text as the model wrote it.
    pub fn text(&self) -> String {
        self.marked.replacen('‸', "", 1)
    }
}

pub const TEXTS: [Text; 54] = [
    Text {
        name: "setext heading",
        marked: "Opening ho‸urs\n---\n\nFrom nine.",
        html: "TODO",
    },
    Text {
        name: "a setext underline of two lines",
        marked: "The northern\nline\n===‸\n\nEvery hour.",
        html: "TODO",
    },
    Text {
        name: "loose list",
        marked: "- The north pier.‸\n\n- The south pier\n\n  closes at ten.\n",
        html: "TODO",
    },
    Text {
        name: "loose list, second paragraph",
        marked: "- The north pier.\n\n- The south pier\n\n  closes at ten‸.\n",
        html: "TODO",
    },
    Text {
        name: "task list",
        marked: "- [x] The deck is re‸newed\n- [ ] the lamps are not",
        html: "TODO",
    },
    Text {
        name: "a task's box",
        marked: "- [x‸] The deck is renewed\n- [ ] the lamps are not",
        html: "TODO",
    },
    Text {
        name: "nested quote",
        marked: "> The office says:\n>\n> > On time, or the next one is free‸.\n>\n> It rarely is.",
        html: "TODO",
    },
    Text {
        name: "the prefix of a lazy quote",
        marked: "> On time,\n> ‸or the next one is free.",
        html: "TODO",
    },
    Text {
        name: "table cell",
        marked: "| Line | Minutes |\n| --- | ---: |\n| North | 12‸ |\n| South | 19 |",
        html: "TODO",
    },
    Text {
        name: "an empty table cell",
        marked: "| Line | Minutes |\n| --- | --- |\n| North | ‸ |\n| South | 19 |",
        html: "TODO",
    },
    Text {
        name: "code in a table cell",
        marked: "| Line | Command |\n| --- | --- |\n| North | `ferry -‸-list` |",
        html: "TODO",
    },
    Text {
        name: "a surplus table cell",
        marked: "| Line |\n| --- |\n| North | 12‸ |",
        html: "TODO",
    },
    Text {
        name: "footnote",
        marked: "The clock[^1]‸ is slow.\n\n[^1]: Since 1902.",
        html: "TODO",
    },
    Text {
        name: "inside a footnote reference",
        marked: "The clock[^‸1] is slow.\n\n[^1]: Since 1902.",
        html: "TODO",
    },
    Text {
        name: "a footnote's definition",
        marked: "The clock[^1] is slow.\n\n[^1]: Since 1902‸.",
        html: "TODO",
    },
    Text {
        name: "entity",
        marked: "Fish &amp‸; chips cost &euro;9.",
        html: "TODO",
    },
    Text {
        name: "an entity inside a word",
        marked: "Caf&eacu‸te;s close at five.",
        html: "TODO",
    },
    Text {
        name: "hard break with spaces",
        marked: "The first line  ‸\nand the second.",
        html: "TODO",
    },
    Text {
        name: "hard break with a backslash",
        marked: "The first line\\‸\nand the second.",
        html: "TODO",
    },
    Text {
        name: "link reference",
        marked: "See the [timeta‸ble][t] for winter.\n\n[t]: https://example.org/t",
        html: "TODO",
    },
    Text {
        name: "a link reference's definition",
        marked: "See the [timetable][t] for winter.\n\n[t]: https://exam‸ple.org/t",
        html: "TODO",
    },
    Text {
        name: "image",
        marked: "The map ![of the har‸bour](https://example.org/map.png) is old.",
        html: "TODO",
    },
    Text {
        name: "strikethrough",
        marked: "It costs ~~three eur‸os~~ two euros.",
        html: "TODO",
    },
    Text {
        name: "a single tilde",
        marked: "It takes ~12‸ to ~15 minutes.",
        html: "TODO",
    },
    Text {
        name: "Korean bold before a particle",
        marked: "다리는 **2031년 3월**‸에 다시 열렸습니다.",
        html: "TODO",
    },
    Text {
        name: "Japanese bold",
        marked: "橋は**三月に再開‸**しました。",
        html: "TODO",
    },
    Text {
        name: "Chinese quotes",
        marked: "馆长说“桥能拆装‸”，观众很多。",
        html: "TODO",
    },
    Text {
        name: "Arabic",
        marked: "تستغرق الرحلة 12 دقيقة‸، كل يوم؟ نعم.",
        html: "TODO",
    },
    Text {
        name: "Arabic, inside a word",
        marked: "تستغرق الرح‸لة 12 دقيقة.",
        html: "TODO",
    },
    Text {
        name: "Hindi",
        marked: "पुल सोमवार को खुला‸। टिकट मुफ़्त है।",
        html: "TODO",
    },
    Text {
        name: "Hindi, inside a cluster",
        marked: "पहले क्‸षेत्र में।",
        html: "TODO",
    },
    Text {
        name: "Thai",
        marked: "สะพานเปิดเมื่อ‸วันที่ 14 มีนาคม",
        html: "TODO",
    },
    Text {
        name: "Thai, before a vowel sign",
        marked: "ค‸่าผ่านฟรี",
        html: "TODO",
    },
    Text {
        name: "emoji",
        marked: "The family 👨\u{200d}‸👩\u{200d}👧 is here.",
        html: "TODO",
    },
    Text {
        name: "a flag",
        marked: "Visitors from 🇰‸🇷🇧🇷 came.",
        html: "TODO",
    },
    Text {
        name: "a letter with a combining mark",
        marked: "The mascot is the N‸\u{303}andu\u{301}.",
        html: "TODO",
    },
    Text {
        name: "a decimal number",
        marked: "It grew by 3.‸5%, to 1,204.",
        html: "TODO",
    },
    Text {
        name: "a closing quote in Korean",
        marked: "시는 \"걸어서 10분‸\"이라고 했다.",
        html: "TODO",
    },
    Text {
        name: "ordered list, number of the next",
        marked: "1. Walk to pier 4.\n2.‸ Scan the ticket.",
        html: "TODO",
    },
    Text {
        name: "nested list",
        marked: "- free on the north line‸\n    - two per sailing",
        html: "TODO",
    },
    Text {
        name: "indented code",
        marked: "The command:\n\n    ferry --li‸st\n\nIt is fast.",
        html: "TODO",
    },
    Text {
        name: "code in quotes and lists",
        marked: "- > ```\n  > ferry --li‸st\n  > ```\n  >\n  > It is fast.",
        html: "TODO",
    },
    Text {
        name: "raw HTML block",
        marked: "<div>\nNo fires after ten‸.\n</div>\n\nThe season ends in June.",
        html: "TODO",
    },
    Text {
        name: "details",
        marked: "<details>\n<summary>What is in‸side</summary>\n\nOxygen.\n\n</details>",
        html: "TODO",
    },
    Text {
        name: "after a bare link with a full stop",
        marked: "Details: https://example.org/ferries‸. Or ask.",
        html: "TODO",
    },
    Text {
        name: "an autolink",
        marked: "Details: <https://example.org/fer‸ries>. Or ask.",
        html: "TODO",
    },
    Text {
        name: "CRLF",
        marked: "The first line.\r\n‸The second line.",
        html: "TODO",
    },
    Text {
        name: "a lone CR",
        marked: "The first line.\r‸The second line.",
        html: "TODO",
    },
    Text {
        name: "tab in a code block",
        marked: "\tferry\t‸--list",
        html: "TODO",
    },
    Text {
        name: "escaped star",
        marked: "3 \\*‸ 4 = 12",
        html: "TODO",
    },
    Text {
        name: "bold and italic",
        marked: "The ***ferry‸*** runs daily.",
        html: "TODO",
    },
    Text {
        name: "a no-break space",
        marked: "12\u{a0}km‸\u{a0}of rails.",
        html: "TODO",
    },
    Text {
        name: "before the first letter",
        marked: "**‸The ferry** runs daily.",
        html: "TODO",
    },
    Text {
        name: "only a rule before",
        marked: "---‸\n\nThe ferry runs daily.",
        html: "TODO",
    },
];
