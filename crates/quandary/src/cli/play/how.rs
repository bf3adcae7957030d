//! The way a game is played, whatever it is a game of.
//!
//! Invariant: an option that does not go with the game is refused, and never passed over.

use super::files::USUAL;
use crate::cli::exit::usage;
use anyhow::Result;
use ask::values::whole;
use clap::Args;
use dungeon::game::area::USUAL_INT;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

/// The way a game is played.
#[derive(Debug, Args)]
pub(crate) struct How {
    /// Play in words, in a terminal too: commands are typed after a prompt
    #[arg(long)]
    pub(super) words: bool,

    /// On the map: the judge watches, says at once when the level can no longer be won, and offers to take it back
    #[arg(long)]
    pub(super) referee: bool,

    /// On the map: the small letters wasd walk too; Ctrl-S saves
    #[arg(long)]
    pub(super) wasd: bool,

    /// On the map: the file that `s` saves to and `o` reads
    #[arg(long, value_name = "FILE", default_value = USUAL)]
    pub(super) save: PathBuf,

    /// Go on with a saved game of FILE, or of the seed; one that was played in words goes on on the map too, and the other way round
    #[arg(long, value_name = "SAVE")]
    pub(super) load: Option<PathBuf>,

    /// In words: the player's INT, 0 to 255: `examine` shows the hints, and the clues to sequences, that ask for no more
    #[arg(long, value_name = "N", default_value_t = USUAL_INT, value_parser = whole::<u8>(0..=255))]
    pub(super) int: u8,

    /// In words: tell the clue to the order of a sequence to whoever examines it, whatever the INT
    #[arg(long)]
    pub(super) open_clues: bool,

    /// Read a script, even in a terminal: no prompt, and the commands are echoed
    #[arg(long)]
    pub(super) script: bool,

    /// Do not echo the commands of a script
    #[arg(long)]
    pub(super) quiet: bool,

    /// In words: break lines at so many columns, 20 to 400; without it at those of the terminal, and those of a script
    /// nowhere
    #[arg(long, value_name = "N", value_parser = whole::<u16>(20..=400))]
    pub(super) width: Option<u16>,
}

impl How {
    /// True if there is a terminal on both sides.
    pub(super) fn has_terminal() -> bool {
        io::stdin().is_terminal() && io::stdout().is_terminal()
    }

    /// True if words are asked for.
    pub(super) fn asks_for_words(&self) -> bool {
        self.words || self.script || self.quiet || self.width.is_some() || self.open_clues
    }

    /// Checks that nothing is asked for that games in words do not have.
    ///
    /// # Errors
    /// The option.
    pub(super) fn check_words(&self) -> Result<()> {
        let options = [(self.referee, "--referee"), (self.wasd, "--wasd")];
        match options.into_iter().find(|(is_given, _)| *is_given) {
            Some((_, option)) => Err(usage(format_args!(
                "{option} goes with the map, which levels and dungeons have in a terminal; this game is in words"
            ))),
            None => Ok(()),
        }
    }
}
