//! What stands behind the text: notices, the definitions, and the sources that no number leads to.

use crate::answer::{Kind, Status};
use crate::confidence::Confidence;
use crate::html::pages_read::InWords;
use crate::labels::Labels;
use crate::options::{Options, Uncited};
use crate::policy;
use crate::result::{Answer, Source};

use super::label::Naming;
use super::{entry, escape};

#[derive(Debug)]
pub(super) struct Tail {
    pub(super) markdown: String,
    /// How many definitions it has.
    pub(super) definitions: usize,
}

pub(super) fn write(answer: &Answer, naming: &Naming, options: &Options, labels: &Labels) -> Tail {
    let mut markdown = String::new();
    if options.notice {
        for words in notices(answer, options, labels) {
            begin_block(&mut markdown);
            markdown.push('*');
            escape::push_text(&mut markdown, &words);
            markdown.push_str("*\n");
        }
    }
    let confidence = confidence(answer, options);
    let mut tail = Writer {
        markdown,
        answer,
        confidence,
        labels,
    };
    let definitions = tail.definitions(naming);
    tail.lists(options);
    tail.pages_read();
    let markdown = tail.markdown;
    Tail {
        markdown,
        definitions,
    }
}

/// How sure Google was of each source; nothing where that is not to be shown.
fn confidence(answer: &Answer, options: &Options) -> Vec<Option<Confidence>> {
    if !options.confidence {
        return Vec::new();
    }
    let scores = answer.citations.iter().flat_map(|citation| {
        let sources = citation.sources.iter().copied();
        sources.zip(citation.confidence.iter().copied())
    });
    Confidence::of_sources(answer.sources.len(), scores)
}

fn begin_block(out: &mut String) {
    if !out.is_empty() {
        out.push('\n');
    }
}

/// The notices that `render` has.
fn notices(answer: &Answer, options: &Options, labels: &Labels) -> Vec<String> {
    let is_visible = |c: char| !c.is_whitespace() && !policy::is_removed(c);
    let has_text = answer.text.chars().any(is_visible);
    let has_stopped = !matches!(
        answer.finish_reason.as_deref(),
        None | Some("STOP" | "FINISH_REASON_UNSPECIFIED")
    );
    let is_cut_off =
        has_text && (has_stopped || options.interrupted || answer.status == Status::Blocked);
    let mut notices = Vec::new();
    if !has_text {
        let reason = answer
            .block_reason
            .as_deref()
            .or(answer.finish_reason.as_deref())
            .filter(|reason| !matches!(*reason, "" | "STOP"));
        notices.push(match reason {
            Some(reason) => {
                let reason: String = reason.chars().take(policy::MOST_LABEL_CHARS).collect();
                labels.no_answer_reason.replace("{reason}", &reason)
            }
            None => labels.no_answer.to_string(),
        });
    } else if answer.sources.iter().all(|source| source.is_emptied)
        && answer.status != Status::Blocked
        && !options.interrupted
    {
        notices.push(labels.no_sources.to_string());
    }
    if is_cut_off {
        notices.push(labels.cut_off.to_string());
    }
    notices
}

struct Writer<'a> {
    markdown: String,
    answer: &'a Answer,
    confidence: Vec<Option<Confidence>>,
    labels: &'a Labels,
}

impl Writer<'_> {
    fn definitions(&mut self, naming: &Naming) -> usize {
        let mut count = 0;
        for (index, source) in self.answer.sources.iter().enumerate() {
            let Some(number) = source.number else {
                continue;
            };
            if count == 0 {
                begin_block(&mut self.markdown);
            }
            count += 1;
            naming.push_reference(&mut self.markdown, number);
            self.markdown.push_str(": ");
            self.entry(index, source);
            self.markdown.push('\n');
        }
        count
    }

    /// Sources without a number, under the headings that `render` gives them.
    fn lists(&mut self, options: &Options) {
        let answer = self.answer;
        let mut is_cited = vec![false; answer.sources.len()];
        for &source in answer.citations.iter().flat_map(|c| &c.sources) {
            is_cited[source] = !answer.sources[source].is_emptied;
        }
        let (mut maps, mut unplaced, mut consulted) = (Vec::new(), Vec::new(), Vec::new());
        let mut recitations = Vec::new();
        for (index, source) in answer.sources.iter().enumerate() {
            let is_hidden =
                source.is_emptied || (!is_cited[index] && options.uncited == Uncited::Hide);
            match source.kind {
                Kind::Recitation => recitations.push(index),
                _ if source.number.is_some() || is_hidden => {}
                Kind::Maps => maps.push(index),
                _ if is_cited[index] => unplaced.push(index),
                _ => consulted.push(index),
            }
        }
        let labels = self.labels;
        let heading = match is_cited.contains(&true) {
            true => &labels.also_consulted,
            false => &labels.consulted,
        };
        self.list(&labels.maps, &maps);
        self.list(&labels.place_unknown, &unplaced);
        self.list(heading, &consulted);
        self.list(&labels.recitations, &recitations);
    }

    fn list(&mut self, heading: &str, sources: &[usize]) {
        if sources.is_empty() {
            return;
        }
        begin_block(&mut self.markdown);
        self.markdown.push_str("**");
        escape::push_text(&mut self.markdown, heading);
        self.markdown.push_str("**\n\n");
        for &source in sources {
            self.markdown.push_str("- ");
            self.entry(source, &self.answer.sources[source]);
            self.markdown.push('\n');
        }
    }

    fn entry(&mut self, index: usize, source: &Source) {
        let confidence = self.confidence.get(index).copied().flatten();
        entry::push(&mut self.markdown, source, confidence, self.labels);
    }

    /// Which of the pages that the prompt named were read, and which were not.
    fn pages_read(&mut self) {
        let pages = self.answer.url_context.iter();
        let pages = pages.map(|page| (page.url.as_deref(), page.outcome));
        let [read, failed] = InWords::of(pages, self.labels);
        for (pages, words) in [
            (read, &self.labels.pages_read),
            (failed, &self.labels.pages_failed),
        ] {
            if let Some(pages) = pages {
                self.page_list(words, &pages);
            }
        }
    }

    fn page_list(&mut self, words: &str, pages: &InWords<'_>) {
        let out = &mut self.markdown;
        begin_block(out);
        escape::push_text(out, words);
        let mut separator = " ";
        for (url, name, reason) in &pages.named {
            out.push_str(separator);
            separator = ", ";
            entry::push_linked(out, Some(url), name);
            if let Some(reason) = reason {
                out.push_str(" (");
                escape::push_text(out, reason);
                out.push(')');
            }
        }
        for words in &pages.counted {
            out.push_str(separator);
            separator = ", ";
            escape::push_text(out, words);
        }
        out.push('\n');
    }
}
