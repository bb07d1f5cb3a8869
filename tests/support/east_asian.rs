//! Texts that CommonMark reads otherwise than people who write Chinese, Japanese or Korean, with
//! the place where a marker belongs; and what looks like them and is nothing but text.

use super::texts::Text;

pub(crate) const EAST_ASIAN: [Text; 40] = [
    Text {
        name: "Korean quotes in bold",
        marked: "**\"단어‸\"**는 어렵다.",
        html: r#"<p dir="auto"><strong>"단어"</strong>{1}는 어렵다.</p>"#,
    },
    Text {
        name: "Korean quotes in bold, between the stars",
        marked: "**\"단어\"*‸*는 어렵다.",
        html: r#"<p dir="auto"><strong>"단어"</strong>{1}는 어렵다.</p>"#,
    },
    Text {
        name: "Korean brackets in bold",
        marked: "**한국어(Korean)‸**입니다.",
        html: r#"<p dir="auto"><strong>한국어(Korean)</strong>{1}입니다.</p>"#,
    },
    Text {
        name: "a colon in bold before Korean",
        marked: "**제목:‸**내용이다.",
        html: r#"<p dir="auto"><strong>제목:</strong>{1}내용이다.</p>"#,
    },
    Text {
        name: "a full stop in bold before Korean",
        marked: "**끝.‸**그리고",
        html: r#"<p dir="auto"><strong>끝.</strong>{1}그리고</p>"#,
    },
    Text {
        name: "Japanese brackets in bold, twice",
        marked: "これは**「重要‸」**です。そして**「次」**です。",
        html: r#"<p dir="auto">これは<strong>「重要」</strong>{1}です。そして<strong>「次」</strong>です。</p>"#,
    },
    Text {
        name: "Japanese brackets in bold, the words between",
        marked: "これは**「重要」**です‸。そして**「次」**です。",
        html: r#"<p dir="auto">これは<strong>「重要」</strong>です。{1}そして<strong>「次」</strong>です。</p>"#,
    },
    Text {
        name: "Japanese brackets in bold, the second cut off",
        marked: "これは**「重要」**です。そして**「次‸」です。",
        html: r#"<p dir="auto">これは<strong>「重要」</strong>です。そして**「次」{1}です。</p>"#,
    },
    Text {
        name: "Chinese quotes in bold",
        marked: "他说**“桥能拆装‸”**的时候",
        html: r#"<p dir="auto">他说<strong>“桥能拆装”</strong>{1}的时候</p>"#,
    },
    Text {
        name: "Chinese percentage in bold",
        marked: "约占**30%‸**的市场。",
        html: r#"<p dir="auto">约占<strong>30%</strong>{1}的市场。</p>"#,
    },
    Text {
        name: "bold and italic beside Korean",
        marked: "***\"단어‸\"***는 어렵다.",
        html: r#"<p dir="auto"><em><strong>"단어"</strong></em>{1}는 어렵다.</p>"#,
    },
    Text {
        name: "italic beside Korean",
        marked: "그는 *\"단어‸\"*는 쉽다고 했다.",
        html: r#"<p dir="auto">그는 <em>"단어"</em>{1}는 쉽다고 했다.</p>"#,
    },
    Text {
        name: "bold beside Korean over two lines",
        marked: "> **\"첫 줄‸\n> 둘째 줄\"**은 길다.",
        html: "<blockquote dir=\"auto\"><p><strong>\"첫 줄{1}\n둘째 줄\"</strong>은 길다.</p></blockquote>",
    },
    Text {
        name: "bold beside Korean in a table",
        marked: "| 이름 |\n| --- |\n| **\"가‸\"**는 |",
        html: r#"<div class="gm-table" dir="auto" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th>이름</th></tr></thead><tbody><tr><td><strong>"가"</strong>{1}는</td></tr></tbody></table></div>"#,
    },
    Text {
        name: "bold beside Korean in a link",
        marked: "[**\"가‸\"**는](https://a.example) 그렇다.",
        html: r#"<p dir="auto"><a href="https://a.example" target="_blank" rel="noopener noreferrer"><strong>"가"</strong>는</a>{1} 그렇다.</p>"#,
    },
    Text {
        name: "bold beside Korean around a link",
        marked: "**[\"가\"](https://a.example)‸(나)**는 그렇다.",
        html: r#"<p dir="auto"><strong><a href="https://a.example" target="_blank" rel="noopener noreferrer">"가"</a>{1}(나)</strong>는 그렇다.</p>"#,
    },
    Text {
        name: "bold beside Korean around code",
        marked: "**`ferry(‸)`(명령)**을 쓴다.",
        html: r#"<p dir="auto"><strong><code>ferry()</code>{1}(명령)</strong>을 쓴다.</p>"#,
    },
    Text {
        name: "bold beside Korean in a heading",
        marked: "## **\"가‸\"**는\n\n다.",
        html: r#"<h2 dir="auto"><strong>"가"</strong>{1}는</h2><p dir="auto">다.</p>"#,
    },
    Text {
        name: "bold beside Korean in a tight list",
        marked: "- **\"가‸\"**는\n- **\"나\"**도",
        html: r#"<ul dir="auto"><li><strong>"가"</strong>{1}는</li><li><strong>"나"</strong>도</li></ul>"#,
    },
    Text {
        name: "stars as powers",
        marked: "2 ** 3‸ ** 4는 4096이다.",
        html: r#"<p dir="auto">2 ** 3{1} ** 4는 4096이다.</p>"#,
    },
    Text {
        name: "stars of Python",
        marked: "**kwargs와 **‸args는 다르다.",
        html: r#"<p dir="auto">**kwargs와 **{1}args는 다르다.</p>"#,
    },
    Text {
        name: "stars of a product",
        marked: "면적=가로*(세로+1)*‸높이",
        html: r#"<p dir="auto">면적=가로*(세로+1)*{1}높이</p>"#,
    },
    Text {
        name: "escaped stars beside Korean",
        marked: "\\*\\*\"가\"\\*‸\\*는",
        html: r#"<p dir="auto">**"가"*{1}*는</p>"#,
    },
    Text {
        name: "stars in code beside Korean",
        marked: "`**\"가\"**‸는`라고 쓴다.",
        html: r#"<p dir="auto"><code>**"가"**는</code>{1}라고 쓴다.</p>"#,
    },
    Text {
        name: "stars in two blocks",
        marked: "**\"가\n\n나‸\"**는",
        html: r#"<p dir="auto">**"가</p><p dir="auto">나"{1}**는</p>"#,
    },
    Text {
        name: "an address with stars beside bold Korean",
        marked: "**\"가\"**는 https://a.example/x**y**‸z 에 있다.",
        html: r#"<p dir="auto"><strong>"가"</strong>는 <a href="https://a.example/x**y**z" target="_blank" rel="noopener noreferrer">https://a.example/x**y**z</a>{1} 에 있다.</p>"#,
    },
    Text {
        name: "an address in bold before Korean",
        marked: "**https://a.example/x.‸**입니다.",
        html: r#"<p dir="auto"><strong><a href="https://a.example/x" target="_blank" rel="noopener noreferrer">https://a.example/x</a>.</strong>{1}입니다.</p>"#,
    },
    Text {
        name: "an address in brackets before Korean",
        marked: "문서(https://a.example/x‸)에서",
        html: r#"<p dir="auto">문서(<a href="https://a.example/x" target="_blank" rel="noopener noreferrer">https://a.example/x</a>){1}에서</p>"#,
    },
    Text {
        name: "an address in quotes before Korean",
        marked: "\"https://a.example/x\"‸라고 한다.",
        html: r#"<p dir="auto">"<a href="https://a.example/x" target="_blank" rel="noopener noreferrer">https://a.example/x</a>"{1}라고 한다.</p>"#,
    },
    Text {
        name: "an address before a CJK full stop",
        marked: "https://예시.한국/길‸。 그리고",
        html: r#"<p dir="auto"><a href="https://예시.한국/길" target="_blank" rel="noopener noreferrer">https://예시.한국/길</a>。{1} 그리고</p>"#,
    },
    Text {
        name: "an address before a CJK comma",
        marked: "https://a.example/x‸、y",
        html: r#"<p dir="auto"><a href="https://a.example/x" target="_blank" rel="noopener noreferrer">https://a.example/x</a>、{1}y</p>"#,
    },
    Text {
        name: "an address in wide brackets",
        marked: "道（https://a.example‸）は",
        html: r#"<p dir="auto">道（<a href="https://a.example" target="_blank" rel="noopener noreferrer">https://a.example</a>）{1}は</p>"#,
    },
    Text {
        name: "an address with an international host",
        marked: "https://münchen.de/rathaus‸. Und",
        html: r#"<p dir="auto"><a href="https://münchen.de/rathaus" target="_blank" rel="noopener noreferrer">https://münchen.de/rathaus</a>.{1} Und</p>"#,
    },
    Text {
        name: "an international host after www",
        marked: "www.münchen.de‸ und münchen.de/rathaus",
        html: r#"<p dir="auto"><a href="http://www.münchen.de" target="_blank" rel="noopener noreferrer">www.münchen.de</a>{1} und münchen.de/rathaus</p>"#,
    },
    Text {
        name: "an address before a Korean particle",
        marked: "https://a.example‸에서 본다.",
        html: r#"<p dir="auto"><a href="https://a.example" target="_blank" rel="noopener noreferrer">https://a.example</a>에서{1} 본다.</p>"#,
    },
    Text {
        name: "ranges with tildes",
        marked: "10~20명‸, 30~40명",
        html: r#"<p dir="auto">10~20명,{1} 30~40명</p>"#,
    },
    Text {
        name: "ranges with tildes beside bold",
        marked: "**\"10~20명\"**‸은 30~40명",
        html: r#"<p dir="auto"><strong>"10~20명"</strong>{1}은 30~40명</p>"#,
    },
    Text {
        name: "prices",
        marked: "$5에서 $10‸로 올랐다.",
        html: r#"<p dir="auto">$5에서 $10로{1} 올랐다.</p>"#,
    },
    Text {
        name: "imitations of markers",
        marked: "가[1]‸ 나[1, 2] 다【3】",
        html: r#"<p dir="auto">가[1]{1} 나[1, 2] 다【3】</p>"#,
    },
    Text {
        name: "imitations of markers in bold",
        marked: "**\"가\"[1]‸**은 나【3】",
        html: r#"<p dir="auto"><strong>"가"[1]</strong>{1}은 나【3】</p>"#,
    },
];
