//! The word that something is proved.

use crate::limits::Limit;

/// The word behind a sentence that holds of all that can be reached: proved, unless a limit ended the search.
pub(super) fn proved(limit: Option<Limit>) -> String {
    match limit {
        None => "(proved)".to_owned(),
        Some(limit) => format!("(as far as was searched: {limit} came first)"),
    }
}
