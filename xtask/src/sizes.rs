//! `cargo xtask sizes`: the size of the sources and the length of functions, per folder.

use crate::root::{output, root};
use crate::tidy::modules::is_test;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, ExitCode};
use syn::visit::{self, Visit};
use syn::{Block, ImplItemFn, ItemFn, ItemMod, Signature};

/// Count files, lines and the lengths of functions; without tests, benches, examples and generated files
#[derive(clap::Args)]
pub(crate) struct Sizes {}

pub(crate) const SOURCES: [&str; 7] =
    ["*.rs", "*.ts", "*.svelte", "*.py", "*.mjs", "*.js", "*.css"];
/// Folders that are left out, and the folder of files that are built.
const ASIDE: [&str; 4] = ["tests", "benches", "examples", "fuzz"];
/// The folder of generated files.
const BUILT: &str = "crates/studio/dist/";

/// The figures of a folder.
#[derive(Default)]
struct Size {
    files: usize,
    lines: usize,
    /// Lines of test modules in these files.
    tests: usize,
    functions: Vec<usize>,
}

impl Sizes {
    /// Prints a line per folder, and one for the total.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let root = root()?;
        let mut git = Command::new("git");
        let listed = output(git.arg("ls-files").args(SOURCES).current_dir(&root))?;
        let (mut sizes, mut all) = (BTreeMap::<String, Size>::new(), Size::default());
        for path in listed.lines().filter(|path| is_source(path)) {
            let text = fs::read_to_string(root.join(path)).with_context(|| path.to_owned())?;
            sizes.entry(folder(path)).or_default().add(path, &text);
            all.add(path, &text);
        }
        println!("folder              files    lines  in tests  functions  median  p90  longest");
        sizes.into_iter().for_each(|(name, size)| size.print(&name));
        all.print("all");
        Ok(ExitCode::SUCCESS)
    }
}

/// True if a file is neither a test nor built.
pub(crate) fn is_source(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let is_aside = folders.split('/').any(|folder| ASIDE.contains(&folder));
    let is_test = name == "tests.rs" || name.ends_with("_tests.rs");
    !(is_aside || is_test || path.starts_with(BUILT))
}

/// The crate or the folder of a file.
pub(crate) fn folder(path: &str) -> String {
    let parts: Vec<&str> = path.split('/').collect();
    let many = if ["crates", "bindings", "dev"].contains(&parts[0]) { 2 } else { 1 };
    parts[..many.min(parts.len() - 1)].join("/")
}

impl Size {
    /// Adds a file.
    fn add(&mut self, path: &str, text: &str) {
        self.files += 1;
        self.lines += text.lines().count();
        if path.ends_with(".rs")
            && let Ok(file) = syn::parse_file(text)
        {
            self.visit_file(&file);
        }
    }

    fn function(&mut self, signature: &Signature, body: &Block) {
        let first = signature.fn_token.span.start().line;
        self.functions.push(body.brace_token.span.close().end().line + 1 - first);
    }

    fn print(mut self, name: &str) {
        self.functions.sort_unstable();
        let (many, Self { files, lines, tests, functions }) = (self.functions.len(), self);
        let part = |percent| functions.get(many.saturating_sub(1) * percent / 100).unwrap_or(&0);
        let (median, p90, longest) = (part(50), part(90), part(100));
        println!(
            "{name:18} {files:>6} {lines:>8} {tests:>9} {many:>10} {median:>7} {p90:>4} {longest:>8}"
        );
    }
}

impl<'a> Visit<'a> for Size {
    fn visit_item_mod(&mut self, item: &'a ItemMod) {
        match (item.attrs.iter().find(|attribute| is_test(attribute)), &item.content) {
            (Some(test), Some((braces, _))) => {
                let first = test.pound_token.span.start().line;
                self.tests += braces.span.close().end().line + 1 - first;
            }
            (Some(_), None) => {}
            (None, _) => visit::visit_item_mod(self, item),
        }
    }

    fn visit_item_fn(&mut self, item: &'a ItemFn) {
        self.function(&item.sig, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'a ImplItemFn) {
        self.function(&item.sig, &item.block);
        visit::visit_impl_item_fn(self, item);
    }
}
