"Five"
    <p dir="auto">Five</p>
" **stars"
    <p dir="auto">Five <strong>stars</strong></p>
" never"
    <p dir="auto">Five <strong>stars never</strong></p>
" end"
    <p dir="auto">Five <strong>stars never end</strong></p>
"."
    <p dir="auto">Five <strong>stars never end.</strong></p>
"\n\n"
    <p dir="auto">Five **stars never end.</p>
    FLIP ["{B}stars", "{B}never"] -> ["**stars", "never", "end."]
"Next"
    <p dir="auto">Five **stars never end.</p><p dir="auto">Next</p>
