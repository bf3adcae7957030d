//! Forbids circular imports between the files of a crate, so files can be read in order.
//!
//! A file imports another if it names something that the other defines, through any re-exports. Declaring a module, or
//! re-exporting a name with `pub use`, is not an import. The `mod.rs` of a folder and the files below it are one
//! module: they may import each other, unless a circle remains without the `mod.rs`.

use super::modules::{self, Module};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of re-exports to follow, since those of two modules may be circular.
const STEPS: usize = 16;

/// The target of a path: a module or an item.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Target {
    Module(usize),
    Item { file: String, name: String },
}

/// For each file, the files that it imports from, and the names.
type Imports = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// The circles of the crate with the root file `root`; `files` are texts by path.
pub(super) fn check(root: &str, files: &BTreeMap<String, String>) -> Vec<String> {
    let imports = imports(&modules::of_crate(root, files));
    let found = circles(&imports).into_iter().flat_map(|circle| {
        let is_one_folder = circle
            .iter()
            .any(|front| circle.iter().all(|file| file == front || is_below(file, front)));
        let mut within = imports.clone();
        if is_one_folder {
            within.retain(|file, _| circle.contains(file));
            within
                .iter_mut()
                .for_each(|(file, others)| others.retain(|front, _| !is_below(file, front)));
            circles(&within)
        } else {
            BTreeSet::from([circle])
        }
    });
    found
        .filter_map(|circle| {
            Some(format!("{}:1: {}", circle.first()?, describe(&circle, &imports)))
        })
        .collect()
}

/// True if a file is in or below the folder of the `mod.rs` `front`.
fn is_below(file: &str, front: &str) -> bool {
    let folder = front.strip_suffix("mod.rs").filter(|folder| folder.ends_with('/'));
    file != front && folder.is_some_and(|folder| file.starts_with(folder))
}

/// The sets of files that import each other, directly or indirectly.
fn circles(imports: &Imports) -> BTreeSet<BTreeSet<String>> {
    let reached: BTreeMap<&String, BTreeSet<&String>> =
        imports.keys().map(|file| (file, reached(file, imports))).collect();
    let of = |(file, from_here): (&&String, &BTreeSet<&String>)| {
        let back = |other: &&&String| reached.get(**other).is_some_and(|r| r.contains(file));
        from_here.iter().filter(back).map(|file| (*file).clone()).collect()
    };
    reached.iter().map(of).filter(|circle: &BTreeSet<String>| !circle.is_empty()).collect()
}

/// The message about a circle: its files, and the imports between them.
fn describe(circle: &BTreeSet<String>, imports: &Imports) -> String {
    let mut ties = Vec::new();
    for from in circle {
        let others = imports.get(from).into_iter().flatten();
        for (to, names) in others.filter(|(to, _)| circle.contains(*to)) {
            let names: Vec<_> = names.iter().map(String::as_str).collect();
            ties.push(format!("{from} -> {to} ({})", names.join(", ")));
        }
    }
    format!("a circle of imports: {}", ties.join("; "))
}

/// The files that a file imports, directly or indirectly.
fn reached<'a>(file: &str, imports: &'a Imports) -> BTreeSet<&'a String> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = vec![file];
    while let Some(next) = open.pop() {
        for other in imports.get(next).into_iter().flat_map(BTreeMap::keys) {
            if found.insert(other) {
                open.push(other);
            }
        }
    }
    found
}

/// The imports of the files of a crate.
fn imports(modules: &[Module]) -> Imports {
    let mut imports = Imports::new();
    for (at, module) in modules.iter().enumerate() {
        for target in mentioned(modules, at) {
            if let Target::Item { file, name } = target
                && file != module.file
            {
                let from = imports.entry(module.file.clone()).or_default();
                from.entry(file).or_default().insert(name);
            }
        }
    }
    imports
}

/// All names that a module uses.
fn mentioned(modules: &[Module], at: usize) -> Vec<Target> {
    let module = &modules[at];
    let mut found = Vec::new();
    for bring in &module.uses {
        match &bring.name {
            Some(name) if bring.public && !module.words.contains(name) => {}
            Some(_) => found.extend(resolve(modules, at, &bring.path, STEPS)),
            None => match resolve(modules, at, &bring.path, STEPS) {
                Some(Target::Module(from)) => {
                    let known = |word: &&String| !module.defines.contains(*word);
                    let words = module.words.iter().filter(known);
                    found.extend(words.filter_map(|w| named(modules, from, w, STEPS)));
                }
                item => found.extend(item),
            },
        }
    }
    found.extend(module.paths.iter().filter_map(|path| resolve(modules, at, path, STEPS)));
    found
}

/// The target of a path in a module; `None` if it leaves the crate.
fn resolve(modules: &[Module], at: usize, path: &[String], steps: usize) -> Option<Target> {
    let (first, rest) = path.split_first()?;
    let start = match first.as_str() {
        "crate" => Target::Module(0),
        "self" => Target::Module(at),
        "super" => Target::Module(modules[at].parent?),
        name if rest.is_empty() => return named(modules, at, name, steps),
        name => module_named(modules, at, name, steps)?,
    };
    rest.iter().enumerate().try_fold(start, |target, (i, name)| match target {
        Target::Item { .. } => Some(target),
        Target::Module(_) if name == "self" => Some(target),
        Target::Module(at) if name == "super" => modules[at].parent.map(Target::Module),
        Target::Module(at) if i + 1 < rest.len() => module_named(modules, at, name, steps),
        Target::Module(at) => named(modules, at, name, steps),
    })
}

/// The target of a name followed by `::`: a child module first, then an import, then an item.
fn module_named(modules: &[Module], at: usize, name: &str, steps: usize) -> Option<Target> {
    let child = modules[at].children.get(name).copied().map(Target::Module);
    child.or_else(|| named(modules, at, name, steps))
}

/// The target of a name: an item first, then an import, then a child module.
fn named(modules: &[Module], at: usize, name: &str, steps: usize) -> Option<Target> {
    let module = &modules[at];
    if module.defines.contains(name) {
        return Some(Target::Item { file: module.file.clone(), name: name.to_owned() });
    }
    let child = module.children.get(name).copied().map(Target::Module);
    let steps = steps.checked_sub(1)?;
    let brought = |bring: &modules::Use| match &bring.name {
        Some(known) if known == name && bring.path[..] != [name] => {
            resolve(modules, at, &bring.path, steps)
        }
        None => match resolve(modules, at, &bring.path, steps)? {
            Target::Module(from) if from != at => named(modules, from, name, steps),
            _ => None,
        },
        _ => None,
    };
    module.uses.iter().find_map(brought).or(child)
}

#[cfg(test)]
mod tests {
    use super::check as findings;

    /// `files` are a path below `src` and a text each.
    fn check(files: &[(&str, &str)], expect: &[&str]) {
        let texts = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
        assert_eq!(findings("lib.rs", &texts.collect()), expect, "{files:?}");
    }

    #[test]
    fn a_folder_names_what_its_front_defines() {
        let front = ("a/mod.rs", "mod b; mod c;\npub struct A;\nfn f() { b::g(A); }");
        let b = ("a/b.rs", "use super::A;\npub(super) fn g(_: A) {}");
        check(&[("lib.rs", "pub mod a;"), front, b], &[]);
        let deep = ("a/c/mod.rs", "use super::b::g; use crate::a::A;");
        check(&[("lib.rs", "pub mod a;"), front, b, deep], &[]);
    }

    #[test]
    fn a_folder_forms_no_circle_of_its_own_nor_with_another_file() {
        let front = ("a/mod.rs", "mod b; mod c;\npub struct A;\nfn f() { b::g(A); }");
        let b = ("a/b.rs", "use super::{A, c::h};\npub(super) fn g(_: A) {}");
        let c = ("a/c.rs", "use super::b::g;\npub fn h() {}");
        let between = "a/b.rs:1: a circle of imports: a/b.rs -> a/c.rs (h); a/c.rs -> a/b.rs (g)";
        check(&[("lib.rs", "pub mod a;"), front, b, c], &[between]);
        let front = ("a/mod.rs", "mod b;\npub struct A;\nfn f() { b::g(A); crate::d::h() }");
        let b = ("a/b.rs", "use super::A;\npub fn g(_: A) {}");
        let d = ("d.rs", "use crate::a::b::g; pub fn h() {}");
        let outside = "a/b.rs:1: a circle of imports: a/b.rs -> a/mod.rs (A); \
                       a/mod.rs -> a/b.rs (g); a/mod.rs -> d.rs (h); d.rs -> a/b.rs (g)";
        check(&[("lib.rs", "mod a; mod d;"), front, b, d], &[outside]);
    }

    #[test]
    fn to_declare_a_module_or_to_hand_a_name_on_is_no_import() {
        let child = ("a/b.rs", "use super::A;\npub fn g(_: A) {}");
        let with = |parent| check(&[("lib.rs", "mod a;"), ("a/mod.rs", parent), child], &[]);
        with("mod b; pub struct A;");
        with("mod b; pub use b::g; pub struct A;");
        with("mod b; pub(crate) use self::b::{g, g as h}; pub struct A;");
    }

    #[test]
    fn a_name_is_followed_to_where_it_is_defined() {
        let circle = "a.rs:1: a circle of imports: a.rs -> b.rs (B); b.rs -> a.rs (A)";
        let b = ("b.rs", "use crate::A;\npub struct B(A);");
        let with = |root, a| check(&[("lib.rs", root), ("a.rs", a), b], &[circle]);
        with("mod a; mod b; pub use a::A; pub use b::B;", "pub struct A; type T = crate::B;");
        with("mod a; mod b; pub use a::*; pub use b::B as C;", "use super::C; pub struct A;");
        with("pub(crate) use a::{A}; mod a; mod b;", "pub struct A; fn f() { crate::b::B::new() }");
        with("use a::A; mod a; mod b;", "use crate::b; pub struct A; fn f() { x!(b::B) }");
        with("use a::A; mod a; mod b;", "use crate::b::*; pub struct A; fn f() -> B { 1 }");
        with("use a::A; mod a; mod b;", "pub struct A; fn f() { use super::b::B; }");
    }

    #[test]
    fn what_only_tests_name_forms_no_circle() {
        let b = ("b.rs", "use crate::a::A;\npub struct B(A);");
        let with = |a| check(&[("lib.rs", "mod a; mod b;"), ("a.rs", a), b], &[]);
        with("pub struct A;\n#[cfg(test)]\nmod tests { use crate::b::B; }");
        with("pub struct A;\n#[cfg(test)]\nuse crate::b::B;");
        with("pub struct A;\n#[cfg(all(test, unix))]\nfn f() { crate::b::B; }");
        with("pub struct A;\n// crate::b::B\nconst S: &str = \"crate::b::B\";");
    }

    #[test]
    fn files_that_build_on_each_other_in_order_are_no_circle() {
        check(
            &[
                ("lib.rs", "mod a; mod b; mod c; use b::B; fn a() { B::new(a::A) }"),
                ("a.rs", "pub struct A; impl A { fn b(self: &Self) -> std::fmt::Error {} }"),
                ("c.rs", "use super::a::{self}; use a::A;"),
                ("b.rs", "use super::{a::A, missing}; use a_crate::B as _; pub struct B(A);"),
            ],
            &[],
        );
    }
}
