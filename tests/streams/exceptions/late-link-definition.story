"See"
    <p dir="auto">See</p>
" [the map][m] "
    <p dir="auto">See [the map][m]</p>
"now"
    <p dir="auto">See [the map][m] now</p>
"."
    <p dir="auto">See [the map][m] now.</p>
"\n\n[m]: https://m.example\n"
    <p dir="auto">See <a href="https://m.example" target="_blank" rel="noopener noreferrer">the map</a> now.</p>
    FLIP ["[the", "map][m]"] -> ["the", "map", "now."]
