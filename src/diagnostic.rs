//! What was odd in a response, as codes: never the content itself.

use serde::Serialize;

/// Something in the response that was not as documented. The answer is shown all the same.
///
/// No field ever holds text of the response, so diagnostics can be logged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Diagnostic {
    /// The stable code, such as `chunk-index-out-of-range`.
    pub code: &'static str,
    /// One English sentence that says what the code means.
    pub message: &'static str,
    /// Where in the response, such as `candidates[0].groundingMetadata.groundingSupports[3]`;
    /// empty when it is about the response as a whole.
    pub path: String,
    /// Numbers that belong to it, such as the chunk index that does not exist.
    pub values: Vec<f64>,
}

macro_rules! codes {
    ($($name:ident $code:literal $message:literal)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Code { $($name),* }

        impl Code {
            const ALL: &'static [Code] = &[$(Code::$name),*];

            fn text(self) -> (&'static str, &'static str) {
                match self { $(Code::$name => ($code, $message)),* }
            }
        }
    };
}

codes! {
    Blocked "blocked" "The prompt or the answer was blocked; there is no text to show."
    Empty "empty" "The response holds no visible text."
    NoCandidate "no-candidate" "The response does not have the candidate that was asked for."
    StreamCutOff "stream-cut-off" "The stream ends in the middle of a frame; what came before it is shown."
    TooDeep "too-deep" "A value below 128 levels was dropped."
    WrongType "wrong-type" "A field does not have the documented type and was ignored."
    UnknownChunk "unknown-chunk" "A grounding chunk is of no known kind; its title and link are shown."
    PartNotShown "part-not-shown" "A part of the answer that is not text is not shown."
    ChunkIndexOutOfRange "chunk-index-out-of-range" "A support names a chunk that does not exist."
    SegmentRecovered "segment-recovered" "A support's offsets were wrong; its place was found by its text."
    SegmentUnplaced "segment-unplaced" "A support's place in the text is unknown; its sources are listed without a marker."
    SourceWithoutLink "source-without-link" "A source has no link that can be shown safely; it is listed as text."
    FlagWithoutSource "flag-without-source" "A link reports a Maps source that is not among the sources, or leads nowhere."
    RecitationWithoutSource "recitation-without-source" "A citation of recited text names no source and is left out."
    RecitationRangeInvalid "recitation-range-invalid" "A citation of recited text has a range that is not in the text; its source is listed all the same."
    RenderedContentUnexpected "rendered-content-unexpected" "The search suggestions do not have the structure of Google's template."
    SdkBlobInvalid "sdk-blob-invalid" "The search entry point's sdkBlob cannot be decoded."
    TextTooLarge "text-too-large" "The text is longer than maxTextBytes and is shown without formatting."
    More "more-diagnostics" "There are more diagnostics of one code than are listed; the value counts them."
}

/// Listed diagnostics of one code; the rest is only counted, so that a hostile response cannot
/// make the result larger than itself.
const MOST_OF_ONE_CODE: usize = 50;

/// Collects diagnostics in the order in which they are found.
#[derive(Debug, Default)]
pub(crate) struct Diagnostics {
    found: Vec<Diagnostic>,
    counts: Vec<usize>,
}

impl Diagnostics {
    pub(crate) fn add(&mut self, code: Code, path: impl FnOnce() -> String, values: &[f64]) {
        self.counts.resize(Code::ALL.len(), 0);
        let count = &mut self.counts[code as usize];
        *count += 1;
        if *count <= MOST_OF_ONE_CODE {
            let (code, message) = code.text();
            self.found.push(Diagnostic {
                code,
                message,
                path: path(),
                values: values.to_vec(),
            });
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Puts what others found first.
    pub(crate) fn begin_with(&mut self, mut others: Self) {
        others.counts.resize(Code::ALL.len(), 0);
        self.counts.resize(Code::ALL.len(), 0);
        for (count, more) in self.counts.iter_mut().zip(&others.counts) {
            *count += more;
        }
        others.found.append(&mut self.found);
        self.found = others.found;
    }

    pub(crate) fn into_vec(mut self) -> Vec<Diagnostic> {
        for (code, count) in Code::ALL.iter().zip(&self.counts) {
            if *count > MOST_OF_ONE_CODE {
                let (code_of, message) = Code::More.text();
                self.found.push(Diagnostic {
                    code: code_of,
                    message,
                    path: code.text().0.to_owned(),
                    values: vec![(*count - MOST_OF_ONE_CODE) as f64],
                });
            }
        }
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_one_code_is_counted() {
        let mut diagnostics = Diagnostics::default();
        for _ in 0..MOST_OF_ONE_CODE + 7 {
            diagnostics.add(Code::WrongType, String::new, &[]);
        }
        diagnostics.add(Code::Empty, String::new, &[]);
        let found = diagnostics.into_vec();
        assert_eq!(found.len(), MOST_OF_ONE_CODE + 2);
        let more = found.last().unwrap();
        assert_eq!(
            (more.code, more.path.as_str(), more.values.as_slice()),
            ("more-diagnostics", "wrong-type", &[7.0][..])
        );
    }
}
