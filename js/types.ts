/** A response as data and as HTML: plain and serialisable. */
export interface Answer {
  /** `bodyHtml` and `sourcesHtml`, with nothing between. */
  html: string;
  /** The answer with its markers, then its own footnotes; `""` when there is no text. */
  bodyHtml: string;
  /** Notices, then the sources; `""` when there are none. */
  sourcesHtml: string;
  /** The visible text, verbatim; citations count in it. */
  text: string;
  /** Google's Search Suggestions, byte for byte. Put it into a page only by `suggestionsFrame`. */
  renderedContent: string | null;
  /** Whether `renderedContent` has the structure of Google's template. */
  renderedContentCheck: "absent" | "expected" | "unexpected";
  /** The searches behind the suggestions, decoded from `sdkBlob`. */
  searchSuggestions: SearchSuggestion[];
  /** What kind of answer this is. */
  status: "grounded" | "ungrounded" | "blocked" | "empty";
  /** Why the model stopped, as sent; in frames the last one given. */
  finishReason: string | null;
  /** Why the prompt was blocked, as sent. */
  blockReason: string | null;
  responseId: string | null;
  modelVersion: string | null;
  /** What every id in the HTML starts with. */
  idPrefix: string;
  candidateCount: number;
  /** Cited ones first, by number; recited texts last. */
  sources: Source[];
  /** One for each support, in the order of the input. */
  citations: Citation[];
  /** What was searched for. */
  queries: { web: string[]; image: string[]; retrieval: string[] };
  /** How likely the model thought a search would help, 0 to 1. */
  retrievalScore: number | null;
  /** Token for Google's Maps widget. */
  mapsWidgetContextToken: string | null;
  /** Pages that the prompt named, and Google's word for whether they were read. */
  urlContext: { url: string | null; status: string }[];
  /** What was odd in the response: codes, paths and numbers, never content. */
  diagnostics: Diagnostic[];
}

/** One of Google's suggested searches. */
export interface SearchSuggestion {
  term: string;
  url: string;
}

/** Something the answer rests on. Its `kind` says what its `details` are. */
export type Source = SourceBase & SourceDetails;

/** What only one kind of source has. */
export type SourceDetails =
  | { kind: "web" | "unknown"; details: null }
  | { kind: "document"; details: DocumentDetails }
  | { kind: "maps"; details: MapsDetails }
  | { kind: "image"; details: ImageDetails }
  | { kind: "recitation"; details: RecitationDetails };

/** What every source has. */
export interface SourceBase {
  /** The number that markers show; `null` unless a marker leads to it. */
  number: number | null;
  title: string | null;
  /** Where it is, as sent; not always a link. */
  url: string | null;
  domain: string | null;
  /** What the list shows. */
  label: string;
  /** Whether `url` is Google's redirect, which works for a limited time. */
  temporary: boolean;
  /**
   * When it was published: as much of `year-month-day` as is given; of a place what its reviews
   * agree on, in words.
   */
  date: string | null;
  /** The grounding chunks that name it. */
  chunkIndices: number[];
  /** What was read of it. */
  passages: Passage[];
}

/** Where a document is kept and what its owner noted about it. */
export interface DocumentDetails {
  /** Its resource name. */
  documentName: string | null;
  /** The file search store that holds it. */
  fileSearchStore: string | null;
  /** The id of an image or another medium in it. */
  mediaId: string | null;
  /** The owner's own fields. */
  metadata: { key: string; value: string | number | string[] }[];
}

/** A place on Google Maps, or a way between places. */
export interface MapsDetails {
  /** Its id, such as `places/ChIJ…`. */
  placeId: string | null;
  /** The way there; `duration` such as `1260s`. */
  route: { distanceMeters: number | null; duration: string | null; encodedPolyline: string | null } | null;
  /** Where a reader can report a problem with it. */
  reportUrls: string[];
  /** Reviews that the answer draws on. */
  reviews: Review[];
}

/** A review of a place. */
export interface Review {
  id: string | null;
  title: string | null;
  /** Where it stands on Google Maps. */
  url: string | null;
  author: { name: string | null; url: string | null; photoUrl: string | null } | null;
  /** When, relative to the time of the answer, in the answer's language. */
  published: string | null;
  /** Where a reader can report a problem with it. */
  reportUrl: string | null;
}

/** An image on a page: `url` is the page. */
export interface ImageDetails {
  /** The file itself; Google wants readers led to the page. */
  imageUrl: string | null;
}

/** What the answer recites of a source. */
export interface RecitationDetails {
  /** The source's licence, as sent. */
  license: string | null;
  /** The stretches of `text` that recite it, in UTF-16 units, as JavaScript counts. */
  ranges: { start: number; end: number }[];
}

/** A passage of a source. */
export interface Passage {
  text: string;
  firstPage: number | null;
  lastPage: number | null;
  chunkIndex: number;
}

/** A stretch of the answer and what supports it. */
export interface Citation {
  /** Start in `text`, in UTF-16 units, as JavaScript counts; -1 when unplaced. */
  start: number;
  /** End in `text`, exclusive, in UTF-16 units; -1 when unplaced. */
  end: number;
  /** The cited text. */
  text: string;
  /** Indexes into `sources`. */
  sources: number[];
  /** One for each of `sources`, 0 to 1. */
  confidence: (number | null)[];
  /** How its place was found. */
  placement: "exact" | "recovered" | "unplaced";
}

/** Something in the response that was not as documented; the answer is shown all the same. */
export interface Diagnostic {
  code: string;
  message: string;
  path: string;
  values: number[];
}

/** What `labels` may replace: the words by their names. */
export type LabelName =
  | "sources" | "source" | "backToCitation" | "more" | "placeUnknown" | "alsoConsulted" | "consulted"
  | "maps" | "recitations" | "unnamed" | "published" | "license" | "page" | "pages" | "excerpt" | "excerpts"
  | "review" | "report" | "reportReview" | "pagesRead" | "pagesFailed" | "pagesUnnamed" | "paywall"
  | "unsafe" | "confidence" | "confidenceLow" | "confidenceMedium" | "confidenceHigh" | "confidenceBetween"
  | "newTab" | "temporary" | "notes" | "note" | "backToNote" | "table" | "taskOpen" | "taskDone" | "output"
  | "outputFailed" | "outputTooLate" | "thoughts" | "image" | "file" | "suggestions" | "noSources"
  | "noAnswer" | "noAnswerReason" | "cutOff";

/** What a caller may choose. */
export interface Options {
  /** Which candidate, by its `index`. Default 0. */
  candidate?: number | undefined;
  /** What every id starts with. Default: from the response, the same on server and client. */
  idPrefix?: string | undefined;
  /** Language of all words. Default `"en"`. */
  locale?: string | undefined;
  /** Words to use instead of the locale's. */
  labels?: Partial<Record<LabelName, string>> | undefined;
  /** Level of the heading "Sources", 1 to 6. Default 2. */
  headingLevel?: number | undefined;
  /** Level of the answer's `#` headings, 1 to 6. Default 1. */
  headingBase?: number | undefined;
  /** Whether notices are shown. Default `true`. */
  notice?: boolean | undefined;
  /** Whether the stream that the response came from broke. Default `false`. */
  interrupted?: boolean | undefined;
  /** What happens to sources that nothing cites. Default `"list"`. */
  uncited?: "list" | "hide" | undefined;
  /** Whether the source list says how sure Google was of each source, in words. Default `false`. */
  confidence?: boolean | undefined;
  /** Hosts from which the answer's own images may load. Default none. */
  images?: { hosts: string[] } | undefined;
  /** Whether pictures that the response itself holds are shown. Default `true`. */
  inlineImages?: boolean | undefined;
  /** Whether the model's thoughts stand in the answer, each in a closed `<details>`. Default `false`. */
  thoughts?: boolean | undefined;
  /** Whether formulas become `<code class="language-math">`, for a page that typesets them. Default `false`. */
  math?: boolean | undefined;
  /** Whether each line end in a paragraph is a line break. Default `false`. */
  breaks?: boolean | undefined;
  /**
   * Whether the text still grows: Markdown that is unfinished at its end is shown in its likely
   * final form. Default `false`.
   */
  settle?: boolean | undefined;
  /** Largest input, in bytes. Default 64 MiB. */
  maxInputBytes?: number | undefined;
  /** Longest text that is formatted, in bytes. Default 2 MiB. */
  maxTextBytes?: number | undefined;
}

/**
 * JSON text, the whole text of a stream (server-sent events or JSON on lines), the bytes of either, or
 * an object as an SDK or `JSON.parse` gives it; an array of frames too.
 */
export type ResponseInput = string | Uint8Array | ArrayBuffer | object;

/**
 * Which of three elements an operation works in: the answer, its own footnotes, or the notices and
 * the source list, which come when the stream ends.
 */
export type Target = "body" | "notes" | "sources";

/**
 * One change of the page, on the node that `path` leads to from the target's element: indexes into
 * `childNodes`, as the operations before have left them. An empty path is the element itself. Text
 * nodes count, also two side by side, so nothing else may change what stands there.
 *
 * - `{keep, html}`: keep the node's first `keep` child nodes, remove the others, append `html`.
 * - `{html}`: put its nodes, one or several, in the node's place.
 * - `{text}`: append to the node, which is a text node; this is text, not HTML.
 *
 * `applyOperations` of `groundmark/dom` does it.
 */
export type Operation = { target: Target; path: number[] } & (
  | { keep: number; html: string }
  | { html: string }
  | { text: string }
);

/** What the end of a stream gives. */
export interface Finished {
  /** Exactly what `render` gives for all frames, with the stream's `idPrefix`. */
  answer: Answer;
  /** What the page does to show it: places that gained a marker, what was incomplete, the sources. */
  patch: Operation[];
}

/**
 * An answer that arrives in frames: `AnswerStream` of whichever entry the page uses. What shows
 * streams takes it from the caller, so that a page has one engine.
 */
export interface FrameReader {
  /** What every id starts with: fixed by the first frame; `null` before it. */
  readonly idPrefix: string | null;
  push(frame: ResponseInput): Operation[];
  finish(options?: { interrupted?: boolean | undefined }): Finished;
}
