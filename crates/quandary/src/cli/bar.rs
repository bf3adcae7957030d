//! How bars of progress look.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar that looks as a template says.
pub(super) fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
