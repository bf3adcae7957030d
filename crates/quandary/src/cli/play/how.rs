//! Options of playing, for all kinds of games.
//!
//! Invariant: an option that does not apply to the game is an error, and never ignored.

use super::files::USUAL;
use crate::cli::exit::usage;
use anyhow::Result;
use ask::values::whole;
use clap::Args;
use dungeon::game::area::USUAL_INT;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

/// Options of playing.
#[derive(Debug, Args)]
pub(crate) struct How {
    /// Play in words, even in a terminal: commands are typed after a prompt
    #[arg(long)]
    pub(super) words: bool,

    /// On the map: the verifier checks every state, reports at once when the level can no longer be won, and offers
    /// to undo
    #[arg(long)]
    pub(super) referee: bool,

    /// On the map: the small letters wasd walk too; Ctrl-S saves
    #[arg(long)]
    pub(super) wasd: bool,

    /// On the map: file to which `s` saves and from which `o` loads
    #[arg(long, value_name = "FILE", default_value = USUAL)]
    pub(super) save: PathBuf,

    /// Continue a saved game of FILE or of the seed; a game saved in words continues on the map too, and the reverse
    /// [default: a new game]
    #[arg(long, value_name = "SAVE")]
    pub(super) load: Option<PathBuf>,

    /// In words: INT of the player, from 0 to 255: `examine` shows hints, and clues to sequences, that need at most
    /// this INT
    #[arg(long, value_name = "N", default_value_t = USUAL_INT, value_parser = whole::<u8>(0..=255))]
    pub(super) int: u8,

    /// In words: `examine` shows the clue to the order of a sequence, whatever the INT
    #[arg(long)]
    pub(super) open_clues: bool,

    /// Read a script, even in a terminal: no prompt, and the commands are echoed
    #[arg(long)]
    pub(super) script: bool,

    /// Do not echo the commands of a script
    #[arg(long)]
    pub(super) quiet: bool,

    /// In words: break lines at N columns, from 20 to 400 [default: the width of the terminal; no limit in a script]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(20..=400))]
    pub(super) width: Option<u16>,
}

impl How {
    /// True if input and output are a terminal.
    pub(super) fn has_terminal() -> bool {
        io::stdin().is_terminal() && io::stdout().is_terminal()
    }

    /// True if an option of games in words is given.
    pub(super) fn asks_for_words(&self) -> bool {
        self.words || self.script || self.quiet || self.width.is_some() || self.open_clues
    }

    /// Checks that no option of games on the map is given.
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
