//! Options that are about another kind than the one that is made.

use super::options::{Asked, Kind};
use crate::cli::exit::usage;
use anyhow::Result;

/// Checks that nothing is asked of a kind that it does not have.
///
/// # Errors
/// The first option that goes with other kinds.
pub(super) fn check(kind: Kind, asked: &Asked) -> Result<()> {
    use Kind::{Dungeon, Level, Mission, Riddle};
    const LEVELS: &[Kind] = &[Dungeon, Mission, Level];
    const PLACES: &[Kind] = &[Dungeon, Level];
    let options: [(&str, bool, &[Kind]); 20] = [
        ("category", !asked.category.is_empty(), PLACES),
        ("rooms", asked.rooms.is_some(), LEVELS),
        ("keys", asked.keys.is_some(), LEVELS),
        ("switches", asked.switches.is_some(), LEVELS),
        ("switch-style", asked.switch_style.is_some(), &[Mission]),
        ("puzzles", asked.puzzles.is_some(), PLACES),
        ("key-style", asked.key_style.is_some(), &[Mission]),
        ("order", asked.order.is_some(), &[Mission]),
        ("link-chance", asked.link_chance.is_some(), &[Mission]),
        ("linearity", asked.linearity.is_some(), &[Mission]),
        ("no-goal", asked.no_goal, &[Mission]),
        ("boss-unlocked", asked.boss_unlocked, &[Mission]),
        ("floors", asked.floors.is_some(), PLACES),
        ("room-size", asked.room_size.is_some(), PLACES),
        ("blocks", asked.blocks.is_some(), PLACES),
        ("difficulty", asked.difficulty.is_some(), &[Dungeon, Level, Riddle]),
        ("attempts", asked.attempts.is_some(), &[Dungeon, Mission, Level, Riddle]),
        ("locale", asked.locale.is_some(), &[Riddle]),
        ("lexicon", asked.lexicon.is_some(), &[Riddle]),
        ("board-type", asked.board_type.is_some(), &[Riddle]),
    ];
    let profile = ("profile", asked.profile.is_some(), &[Riddle][..]);
    let mut all = options.into_iter().chain([profile]);
    match all.find(|(_, given, kinds)| *given && !kinds.contains(&kind)) {
        None => Ok(()),
        Some((option, _, kinds)) => {
            let kinds: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
            let kinds = kinds.join(" or ");
            Err(usage(format_args!("--{option} goes with --kind {kinds}, not {}", kind.name())))
        }
    }
}

impl Kind {
    /// Its name, as it is typed.
    fn name(self) -> &'static str {
        match self {
            Self::Dungeon => "dungeon",
            Self::Mission => "mission",
            Self::Level => "level",
            Self::Riddle => "riddle",
        }
    }
}
