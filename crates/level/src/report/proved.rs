//! The note that a statement is proved.

use crate::limits::Limit;

/// The note after a statement about all reachable states: proved, unless a limit ended the search.
pub(super) fn proved(limit: Option<Limit>) -> String {
    match limit {
        None => "(proved)".to_owned(),
        Some(limit) => format!("(as far as was searched: {limit} came first)"),
    }
}
