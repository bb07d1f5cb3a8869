"A"
    <p dir="auto">A</p>
" **short"
    <p dir="auto">A <strong>short</strong></p>
"** title"
    <p dir="auto">A <strong>short</strong> title</p>
"\n===\n"
    <h1 dir="auto">A <strong>short</strong> title</h1>
    FLIP ["A", "{B}short"] -> ["{1}A", "{1B}short", "{1}title"]
"\ntext"
    <h1 dir="auto">A <strong>short</strong> title</h1><p dir="auto">text</p>
