import type { Options } from "groundmark";

/** A response that the page offers. */
export interface Sample {
  /** Its fixture's name, which stands in the address. */
  name: string;
  title: string;
  /** Language of the answer, and of the words around it where the library has them. */
  lang: string;
  /** What shows more of it than the defaults. */
  options?: Options;
}

/** Shown in this order; the first one when the address names none. */
export const SAMPLES: readonly Sample[] = [
  { name: "english-blocks", title: "Table, lists and code", lang: "en" },
  { name: "suggestions", title: "Google Search suggestions", lang: "en" },
  { name: "english-prose", title: "Plain prose", lang: "en" },
  { name: "documents", title: "Documents from File Search", lang: "en" },
  { name: "maps-reviews", title: "Spanish: Google Maps", lang: "es" },
  { name: "images", title: "French: images", lang: "fr" },
  { name: "recitation-with-search", title: "Portuguese: recited texts", lang: "pt" },
  { name: "url-context", title: "Chinese: pages read", lang: "zh" },
  { name: "documents-passages", title: "Japanese: passages of documents", lang: "ja" },
  { name: "confidence", title: "How sure Google was", lang: "en", options: { confidence: true } },
  { name: "unknown-kinds", title: "Vietnamese: kinds of sources to come", lang: "vi" },
  { name: "interactions", title: "Interactions API, Japanese", lang: "ja" },
  { name: "korean-table-and-list", title: "Korean: table and list", lang: "ko" },
  { name: "japanese", title: "Japanese", lang: "ja" },
  { name: "arabic", title: "Arabic: right to left", lang: "ar" },
  { name: "hindi", title: "Hindi", lang: "hi" },
  { name: "stream-frames", title: "Frames of a stream", lang: "en" },
  { name: "own-footnotes", title: "Footnotes of the answer’s own", lang: "en" },
  { name: "parts-of-every-kind", title: "German: code, images and files", lang: "de" },
  { name: "thoughts-shown", title: "Korean: thoughts shown", lang: "ko", options: { thoughts: true } },
  { name: "math", title: "Korean: formulas", lang: "ko", options: { math: true } },
  { name: "raw-html", title: "Raw HTML in the answer", lang: "en" },
  { name: "hostile-html", title: "Hostile: the answer", lang: "en" },
  { name: "hostile-sources", title: "Hostile: the sources", lang: "en" },
  { name: "unplaced", title: "Citations without a place", lang: "en" },
  { name: "bad-indices", title: "Wrong indices", lang: "en" },
  { name: "cut-off", title: "Cut off", lang: "en" },
  { name: "ungrounded", title: "No sources", lang: "en" },
  { name: "blocked-prompt", title: "Blocked", lang: "en" },
];

// The fixtures of the tests as they are: nothing here can be out of date. All of them together are
// a twentieth of the engine, so they come at once and no sample has to be waited for.
const FIXTURES = import.meta.glob<string>("../tests/fixtures/*/response.json", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** A sample's JSON. */
export function textOf(sample: Sample): string {
  const text = FIXTURES[`../tests/fixtures/${sample.name}/response.json`];
  if (text === undefined) throw new Error(`there is no fixture ${sample.name}`);
  return text;
}

/** The sample of that name. */
export function sampleOf(name: string | null): Sample | undefined {
  return SAMPLES.find((sample) => sample.name === name);
}
