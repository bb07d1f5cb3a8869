import { createElement, type HTMLAttributes, type ReactElement, type Ref } from "react";
import { suggestionsFrame } from "../suggestions.js";
import type { Answer } from "../types.js";

/** What each of the components hands on to its `<div>`: `className`, `id`, `lang`, handlers and so on. */
export interface ElementProps extends Omit<HTMLAttributes<HTMLDivElement>, "children" | "dangerouslySetInnerHTML"> {
  /** The `<div>`; from React 19 on. In 18 put a `<div ref>` around the component. */
  ref?: Ref<HTMLDivElement> | undefined;
}

export interface GroundedAnswerProps extends ElementProps {
  /** What `render` gave, or these two fields of it. */
  answer: Pick<Answer, "html" | "renderedContent">;
  /** Classes beside `gm-answer`. */
  className?: string | undefined;
  /** Title of the frame with Google's suggestions: two on one page need two. */
  suggestionsTitle?: string | undefined;
}

/**
 * An answer with everything that belongs to it, in the order that Google wants: the text with its
 * markers, the sources, the suggestions. All of it stands in `<div class="gm-answer">` with nothing
 * between, as `innerHTML` would put it there.
 */
export function GroundedAnswer({ answer, className, suggestionsTitle, ...props }: GroundedAnswerProps): ReactElement {
  return holder(
    { ...props, className: className ? `gm-answer ${className}` : "gm-answer" },
    answer.html + suggestionsFrame(answer, titled(suggestionsTitle)),
  );
}

export interface AnswerBodyProps extends ElementProps {
  /** What `render` gave, or this field of it. */
  answer: Pick<Answer, "bodyHtml">;
}

/**
 * The text with its markers and its own footnotes, in a `<div>`; nothing where there is no text. For a
 * layout of your own: put it, {@link Sources} and {@link SearchSuggestions} into one
 * `<div className="gm-answer">`.
 */
export function AnswerBody({ answer, ...props }: AnswerBodyProps): ReactElement | null {
  return answer.bodyHtml ? holder(props, answer.bodyHtml) : null;
}

export interface SourcesProps extends ElementProps {
  /** What `render` gave, or this field of it. */
  answer: Pick<Answer, "sourcesHtml">;
}

/** Notices and the sources, in a `<div>`; nothing where there are none. */
export function Sources({ answer, ...props }: SourcesProps): ReactElement | null {
  return answer.sourcesHtml ? holder(props, answer.sourcesHtml) : null;
}

export interface SearchSuggestionsProps extends Omit<ElementProps, "title"> {
  /** What `render` gave, or this field of it. */
  answer: Pick<Answer, "renderedContent">;
  /** Title of the frame: two on one page need two. */
  title?: string | undefined;
}

/**
 * Google's Search Suggestions in their frame, in a `<div>`; nothing where there are none. Google's
 * terms want them shown wherever the answer is, as wide as the answer.
 */
export function SearchSuggestions({ answer, title, ...props }: SearchSuggestionsProps): ReactElement | null {
  const frame = suggestionsFrame(answer, titled(title));
  return frame ? holder(props, frame) : null;
}

// The frame too is set as a string. React leaves a carriage return in `srcDoc` as it is, which a parser
// reads as a line feed: the content would not be Google's any more, and hydration would differ.
function holder(props: HTMLAttributes<HTMLDivElement>, html: string): ReactElement {
  return createElement("div", { ...props, dangerouslySetInnerHTML: { __html: html } });
}

function titled(title: string | undefined): { title?: string } {
  return title === undefined ? {} : { title };
}
