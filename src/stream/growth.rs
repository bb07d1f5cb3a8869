//! More at the end of what a page shows: the difference that most pushes make. It is told without a
//! tree of either side.

use super::difference::unescaped;
use super::operation::{Change, Operation, Target};
use super::pieces::{Kind, Pieces, SEAM};

/// Where nodes stand that are the last of their element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Last<'p> {
    pub(super) target: Target,
    /// The element, from the container on.
    pub(super) path: &'p [usize],
    /// The child node that the first of them is.
    pub(super) first: usize,
}

/// Adds the operations that make `old` into `new`, if that only holds more before its last end tags.
/// Says whether it does.
pub(super) fn push(old: &str, new: &str, place: Last<'_>, operations: &mut Vec<Operation>) -> bool {
    let Some((end, more)) = more(old, new) else {
        return false;
    };
    let (path, children) = open_at(&old[..end], place);
    let is_in_text = !old[..end].ends_with(['>', SEAM]) && end > 0;
    let text_end = more.find('<').unwrap_or(more.len());
    let (text, html) = more.split_at(if is_in_text { text_end } else { 0 });
    if !text.is_empty() {
        let path = [&*path, &[children - 1]].concat();
        operations.push(Operation {
            target: place.target,
            path,
            change: Change::Text(unescaped(text)),
        });
    }
    if !html.is_empty() {
        operations.push(Operation {
            target: place.target,
            path,
            change: Change::Keep {
                keep: children,
                html: html.to_owned(),
            },
        });
    }
    true
}

/// What `new` has more than `old`, and where in that it stands.
fn more<'n>(old: &str, new: &'n str) -> Option<(usize, &'n str)> {
    let grown = new
        .len()
        .checked_sub(old.len())
        .filter(|grown| *grown > 0)?;
    let mut end = before_end_tags(old);
    if !new.starts_with(&old[..end]) {
        return None;
    }
    loop {
        let more = new.get(end..end + grown);
        if let Some(more) = more
            && new[end + grown..] == old[end..]
            && is_whole(more)
        {
            return Some((end, more));
        }
        let tag = old[end..].find('>')? + 1;
        if new.get(end..end + tag) != Some(&old[end..end + tag]) {
            return None;
        }
        end += tag;
    }
}

/// Where the end tags begin that stand last.
fn before_end_tags(html: &str) -> usize {
    let mut end = html.len();
    while let Some(tag) = html[..end].strip_suffix('>') {
        let Some(start) = tag.rfind('<') else { break };
        let name = tag[start + 1..].strip_prefix('/');
        if !name.is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_alphanumeric())) {
            break;
        }
        end = start;
    }
    end
}

/// Whether some HTML closes what it opens and nothing else.
fn is_whole(html: &str) -> bool {
    let mut depth = 0;
    for (kind, _) in Pieces::of(html) {
        match kind {
            Kind::Start => depth += 1,
            Kind::End if depth == 0 => return false,
            Kind::End => depth -= 1,
            Kind::Text | Kind::Void => {}
        }
    }
    depth == 0 && !html.contains(SEAM)
}

/// The element that is open at the end of some HTML, and how many children it has there.
pub(super) fn open_at(html: &str, place: Last<'_>) -> (Vec<usize>, usize) {
    let mut path = place.path.to_vec();
    let mut children = place.first;
    for (kind, _) in Pieces::of(html) {
        match kind {
            Kind::Text | Kind::Void => children += 1,
            Kind::Start => {
                path.push(children);
                children = 0;
            }
            Kind::End => children = path.pop().unwrap_or_default() + 1,
        }
    }
    (path, children)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grown(old: &str, new: &str) -> Option<Vec<(Vec<usize>, Change)>> {
        let mut operations = Vec::new();
        let place = Last {
            target: Target::Body,
            path: &[7],
            first: 3,
        };
        let is_growth = push(old, new, place, &mut operations);
        let of = |it: Operation| (it.path, it.change);
        is_growth.then(|| operations.into_iter().map(of).collect())
    }

    fn keep(keep: usize, html: &str) -> Change {
        let html = html.to_owned();
        Change::Keep { keep, html }
    }

    fn text(text: &str) -> Change {
        Change::Text(text.to_owned())
    }

    #[test]
    fn text_goes_on_where_it_stands() {
        let old = "<p>a <em>b</em></p>";
        assert_eq!(
            grown(old, "<p>a <em>b &amp; c</em></p>"),
            Some(vec![(vec![7, 3, 1, 0], text(" & c"))])
        );
        assert_eq!(
            grown(old, "<p>a <em>b</em> c</p>"),
            Some(vec![(vec![7, 3], keep(2, " c"))])
        );
        assert_eq!(
            grown(old, "<p>a <em>b</em></p><hr>"),
            Some(vec![(vec![7], keep(4, "<hr>"))])
        );
        assert_eq!(
            grown("<p>a</p>", "<p>a b<br>c</p>"),
            Some(vec![
                (vec![7, 3, 0], text(" b")),
                (vec![7, 3], keep(1, "<br>c"))
            ])
        );
        assert_eq!(
            grown("", "<p>a</p>"),
            Some(vec![(vec![7], keep(3, "<p>a</p>"))])
        );
        assert_eq!(
            grown("<p>a</p>", "<p>a</p><p>a</p>"),
            Some(vec![(vec![7], keep(4, "<p>a</p>"))])
        );
    }

    #[test]
    fn any_other_difference_is_not_its_business() {
        for (old, new) in [
            ("<p>a</p>", "<p>b</p>"),
            ("<p>a</p>", "<p>a"),
            ("<p>a</p>", "<h2>a b</h2>"),
            ("<p><em>a</em></p>", "<p>a b c d e f g h</p>"),
            ("<p>a</p>", "<p>a\u{FDD6}b</p>"),
        ] {
            assert_eq!(grown(old, new), None, "{old} {new}");
        }
    }

    #[test]
    fn a_tag_in_a_value_ends_nothing() {
        let old = "<p title=\"</p>\">a<br class=\"</p>\"></p>";
        let new = "<p title=\"</p>\">a<br class=\"</p>\">b</p>";
        assert_eq!(grown(old, new), Some(vec![(vec![7, 3], keep(2, "b"))]));
    }
}
