//! `quandary riddles`: the riddles of many days, made one after the other and kept in a store.
//!
//! Days are made in their order and each is kept before the next is begun, so that a run that was cut off has
//! made the first of them and goes on with `--resume`. Invariant: nothing is printed from which an answer, a
//! seed or the project seed could be learnt, unless the answers are asked for.

mod options;
mod order;
mod batch;
mod summary;

use self::batch::Batch;
pub(crate) use self::options::Options;
use self::order::order;
use super::exit::{Exit, input as invalid};
use super::profiles::profile;
use super::riddle::asked;
use crate::cli::exit::unreadable;
use crate::output::Target;
use anyhow::{Context, Result};
use crossword::lexicon::Lexicon;
use crossword::lexicon::installed::lexicon_of;
use std::fs;
use std::io::Write;
use std::path::Path;
use store::{ProjectSeed, Store, StoreError};

/// Makes all riddles that the options ask for.
///
/// # Errors
/// When the options ask for what cannot be, a lexicon is missing, or the store cannot be read or written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.context("cannot start the runtime of the store")?;
    Target::Stdout.write(|out| runtime.block_on(make_all(options, out)))
}

async fn make_all(options: &Options, out: &mut dyn Write) -> Result<Exit> {
    order::span(options)?;
    let profile = profile(&options.profile)?;
    let profile = asked(profile, options.difficulty);
    let secret = options.project_seed_file.as_deref().map(secret).transpose()?;
    if options.dry_run {
        let store = Store::open_existing(&options.store).await;
        let store = store.map(Some).or_else(none_yet).map_err(invalid)?;
        return order::tell(&order(options, store.as_ref()).await?, out);
    }
    let lexicons = options.locales.iter().map(|&locale| lexicon_of(Some(locale), None));
    let lexicons: Vec<Lexicon> = lexicons.collect::<Result<_, _>>()?;
    let store = Store::open(&options.store, secret).await.map_err(invalid)?;
    let orders = order(options, Some(&store)).await?;
    let made = Batch::new(options, profile, &store, &lexicons, &orders).make(&orders, out).await;
    store.close().await;
    made
}

/// A store that is not there yet holds nothing.
fn none_yet(error: StoreError) -> Result<Option<Store>, StoreError> {
    if matches!(error, StoreError::Missing(_)) { Ok(None) } else { Err(error) }
}

/// The secret of a file.
fn secret(path: &Path) -> Result<ProjectSeed> {
    let bytes = fs::read(path).map_err(|error| unreadable(path, &error))?;
    let name = path.display();
    ProjectSeed::of_file(&bytes).map_err(|error| invalid(format_args!("{name}: {error}")))
}
