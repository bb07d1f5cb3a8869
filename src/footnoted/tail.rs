//! What stands behind the text: notices, the definitions, and the sources that no number leads to.

use crate::answer::{Kind, Status};
use crate::labels::Labels;
use crate::link;
use crate::options::{Options, Uncited};
use crate::policy;
use crate::result::{Answer, Source};
use crate::source_name::{self, Target};

use super::escape;
use super::label::Naming;

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
    let definitions = definitions(&mut markdown, answer, naming);
    lists(&mut markdown, answer, options, labels);
    Tail {
        markdown,
        definitions,
    }
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
    {
        notices.push(labels.no_sources.to_string());
    }
    if is_cut_off {
        notices.push(labels.cut_off.to_string());
    }
    notices
}

fn definitions(out: &mut String, answer: &Answer, naming: &Naming) -> usize {
    let numbered = answer
        .sources
        .iter()
        .filter_map(|source| Some((source.number?, source)));
    let mut count = 0;
    for (number, source) in numbered {
        if count == 0 {
            begin_block(out);
        }
        count += 1;
        naming.push_reference(out, number);
        out.push_str(": ");
        entry(out, source);
        out.push('\n');
    }
    count
}

/// Sources without a number, under the headings that `render` gives them.
fn lists(out: &mut String, answer: &Answer, options: &Options, labels: &Labels) {
    let mut is_cited = vec![false; answer.sources.len()];
    for &source in answer.citations.iter().flat_map(|c| &c.sources) {
        is_cited[source] = !answer.sources[source].is_emptied;
    }
    let (mut maps, mut unplaced, mut consulted) = (Vec::new(), Vec::new(), Vec::new());
    for (source, is_cited) in answer.sources.iter().zip(&is_cited) {
        let is_hidden = source.is_emptied || (!is_cited && options.uncited == Uncited::Hide);
        if source.number.is_some() || is_hidden {
            continue;
        }
        match source.kind {
            Kind::Maps => maps.push(source),
            _ if *is_cited => unplaced.push(source),
            _ => consulted.push(source),
        }
    }
    let heading = match is_cited.contains(&true) {
        true => &labels.also_consulted,
        false => &labels.consulted,
    };
    list(out, &labels.maps, &maps);
    list(out, &labels.place_unknown, &unplaced);
    list(out, heading, &consulted);
}

fn list(out: &mut String, heading: &str, sources: &[&Source]) {
    if sources.is_empty() {
        return;
    }
    begin_block(out);
    out.push_str("**");
    escape::push_text(out, heading);
    out.push_str("**\n\n");
    for source in sources {
        out.push_str("- ");
        entry(out, source);
        out.push('\n');
    }
}

/// A source's name, linked where its address may be a link, and its host.
fn entry(out: &mut String, source: &Source) {
    let link = source.url.as_deref().and_then(link::check);
    match &link {
        Some(link) => escape::push_link(out, &source.label, link),
        None => escape::push_text(out, &source.label),
    }
    let host = link.as_ref().and_then(|link| link.shown_host());
    let target = match &host {
        _ if source.temporary => Target::Redirect,
        Some(host) => Target::Host(host),
        None => Target::Nowhere,
    };
    let (label, domain) = (Some(source.label.as_str()), source.domain.as_deref());
    if let Some(host) = source_name::choose(label, domain, target, None, None).host {
        out.push(' ');
        escape::push_text(out, &host);
    }
}
