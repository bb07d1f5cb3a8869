//! Where the entry of a list stood, kept for diagnostics of later stages.

use std::rc::Rc;

use super::node::Node;

/// The place of a list's entry in the input. Entries of one list share its path, so that a long
/// list costs no strings.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origin {
    list: Rc<str>,
    index: usize,
}

impl Origin {
    /// Empty where an entry was made of something else.
    pub(crate) fn path(&self) -> String {
        if self.list.is_empty() {
            return String::new();
        }
        format!("{}[{}]", self.list, self.index)
    }
}

/// Reads every entry of a list, together with where it stands.
pub(super) fn each<'n, T>(list: &'n Node<'n>, read: impl FnMut(Node<'n>, Origin) -> T) -> Vec<T> {
    each_after(0, list, read)
}

/// The same without the entries at its beginning that are known.
pub(super) fn each_after<'n, T>(
    known: usize,
    list: &'n Node<'n>,
    mut read: impl FnMut(Node<'n>, Origin) -> T,
) -> Vec<T> {
    let path: Rc<str> = list.path().into();
    let items = list.items().enumerate().skip(known);
    items
        .map(|(index, item)| {
            let list = Rc::clone(&path);
            read(item, Origin { list, index })
        })
        .collect()
}
