//! Checks that the documents are consistent: contents, links, headings, decisions, and the paths in ARCHITECTURE.

use crate::pages::{BESIDE, CONTENTS, Page, chapters, root};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The paths of all pages of a folder and of the folders in it, from the folder of the workspace.
fn found(folder: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(root().join(folder));
    let entries = entries.unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut all = BTreeSet::new();
    for entry in entries.filter_map(Result::ok) {
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            all.extend(found(&path));
        } else if path.ends_with(".md") {
            all.insert(path);
        }
    }
    all
}

/// Every page of the project.
fn all() -> Vec<Page> {
    let beside = BESIDE.map(str::to_owned).into_iter();
    beside.chain(found("docs")).map(|path| Page::read(&path)).collect()
}

/// The target of a link of a page: a path from the folder of the workspace, and a heading.
fn target<'a>(page: &Page, link: &'a str) -> (String, Option<&'a str>) {
    let (path, heading) = match link.split_once('#') {
        Some((path, heading)) => (path, Some(heading)),
        None => (link, None),
    };
    if path.is_empty() {
        return (page.path.clone(), heading);
    }
    let mut clean = PathBuf::new();
    let whole = Path::new(&page.path).parent().unwrap_or(Path::new("")).join(path);
    for part in whole.components() {
        if part == Component::ParentDir {
            assert!(clean.pop(), "{}: {link} leads out of the workspace", page.path);
        } else {
            clean.push(part);
        }
    }
    (clean.to_string_lossy().replace('\\', "/"), heading)
}

#[test]
fn the_contents_list_every_chapter_once() {
    let listed: Vec<String> = chapters().into_iter().map(|page| page.path).collect();
    let once: BTreeSet<String> = listed.iter().cloned().collect();
    assert_eq!(listed.len(), once.len(), "a chapter is listed twice");
    let mut there = found("docs");
    there.remove(CONTENTS);
    let differ: Vec<_> = once.symmetric_difference(&there).collect();
    assert!(differ.is_empty(), "there, but not listed, or the other way round: {differ:?}");
}

#[test]
fn every_link_leads_somewhere() {
    let mut count = 0;
    for page in all() {
        for link in page.links().into_iter().filter(|link| !link.contains("://")) {
            let (path, heading) = target(&page, link);
            assert!(root().join(&path).exists(), "{}: there is no {path}", page.path);
            let is_in_the_book = !page.path.starts_with("docs/") || path.starts_with("docs/");
            assert!(
                is_in_the_book,
                "{}: the built book has no {path}; name it without a link",
                page.path
            );
            if let Some(heading) = heading {
                let anchors = Page::read(&path).anchors();
                let known = anchors.iter().any(|anchor| anchor == heading);
                assert!(known, "{}: {path} has no #{heading}, but {anchors:?}", page.path);
            }
            count += 1;
        }
    }
    assert!(count >= 100, "{count} links were followed");
}

#[test]
fn every_page_has_one_title() {
    for page in all() {
        let titles = page.prose().iter().filter(|line| line.starts_with("# ")).count();
        assert!(titles == 1 || page.path == CONTENTS, "{}: {titles} titles", page.path);
    }
}

#[test]
fn examples_of_libraries_are_compiled() {
    let libraries = fs::read_dir(root().join("crates"));
    let libraries = libraries.unwrap_or_else(|error| panic!("{error}")).filter_map(Result::ok);
    let sources: String = libraries
        .filter_map(|entry| fs::read_to_string(entry.path().join("src/lib.rs")).ok())
        .collect();
    for page in all() {
        let shows = page.blocks().iter().any(|block| block.kind() == "rust");
        let compiled = sources.contains(&format!("include_str!(\"../../../{}\")", page.path));
        assert!(!shows || compiled, "{}: no crate's documentation includes it", page.path);
    }
}

#[test]
fn decisions_are_numbered_and_have_a_status() {
    let pages = found("docs/decisions").into_iter().filter(|path| !path.ends_with("/README.md"));
    let list = Page::read("docs/decisions/README.md");
    for (number, path) in (1..).zip(pages) {
        let page = Page::read(&path);
        let name = path.trim_start_matches("docs/decisions/");
        assert!(name.starts_with(&format!("{number:04}-")), "{path}: {number:04} comes next");
        assert!(
            page.text.starts_with(&format!("# {number:04}. ")),
            "{path}: the title has no number"
        );
        let status = page.text.lines().nth(2).unwrap_or_default();
        let known = ["accepted", "replaced by [", "replaced in part by ["];
        let known = known.iter().any(|word| status.starts_with(&format!("Status: {word}")));
        assert!(known && is_dated(status), "{path}: expected a status and a day: {status}");
        assert!(list.links().contains(&name), "{}: {name} is missing", list.path);
    }
}

/// True if a line ends with a day, such as 2026-11-22.
fn is_dated(line: &str) -> bool {
    let day = line.rsplit(" · ").next().unwrap_or_default();
    let digits = day.split('-').map(|part| (part.len(), part.bytes().all(|b| b.is_ascii_digit())));
    digits.eq([(4, true), (2, true), (2, true)])
}

#[test]
fn a_word_of_the_glossary_has_one_sense() {
    let page = Page::read("docs/glossary.md");
    let (mut words, mut entries) = (BTreeSet::new(), 0);
    for line in page.prose().iter().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        assert!(cells.len() == 3 && !cells[1].is_empty(), "{line}");
        entries += usize::from(cells[0] != "word");
        for word in cells[0].split(", ").filter(|word| *word != "word") {
            assert!(words.insert(word.to_owned()), "{word} stands twice");
        }
    }
    assert!((60..=90).contains(&entries), "{entries} entries");
}

/// The words in backticks on a page.
fn named(page: &Page) -> Vec<&str> {
    page.prose().iter().flat_map(|line| line.split('`').skip(1).step_by(2)).collect()
}

#[test]
fn the_paths_of_the_map_exist() {
    const PLACES: [&str; 10] = [
        "crates/", "audit/", "xtask/", "fuzz/", "tests/", "deploy/", "docs/", ".ci/", "dev/",
        "lab/",
    ];
    for page in BESIDE.map(Page::read) {
        let named = named(&page);
        let paths = named.iter().filter(|word| PLACES.iter().any(|place| word.starts_with(place)));
        for path in paths.filter(|path| !path.contains([' ', '*', '<', '{', 'N'])) {
            assert!(root().join(path).exists(), "{}: there is no {path}", page.path);
        }
    }
}

/// The part of a text between two marks.
fn between<'a>(text: &'a str, open: &str, close: &str) -> &'a str {
    let part = text.split_once(open).and_then(|(_, rest)| rest.split_once(close));
    part.unwrap_or_else(|| panic!("nothing stands between {open:?} and {close:?}")).0
}

#[test]
fn the_phases_of_the_page_are_those_of_a_mission() {
    let page = Page::read("docs/missions.md").text;
    let list = between(&page, "<!-- phases: mission -->", "<!-- /phases -->");
    let listed: Vec<&str> = list.lines().filter_map(|line| line.split('`').nth(1)).collect();
    let code = fs::read_to_string(root().join("crates/dungeon/src/mission/mod.rs"));
    let code = code.unwrap_or_else(|error| panic!("{error}"));
    // A phase is a function of a module, and the last one a method of the constraints.
    fn call(line: &str) -> Option<&str> {
        let (head, _) = line.split_once('(')?;
        match head.rsplit_once("::") {
            Some((_, name)) => Some(name),
            None => head.ends_with(".accepts").then_some("accept"),
        }
    }
    let called: Vec<&str> =
        between(&code, "fn attempt<", "\n}\n").lines().filter_map(call).collect();
    assert_eq!(listed, called);
}

/// The texts of all files of Rust and Python below a folder, in one.
fn code(folder: &Path) -> String {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let paths = entries.filter_map(Result::ok).map(|entry| entry.path());
    let texts = paths.filter(|path| !path.ends_with("target")).map(|path| {
        if path.is_dir() {
            code(&path)
        } else if path.extension().is_some_and(|ending| ending == "rs" || ending == "py") {
            fs::read_to_string(path).unwrap_or_default()
        } else {
            String::new()
        }
    });
    texts.collect()
}

#[test]
fn the_tests_that_hold_the_invariants_exist() {
    let sources = ["crates", "bindings", "xtask"].map(|folder| code(&root().join(folder))).concat();
    let page = Page::read("docs/invariants.md");
    let is_test = |word: &&str| {
        let letters = word.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        letters && word.matches('_').count() >= 2
    };
    let tests: Vec<&str> = named(&page).into_iter().filter(is_test).collect();
    for test in &tests {
        let is_there =
            ["fn", "def"].iter().any(|word| sources.contains(&format!("{word} {test}(")));
        assert!(is_there, "{}: there is no {test}", page.path);
    }
    assert!(tests.len() >= 15, "{tests:?}");
}

#[test]
fn the_page_of_seeds_names_the_algorithms_of_today() {
    use quandary::crossword::riddle;
    use quandary::dungeon::{cave, json, layout, mission, puzzle};
    let page = Page::read("docs/seeds.md").text;
    let versions = [
        mission::ALGORITHM,
        layout::ALGORITHM,
        puzzle::ALGORITHM,
        puzzle::expansion::ALGORITHM,
        json::dungeon::ALGORITHM,
        cave::ALGORITHM,
        riddle::ALGORITHM,
    ];
    for name in versions {
        assert!(page.contains(name), "docs/seeds.md: {name} is not named");
    }
}
