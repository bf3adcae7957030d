//! The modules of a crate: the names that each defines, imports and mentions, read from its words.
//!
//! This is no parser either: it knows items, attributes, `use` trees and paths. Code under test is left out, and
//! so is every file that only tests declare.

use super::scan;
use std::collections::{BTreeMap, BTreeSet};

/// A module of a crate.
#[derive(Debug, Default)]
pub(super) struct Module {
    /// The file it is written in; an inline module lies in its parent's.
    pub(super) file: String,
    /// The module around it; none for the root of the crate.
    pub(super) parent: Option<usize>,
    /// Its child modules, by name.
    pub(super) children: BTreeMap<String, usize>,
    /// The names of the items it defines.
    pub(super) defines: BTreeSet<String>,
    /// The names it brings in, at its top or within a function.
    pub(super) uses: Vec<Use>,
    /// The paths of at least two words in its code, `use` aside.
    pub(super) paths: BTreeSet<Vec<String>>,
    /// The words of its code, `use` aside.
    pub(super) words: BTreeSet<String>,
}

/// One name that a `use` brings in.
#[derive(Debug)]
pub(super) struct Use {
    /// The path of the import; one that ends in `self` leads to a module, and to no function of that name.
    pub(super) path: Vec<String>,
    /// The name it has here; none where it brings in everything (`*`).
    pub(super) name: Option<String>,
    /// True for a `pub use` of any kind.
    pub(super) public: bool,
}

/// The modules of the crate whose root is the file `root`, the root first. `files` are the texts by path.
pub(super) fn of_crate(root: &str, files: &BTreeMap<String, String>) -> Vec<Module> {
    let mut modules = vec![Module { file: root.to_owned(), ..Module::default() }];
    let folder = root.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
    read_file(0, &folder, files, &mut modules);
    modules
}

/// Reads the file of a module whose child files lie in `folder`.
fn read_file(at: usize, folder: &str, files: &BTreeMap<String, String>, modules: &mut Vec<Module>) {
    let code = scan::code_only(files.get(&modules[at].file).map_or("", String::as_str));
    read_items(&tokens(&code), at, folder, files, modules);
}

/// Splits code into names, `::` and single signs; a lifetime is left out.
fn tokens(code: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = scan::name(rest).len();
        let length = match first {
            '\'' => 1 + scan::name(&rest[1..]).len(),
            ':' if rest.starts_with("::") => 2,
            _ if word > 0 => word,
            _ => first.len_utf8(),
        };
        if first != '\'' {
            found.push(&rest[..length]);
        }
        rest = rest[length..].trim_start();
    }
    found
}

/// Reads the items of a module.
fn read_items(
    tokens: &[&str],
    at: usize,
    folder: &str,
    files: &BTreeMap<String, String>,
    modules: &mut Vec<Module>,
) {
    let mut rest = tokens;
    while !rest.is_empty() {
        let (attributes, item) = rest.split_at(attributes(rest));
        let (item, after) = item.split_at(item_length(item));
        if !is_test(attributes) {
            read_item(item, at, folder, files, modules);
        }
        rest = after;
    }
}

/// Reads one item, its attributes left out.
fn read_item(
    item: &[&str],
    at: usize,
    folder: &str,
    files: &BTreeMap<String, String>,
    modules: &mut Vec<Module>,
) {
    let public = item.first() == Some(&"pub");
    match &item[head(item)..] {
        ["use", tree @ ..] => use_tree(tree, &[], public, &mut modules[at].uses),
        ["mod", name, body @ ..] => {
            let below = join(folder, name);
            let inline = body.first() == Some(&"{");
            let (flat, deep) = (format!("{below}.rs"), format!("{below}/mod.rs"));
            let file = match files.contains_key(&flat) {
                _ if inline => modules[at].file.clone(),
                true => flat,
                false => deep,
            };
            let child = modules.len();
            modules[at].children.insert((*name).to_owned(), child);
            modules.push(Module { file, parent: Some(at), ..Module::default() });
            match body {
                ["{", items @ .., "}"] => read_items(items, child, &below, files, modules),
                _ => read_file(child, &below, files, modules),
            }
        }
        code => {
            modules[at].defines.extend(defined(code).map(str::to_owned));
            read_code(code, &mut modules[at]);
        }
    }
}

/// A path below a folder, which is empty for the root of all.
fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// The length of the attributes at the beginning.
fn attributes(tokens: &[&str]) -> usize {
    let mut at = 0;
    while let Some("#") = tokens.get(at).copied() {
        at += 1 + usize::from(tokens.get(at + 1) == Some(&"!"));
        at += bracketed(tokens.get(at..).unwrap_or_default());
    }
    at.min(tokens.len())
}

/// The length of the brackets at the beginning with their content; at least 1.
fn bracketed(tokens: &[&str]) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate() {
        depth += match *token {
            "(" | "[" | "{" => 1,
            ")" | "]" | "}" => -1,
            _ => 0,
        };
        if depth <= 0 {
            return at + 1;
        }
    }
    tokens.len().max(1)
}

/// True if attributes keep an item for tests: `#[test]`, or a `cfg` that asks for `test`.
fn is_test(attributes: &[&str]) -> bool {
    let asks = |cfg: &[&str]| cfg.contains(&"test") && !cfg.contains(&"not");
    attributes.split(|&token| token == "#").any(|attribute| match attribute {
        ["[", "cfg", condition @ ..] => asks(condition),
        ["[", "test", ..] => true,
        _ => false,
    })
}

/// The length of the modifiers before an item's own word: `pub`, `pub(crate)`, `unsafe`, `async` and the like.
fn head(item: &[&str]) -> usize {
    let mut at = 0;
    loop {
        at += match item.get(at..).unwrap_or_default() {
            ["pub", "(", ..] => 1 + bracketed(&item[at + 1..]),
            ["pub" | "unsafe" | "async" | "extern" | "auto", ..] => 1,
            ["const", "fn" | "unsafe" | "async" | "extern", ..] => 1,
            _ => return at,
        };
    }
}

/// The length of the item at the beginning: to its `;` or to the brace that closes its body.
fn item_length(tokens: &[&str]) -> usize {
    let word = tokens.get(head(tokens)).copied().unwrap_or_default();
    let to_the_end = matches!(word, "use" | "const" | "static" | "type" | "let");
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match *token {
            ";" => return at + 1,
            "{" if !to_the_end => return at + bracketed(&tokens[at..]),
            "(" | "[" | "{" => at += bracketed(&tokens[at..]),
            _ => at += 1,
        }
    }
    tokens.len()
}

/// The name that an item defines in its module.
fn defined<'a>(code: &[&'a str]) -> Option<&'a str> {
    match code {
        ["fn" | "struct" | "enum" | "trait" | "type" | "const" | "union", name, ..] => Some(name),
        ["static", "mut", name, ..] | ["static", name, ..] => Some(name),
        ["macro_rules", "!", name, ..] => Some(name),
        _ => None,
    }
}

/// Reads the words, the paths and the inner `use`s of an item.
fn read_code(code: &[&str], module: &mut Module) {
    let mut at = 0;
    while at < code.len() {
        let before = at.checked_sub(1).and_then(|i| code.get(i)).copied().unwrap_or_default();
        let length = match code[at] {
            "use" if matches!(before, "{" | "}" | ";" | "]") => {
                let length = code[at..].iter().take_while(|&&t| t != ";").count();
                use_tree(&code[at + 1..at + length], &[], false, &mut module.uses);
                length
            }
            _ => path_length(&code[at..]),
        };
        let path: Vec<_> = code[at..at + length].iter().copied().filter(|&t| t != "::").collect();
        if code[at] != "use" && length > 0 {
            module.words.insert(path[0].to_owned());
            if length > 1 && before != "::" {
                module.paths.insert(path.into_iter().map(str::to_owned).collect());
            }
        }
        at += length.max(1);
    }
}

/// The length of the path at the beginning; 0 where there is none.
fn path_length(code: &[&str]) -> usize {
    let is_name = |at: usize| code.get(at).is_some_and(|token| !scan::name(token).is_empty());
    let mut at = usize::from(is_name(0));
    while at > 0 && code.get(at) == Some(&"::") && is_name(at + 1) {
        at += 2;
    }
    at
}

/// Reads the tree of a `use` below a path.
fn use_tree(tree: &[&str], above: &[String], public: bool, uses: &mut Vec<Use>) {
    let mut path = above.to_vec();
    let mut rest = tree;
    loop {
        match rest {
            ["{", ..] => {
                let inside = &rest[1..bracketed(rest).max(2) - 1];
                for branch in branches(inside) {
                    use_tree(branch, &path, public, uses);
                }
                return;
            }
            ["*", ..] => return uses.push(Use { path, name: None, public }),
            ["::", tail @ ..] => rest = tail,
            ["as", name, ..] => {
                let name = Some((*name).to_owned());
                return uses.push(Use { path, name, public });
            }
            [name, tail @ ..] if !scan::name(name).is_empty() => {
                path.push((*name).to_owned());
                rest = tail;
            }
            _ => {
                let name = path.iter().rev().find(|word| *word != "self").cloned();
                return uses.push(Use { path, name, public });
            }
        }
    }
}

/// The parts between the commas outside brackets.
fn branches<'a, 'b>(tokens: &'b [&'a str]) -> Vec<&'b [&'a str]> {
    let (mut found, mut start, mut at) = (Vec::new(), 0, 0);
    while at < tokens.len() {
        if tokens[at] == "," {
            found.push(&tokens[start..at]);
            start = at + 1;
        }
        at += bracketed(&tokens[at..]);
    }
    found.push(&tokens[start..]);
    found.retain(|branch| !branch.is_empty());
    found
}
