"Use"
    <p dir="auto">Use</p>
" `tick"
    <p dir="auto">Use <code>tick</code></p>
" never"
    <p dir="auto">Use <code>tick never</code></p>
" ends"
    <p dir="auto">Use <code>tick never ends</code></p>
"."
    <p dir="auto">Use <code>tick never ends.</code></p>
"\n\n"
    <p dir="auto">Use `tick never ends.</p>
    FLIP ["{C}tick", "{C}never"] -> ["`tick", "never", "ends."]
"Next"
    <p dir="auto">Use `tick never ends.</p><p dir="auto">Next</p>
