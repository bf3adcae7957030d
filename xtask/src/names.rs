//! `cargo xtask names`: the figures of the naming rules, and a seeded draw of files to read.

use crate::root::{output, root};
use crate::sizes::{SOURCES, folder, is_source};
use crate::tidy::modules::is_test;
use anyhow::{Context, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, UseRename, Visibility};

/// Count renamed imports, public types of one name and glossary entries, or draw files to read
#[derive(clap::Args)]
pub(crate) struct Names {
    /// Print ten files of each crate, drawn with this seed, instead of the figures
    #[arg(long, value_name = "SEED")]
    draw: Option<u64>,
}

/// Names that say nothing about what a type is.
const VAGUE: [&str; 20] = [
    "Artefact", "Asked", "Deed", "Drawn", "Found", "Given", "Held", "Kept", "Laid", "Ladder",
    "Leave", "Made", "Nothing", "Said", "Shown", "Sketch", "Taken", "Told", "Wanted", "Wire",
];

/// Files that are drawn of each crate.
const DRAWN: usize = 10;

/// The declarations and renames of one file.
#[derive(Default)]
struct Declared {
    /// `Name as Other`, `as _` aside.
    renamed: Vec<String>,
    /// All types.
    types: Vec<String>,
    /// Types that are declared `pub`.
    public: Vec<String>,
}

impl Names {
    /// Prints the figures, or the drawn files.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let root = root()?;
        let listed = output(Command::new("git").arg("ls-files").args(SOURCES).current_dir(&root))?;
        let files: Vec<&str> = listed.lines().filter(|path| is_source(path)).collect();
        match self.draw {
            Some(seed) => draw(&files, seed),
            None => figures(&root, &files)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Prints every finding and, at the end, the number of each kind.
fn figures(root: &Path, files: &[&str]) -> Result<()> {
    let (mut renamed, mut vague) = (Vec::new(), Vec::new());
    let mut public: BTreeMap<(String, String), Vec<&str>> = BTreeMap::new();
    for path in files.iter().filter(|path| path.ends_with(".rs")) {
        let text = fs::read_to_string(root.join(path)).with_context(|| (*path).to_owned())?;
        let mut declared = Declared::default();
        declared.visit_file(&syn::parse_file(&text).with_context(|| (*path).to_owned())?);
        renamed.extend(declared.renamed.iter().map(|names| format!("{path}: {names}")));
        let is_vague = |name: &&String| VAGUE.contains(&name.as_str());
        vague.extend(declared.types.iter().filter(is_vague).map(|name| format!("{path}: {name}")));
        for name in declared.public {
            public.entry((folder(path), name)).or_default().push(path);
        }
    }
    public.retain(|_, paths| paths.len() > 1);
    let shared = public
        .iter()
        .map(|((folder, name), paths)| format!("{folder}: {name} in {}", paths.join(", ")));
    let shared: Vec<String> = shared.collect();
    let glossary = fs::read_to_string(root.join("docs/glossary.md"))?;
    let heads = glossary.lines().filter(|line| line.starts_with("| word ")).count();
    let rows = glossary.lines().filter(|line| line.starts_with("| ")).count();
    for finding in renamed.iter().chain(&vague).chain(&shared) {
        println!("{finding}");
    }
    println!("renamed imports           {:>4}", renamed.len());
    println!("types with a vague name   {:>4}", vague.len());
    println!("public types of one name  {:>4}", shared.len());
    println!("glossary entries          {:>4}", rows - heads);
    Ok(())
}

/// Prints ten files of each folder. A file's turn is a hash of the seed and its path, so that a new file moves no other.
fn draw(files: &[&str], seed: u64) {
    let mut folders: BTreeMap<String, BTreeSet<(u64, &str)>> = BTreeMap::new();
    for path in files {
        // FNV-1a.
        let hash = seed
            .to_le_bytes()
            .iter()
            .chain(path.as_bytes())
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            });
        folders.entry(folder(path)).or_default().insert((hash, path));
    }
    let drawn = folders.values().flat_map(|files| files.iter().take(DRAWN));
    drawn.for_each(|(_, path)| println!("{path}"));
}

impl Declared {
    fn add(&mut self, name: &syn::Ident, visibility: &Visibility) {
        self.types.push(name.to_string());
        if matches!(visibility, Visibility::Public(_)) {
            self.public.push(name.to_string());
        }
    }
}

fn under_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(is_test)
}

impl<'a> Visit<'a> for Declared {
    fn visit_item_mod(&mut self, item: &'a ItemMod) {
        if !under_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item(&mut self, item: &'a Item) {
        match item {
            Item::Struct(item) => self.add(&item.ident, &item.vis),
            Item::Enum(item) => self.add(&item.ident, &item.vis),
            Item::Trait(item) => self.add(&item.ident, &item.vis),
            Item::Type(item) => self.add(&item.ident, &item.vis),
            _ => {}
        }
        visit::visit_item(self, item);
    }

    fn visit_use_rename(&mut self, item: &'a UseRename) {
        if item.rename != "_" {
            self.renamed.push(format!("{} as {}", item.ident, item.rename));
        }
    }
}
