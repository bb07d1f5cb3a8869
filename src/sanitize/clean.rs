//! ammonia under the policy: its builder from zero, since its defaults let images load.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use ammonia::{Builder, UrlRelative};

use crate::html::marks::{CHECKED, WRAPPER};
use crate::policy;

use super::veil::unveiled;

thread_local! {
    static BUILDER: OnceCell<Builder<'static>> = const { OnceCell::new() };
}

/// Balances a flattened block and lets nothing through but what the policy names.
pub(super) fn clean(flat: &str) -> String {
    BUILDER.with(|builder| {
        builder
            .get_or_init(builder_from_zero)
            .clean(flat)
            .to_string()
    })
}

fn builder_from_zero() -> Builder<'static> {
    let mut builder = Builder::empty();
    let tag_attributes: HashMap<&str, HashSet<&str>> = policy::TAG_ATTRIBUTES
        .iter()
        .map(|(tag, attributes)| (*tag, attributes.iter().copied().collect()))
        .collect();
    builder
        .tags(policy::TAGS.iter().copied().collect())
        .generic_attributes(policy::GENERIC_ATTRIBUTES.iter().copied().collect())
        .tag_attributes(tag_attributes)
        .link_rel(None)
        .strip_comments(true)
        // A checked target begins with a noncharacter, which makes it relative; the filter below
        // refuses every other.
        .url_relative(UrlRelative::PassThrough)
        .attribute_filter(|tag, attribute, value| {
            let is_kept = match (tag, attribute) {
                ("a", "href") => value.starts_with(CHECKED),
                ("div", "class") => value.chars().eq([WRAPPER]),
                (_, "class") => unveiled(value).split(" ").all(policy::is_kept_class),
                _ => policy::is_kept_value(attribute, value),
            };
            is_kept.then_some(Cow::Borrowed(value))
        });
    builder
}
