//! Joins frames into one response, each as it comes: the array of a stream that is over and a stream
//! that is not take the same way.

use std::collections::BTreeSet;

use super::ai_stream;
use super::interaction_events;
use super::node::Node;
use super::said::Said;
use super::tree::Value;
use super::{Part, Response};
use crate::diagnostic::Diagnostics;
use crate::error::{ApiError, Error};

/// What was said so far.
#[derive(Debug)]
pub(crate) struct Merger {
    /// The candidate asked for.
    pub(super) wanted: i64,
    /// Frames pushed, those refused included: their number is in the path of what is odd in them.
    pushed: usize,
    pub(super) response: Response,
    /// What frames of a generateContent stream said beside parts.
    pub(super) said: Said,
    /// The candidates seen: a stream may send one to a frame.
    pub(super) indices: BTreeSet<i64>,
    /// The first error that stood in place of an answer.
    pub(super) error: Option<ApiError>,
    /// A client's stream that is under way; what it says is not yet in `response`.
    stream: Option<Stream>,
    /// How often parts that were there became others.
    replaced: usize,
    watch: Watch,
}

/// Whether anybody looks at the parts before the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Watch {
    AtEachPush,
    AtTheEnd,
}

/// A stream whose pieces only a reader of its own can join.
#[derive(Debug)]
enum Stream {
    Ai(Box<ai_stream::Stream>),
    Interaction(Box<interaction_events::Stream>),
}

/// Whose stream a piece belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Client {
    AiSdk,
    Interactions,
}

impl Merger {
    /// A merger for a live stream, of which one candidate is wanted.
    pub(crate) fn new(candidate: usize) -> Self {
        Self {
            wanted: i64::try_from(candidate).unwrap_or(i64::MAX),
            pushed: 0,
            response: Response::default(),
            said: Said::default(),
            indices: BTreeSet::new(),
            error: None,
            stream: None,
            replaced: 0,
            watch: Watch::AtEachPush,
        }
    }

    /// One whose parts nobody asks for before the end.
    pub(super) fn of_whole_input(candidate: usize) -> Self {
        Self {
            watch: Watch::AtTheEnd,
            ..Self::new(candidate)
        }
    }

    /// Reads one more frame, or an array of several.
    ///
    /// # Errors
    ///
    /// `not-a-response` for what is no frame, `api-error` for an error in its place. Both are as if
    /// they had not come; of an array that holds an error, the other frames count.
    pub(crate) fn push(
        &mut self,
        frame: &Value,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Error> {
        let node = Node::element(frame, self.pushed);
        self.pushed += 1;
        let read = self.value(&node, 1, diagnostics);
        let error = self.error.take();
        read.map_err(Error::not_a_response)?;
        error.map_or(Ok(()), |error| Err(Error::api(error)))
    }

    /// The parts so far, as the response will have them.
    pub(crate) fn parts(&self) -> &[Part] {
        match &self.stream {
            Some(_) if self.wanted != 0 => &[],
            Some(Stream::Ai(stream)) => stream.parts(),
            Some(Stream::Interaction(stream)) => stream.parts(),
            None => match &self.response.candidate {
                Some(candidate) => &candidate.parts,
                None => &[],
            },
        }
    }

    /// Grows whenever parts changed otherwise than by more text at the end of the last one, or by
    /// more parts behind it.
    pub(crate) fn revision(&self) -> usize {
        self.replaced + self.stream.as_ref().map_or(0, Stream::edits)
    }

    pub(crate) fn response_id(&self) -> Option<&str> {
        match &self.stream {
            Some(Stream::Ai(stream)) => stream.response_id(),
            Some(Stream::Interaction(stream)) => stream.response_id(),
            None => self.response.response_id.as_deref(),
        }
    }

    /// The response, as if all had come at once. Nothing can be pushed after it.
    pub(crate) fn finish(&mut self) -> Response {
        self.settle();
        let mut response = std::mem::take(&mut self.response);
        let seen = std::mem::take(&mut self.indices).len();
        response.candidate_count = response.candidate_count.max(seen);
        response
    }

    /// Whether a piece of a client's stream is under way, and whose.
    pub(super) fn under_way(&self) -> Option<Client> {
        self.stream.as_ref().map(|stream| match stream {
            Stream::Ai(_) => Client::AiSdk,
            Stream::Interaction(_) => Client::Interactions,
        })
    }

    /// Adds a piece of a client's stream; the first one begins it.
    pub(super) fn piece(&mut self, client: Client, node: &Node<'_>, diagnostics: &mut Diagnostics) {
        if self.under_way() != Some(client) {
            let stream = match (client, self.watch) {
                (Client::AiSdk, _) => Stream::Ai(Box::default()),
                (Client::Interactions, Watch::AtEachPush) => {
                    Stream::Interaction(Box::new(interaction_events::Stream::watched()))
                }
                (Client::Interactions, Watch::AtTheEnd) => Stream::Interaction(Box::default()),
            };
            self.whole(Response::default());
            self.stream = Some(stream);
        }
        match &mut self.stream {
            Some(Stream::Ai(stream)) => stream.item(node, diagnostics),
            Some(Stream::Interaction(stream)) => stream.event(node, diagnostics),
            None => {}
        }
    }

    /// What a client made of a whole response. Of several, as in a conversation, the last counts.
    pub(super) fn whole(&mut self, response: Response) {
        self.settle();
        if !self.parts().is_empty() {
            self.replaced += 1;
        }
        self.indices.insert(0);
        self.said = Said::default();
        self.response = self.of_wanted(response);
    }

    /// Ends a client's stream: what comes is something else, or nothing more.
    pub(super) fn settle(&mut self) {
        if let Some(stream) = self.stream.take() {
            self.replaced += stream.edits();
            self.response = self.of_wanted(match stream {
                Stream::Ai(stream) => stream.finish(),
                Stream::Interaction(stream) => stream.finish(),
            });
        }
    }

    /// Clients hand over the first candidate alone.
    fn of_wanted(&self, mut response: Response) -> Response {
        if self.wanted != 0 {
            response.candidate = None;
        }
        response
    }
}

impl Stream {
    fn edits(&self) -> usize {
        match self {
            Stream::Ai(stream) => stream.edits(),
            Stream::Interaction(stream) => stream.edits(),
        }
    }
}

#[cfg(test)]
mod tests;
