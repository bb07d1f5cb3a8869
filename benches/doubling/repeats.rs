//! Shapes that are one thing over and over, as data.

/// `head`, then `unit` to the wanted size, then `tail`.
pub(crate) struct Repeat {
    head: &'static str,
    unit: &'static str,
    tail: &'static str,
}

impl Repeat {
    pub(crate) fn text(&self, size: usize) -> String {
        let repeats = size.saturating_sub(self.head.len() + self.tail.len()) / self.unit.len();
        [self.head, &self.unit.repeat(repeats), self.tail].concat()
    }

    pub(crate) fn name(&self) -> String {
        let shown = |text: &str| text.escape_debug().to_string();
        match (self.head, self.tail) {
            ("", "") => format!("{} ×n", shown(self.unit)),
            (head, "") => format!("{} {} ×n", shown(head), shown(self.unit)),
            (head, tail) => format!("{} {} ×n {}", shown(head), shown(self.unit), shown(tail)),
        }
    }
}

const fn repeat(unit: &'static str) -> Repeat {
    after("", unit)
}

const fn after(head: &'static str, unit: &'static str) -> Repeat {
    between(head, unit, "")
}

const fn between(head: &'static str, unit: &'static str, tail: &'static str) -> Repeat {
    Repeat { head, unit, tail }
}

#[rustfmt::skip]
pub(crate) const REPEATS: &[Repeat] = &[
    // Plain text, characters that are dropped or escaped, words without end.
    repeat("a"), repeat("word "), repeat("line\n"), repeat("para\n\n"), repeat("\n"), repeat(" "), repeat("\t"),
    repeat("\r\n"), repeat("a\r\n"), repeat("a\r"), repeat("a\0"), repeat("\0"), repeat("\u{202e}"), repeat("a\u{fdd0}"),
    repeat("\u{feff}"), repeat("e\u{301}"), repeat("\u{301}"), repeat("👩\u{200d}"), repeat("👨‍👩‍👧‍👦"), repeat("🇰🇷"), repeat("한국어"),
    repeat("漢字"), repeat("か\u{3099}"), repeat("ที่"), repeat("क्षि"), repeat("\u{1100}"), repeat("1.2,3:"), repeat("it's "),
    repeat(".,;:!?"), repeat("\"'”»"), repeat("a  \n"), repeat("a\\\n"), repeat("\u{a0}"), repeat("a\u{2028}"),
    between("a", " ", "b"), between("a", "\u{202e}", "b"), between("> a", "\t", "b"), between("a", "\0", "b"), repeat("°"), repeat("a'"), repeat("a\" \""),
    // Entities, escapes.
    repeat("&amp;"), repeat("&"), repeat("&lt;&#x301;"), repeat("&#10;"), repeat("&a;"), repeat(";;;;"), repeat("&#xFDD0;"),
    repeat("&ThickSpace;"), repeat("&NotEqualTilde;"), repeat("&#"), repeat("&#x0000041;"), repeat("\\"), repeat("\\*"),
    // Emphasis, strikethrough, code spans.
    repeat("*a "), repeat("**a *b "), repeat("*"), repeat("_"), repeat("*_"), repeat("a*b_"), repeat("***a** b* "), repeat("**a**"),
    repeat("_a__b"), repeat("*a_ "), repeat("a**b"), repeat("*a"), repeat("~~a"), repeat("~a~"), repeat("~"), repeat("~~a~~ "),
    repeat("`"), repeat("`a"), repeat("`a` "), repeat("``a` "), repeat("$a$ "), repeat("**가**나"), between("", "*", "a"),
    // Stars beside CJK, which are paired anew; addresses with marks in them.
    repeat("**\"가\"**나"), repeat("**「가」**"), repeat("가**("), repeat(")**가"), repeat("가**「"), repeat("」**가"), repeat("「**가"), repeat("가***(나*"),
    repeat("***「가*」**나"), repeat("*「가」*나 "), repeat("가**(\n"), repeat("가**(\n\n"), repeat("- 가**(\n"), repeat("> 가**(\n"), repeat("- 가**(\n  "),
    repeat("[가**("), repeat("[가**(](http://a.b) "), repeat("![가**(](b) "), repeat("~~가**(~~"), repeat("_가**(_ "), repeat("<b>가**(</b>"),
    repeat("`가`**(나)**"), repeat("\\**「가"), repeat("&#42;**「가"), repeat("가**[^1]"), repeat("가**(나**)다* "), repeat("**가.****나."), repeat("가**(~나~ "),
    after("가**(", "*"), after("가**(", "** "), after("가**(", "**가"), after("가**(", "a "), after("가**(\n", "- "), after("가**「", "」**"), between("**「", "가", "」**나"),
    between("", "가**(", ")**나"), after("가**(", "http://a.b/*c*d "), after("|가|\n|-|\n", "|가**(|\n"), after("가**(", "http://a.b/**가"), after("가**(", "www.a.b(\""),
    repeat("http://a.b/*c*d "), repeat("http://a.b/_c_"), repeat("http://a.b/~~c~~d\n"), repeat("www.a.b/)**"), after("http://a.b/", "*"), after("http://a.b/", "_*"), after("http://a.b/", "\""),
    // Brackets, links, images, references, notes.
    repeat("["), repeat("]"), repeat("[]"), repeat("[a"), repeat("[a]"), repeat("]("), repeat("[]("), repeat("[a]("), repeat("[a](b"),
    repeat("[a](<b"), repeat("[a](b 'c"), repeat("[a][b]"), repeat("![[["), repeat("![[]()"), repeat("![a](b"), repeat("!["),
    between("", "[", "](x)"), repeat("[a](http://e.com) "), repeat("![a](http://e.com/) "), repeat("[](()"),
    after("[^a]: x\n\n", "[^a] "), after("[^a]: x\n\n", "![^a] "), repeat("[^a] "), repeat("[^a]: b\n\n"), repeat("[^a]:\n"),
    repeat("[^a]: "), repeat("> [^a]: "), repeat("[a]: b\n"), repeat("[a]: http://e.com 'x\n"), repeat("[a]:\n"), repeat("[a]: <b\n"),
    after("[a]: http://e.com\n\n", "[a]"), after("[a]: http://e.com\n\n", "![a]"), after("[a]: http://e.com\n\n", "[a][a]"),
    // Autolinks, bare links.
    repeat("http://"), repeat("http://@"), repeat("http://a"), repeat("http://a.b "), repeat("http://a.b/("), repeat("http://a.b)"),
    repeat("www."), repeat("www.a "), repeat("www.a.b,"), repeat("www.a.b;"), repeat("http://a.b&a;"), repeat("https://é"),
    repeat("http://é.é "), repeat("http://0x"), repeat("://"), repeat("<http://"), repeat("<http://a>"), repeat("<a@b.c>"),
    repeat("<http://é.é>"), repeat("a@"), repeat("hw"), repeat("http://*a* "), repeat("www.&amp;"), after("http://", "é."),
    between("<http://", "é.", ">"), between("<http://", "xn--a.", ">"), after("http://a.b/", "("), after("http://a.b/", ")"),
    after("http://a.b/", ";"), after("http://a.b/", "&a;"),
    repeat(".http://"), repeat("]www."), repeat("_www.a"), repeat("http://a.b[]("), repeat("http://|"), repeat("*http://a.b"), repeat("&#x301;http://"),
    // Blocks.
    repeat("> "), repeat(">"), repeat("> a\n"), repeat("> a\n\n"), repeat(">> a\n> b\n"), repeat("- "), repeat("- a\n"), repeat("- a\n\n"),
    repeat("-\n"), repeat("- > "), repeat("> - "), repeat("1) "), repeat("1. a\n"), repeat("1.\n"), repeat("* - + "), repeat("- [ ] "),
    repeat("- [x] a\n"), repeat("- [ ]\n"), repeat("# "), repeat("# a\n"), repeat("#\n"), repeat("#"), repeat("a\n=\n"), repeat("a\n-\n"),
    repeat("=\n"), repeat("-"), repeat("---\n"), repeat("***\n"), repeat("* "), repeat("_ "), repeat("```\n"), repeat("``` a\n"),
    repeat("~~~\n\n"), repeat("    a\n"), repeat("\ta\n\n"), repeat("    a\n\nb\n\n"), after("```\n", "a\n"), after("```\n", "a\r\n"),
    between("```", "a", "\n"), between("```", "a ", "\nx"), between("``` ", "&amp;", "\nx"), repeat("```a\nb\n```\n"),
    // Tables.
    repeat("|"), repeat("|\n"), repeat("a|b\n-|-\n"), repeat("|a|\n|-|\n\n"), after("|a|\n|-|\n", "|b|\n"), after("|a|\n|-|\n", "b\n"),
    after("|a|\n|-|\n", "|`b`|\\||\n"), after("|a|\n|-|\n", "|<br>|\n"), after("|-|\n", "|-|\n"), repeat("|-"), repeat("|:-:"),
    after("|a|b|c|d|e|f|g|h|i|j|k|l|m|\n|-|-|-|-|-|-|-|-|-|-|-|-|-|\n", "|\n"), after("|a|\n|-|\n", "|a|b|c|d|e|f|g|h"),
    // Raw HTML: nests, what never ends, what is opened again, what is moved.
    repeat("<"), repeat("<a"), repeat("</"), repeat("<a "), repeat("<a b='"), repeat("<a b=\""), repeat("<a b=c "), repeat("<!--"),
    repeat("<!-- a --> "), repeat("<!-->"), repeat("a <!--"), repeat("-->"), repeat("<?"), repeat("a <?"), repeat("<? ?>"), repeat("<!A"),
    repeat("<!A>"), repeat("a <!A"), repeat("<![CDATA["), repeat("a <![CDATA["), repeat("<![CDATA[]]>"), repeat("<div>"), repeat("<div>\n"),
    repeat("<div>\n\n"), repeat("<div>a\n\n"), repeat("a <div>"), repeat("<b>"), repeat("a <b>"), repeat("a <b></b>"), repeat("<b>a\n\n"), repeat("a</b> "),
    repeat("<i><b>a</i></b> "), repeat("<b><p>a</b></p>"), repeat("<b><p></b>"), repeat("<a href='http://a.b'>"), repeat("<a href='http://a.b'><p>"),
    repeat("<a href='http://a.b'><div>"), repeat("<table><a href='http://a.b'><table>"), repeat("<a><table><a>"), repeat("<p>"), repeat("</p>"), repeat("<p><b>a"),
    repeat("a<br>"), repeat("</br>"), repeat("a<br class=x>"), repeat("<hr>"), repeat("a <sup>"), repeat("a <sup>1</sup>"), repeat("<sup>[1](http://a.b)</sup> "),
    repeat("<sup>a</sup> "), repeat("a<kbd>b</kbd>"), repeat("<details>\n\n"), repeat("<details>\n\na\n\n"), repeat("</details>\n\n"),
    repeat("<details>\n\na\n\n</details>\n\n"), repeat("<summary>"), repeat("<table>"), repeat("<table>\n\n"), repeat("<table><tr><td>"), repeat("<tr>"), repeat("<td>"),
    after("<table>", "a<br>"), after("<table>", "<i>a</i>"), after("<table>", "<p>a"), after("<table><tr>", "<td>a"), after("<table><tr>", "<b>a"),
    repeat("<table><td>a</table>"), repeat("<table><caption>"), repeat("</table>"), repeat("</td>"), repeat("<li>"), repeat("<ul><li>"), repeat("<dl><dt>"),
    repeat("<dd>a"), repeat("<h1>"), repeat("</h1>"), repeat("<pre>\n\n"), repeat("<code>"), repeat("<q>"), repeat("<span>a"), repeat("</span>"),
    after("<div>", "<p>a</p>"), after("<div>", "a</p>"), repeat("<script>"), repeat("<script>\n\n"), repeat("a <script>"), repeat("<script></script>"), repeat("a <script>b</script>"),
    repeat("<style>"), repeat("a <style>"), repeat("</script>"), repeat("<script><!--<script>"), repeat("<textarea>"), repeat("<title>"), repeat("<plaintext>"), repeat("<svg><a>"),
    repeat("<math><mi>"), repeat("<svg><p>"), repeat("<select><option>"), repeat("<template>"), repeat("<form>"), repeat("<img src=x>"), repeat("<x-y>"), repeat("<noscript>"),
    repeat("a <i title='&amp;&lt;&quot;'>b</i>"), repeat("<i title='\""), repeat("<a href='http://a.b/&amp;\"'>b</a> "), repeat("<i lang=a dir=rtl title=b>c</i> "),
    repeat("<div class=x id=y>a</div>\n\n"), repeat("<b>\n\na\n\n</b>\n\n"), repeat("<center>"), repeat("<ol start=1>\n\n- "), repeat("> <div>\n"), repeat("- <div>\n"), repeat("> <b>"),
    after("<b>", "\n\n- a"), after("<div><b>", "<p>a"), after("<div><b>", "<li>a"), after("<div><b><i><u>", "<p>a"), between("<div>", "<b>", "<p>a"),
    // What html5ever's tree or its serializer makes of text, of a table's parts, of early ends.
    after("<center>", "&"), after("<center>", "°"), after("<center>", "<"), after("<center>", "\u{a0}"), after("<center>", "a\0"), after("<dd>", "</p>=<p><dl>"),
    repeat("</td>\n<td><ul>"), after("<table><table></table>", "<td><ul></td>"), after("<div>", "<h1><div><h2></h1>"), after("<div>", "<li><div><li><ul></div>"),
    after("<div><table>", "<dd>"), after("<table><tr>", "</p>"), after("<table><tr>", "a<td>b"), after("<table><tr>", "a<tr>"), after("<table><caption>", "a<tr>"),
    after("<div>", "a<table>b</table>"), after("<div>", "<table>b<i>c</i></table>"), after("<div>", "<a href='http://a.b'><table>b</a>"), after("<p>", "<b><table></b>"),
    after("<div>", "<i><p></i>"), after("<div>", "<i>a<b>b</i>"), after("<div>", "<i><b><s><u><p></i>"), after("<div>", "<a href='http://a.b'>c<b>"), after("<pre>", "\n\n"),
];
