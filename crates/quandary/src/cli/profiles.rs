//! Profiles of riddles: built-in by name, or from a file.

use super::exit::{invalid, usage};
use crate::cli::exit::unreadable;
use anyhow::Result;
use crossword::riddle::Profile;
use std::fs;
use std::path::Path;

/// The built-in profile of a name, otherwise that of a file.
///
/// # Errors
/// If there is neither, or the file is not a profile; the error names the line.
pub(crate) fn profile(name: &str) -> Result<Profile> {
    let unknown = match Profile::named(name) {
        Ok(profile) => return Ok(profile),
        Err(unknown) => unknown,
    };
    let path = Path::new(name);
    // A path without a folder and an extension that does not exist was meant as a name.
    if path.components().count() == 1 && path.extension().is_none() && !path.exists() {
        return Err(usage(format_args!("{unknown}, or a file")));
    }
    let text = fs::read_to_string(path).map_err(|error| unreadable(path, &error))?;
    Profile::read(&text).map_err(|error| invalid(format_args!("{name}: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::exit::{Exit, of_error};

    #[test]
    fn profiles_go_by_name_or_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.txt");
        fs::write(&path, "tiles 20..30\nweight.best 1\nbets 3\n").unwrap();
        let check = |name: &str, exit, part: &str| {
            let error = profile(name).unwrap_err();
            assert_eq!(of_error(&error), exit, "{name}");
            assert!(error.to_string().contains(part), "{error}");
        };
        check("dayly", Exit::Usage, "known are design, daily, open, or a file");
        check("no/such.txt", Exit::Invalid, "there is no such file");
        check(&path.display().to_string(), Exit::Invalid, "mine.txt: line 3: unknown field");
        for name in Profile::NAMES {
            assert_eq!(profile(name).unwrap().name, name);
        }
    }
}
