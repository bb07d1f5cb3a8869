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
        html: r#"<p dir="auto">이 다리는 <strong>2031년 3월</strong>에{1} 다시 열렸습니다. 공사는 열한 달이 걸렸습니다.</p>"#,
    },
    Place {
        name: "inside inline code",
        text: "Run `ferry --list --day=monday` to see the sailings of a day.",
        cited: "Run `ferry --list",
        html: r#"<p dir="auto">Run <code>ferry --list --day=monday</code>{1} to see the sailings of a day.</p>"#,
    },
    Place {
        name: "in a fence",
        text: "The timetable is open data:\n\n```python\nimport ferry\nprint(ferry.sailings())\n```\n\nIt is updated hourly.",
        cited: "import ferry",
        html: "<p dir=\"auto\">The timetable is open data:</p><pre dir=\"auto\" tabindex=\"0\"><code class=\"language-python\">import ferry\nprint(ferry.sailings())\n</code></pre>{p1}<p dir=\"auto\">It is updated hourly.</p>",
    },
    Place {
        name: "after a closing fence",
        text: "시간표는 이렇게 읽습니다.\n\n```sh\nferry --list\n```\n\n한 시간마다 바뀝니다.",
        cited: "```sh\nferry --list\n```",
        html: "<p dir=\"auto\">시간표는 이렇게 읽습니다.</p><pre dir=\"auto\" tabindex=\"0\"><code class=\"language-sh\">ferry --list\n</code></pre>{p1}<p dir=\"auto\">한 시간마다 바뀝니다.</p>",
    },
    Place {
        name: "after a table row",
        text: "| Line | Minutes |\n| --- | --- |\n| North | 12 |\n| South | 19 |\n\nBoth run all year.",
        cited: "| North | 12 |",
        html: r#"<div class="gm-table" dir="auto" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th>Line</th><th>Minutes</th></tr></thead><tbody><tr><td>North</td><td>12{1}</td></tr><tr><td>South</td><td>19</td></tr></tbody></table></div><p dir="auto">Both run all year.</p>"#,
    },
    Place {
        name: "after the delimiter row",
        text: "| 노선 | 소요 시간 |\n| --- | --- |\n| 북항 | 12분 |\n| 남항 | 19분 |",
        cited: "| 노선 | 소요 시간 |\n| --- | --- |",
        html: r#"<div class="gm-table" dir="auto" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th>노선</th><th>소요 시간{1}</th></tr></thead><tbody><tr><td>북항</td><td>12분</td></tr><tr><td>남항</td><td>19분</td></tr></tbody></table></div>"#,
    },
    Place {
        name: "inside a link's text",
        text: "See the [timetable of the northern line](https://example.org/north) for sailings in winter.",
        cited: "See the [timetable of",
        html: r#"<p dir="auto">See the <a href="https://example.org/north" target="_blank" rel="noopener noreferrer">timetable of the northern line</a>{1} for sailings in winter.</p>"#,
    },
    Place {
        name: "inside a link's URL",
        text: "자세한 내용은 [항만청 안내](https://example.org/ferry/v2.1/north)에 있습니다.",
        cited: "(https://example.org/ferry/v2.",
        html: r#"<p dir="auto">자세한 내용은 <a href="https://example.org/ferry/v2.1/north" target="_blank" rel="noopener noreferrer">항만청 안내</a>에{1} 있습니다.</p>"#,
    },
    Place {
        name: "a bare autolink",
        text: "Details are at https://example.org/ferries/north and at the pier.",
        cited: "Details are at https://example.org/ferries/north",
        html: r#"<p dir="auto">Details are at <a href="https://example.org/ferries/north" target="_blank" rel="noopener noreferrer">https://example.org/ferries/north</a>{1} and at the pier.</p>"#,
    },
    Place {
        name: "a setext underline",
        text: "The northern line\n=================\n\nIt runs every 20 minutes.",
        cited: "The northern line\n=================",
        html: r#"<h1 dir="auto">The northern line{1}</h1><p dir="auto">It runs every 20 minutes.</p>"#,
    },
    Place {
        name: "a thematic break",
        text: "The museum opens at nine.\n\n---\n\nThe café opens at ten.",
        cited: "The museum opens at nine.\n\n---",
        html: r#"<p dir="auto">The museum opens at nine.{1}</p><hr><p dir="auto">The café opens at ten.</p>"#,
    },
    Place {
        name: "a backslash escape",
        text: "A family of three pays 3 \\* 4 euros, a group half of that.",
        cited: "A family of three pays 3 \\",
        html: r#"<p dir="auto">A family of three pays 3{1} * 4 euros, a group half of that.</p>"#,
    },
    Place {
        name: "an entity",
        text: "Fish &amp; chips cost €9 at the pier.",
        cited: "Fish &am",
        html: r#"<p dir="auto">Fish &amp;{1} chips cost €9 at the pier.</p>"#,
    },
    Place {
        name: "a list bullet",
        text: "두 노선이 일 년 내내 다닙니다.\n\n- 북항 노선: 12분\n- 남항 노선: 19분",
        cited: "두 노선이 일 년 내내 다닙니다.\n\n- ",
        html: r#"<p dir="auto">두 노선이 일 년 내내 다닙니다.{1}</p><ul dir="auto"><li>북항 노선: 12분</li><li>남항 노선: 19분</li></ul>"#,
    },
    Place {
        name: "a segment that ends after a newline",
        text: "The pier was built in 1902.\n* It is 340 metres long.\n* Entry costs one euro.",
        cited: "The pier was built in 1902.\n",
        html: r#"<p dir="auto">The pier was built in 1902.{1}</p><ul dir="auto"><li>It is 340 metres long.</li><li>Entry costs one euro.</li></ul>"#,
    },
    Place {
        name: "a raw HTML tag",
        text: "Each tank holds 40 m<sup>3</sup> of H<sub>2</sub>O, changed at every tide.",
        cited: "Each tank holds 40 m<sup>3</sup> of H<su",
        html: r#"<p dir="auto">Each tank holds 40 m³ of H{1}<sub>2</sub>O, changed at every tide.</p>"#,
    },
    Place {
        name: "math",
        text: "The deck covers $a \\times b = 4{,}080$ square metres of larch.",
        cited: "The deck covers $a \\times",
        html: "<p dir=\"auto\">The deck covers $a \\times{1} b = 4{,}080$ square metres of larch.</p>",
    },
    Place {
        name: "mid-bold",
        text: "**The ferry runs daily, even on holidays**, but not in a storm.",
        cited: "**The ferry runs daily",
        html: r#"<p dir="auto"><strong>The ferry runs daily,{1} even on holidays</strong>, but not in a storm.</p>"#,
    },
    // By CommonMark these stars do not close, a quote before them and a letter behind; they are
    // meant to.
    Place {
        name: "bold that CommonMark leaves literal",
        text: "시는 이 구간을 **\"보행 우선\"**으로 정하고, 차는 돌아가게 했습니다.",
        cited: "시는 이 구간을 **\"보행 우선\"**",
        html: r#"<p dir="auto">시는 이 구간을 <strong>"보행 우선"</strong>{1}으로 정하고, 차는 돌아가게 했습니다.</p>"#,
    },
    // A marker spelled `[1]` directly before a parenthesis must not become a link.
    Place {
        name: "before a parenthesis",
        text: "도서관은 매일 문을 엽니다(월요일 제외). 주차는 무료입니다.",
        cited: "도서관은 매일 문을 엽니다",
        html: r#"<p dir="auto">도서관은 매일 문을 엽니다{1}(월요일 제외). 주차는 무료입니다.</p>"#,
    },
    Place {
        name: "an ATX heading",
        text: "## Opening hours of the museum\n\nIt opens at nine and closes at five.",
        cited: "## Opening hours of the museum",
        html: r#"<h2 dir="auto">Opening hours of the museum{1}</h2><p dir="auto">It opens at nine and closes at five.</p>"#,
    },
    // A marker at the end of the first line, spelled `[1]`, would meet a colon only across the break.
    Place {
        name: "before a line that starts with a colon",
        text: "The ferry has three decks\n: the lowest carries cars, the others people.",
        cited: "The ferry has three decks",
        html: "<p dir=\"auto\">The ferry has three decks{1}\n: the lowest carries cars, the others people.</p>",
    },
];
