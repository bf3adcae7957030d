//! Profiles of riddles: by name, or of a file.

use super::exit::{input as invalid, usage};
use super::judge::input;
use anyhow::Result;
use crossword::riddle::Profile;
use std::path::Path;

/// The profile that is called so, else that of a file.
///
/// # Errors
/// When there is neither, or the file is no profile; the line is named.
pub(crate) fn profile(text: &str) -> Result<Profile> {
    let path = Path::new(text);
    match Profile::named(text) {
        Ok(profile) => Ok(profile),
        Err(error) if !path.exists() => Err(usage(format_args!("{error}, and no such file"))),
        Err(_) => {
            let read = Profile::read(&input::text(path)?);
            read.map_err(|error| invalid(format_args!("{text}: {error}")))
        }
    }
}
