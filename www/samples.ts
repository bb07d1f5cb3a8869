import type { Options } from "groundmark";

/** A response that the page offers. */
export interface Sample {
  /** Its file's name, which stands in the address. */
  name: string;
  title: string;
  /** What there is to see. */
  about: string;
  /** Language of the answer. */
  lang: string;
  /** What shows more of it than the defaults. */
  options?: Options;
}

export interface Group {
  title: string;
  samples: Sample[];
}

const sample = (name: string, lang: string, title: string, about: string, options?: Options): Sample =>
  options ? { name, lang, title, about, options } : { name, lang, title, about };

/** Shown in this order; the first one when the address names none. */
export const GROUPS: readonly Group[] = [
  {
    title: "Found on the web",
    samples: [
      sample("english-blocks", "en", "Table, lists and code", "Markers in cells, items and headings, after code, never in it"),
      sample("suggestions", "en", "Search suggestions", "Google’s own HTML, in a frame without scripts"),
      sample("english-prose", "en", "Plain prose", "Overlapping passages, several sources at one place"),
      sample("confidence", "en", "How sure Google was", "Scores in words, in the list", { confidence: true }),
      sample("also-consulted", "en", "Consulted, not cited", "Sources that no marker leads to"),
      sample("own-footnotes", "en", "Footnotes of its own", "The answer’s notes beside the citations, and forged ones"),
    ],
  },
  {
    title: "Languages",
    samples: [
      sample("korean-table-and-list", "ko", "Korean", "Table and list; offsets count bytes", { locale: "ko" }),
      sample("japanese", "ja", "Japanese", "Emphasis beside brackets, no spaces", { locale: "ja" }),
      sample("chinese-simplified", "zh", "Chinese", "Full-width punctuation", { locale: "zh" }),
      sample("arabic", "ar", "Arabic", "Right to left, the list too", { locale: "ar" }),
      sample("hindi", "hi", "Hindi", "Combining letters stay whole"),
      sample("thai", "th", "Thai", "Words without spaces"),
      sample("emoji-and-combining", "en", "Emoji", "No marker inside a character"),
    ],
  },
  {
    title: "Sources of every kind",
    samples: [
      sample("documents", "en", "File Search", "Documents, stores, metadata"),
      sample("documents-passages", "ja", "Passages of documents", "Excerpts with their pages", { locale: "ja" }),
      sample("maps-reviews", "es", "Google Maps", "Places, reviews, Google’s attribution", { locale: "es" }),
      sample("images", "fr", "Images", "Pages with pictures", { locale: "fr" }),
      sample("recitation-with-search", "pt", "Recited texts", "Licences and dates", { locale: "pt" }),
      sample("url-context", "zh", "Pages read", "And those that could not be", { locale: "zh" }),
      sample("unknown-kinds", "vi", "Kinds to come", "Nothing is lost"),
    ],
  },
  {
    title: "More than text",
    samples: [
      sample("parts-of-every-kind", "de", "Code, images, files", "Each in its place", { locale: "de" }),
      sample("thoughts-shown", "ko", "Thoughts", "Closed until asked for", { locale: "ko", thoughts: true }),
      sample("math", "ko", "Formulas", "Ready for a typesetter", { locale: "ko", math: true }),
      sample("raw-html", "en", "Raw HTML", "Sanitized, markers in place"),
    ],
  },
  {
    title: "As it arrives",
    samples: [
      sample("events-french", "fr", "Server-sent events", "The text of a stream, accents cut nowhere", { locale: "fr" }),
      sample("stream-frames", "en", "Frames", "An array of what came"),
      sample("interactions", "ja", "Interactions API", "Steps and annotations", { locale: "ja" }),
      sample("ai-sdk-result", "fr", "AI SDK", "What generateText gives", { locale: "fr" }),
      sample("ui-message", "ko", "AI SDK, a message", "Grounding in its metadata", { locale: "ko" }),
      sample("firebase-response", "zh-Hant", "Firebase", "What firebase/ai gives", { locale: "zh-Hant" }),
    ],
  },
  {
    title: "When things go wrong",
    samples: [
      sample("hostile-html", "en", "Hostile answer", "Scripts, forged markers, styles"),
      sample("hostile-sources", "en", "Hostile sources", "Titles and addresses that lie"),
      sample("unplaced", "en", "Places unknown", "Listed, never guessed"),
      sample("bad-indices", "en", "Wrong indices", "Each with a diagnostic"),
      sample("cut-off", "en", "Cut off", "The text so far, and a notice"),
      sample("ungrounded", "en", "No sources", "And a notice that says so"),
      sample("blocked-prompt", "en", "Blocked", "No answer, and why"),
    ],
  },
];

export const SAMPLES: readonly Sample[] = GROUPS.flatMap(({ samples }) => samples);

// The fixtures of the tests as they are: nothing here can be out of date. All of them together are
// a twentieth of the engine, so they come at once and no sample has to be waited for.
const FILES = import.meta.glob<string>(["../tests/fixtures/*/response.json", "./samples/*"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** A sample's text. */
export function textOf({ name }: Sample): string {
  const text = FILES[`../tests/fixtures/${name}/response.json`] ?? FILES[`./samples/${name}.txt`];
  if (text === undefined) throw new Error(`there is no sample ${name}`);
  return text;
}

/** The sample of that name. */
export function sampleOf(name: string | null): Sample | undefined {
  return SAMPLES.find((sample) => sample.name === name);
}
