"It"
    <p dir="auto">It</p>
" rains"
    <p dir="auto">It rains</p>
"[^1] "
    <p dir="auto">It rains[^1]</p>
"often"
    <p dir="auto">It rains[^1] often</p>
"."
    <p dir="auto">It rains[^1] often.</p>
"\n\n[^1]: In May.\n"
    <p dir="auto">It rains<sup class="gm-noteref">[<a id="gm-noteref-1" href="#gm-note-1" role="doc-noteref">note 1</a>]</sup> often.</p><section class="gm-notes" role="group" aria-labelledby="gm-notes"><p class="gm-label" id="gm-notes">Notes of the answer</p><ol><li id="gm-note-1" value="1" tabindex="-1"><p dir="auto">In May.</p> <a href="#gm-noteref-1" role="doc-backlink" title="Back to note reference 1">↩</a></li></ol></section>
    FLIP ["rains[^1]"] -> ["rains[note", "1]", "often."]
