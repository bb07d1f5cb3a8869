//! English.

use std::borrow::Cow::Borrowed;

use super::Labels;

pub(super) fn labels() -> Labels {
    Labels {
        sources: Borrowed("Sources"),
        source: Borrowed("Source {n}"),
        back_to_citation: Borrowed("Back to citation {n}"),
        more: Borrowed("… and {n} more"),
        place_unknown: Borrowed("Cited, place unknown"),
        also_consulted: Borrowed("Also consulted"),
        consulted: Borrowed("Consulted"),
        maps: Borrowed("Google Maps sources"),
        recitations: Borrowed("Recited from"),
        unnamed: Borrowed("Source without a name"),
        published: Borrowed("Published {date}"),
        license: Borrowed("Licence: {license}"),
        page: Borrowed("page {n}"),
        pages: Borrowed("pages {n}"),
        excerpt: Borrowed("Excerpt"),
        excerpts: Borrowed("Excerpts ({n})"),
        review: Borrowed("Review"),
        report: Borrowed("Report a problem"),
        report_review: Borrowed("Report this review"),
        pages_read: Borrowed("Pages read:"),
        pages_failed: Borrowed("Pages that could not be read:"),
        pages_unnamed: Borrowed("{n} without an address"),
        paywall: Borrowed("paywall"),
        judged_unsafe: Borrowed("judged unsafe"),
        confidence: Borrowed("Confidence: {level} ({n} %)"),
        confidence_low: Borrowed("low"),
        confidence_medium: Borrowed("medium"),
        confidence_high: Borrowed("high"),
        confidence_between: Borrowed("{low} to {high}"),
        new_tab: Borrowed("Links open in a new tab."),
        temporary: Borrowed("Links that lead through Google are temporary."),
        notes: Borrowed("Notes of the answer"),
        note: Borrowed("note {n}"),
        back_to_note: Borrowed("Back to note reference {n}"),
        table: Borrowed("Table"),
        task_open: Borrowed("To do"),
        task_done: Borrowed("Done"),
        suggestions: Borrowed("Google Search suggestions"),
        no_sources: Borrowed("This answer names no sources."),
        no_answer: Borrowed("There is no answer."),
        no_answer_reason: Borrowed("There is no answer. The reason given: {reason}."),
        cut_off: Borrowed("The answer was cut off."),
    }
}
