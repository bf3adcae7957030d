//! The pages of the project as tests read them: README, ARCHITECTURE, CONTRIBUTING, the chapters of the book, and
//! their fenced blocks.

use std::fs;
use std::path::{Path, PathBuf};

/// The contents of the book.
pub(crate) const CONTENTS: &str = "docs/SUMMARY.md";
/// The pages beside the book.
pub(crate) const BESIDE: [&str; 3] = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A page, by its path from the folder of the workspace.
pub(crate) struct Page {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl Page {
    pub(crate) fn read(path: &str) -> Self {
        let text = fs::read_to_string(root().join(path));
        assert!(text.is_ok(), "{path}: {text:?}");
        Self { path: path.to_owned(), text: text.unwrap_or_default() }
    }

    /// The fenced blocks, in their order.
    pub(crate) fn blocks(&self) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut fence = None;
        for line in self.text.lines() {
            match (&fence, fence_of(line), blocks.last_mut()) {
                (None, Some((mark, words)), _) => {
                    fence = Some(mark);
                    blocks.push(Block::new(words));
                }
                (Some(open), Some((mark, "")), _) if *open == mark => fence = None,
                (Some(_), _, Some(block)) => block.text += &format!("{line}\n"),
                _ => (),
            }
        }
        assert!(fence.is_none(), "{}: a block has no end", self.path);
        blocks
    }

    /// The page without its fenced blocks, line by line.
    pub(crate) fn prose(&self) -> Vec<&str> {
        let mut fence = None;
        let mut lines = Vec::new();
        for line in self.text.lines() {
            match (fence, fence_of(line)) {
                (None, Some((mark, _))) => fence = Some(mark),
                (Some(open), Some((mark, ""))) if open == mark => fence = None,
                (None, None) => lines.push(line),
                _ => (),
            }
        }
        lines
    }

    /// The targets of the page's links and pictures.
    pub(crate) fn links(&self) -> Vec<&str> {
        let mut links = Vec::new();
        for line in self.prose() {
            for after in line.split("](").skip(1) {
                links.extend(after.split_once(')').map(|(link, _)| link));
            }
        }
        links
    }

    /// The anchors that a link to a heading of the page may name, as GitHub and mdBook make them of the heading.
    pub(crate) fn anchors(&self) -> Vec<String> {
        let headings = self.prose().into_iter().filter(|line| line.starts_with('#'));
        headings.map(|line| anchor(line.trim_start_matches('#').trim())).collect()
    }
}

/// A fenced block: the words after its fence, the first of which is its kind, and its lines.
pub(crate) struct Block {
    pub(crate) words: Vec<String>,
    pub(crate) text: String,
}

impl Block {
    fn new(words: &str) -> Self {
        let words = words.split_whitespace().map(str::to_owned).collect();
        Self { words, text: String::new() }
    }

    pub(crate) fn kind(&self) -> &str {
        self.words.first().map_or("", String::as_str)
    }

    pub(crate) fn has(&self, word: &str) -> bool {
        self.words.iter().any(|known| known == word)
    }

    /// The file that a reader saves the block as, such as `keys.txt` of `file:keys.txt`.
    pub(crate) fn file(&self) -> Option<&str> {
        self.words.iter().find_map(|word| word.strip_prefix("file:"))
    }
}

/// The mark of a line that opens or closes a block, and the words after it.
fn fence_of(line: &str) -> Option<(&'static str, &str)> {
    ["```", "~~~"].into_iter().find_map(|mark| Some((mark, line.strip_prefix(mark)?.trim())))
}

/// The name of a heading: small letters, spaces as hyphens, other signs left out.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).flat_map(char::to_lowercase).collect()
}

/// The chapters of the book, as its contents list them.
pub(crate) fn chapters() -> Vec<Page> {
    let contents = Page::read(CONTENTS);
    contents.links().into_iter().map(|link| Page::read(&format!("docs/{link}"))).collect()
}
