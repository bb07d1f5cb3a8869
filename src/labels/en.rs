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
        new_tab: Borrowed("Links open in a new tab."),
        temporary: Borrowed("Links that lead through Google are temporary."),
        notes: Borrowed("Notes of the answer"),
        note: Borrowed("note {n}"),
        back_to_note: Borrowed("Back to note reference {n}"),
        table: Borrowed("Table"),
        task_open: Borrowed("To do"),
        task_done: Borrowed("Done"),
        output: Borrowed("Output"),
        output_failed: Borrowed("The code failed."),
        output_too_late: Borrowed("The code took too long."),
        thoughts: Borrowed("Thoughts"),
        image: Borrowed("Image made for this answer"),
        file: Borrowed("File: {name}"),
        suggestions: Borrowed("Google Search suggestions"),
        no_sources: Borrowed("This answer names no sources."),
        no_answer: Borrowed("There is no answer."),
        no_answer_reason: Borrowed("There is no answer. The reason given: {reason}."),
        cut_off: Borrowed("The answer was cut off."),
    }
}
