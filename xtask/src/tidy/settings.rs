//! The settings of the tools that the house depends on.

use super::finding::Finding;
use toml::{Table, Value};

/// The findings of `rustfmt.toml`: a `mod` list must be able to stand in running order.
pub(super) fn rustfmt(text: &str) -> Option<Finding> {
    let settings: Table = text.parse().unwrap_or_default();
    let kept = settings.get("reorder_modules").and_then(Value::as_bool) == Some(false);
    (!kept).then(|| Finding::new("rustfmt.toml", 1, "`reorder_modules = false` is missing"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_keep_their_order() {
        let check = |text, expect| assert_eq!(rustfmt(text).is_none(), expect, "{text}");
        check("# why\nreorder_modules = false\nmax_width = 100\n", true);
        check("reorder_modules = true\n", false);
        check("# reorder_modules = false\n", false);
        check("", false);
        check("reorder_modules = ", false);
    }
}
