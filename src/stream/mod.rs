//! An answer that arrives in frames: what the page does after each, and at the end the same result
//! as of one call.

mod advance;
mod body;
mod chunks;
mod difference;
mod document;
mod frame;
mod growing;
mod growth;
mod note_list;
mod notes;
mod operation;
mod part;
mod pieces;
mod region;
mod tree;
mod words;

pub use frame::Frame;
pub use operation::{Change, Operation, Target};

use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Serialize;

use crate::answer::Content;
use crate::assemble;
use crate::diagnostic::Diagnostics;
use crate::error::Error;
use crate::labels::Labels;
use crate::options::Options;
use crate::response::Merger;
use crate::result::Answer;

use body::Body;
use part::{Context, Lengths};
use region::Region;

/// An answer while it arrives.
///
/// Each frame gives operations on three containers of a page: the body, the answer's own notes, the
/// sources. Citations come at the end, when their places are known.
#[derive(Debug)]
pub struct AnswerStream {
    options: Options,
    labels: Labels,
    /// Number of this stream, for ids of an answer whose first frame has none.
    number: usize,
    id_prefix: Option<String>,
    merger: Merger,
    diagnostics: Diagnostics,
    /// What was odd before a frame was looked into.
    on_reading: Diagnostics,
    /// Of the parts that the body shows.
    revision: usize,
    body: Body,
    lengths: Lengths,
}

/// What the end of a stream gives.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Finished {
    /// Exactly what [`render`](crate::render) gives for all frames with the stream's id prefix.
    pub answer: Answer,
    /// What the page does to show it.
    pub patch: Vec<Operation>,
}

static STREAMS: AtomicUsize = AtomicUsize::new(1);

impl AnswerStream {
    /// A stream without a frame.
    ///
    /// # Errors
    ///
    /// `invalid-option`.
    pub fn new(options: Options) -> Result<Self, Error> {
        Self::numbered(options, STREAMS.fetch_add(1, Ordering::Relaxed))
    }

    /// The same with a number of the caller's own, which stands in the ids of an answer that names
    /// none.
    #[doc(hidden)]
    pub fn numbered(options: Options, number: usize) -> Result<Self, Error> {
        let labels = options.check()?;
        let candidate = options.candidate;
        let own = options
            .id_prefix
            .is_some()
            .then(|| options.prefix(None, ""));
        Ok(Self {
            options,
            labels,
            number,
            id_prefix: own,
            merger: Merger::new(candidate),
            diagnostics: Diagnostics::default(),
            on_reading: Diagnostics::default(),
            revision: 0,
            body: Body::new(),
            lengths: Lengths::default(),
        })
    }

    /// What every id starts with; known from the first frame on, or from the options.
    pub fn id_prefix(&self) -> Option<&str> {
        self.id_prefix.as_deref()
    }

    /// Takes the next frame, JSON text or bytes.
    ///
    /// # Errors
    ///
    /// `invalid-json`, `not-a-response`, `api-error`, `too-large`. The stream goes on as if that
    /// frame had not come.
    pub fn push(&mut self, frame: impl AsRef<[u8]>) -> Result<Vec<Operation>, Error> {
        let frame = frame.as_ref();
        if frame.len() > self.options.max_input_bytes {
            return Err(Error::too_large(frame.len(), self.options.max_input_bytes));
        }
        self.push_frame(Frame::parse(frame)?)
    }

    /// Takes the next frame from any self-describing deserializer.
    ///
    /// # Errors
    ///
    /// `not-a-response`, `api-error`.
    pub fn push_from<'de, D: serde::Deserializer<'de>>(
        &mut self,
        frame: D,
    ) -> Result<Vec<Operation>, Error> {
        self.push_frame(Frame::read(frame)?)
    }

    /// Reuses every block in parts, however short, as long ones are. For tests.
    #[doc(hidden)]
    pub fn grow_early(&mut self) {
        self.lengths = Lengths { block: 1, part: 1 };
    }

    /// Whether the whole answer is written after each frame, because its parts cannot be. For tests.
    #[doc(hidden)]
    pub fn is_whole(&self) -> bool {
        self.body.is_whole()
    }

    /// The largest frame that [`push`](Self::push) takes, in bytes.
    #[doc(hidden)]
    pub fn max_input_bytes(&self) -> usize {
        self.options.max_input_bytes
    }

    /// Takes a frame that was read before.
    ///
    /// # Errors
    ///
    /// `not-a-response`, `api-error`.
    #[doc(hidden)]
    pub fn push_frame(&mut self, frame: Frame) -> Result<Vec<Operation>, Error> {
        let Frame { value, diagnostics } = frame;
        self.merger.push(&value, &mut self.diagnostics)?;
        // Said once of a text, in however many frames.
        if self.on_reading.is_empty() {
            self.on_reading = diagnostics;
        }
        if self.id_prefix.is_none() {
            self.id_prefix = Some(match self.merger.response_id() {
                Some(id) => self.options.prefix(Some(id), ""),
                None => format!("gm-s{}", self.number),
            });
        }
        let context = Context {
            options: &self.options,
            labels: &self.labels,
            lengths: self.lengths,
            prefix: self.id_prefix.as_deref().unwrap_or_default(),
        };
        let mut operations = Vec::new();
        let revision = self.merger.revision();
        if std::mem::replace(&mut self.revision, revision) != revision {
            self.body.begin_anew();
        }
        self.body
            .show(self.merger.parts(), &context, &mut operations);
        Ok(operations)
    }

    /// The stream is over: the answer, and what the page does to show it whole.
    pub fn finish(self) -> Finished {
        self.end()
    }

    /// The connection broke before the answer was whole, which the answer then says.
    pub fn interrupt(mut self) -> Finished {
        self.options.interrupted = true;
        self.end()
    }

    fn end(mut self) -> Finished {
        let mut diagnostics = std::mem::take(&mut self.diagnostics);
        diagnostics.begin_with(std::mem::take(&mut self.on_reading));
        self.options.id_prefix = self.id_prefix.take();
        self.options.settle = false;
        let content = Content::new(self.merger.finish(), &mut diagnostics);
        let assembled = assemble::answer_of(content, &self.options, &self.labels, diagnostics);
        let answer = assembled.answer;
        let (body, notes) = answer.body_html.split_at(assembled.notes_start);
        let mut patch = Vec::new();
        let context = Context {
            options: &self.options,
            labels: &self.labels,
            lengths: self.lengths,
            prefix: &answer.id_prefix,
        };
        let (body_shown, notes_shown) = self.body.shown(&context);
        Region::showing(Target::Body, 0, body_shown).show_last(body, &mut patch);
        Region::showing(Target::Notes, 0, notes_shown).show_last(notes, &mut patch);
        let sources = Region::new(Target::Sources, Vec::new(), 0);
        sources.show_last(&answer.sources_html, &mut patch);
        Finished { answer, patch }
    }
}
