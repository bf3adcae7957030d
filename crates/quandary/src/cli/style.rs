//! The construction of a dungeon, as `--style` takes it, and the algorithms that `--algorithm` takes.

use super::exit::usage;
use anyhow::Result;
use clap::ValueEnum;
use dungeon::generate::Version;
use dungeon::json::designed::ALGORITHM as DESIGNED;
use std::iter::once;
use std::str::FromStr;

/// The construction of a dungeon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Style {
    /// A tree of keys and locks in a layout, with puzzles and plain rooms
    Plain,
    /// Loops that mean something, secrets, gates of many kinds, rooms drawn by hand; every claim is proved by taking
    /// away what it is about
    #[default]
    Designed,
}

/// The algorithm of a dungeon; each makes dungeons of one style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Algorithm {
    Plain(Version),
    Designed,
}

impl Algorithm {
    /// The names of all, the oldest first.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        Version::ALL.iter().map(|version| version.name()).chain(once(DESIGNED))
    }

    /// The version of a plain dungeon for which this is asked.
    ///
    /// # Errors
    /// When it is that of the other style.
    pub(super) fn plain(asked: Option<Self>) -> Result<Version> {
        let usual = Version::default();
        match asked {
            Some(Self::Plain(version)) => Ok(version),
            None => Ok(usual),
            Some(Self::Designed) => Err(usage(format_args!(
                "--algorithm {DESIGNED} makes designed dungeons; --style plain goes with {} and older ones",
                usual.name()
            ))),
        }
    }

    /// Checks that this can be asked for a designed dungeon.
    ///
    /// # Errors
    /// When it is that of the other style.
    pub(super) fn designed(asked: Option<Self>) -> Result<()> {
        match asked {
            Some(Self::Plain(version)) => Err(usage(format_args!(
                "--algorithm {} goes with --style plain; designed dungeons are made by {DESIGNED}",
                version.name()
            ))),
            Some(Self::Designed) | None => Ok(()),
        }
    }
}

impl FromStr for Algorithm {
    type Err = String;

    fn from_str(name: &str) -> std::result::Result<Self, String> {
        if name.eq_ignore_ascii_case(DESIGNED) {
            return Ok(Self::Designed);
        }
        let plain = name.parse().map(Self::Plain);
        plain.map_err(|_| voice::unknown("algorithm", name, Self::names()))
    }
}
