//! Figures of the workspace, which `tidy` prints at its end, so that a change of them is seen.

use super::{scan, source};
use std::fmt::{self, Display};

/// The figures of all files under a `src`; of tests, the files and the longest one alone.
#[derive(Default)]
pub(super) struct Figures {
    files: usize,
    code_lines: usize,
    longest: (usize, String),
    functions: Vec<usize>,
    /// The circles of imports that were found.
    pub(super) circles: usize,
}

impl Figures {
    /// Counts a file in.
    pub(super) fn count(&mut self, path: &str, text: &str) {
        self.files += 1;
        self.longest = self.longest.clone().max((text.lines().count(), path.to_owned()));
        if source::is_test(path) {
            return;
        }
        let code = scan::code_only(text);
        let code = scan::outside_tests(&code);
        let lines = text.lines().take(code.lines().count());
        self.code_lines += lines.filter(|line| is_code(line)).count();
        self.functions.extend(
            scan::functions(code).map(|function| {
                1 + code[function.span].bytes().filter(|&byte| byte == b'\n').count()
            }),
        );
        self.functions.sort_unstable();
    }

    /// The length of the function that `percent` of all do not exceed.
    fn function(&self, percent: usize) -> usize {
        let last = self.functions.len().saturating_sub(1);
        self.functions.get(last * percent / 100).copied().unwrap_or_default()
    }
}

/// True if a line is neither blank nor a comment.
fn is_code(line: &str) -> bool {
    let line = line.trim_start();
    !line.is_empty() && !line.starts_with("//")
}

impl Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (lines, path) = &self.longest;
        write!(
            f,
            "under src: {} files, {} lines of code without tests, longest file {path} ({lines} lines), \
             lines of a function {} (median) {} (p90), circles {}",
            self.files,
            self.code_lines,
            self.function(50),
            self.function(90),
            self.circles
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Figures;

    #[test]
    fn the_figures_leave_out_blanks_and_comments() {
        let mut figures = Figures::default();
        figures.count("b.rs", "//! x\n\nfn f() {}\n  // y\nfn g() {\n    \"a // b\";\n}\n#[cfg(test)]\nmod tests {}\n");
        figures.count("a/src/tests.rs", "fn f() {}\n");
        figures.count("a.rs", "struct A;\n");
        let expect = "under src: 3 files, 5 lines of code without tests, longest file b.rs (9 lines), \
                      lines of a function 1 (median) 1 (p90), circles 0";
        assert_eq!(figures.to_string(), expect);
    }
}
