//! Shapes that one repeated piece cannot express: they count, they grow, they have two halves.

/// A text of about the wanted size in bytes.
type Attack = fn(usize) -> String;

pub(crate) const ATTACKS: &[(&str, Attack)] = &[
    ("backticks of growing length", |size| {
        counted(size, |n| format!("{}a ", "`".repeat(n)))
    }),
    ("stars of growing length", |size| {
        counted(size, |n| format!("{}a ", "*".repeat(n)))
    }),
    ("tildes of growing length, fences", |size| {
        counted(size, |n| format!("{}\n", "~".repeat(n + 3)))
    }),
    ("quotes that grow", |size| {
        counted(size, |n| format!("{}a\n\n", ">".repeat(n)))
    }),
    ("quotes that grow, lazily", |size| {
        counted(size, |n| format!("{}a\nb\n", ">".repeat(n)))
    }),
    ("lists that grow by two spaces", |size| {
        counted(size, |n| format!("{}- a\n", "  ".repeat(n)))
    }),
    ("lists that grow, then shrink", |size| {
        let grow = counted(size / 2, |n| format!("{}- a\n", "  ".repeat(n)));
        let shrink: Vec<&str> = grow.lines().rev().collect();
        format!("{grow}{}", shrink.join("\n"))
    }),
    ("headings that grow", |size| {
        counted(size, |n| format!("{}\n", "# ".repeat(n)))
    }),
    ("nests of 200 quotes with a div", |size| {
        format!("{}<div>\n\n", "> ".repeat(200)).repeat(size / 407)
    }),
    ("nests of 120 divs", |size| {
        let nest = format!("{}a{}\n\n", "<div>".repeat(120), "</div>".repeat(120));
        nest.repeat(size / nest.len())
    }),
    ("nests of 120 divs, text between", |size| {
        between(size, &"<div>".repeat(120), "a<i>b</i>", "")
    }),
    ("nests of 120 spans, kbd between", |size| {
        between(size, &"<span>".repeat(120), "a<kbd>b</kbd>", "")
    }),
    ("nests of 120 sups, links between", |size| {
        between(size, &"<sup>".repeat(120), "<a href=http://e.com>b</a>", "")
    }),
    ("nests of 120 b, paragraphs between", |size| {
        between(
            size,
            &format!("<div>{}", counted(1_400, |n| format!("<b lang=a{n}>"))),
            "<p>a</p>",
            "",
        )
    }),
    ("references with a long destination", |size| {
        let target = "x".repeat(size / 4);
        between(size, &format!("[a]: http://e.com/{target}\n\n"), "[a] ", "")
    }),
    ("references with a long title", |size| {
        let title = "\"".repeat(size / 4);
        between(
            size,
            &format!("[a]: http://e.com '{title}'\n\n"),
            "[a] ",
            "",
        )
    }),
    ("image references with a long destination", |size| {
        let target = "x".repeat(size / 4);
        between(size, &format!("[a]: http://{target}/\n\n"), "![a] ", "")
    }),
    ("references whose destination is escaped", |size| {
        let target = "&amp;".repeat(size / 20);
        between(size, &format!("[a]: http://e.com/{target}\n\n"), "[a] ", "")
    }),
    ("links to an international host of many labels", |size| {
        let host = "é.".repeat(60);
        between(size, "", &format!("<http://{host}é> "), "")
    }),
    ("distinct reference definitions", |size| {
        counted(size, |n| format!("[a{n}]: http://e.com\n"))
    }),
    ("distinct references", |size| {
        let defined = counted(size / 2, |n| format!("[a{n}]: http://e.com\n"));
        let used = counted(size / 2, |n| format!("[a{n}] "));
        format!("{defined}\n{used}")
    }),
    ("distinct notes", |size| {
        counted(size, |n| format!("[^{n}]: a\n\n"))
    }),
    ("distinct notes, used forwards", |size| {
        let defined = counted(size * 2 / 3, |n| format!("[^{n}]: a\n\n"));
        let used = counted(size / 3, |n| format!("[^{n}] "));
        format!("{defined}{used}")
    }),
    ("notes that refer to the next one", |size| {
        counted(size, |n| format!("[^{n}]: [^{}]\n\n", n + 1))
    }),
    ("notes, and the last has all the references", |size| {
        let used = counted(size / 2, |n| format!("[^{n}] "));
        let defined = counted(size / 2, |n| format!("[^{n}]: a\n\n"));
        format!("[^0]\n\n[^0]: {used}\n\n{defined}")
    }),
    ("notes, and the last has boxes", |size| {
        let used = counted(size / 4, |n| format!("[^{n}] "));
        let defined = counted(size / 4, |n| format!("[^{n}]: a\n\n"));
        let boxes = "    - [ ] a\n".repeat(size / 24);
        format!("{used}[^z]\n\n{defined}[^z]: a\n\n{boxes}")
    }),
    ("notes inside notes", |size| {
        counted(size, |n| format!("{}[^{n}]: a\n\n", "    ".repeat(n)))
    }),
    ("notes inside notes on one line", |size| {
        counted(size, |n| format!("[^{n}]: "))
    }),
    ("notes with a long label", |size| {
        let label = "é ".repeat(400);
        between(
            size,
            &format!("[^{label}]: x\n\n"),
            &format!("[^{label}] "),
            "",
        )
    }),
    ("a wide head over short rows", |size| {
        let columns = size / 10;
        format!(
            "{}|\n{}|\n{}",
            "|a".repeat(columns),
            "|-".repeat(columns),
            "|\n".repeat((size - 4 * columns) / 2)
        )
    }),
    ("a wide centred head over short rows", |size| {
        let columns = size / 14;
        format!(
            "{}|\n{}|\n{}",
            "|a".repeat(columns),
            "|:-:".repeat(columns),
            "a\n".repeat((size - 6 * columns) / 2)
        )
    }),
    ("wide tables", |size| {
        let table = format!("{}|\n{}|\n|\n\n", "|a".repeat(100), "|-".repeat(100));
        table.repeat(size / table.len())
    }),
    ("an open b with a long title, then paragraphs", |size| {
        let title = "t".repeat(1000);
        between(size, &format!("<div><b title='{title}'>"), "<p>a", "")
    }),
    ("an open b with a long title, then list items", |size| {
        let title = "t".repeat(1000);
        between(size, &format!("<b title='{title}'>\n\n"), "- a\n", "")
    }),
    ("a b that a table keeps open, then paragraphs", |size| {
        let title = "t".repeat(1000);
        let open = format!("<p><b title='{title}'>a<table></b></table></p>");
        between(size, &open, "<p>a", "")
    }),
    ("a b that a cell keeps open, then paragraphs", |size| {
        let title = "t".repeat(1000);
        let open = format!("<p><b title='{title}'>a<table><td></b></td></table></p>");
        between(size, &open, "<p>a", "")
    }),
    ("many b that cells keep open, then paragraphs", |size| {
        let open = counted(size / 2, |n| {
            let title = "t".repeat(200);
            format!("<p><b title='{title}{n}'>a<table><td></b></td></table></p>")
        });
        between(size, &open, "<p>a", "")
    }),
    ("escaped titles on a b, then paragraphs", |size| {
        let title = "&quot;".repeat(200);
        between(size, &format!("<div><b title='{title}'>"), "<p>a", "")
    }),
    ("attributes without end", |size| {
        let attributes = counted(size, |n| format!(" a{n}"));
        format!("<b{attributes}>a")
    }),
    ("attributes without end, inline", |size| {
        let attributes = counted(size, |n| format!(" a{n}=x"));
        format!("a <b{attributes}>b")
    }),
    ("attributes behind a quote that is a name", |size| {
        format!("<div =\"{}>", counted(size, |n| format!(" a{n}")))
    }),
    ("attributes behind a quote in a value", |size| {
        format!("<div a=b=\"{}>", counted(size, |n| format!(" a{n}")))
    }),
    ("attributes behind a quote in a comment", |size| {
        let attributes = counted(size, |n| format!(" a{n}"));
        format!("<!-- <b a=\" --><b{attributes}>")
    }),
    ("attributes behind a quote in a script", |size| {
        let attributes = counted(size, |n| format!(" a{n}"));
        format!("<script><b a=\"</script><b{attributes}>")
    }),
    ("attributes between less-than signs", |size| {
        format!("<div{}>", counted(size, |n| format!(" a{n} <b{n}")))
    }),
    ("attributes behind a quote, never ended", |size| {
        let attributes = counted(size, |n| format!(" a{n}"));
        format!("<div =\"{attributes}{}", " <".repeat(9))
    }),
    ("attributes of one name", |size| {
        format!("<b{}>a", " title=x".repeat(size / 8))
    }),
    ("one long attribute", |size| {
        format!("<b title='{}'>a</b>", "\"".repeat(size))
    }),
    ("one long link target", |size| {
        format!("<a href='http://e.com/{}'>a</a>", "\"".repeat(size))
    }),
    ("one long link target of ampersands", |size| {
        format!("<a href='http://e.com/?{}'>a</a>", "&".repeat(size))
    }),
    ("one long Markdown link target, raw beside it", |size| {
        format!("[a](http://e.com/?{}) <u>b</u>", "&".repeat(size))
    }),
    (
        "paragraphs, then a table with text outside its cells",
        |size| {
            let paragraphs = "<p>a</p>".repeat(size / 16);
            between(size, &format!("<div>{paragraphs}<table>"), "a<br>", "")
        },
    ),
    ("a hundred tables with text outside their cells", |size| {
        let table = format!("<table>{}</table>", "a<br>".repeat(size / 500));
        format!("<div>{}", table.repeat(95))
    }),
    ("comments that end, then one that does not", |size| {
        between(size, "a ", "<!-- b -->", "<!--")
    }),
    ("words in sup between words", |size| {
        counted(size, |n| format!("<sup>{n}</sup> a "))
    }),
    ("numbers that grow", |size| {
        counted(size, |n| "1".repeat(n) + " ")
    }),
    ("flags in one run", |size| "🇰".repeat(size / 4)),
    ("a word over many lines of code spans", |size| {
        counted(size, |n| format!("a`b{n}`"))
    }),
    ("info strings of 1 KB", |size| {
        let fence = format!("```{}\n```\n", "é".repeat(500));
        fence.repeat(size / fence.len())
    }),
];

/// Pieces one after the other, each from its number, from 1.
fn counted(size: usize, piece: impl Fn(usize) -> String) -> String {
    let mut text = String::with_capacity(size);
    for number in 1.. {
        if text.len() >= size {
            break;
        }
        text.push_str(&piece(number));
    }
    text
}

fn between(size: usize, head: &str, unit: &str, tail: &str) -> String {
    let repeats = size.saturating_sub(head.len() + tail.len()) / unit.len();
    [head, &unit.repeat(repeats), tail].concat()
}
