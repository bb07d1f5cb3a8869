"a"
    <p dir="auto">a</p>
" |"
    <p dir="auto">a |</p>
" b"
    <p dir="auto">a | b</p>
"\n--|--\n"
    <div class="gm-table" dir="auto" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th>a</th><th>b</th></tr></thead></table></div>
    FLIP ["|"] -> ["b"]
"1 "
    <div class="gm-table" dir="auto" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td></td></tr></tbody></table></div>
"| 2"
    <div class="gm-table" dir="auto" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table></div>
"\n"
