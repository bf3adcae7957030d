//! Puzzle templates for areas and their expansions.

use super::exit::{invalid, usage};
use super::judge::input;
use anyhow::Result;
use clap::Args;
use dungeon::puzzle::templates::{self, Packs};
use sha2::{Digest, Sha256};
use std::path::PathBuf;
use std::sync::Arc;

/// Options of the puzzle templates.
#[derive(Debug, Args)]
pub(crate) struct TemplateOptions {
    /// File of puzzle templates that extend or replace the built-in ones; may be repeated [default: none]
    #[arg(long, value_name = "FILE")]
    pub(crate) templates: Vec<PathBuf>,
}

/// Templates, and the files they come from.
pub(crate) struct Templates {
    pub(crate) packs: Arc<Packs>,
    /// The SHA-256 of each file.
    pub(crate) files: Vec<String>,
}

impl TemplateOptions {
    /// The templates for a category: the built-in ones and those of the files.
    ///
    /// # Errors
    /// If a file cannot be read or is not a template pack, or no pack in the files fits the category.
    pub(crate) fn packs(&self, category: &str) -> Result<Templates> {
        let (mut packs, mut files) = (Packs::default(), Vec::new());
        let mut given = Vec::new();
        for path in &self.templates {
            let text = input::text(path)?;
            let name = input::name(path);
            let read = templates::read(&text);
            let read = read.map_err(|error| invalid(format_args!("{name}: {error}")))?;
            given.extend(read.iter().map(|pack| pack.category.clone()));
            packs.add(read);
            files.push(hex::encode(Sha256::digest(text.as_bytes())));
        }
        let taken = &packs.of(category).category;
        if !self.templates.is_empty() && !given.contains(taken) {
            let given = given.join(", ");
            return Err(usage(format_args!(
                "--templates has packs of {given}, and none is used: {category} takes that of {taken}, or one of its own"
            )));
        }
        Ok(Templates { packs: Arc::new(packs), files })
    }
}
