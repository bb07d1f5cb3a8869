//! The law of streams, for each rule a text that breaks it without that rule.

#[path = "support/streamed.rs"]
mod streamed;

use streamed::{assert_law, boundaries, options};

/// Texts that a simpler rule got wrong once, each by character.
#[test]
fn holds_over_what_went_wrong_before() {
    const TEXTS: [&str; 14] = [
        // A comment ends the paragraph before it.
        "*은\n<!--\n",
        // A parted paragraph that becomes one text.
        "น ار<up>「",
        // A title may swallow the line behind a definition.
        "[a]\n\n[a]: /x\n'title\nmore'\n\n[a]\n",
        "[a]\n\n[a]: /x\n'title\nmore\n\nend\n",
        // A definition that leaves no trace.
        "[a]: https://a.example\n\n[a]: https://b.example\n'title\nmore'\n[a]\n",
        // Nor does one that is indented like code, which goes on with the line before it.
        "[a]: https://a.example\n    [a]: https://b.example\n```\n",
        "[a]: https://a.example\n\n[a]: https://b.example\n    [a]: https://c.example\n# b\n\n[a]\n",
        // A list goes on behind an empty line.
        "- a\n- b\n\n- c\n",
        // Defined behind the list that asks for it.
        "+\t[b]\n\n[b]:t\n",
        "- [b]\n- c\n- d\n\n[b]: https://b.example\n\ne\n",
        // Blank to Unicode alone.
        "\u{3000}\n<",
        // A backslash before an empty line breaks none.
        "\\\r\r[",
        // A rule ends the code before it.
        "```\n```\n***\n\t#",
        // A note defined behind a paragraph that was parted.
        "some words and more words of it, and [^n] more\n\n[^n]: A note [^m].\n[^m]: Deep.\n\nend\n",
    ];
    for text in TEXTS {
        for settle in [true, false] {
            let mut options = options();
            options.settle = settle;
            assert_law(text, boundaries(text), text, options);
        }
    }
}
