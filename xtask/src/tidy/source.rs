//! Checks of a Rust file: its first lines, its length, the length of its functions, and the words that must not
//! stand in it.

use super::finding::Finding;
use super::{names, scan};

/// The most lines of a file under a `src` that is not for tests alone.
const CODE_LINES: usize = 1_000;
/// The most lines of any other file; outside `src` a header may say why there are more.
const FILE_LINES: usize = 500;
const LONG_FILE: &str = "Over 500 lines because";
/// The most lines of a function, and the beginning of the comment above it where there are more.
const FUNCTION_LINES: usize = 80;
const LONG_FUNCTION: &str = "// Long because";
/// Words in the header of a file that may contain `unsafe`.
const UNSAFE_KERNEL: &str = "Unsafe kernel";
/// Macros that no file may contain.
const UNFINISHED: [&str; 3] = ["todo!", "unimplemented!", "dbg!"];

/// The findings of one file.
pub(super) fn check(path: &str, text: &str) -> Vec<Finding> {
    let code = scan::code_only(text);
    let header: Vec<&str> = text.lines().take_while(|line| line.starts_with("//!")).collect();
    let header = header.join("\n");
    let mut findings = Vec::new();
    let mut find = |line: usize, what: String| findings.push(Finding::new(path, line, what));
    if header.is_empty() {
        find(1, "the file does not open with `//!`".to_owned());
    }
    let (lines, most) = (text.lines().count(), most_lines(path));
    if lines > most && is_under_src(path) {
        find(most + 1, format!("{lines} lines, and {most} are the most"));
    } else if lines > most && !header.contains(LONG_FILE) {
        find(most + 1, format!("{lines} lines, and the header does not say why"));
    }
    for (line, what) in unfinished(&code).chain(empty_modules(&code)) {
        find(line, what);
    }
    if !header.contains(UNSAFE_KERNEL) {
        for at in scan::words(&code, "unsafe") {
            find(scan::line_of(&code, at), "`unsafe` outside an unsafe kernel".to_owned());
        }
    }
    for (line, what) in long_functions(text, &code) {
        find(line, what);
    }
    findings
}

/// True if a file lies in the `src` of a crate.
pub(super) fn is_under_src(path: &str) -> bool {
    path.contains("/src/")
}

/// The most lines that a file may have.
fn most_lines(path: &str) -> usize {
    if is_under_src(path) && !is_test(path) { CODE_LINES } else { FILE_LINES }
}

/// True if a file holds tests alone, by its name or its folder's.
pub(super) fn is_test(path: &str) -> bool {
    path.rsplit("/src/").next().is_some_and(|below| below.contains("tests"))
}

/// The macros of unfinished work, with their lines.
fn unfinished(code: &str) -> impl Iterator<Item = (usize, String)> + '_ {
    UNFINISHED.into_iter().flat_map(move |name| {
        let word = name.trim_end_matches('!');
        let calls = scan::words(code, word).filter(move |&at| code[at..].starts_with(name));
        calls.map(move |at| (scan::line_of(code, at), format!("`{name}` in the code")))
    })
}

/// The inline modules whose names say nothing, with their lines.
fn empty_modules(code: &str) -> impl Iterator<Item = (usize, String)> + '_ {
    scan::words(code, "mod").filter_map(|at| {
        let word = names::empty_word(scan::name(&code[at + "mod".len()..]))?;
        Some((scan::line_of(code, at), names::complaint(word)))
    })
}

/// The functions that are too long without a reason.
fn long_functions(text: &str, code: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for function in scan::functions(code) {
        let first = scan::line_of(code, function.span.start);
        let length = scan::line_of(code, function.span.end) + 1 - first;
        if length > FUNCTION_LINES && !has_reason(&lines, first) {
            found.push((first, format!("`{}` has {length} lines", function.name)));
        }
    }
    found
}

/// True if the line above a function, attributes skipped, says why it is long.
fn has_reason(lines: &[&str], first: usize) -> bool {
    let above = lines.iter().take(first - 1).rev().map(|line| line.trim_start());
    let mut above = above.skip_while(|line| line.starts_with("#["));
    above.next().is_some_and(|line| line.starts_with(LONG_FUNCTION))
}

#[cfg(test)]
mod tests {
    use super::check as findings;

    fn check(text: &str, expect: &[&str]) {
        let found: Vec<_> = findings("a.rs", text).iter().map(ToString::to_string).collect();
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn a_file_opens_with_its_header() {
        check("//! What it is.\n", &[]);
        check("", &["a.rs:1: the file does not open with `//!`"]);
        check("// x\n//! y\n", &["a.rs:1: the file does not open with `//!`"]);
    }

    #[test]
    fn a_long_file_says_why() {
        let lines = |n: usize| "struct A;\n".repeat(n);
        let too_long = "a.rs:501: 501 lines, and the header does not say why";
        check(&format!("//! x\n{}", lines(499)), &[]);
        check(&format!("//! x\n{}", lines(500)), &[too_long]);
        check(&format!("//! x\n//! Over 500 lines because\n{}", lines(600)), &[]);
    }

    #[test]
    fn a_file_under_src_is_short() {
        let check = |path: &str, lines: usize, expect: &[&str]| {
            let found = findings(path, &format!("//! x\n{}", "struct A;\n".repeat(lines - 1)));
            let found: Vec<_> = found.iter().map(ToString::to_string).collect();
            assert_eq!(found, expect, "{path} {lines}");
        };
        check("a/src/b.rs", 1_000, &[]);
        check("a/src/b.rs", 1_001, &["a/src/b.rs:1001: 1001 lines, and 1000 are the most"]);
        check("a/src/b/tests.rs", 500, &[]);
        check("a/src/tests/b.rs", 501, &["a/src/tests/b.rs:501: 501 lines, and 500 are the most"]);
    }

    #[test]
    fn unfinished_work_is_found_in_code_only() {
        check("//! x\nfn f() {\n    todo!()\n}\n", &["a.rs:3: `todo!` in the code"]);
        check(
            "//! x\nfn f() { dbg!(unimplemented!()) }",
            &["a.rs:2: `unimplemented!` in the code", "a.rs:2: `dbg!` in the code"],
        );
        check("//! todo!()\nfn f() { g(\"dbg!(1)\") } // unimplemented!()\n", &[]);
        check("//! x\nfn f() { my_todo!(); let todo = 1; }\n", &[]);
    }

    #[test]
    fn an_inline_module_is_named_after_what_it_holds() {
        check("//! x\nmod tests {}\n// mod utils {}\n", &[]);
        check(
            "//! x\nmod key_helper {}\n",
            &["a.rs:2: a module is named after what it holds, not `helper`"],
        );
    }

    #[test]
    fn a_long_function_says_why() {
        let function = |n: usize| format!("fn f() {{\n{}}}\n", "    g();\n".repeat(n));
        check(&format!("//! x\n{}", function(78)), &[]);
        check(&format!("//! x\n{}", function(79)), &["a.rs:2: `f` has 81 lines"]);
        check(&format!("//! x\n// Long because\n{}", function(79)), &[]);
        check(&format!("//! x\n// Long because\n#[inline]\n{}", function(79)), &[]);
        check(
            &format!("//! x\n// Long because\n\n{}", function(79)),
            &["a.rs:4: `f` has 81 lines"],
        );
        check("//! x\ntrait T {\n    fn f();\n}\ntype F = fn(u8);\n", &[]);
    }

    #[test]
    fn unsafe_stays_in_its_kernel() {
        check("//! x\n#![deny(unsafe_code)]\n// unsafe\n", &[]);
        check(
            "//! x\nfn f() {\n    unsafe { g() }\n}\n",
            &["a.rs:3: `unsafe` outside an unsafe kernel"],
        );
        check("//! x\n//! Unsafe kernel: proof\nunsafe fn f() {}\n", &[]);
    }
}
