//! The modules of a crate: the names that each defines, imports and uses.
//!
//! Test code is excluded, and so are files that only tests declare.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::mem::take;
use syn::visit::{self, Visit};
use syn::{Attribute, Ident, Item, ItemMod, UseTree, Visibility};

/// A module of a crate.
#[derive(Debug, Default)]
pub(super) struct Module {
    /// The file of the module; an inline module has the file of its parent.
    pub(super) file: String,
    /// The parent module; none for the root of the crate.
    pub(super) parent: Option<usize>,
    /// The child modules by name.
    pub(super) children: BTreeMap<String, usize>,
    /// The names of its items.
    pub(super) defines: BTreeSet<String>,
    /// The imported names, at the top or in a function.
    pub(super) uses: Vec<Use>,
    /// The paths with at least two segments in its code, except `use`.
    pub(super) paths: BTreeSet<Vec<String>>,
    /// The first segments of the paths in its code, except `use`.
    pub(super) words: BTreeSet<String>,
}

/// A name imported by a `use`.
#[derive(Debug)]
pub(super) struct Use {
    /// The path of the import; if it ends in `self`, it means the module, not a function of the same name.
    pub(super) path: Vec<String>,
    /// The local name; none for `*`.
    pub(super) name: Option<String>,
    /// True for a `pub use` with any visibility.
    pub(super) public: bool,
}

/// Texts of files by path.
type Files = BTreeMap<String, String>;

/// The modules of the crate with the root file `root`, the root first.
pub(super) fn of_crate(root: &str, files: &Files) -> Vec<Module> {
    let mut modules = vec![Module { file: root.to_owned(), ..Module::default() }];
    let folder = root.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
    read_file(0, &folder, files, &mut modules);
    modules
}

/// Parses the file of a module with child files in `folder`. Skips an unreadable file; the compiler reports it.
fn read_file(at: usize, folder: &str, files: &Files, modules: &mut Vec<Module>) {
    let text = files.get(&modules[at].file).map_or("", String::as_str);
    if let Ok(file) = syn::parse_file(text) {
        read_items(&file.items, at, folder, files, modules);
    }
}

/// Reads the items of a module, except test code.
fn read_items(items: &[Item], at: usize, folder: &str, files: &Files, modules: &mut Vec<Module>) {
    for item in items {
        let (attributes, name) = parts(item);
        match item {
            _ if attributes.iter().any(is_test) => {}
            Item::Mod(item) => read_module(item, at, folder, files, modules),
            item => {
                modules[at].defines.extend(name.map(Ident::to_string));
                Reader(&mut modules[at]).visit_item(item);
            }
        }
    }
}

/// Reads a child module, inline or from its file.
fn read_module(
    item: &ItemMod,
    parent: usize,
    folder: &str,
    files: &Files,
    modules: &mut Vec<Module>,
) {
    let name = item.ident.to_string();
    let below = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
    let flat = format!("{below}.rs");
    let file = match &item.content {
        Some(_) => modules[parent].file.clone(),
        None if files.contains_key(&flat) => flat,
        None => format!("{below}/mod.rs"),
    };
    let child = modules.len();
    modules[parent].children.insert(name, child);
    modules.push(Module { file, parent: Some(parent), ..Module::default() });
    match &item.content {
        Some((_, items)) => read_items(items, child, &below, files, modules),
        None => read_file(child, &below, files, modules),
    }
}

/// The attributes and the name of an item.
fn parts(item: &Item) -> (&[Attribute], Option<&Ident>) {
    match item {
        Item::Const(item) => (&item.attrs, Some(&item.ident)),
        Item::Enum(item) => (&item.attrs, Some(&item.ident)),
        Item::Fn(item) => (&item.attrs, Some(&item.sig.ident)),
        Item::Impl(item) => (&item.attrs, None),
        Item::Macro(item) => (&item.attrs, item.ident.as_ref()),
        Item::Mod(item) => (&item.attrs, None),
        Item::Static(item) => (&item.attrs, Some(&item.ident)),
        Item::Struct(item) => (&item.attrs, Some(&item.ident)),
        Item::Trait(item) => (&item.attrs, Some(&item.ident)),
        Item::Type(item) => (&item.attrs, Some(&item.ident)),
        Item::Union(item) => (&item.attrs, Some(&item.ident)),
        Item::Use(item) => (&item.attrs, None),
        _ => (&[], None),
    }
}

/// True if an attribute marks test code: `#[test]`, or a `cfg` with `test`.
pub(crate) fn is_test(attribute: &Attribute) -> bool {
    let condition = match attribute.meta.require_list() {
        Ok(list) if list.path.is_ident("cfg") => list.tokens.to_string(),
        _ => return attribute.path().is_ident("test"),
    };
    let has = |wanted| condition.split(|c: char| !c.is_alphanumeric()).any(|word| word == wanted);
    has("test") && !has("not")
}

/// Collects the paths and the inner `use`s of an item.
struct Reader<'a>(&'a mut Module);

impl Reader<'_> {
    fn note(&mut self, path: Vec<String>) {
        self.0.words.extend(path.first().cloned());
        if path.len() > 1 {
            self.0.paths.insert(path);
        }
    }

    /// The paths in the arguments of a macro.
    fn tokens(&mut self, tokens: TokenStream) {
        let (mut path, mut colons) = (Vec::new(), 0);
        for token in tokens {
            match token {
                TokenTree::Ident(word) => {
                    if colons != 2 {
                        self.note(take(&mut path));
                    }
                    path.push(word.to_string());
                    colons = 0;
                }
                TokenTree::Punct(sign) if sign.as_char() == ':' => colons += 1,
                other => {
                    self.note(take(&mut path));
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.tokens(group.stream());
                    }
                }
            }
        }
        self.note(path);
    }
}

impl<'a> Visit<'a> for Reader<'_> {
    fn visit_path(&mut self, path: &'a syn::Path) {
        self.note(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'a syn::Macro) {
        self.tokens(call.tokens.clone());
        visit::visit_macro(self, call);
    }

    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        let public = !matches!(item.vis, Visibility::Inherited);
        use_tree(&item.tree, Vec::new(), public, &mut self.0.uses);
    }

    // Visibilities and attributes are not code.
    fn visit_visibility(&mut self, _: &'a Visibility) {}
    fn visit_attribute(&mut self, _: &'a Attribute) {}
}

/// Reads a `use` tree below a path.
fn use_tree(tree: &UseTree, mut path: Vec<String>, public: bool, uses: &mut Vec<Use>) {
    match tree {
        UseTree::Path(tree) => {
            path.push(tree.ident.to_string());
            use_tree(&tree.tree, path, public, uses);
        }
        UseTree::Group(group) => {
            group.items.iter().for_each(|tree| use_tree(tree, path.clone(), public, uses));
        }
        UseTree::Glob(_) => uses.push(Use { path, name: None, public }),
        UseTree::Rename(tree) => {
            path.push(tree.ident.to_string());
            uses.push(Use { path, name: Some(tree.rename.to_string()), public });
        }
        UseTree::Name(tree) => {
            path.push(tree.ident.to_string());
            let name = path.iter().rev().find(|word| *word != "self").cloned();
            uses.push(Use { path, name, public });
        }
    }
}
