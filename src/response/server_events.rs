//! The text of a stream of server-sent events, as
//! <https://html.spec.whatwg.org/multipage/server-sent-events.html> has them.

use std::iter;
use std::ops::Range;

/// What the first line of such a text can begin with, beside a comment. No JSON begins so.
const FIELDS: [&str; 4] = ["data:", "event:", "id:", "retry:"];

/// Google's clients and some proxies end a stream with it.
const DONE: &str = "[DONE]";

/// The data of all events.
#[derive(Debug)]
pub(super) struct Events {
    /// As long as the text that was read, with spaces for all that is no data: a place in it is a
    /// place in that text.
    pub(super) text: String,
    /// Where each event's data stands in it.
    pub(super) places: Vec<Range<usize>>,
}

/// Reads a text that begins as events do.
pub(super) fn read(text: &str) -> Option<Events> {
    let begin = text.trim_start();
    if !begin.starts_with(':') && !FIELDS.iter().any(|field| begin.starts_with(field)) {
        return None;
    }
    let mut events = Events {
        text: String::with_capacity(text.len()),
        places: Vec::new(),
    };
    let mut event: Option<Range<usize>> = None;
    // As browsers do not, the last event counts without an empty line behind it.
    for line in lines(text).chain(iter::once(Line::default())) {
        if line.content.is_empty() {
            events.places.extend(event.take());
        }
        let data = line.content.strip_prefix("data:").unwrap_or_default();
        let skipped = line.content.len() - data.len();
        events.text.extend(iter::repeat_n(' ', skipped));
        if !data.is_empty() {
            let start = events.text.len();
            let place = start..start + data.len();
            event = Some(event.map_or(place.start, |begun| begun.start)..place.end);
        }
        events.text.push_str(data);
        events.text.push_str(line.end);
    }
    let Events { text, places } = &mut events;
    places.retain(|place| !matches!(text[place.clone()].trim(), "" | DONE));
    Some(events)
}

/// A line, and what ends it.
#[derive(Clone, Copy, Debug, Default)]
struct Line<'t> {
    content: &'t str,
    end: &'t str,
}

fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut rest = text;
    iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let length = memchr::memchr2(b'\n', b'\r', rest.as_bytes()).unwrap_or(rest.len());
        let (content, behind) = rest.split_at(length);
        let end = ["\r\n", "\n", "\r"]
            .into_iter()
            .find(|end| behind.starts_with(end))
            .unwrap_or_default();
        rest = &behind[end.len()..];
        Some(Line { content, end })
    })
}

/// The text without the mark that ends a stream of JSON on lines.
pub(super) fn without_done(text: &str) -> &str {
    match text.trim_end().strip_suffix(DONE) {
        Some(before) if !before.trim().is_empty() => before,
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data(text: &str) -> Vec<String> {
        let events = read(text).expect("events");
        assert_eq!(events.text.len(), text.len());
        let places = events.places.into_iter();
        places.map(|place| events.text[place].to_owned()).collect()
    }

    #[test]
    fn only_data_is_left_and_in_its_place() {
        let text = ": é\r\n\r\nevent: message\r\nid: 1\r\ndata: {1}\r\n\r\n\
            : keep alive\n\ndata:{2}\ndata: 22\nretry: 7\n\ndata\n\ndata: [DONE]\n\ndata: {3}";
        assert_eq!(data(text), [" {1}", "{2}\n      22", " {3}"]);
        let events = read(text).unwrap();
        assert_eq!(events.text.find("22"), text.find("22"));
        assert_eq!(data("data: {1}\r\rdata: {2}\r\r"), [" {1}", " {2}"]);
        assert!(data(": nothing yet\n\n").is_empty());
    }

    #[test]
    fn json_is_no_event() {
        for text in [
            "",
            "{}",
            "[1]",
            "null",
            "\"data: x\"",
            "dat",
            "idle: x",
            "error: x",
        ] {
            assert!(read(text).is_none(), "{text}");
        }
        assert!(read("\n data: {}").is_some());
    }
}
