//! Runs the examples in the README and in the chapters of the book, and compares their outputs.
//!
//! `QUANDARY_BLESS=1` writes the current outputs into the pages.
//!
//! The words after a fence say how a block is tested. `console`: each command is run, and its output compared. `sh`:
//! each line is run and must succeed. `sh by-hand`: not run, because it builds, or needs something that a test does
//! not have. `sh service`: sent to a running service, by `tests/serve.rs`. `file:NAME`, with any kind: a file that
//! the reader saves. `rust`: compiled and run with the documentation of a crate. `python`: run by
//! `bindings/python/tests/test_docs.py`. `toml`: parsed. `text`: not tested.

use crate::pages::{Block, Page, chapters};
use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use testing::skipped;

/// The random bytes of secrets in tests; outside of tests the system supplies them.
const DRAWN: &str = "bytes that are known, for a test alone";

/// The kinds of blocks.
const KINDS: [&str; 9] =
    ["python", "console", "sh", "rust", "text", "json", "words", "jsonl", "toml"];

/// The README and all chapters.
fn read() -> Vec<Page> {
    [Page::read("README.md")].into_iter().chain(chapters()).collect()
}

/// The examples of a console block: each command with its output.
fn examples(block: &str) -> Vec<(&str, String)> {
    let mut examples = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("$ "), examples.last_mut()) {
            (Some(command), _) => examples.push((command, String::new())),
            (None, Some((_, said))) => *said += &format!("{line}\n"),
            (None, None) => panic!("no command before {line:?}"),
        }
    }
    examples
}

/// The reference data that some examples need.
fn corpus() -> Option<PathBuf> {
    env::var_os("QUANDARY_DATA").map(|data| Path::new(&data).join("vglc"))
}

/// The folder before the first command of a page, with all files that the pages tell the reader to save.
fn folder(pages: &[Page]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let saved = |name: &str, text: &str| {
        let path = folder.path().join(name);
        let there = fs::read_to_string(&path).unwrap_or_else(|_| text.to_owned());
        assert_eq!(there, text, "two blocks are saved as {name}, and differ");
        fs::write(path, text).unwrap_or_else(|error| panic!("{name}: {error}"));
    };
    saved("drawn", DRAWN);
    for block in pages.iter().flat_map(Page::blocks) {
        if let Some(name) = block.file() {
            saved(name, &block.text);
        }
    }
    folder
}

/// The folder of the program, in front of PATH.
fn path() -> OsString {
    let own = Path::new(env!("CARGO_BIN_EXE_quandary")).parent().unwrap_or(Path::new(""));
    let rest = env::var_os("PATH").unwrap_or_default();
    let all = [own.to_owned()].into_iter().chain(env::split_paths(&rest));
    env::join_paths(all).unwrap_or_else(|error| panic!("{error}"))
}

/// Runs a line like a shell, in a folder; `None` if it needs the missing corpus.
fn run(line: &str, folder: &Path) -> Option<Output> {
    if line.contains("LoZ") {
        let Some(corpus) = corpus() else {
            skipped(format_args!("QUANDARY_DATA is not set, and {line} needs it"));
            return None;
        };
        let from_corpus = |word: &&str| word.ends_with(".dot") || word.starts_with("tloz");
        for file in line.split(' ').filter(from_corpus) {
            let copied = fs::copy(corpus.join(file), folder.join(file));
            copied.unwrap_or_else(|error| panic!("{file}: {error}"));
        }
    }
    let output = Command::new("sh")
        .args(["-c", &line.replace("/dev/urandom", "drawn")])
        .current_dir(folder)
        .env("PATH", path())
        .env("QUANDARY_LEXICONS", folder)
        .stdin(Stdio::null())
        .output();
    Some(output.unwrap_or_else(|error| panic!("{error}")))
}

/// Writes the current output of a command into a page.
fn bless(page: &Page, command: &str, expect: &str, said: &str) {
    let path = crate::pages::root().join(&page.path);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{error}"));
    let text = text.replace(&format!("$ {command}\n{expect}"), &format!("$ {command}\n{said}"));
    fs::write(path, text).unwrap_or_else(|error| panic!("{error}"));
}

/// Runs the commands of a console block and compares their outputs; returns the number of commands.
fn compare(page: &Page, block: &Block, folder: &Path) -> usize {
    let mut count = 0;
    for (command, expect) in examples(&block.text) {
        let (whole, head) = match command.split_once(" | head -") {
            Some((whole, lines)) => (whole, lines.parse().unwrap_or(usize::MAX)),
            None => (command, usize::MAX),
        };
        let Some(output) = run(whole, folder) else { continue };
        let said = String::from_utf8_lossy(&[output.stderr, output.stdout].concat()).into_owned();
        let said: String = said.split_inclusive('\n').take(head).collect();
        if said != expect && env::var_os("QUANDARY_BLESS").is_some() {
            bless(page, command, &expect, &said);
        } else {
            assert_eq!(said, expect, "{}: $ {command}", page.path);
        }
        count += 1;
    }
    count
}

/// Outputs and folders of lines that read no file, by line.
type Runs = BTreeMap<String, (Output, tempfile::TempDir)>;

/// Runs a line. A line that generates a dungeon from its options alone runs once, and other pages with it get its
/// files.
fn run_once(line: &str, folder: &Path, made: &mut Runs) -> Option<Output> {
    let command = line.split(" #").next().unwrap_or_default().trim();
    let makes =
        ["quandary dungeon ", "quandary play --"].iter().any(|one| command.starts_with(one));
    if !makes || command.split(' ').any(|word| folder.join(word).exists()) {
        return run(line, folder);
    }
    if !made.contains_key(command) {
        let left = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
        let output = run(command, left.path())?;
        made.insert(command.to_owned(), (output, left));
    }
    let (output, left) = made.get(command)?;
    for file in fs::read_dir(left.path()).into_iter().flatten().filter_map(Result::ok) {
        let copied = fs::copy(file.path(), folder.join(file.file_name()));
        copied.unwrap_or_else(|error| panic!("{command}: {error}"));
    }
    Some(output.clone())
}

/// Runs the lines of a shell block, which must succeed; returns the number of lines.
fn perform(page: &Page, block: &Block, folder: &Path, made: &mut Runs) -> usize {
    let lines = block.text.lines().filter(|line| !line.trim().is_empty());
    let ran = lines.filter_map(|line| Some((line, run_once(line, folder, made)?)));
    let ran = ran.inspect(|(line, output)| {
        // Exit code 1 is valid too: a level with a softlock, or a game that was left. A busy machine may find nothing
        // in a limited time.
        let well = match output.status.code() {
            Some(0 | 1) => true,
            Some(11) => line.contains(" --time "),
            _ => false,
        };
        assert!(well, "{}: {line}: {output:?}", page.path);
    });
    ran.count()
}

/// The test.
fn hold(pages: &[Page], page: &Page, made: &mut Runs) -> usize {
    let folder = folder(pages);
    let mut count = 0;
    for block in page.blocks() {
        let kind = block.kind();
        assert!(KINDS.contains(&kind), "{}: a block of the kind {kind:?}", page.path);
        match kind {
            "console" => count += compare(page, &block, folder.path()),
            "sh" if !block.has("by-hand") && !block.has("service") => {
                count += perform(page, &block, folder.path(), made);
            }
            "toml" => {
                let parsed = toml::from_str::<toml::Table>(&block.text);
                parsed.unwrap_or_else(|error| panic!("{}: {error}", page.path));
            }
            _ => (),
        }
    }
    count
}

#[test]
fn the_pages_tell_the_truth() {
    let pages = read();
    let mut made = Runs::new();
    let run: usize = pages.iter().map(|page| hold(&pages, page, &mut made)).sum();
    assert!(run >= 50, "{run} examples were run");
}

#[test]
fn what_is_not_run_is_of_the_workshop() {
    const BEGINNINGS: [&str; 13] = [
        "cargo ",
        ".ci/",
        "git ",
        "python3 ",
        "python -m ",
        "pip install ",
        "QUANDARY_",
        "#",
        "rustup ",
        "cd web ",
        "npx ",
        "node ",
        "quandary serve ",
    ];
    for page in read() {
        for block in page.blocks().iter().filter(|block| block.has("by-hand")) {
            for line in block.text.lines().filter(|line| !line.is_empty()) {
                let known = BEGINNINGS.iter().any(|beginning| line.starts_with(beginning));
                assert!(known, "{}: {line} could be run", page.path);
            }
        }
    }
}
