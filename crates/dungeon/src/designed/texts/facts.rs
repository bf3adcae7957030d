//! What is told of a room.

use super::data::Kind;
use super::slots::{list, number};
use crate::designed::holder::Holder;
use crate::designed::purpose::Purpose;
use crate::layout::Direction;
use crate::named::named;

named! {
    /// A gate that is seen.
    pub enum Gate {
        /// It takes a small key.
        SmallLock = "small_lock",
        /// It takes the boss's key.
        BossLock = "boss_lock",
        /// It takes one certain key.
        Lock = "lock",
        /// A switch works it.
        Switch = "switch",
        /// A puzzle opens it.
        Puzzle = "puzzle",
        /// A portcullis, which a plate raises.
        Plate = "plate",
        /// Water.
        Water = "water",
        /// A wall that a bomb opens.
        Bombable = "bombable",
        /// Bars that never open.
        Bars = "bars",
    }
}

/// Something that is seen in a room. A text tells two things at most, in the order of the variants; from blocks on one,
/// now and then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen<'a> {
    /// A cracked wall.
    Crack(Direction),
    /// A gate that cannot be passed yet.
    Gate(Gate),
    /// A plate.
    Plate,
    /// A drop from which nobody climbs back.
    Drop(Direction),
    /// Blocks that can be pushed.
    Blocks,
    /// Water.
    Water,
    /// A pit.
    Void,
    /// Something to be seen to, in a peaceful place.
    Errand(&'a str),
}

/// What is told of a room.
#[derive(Clone, Copy, Debug)]
pub struct RoomFacts<'a> {
    /// Its purpose.
    pub purpose: Purpose,
    /// The holder of its key.
    pub holder: Option<Holder>,
    /// Its enemies, each by its kind.
    pub foes: &'a [&'a Kind],
    /// Name of its boss, or of its lesser boss.
    pub boss: Option<&'a str>,
    /// Name of its key, or of its item, with an article: `the cook's key`.
    pub key: Option<&'a str>,
    /// Name of its treasure, without an article.
    pub treasure: Option<&'a str>,
    /// Name of its puzzle.
    pub puzzle: Option<&'a str>,
    /// Whatever else is seen.
    pub seen: &'a [Seen<'a>],
}

impl RoomFacts<'_> {
    /// A room of a purpose in which nothing is seen.
    #[must_use]
    pub fn of(purpose: Purpose) -> Self {
        Self {
            purpose,
            holder: None,
            foes: &[],
            boss: None,
            key: None,
            treasure: None,
            puzzle: None,
            seen: &[],
        }
    }

    /// The gate that is seen.
    pub(super) fn gate(&self) -> Option<Gate> {
        self.seen.iter().find_map(|seen| match seen {
            Seen::Gate(gate) => Some(*gate),
            _ => None,
        })
    }
}

/// Enemies in words, of two kinds at most: `three bats and a bear`.
pub(super) fn foes(kinds: &[&Kind]) -> Option<String> {
    let mut counted: Vec<(&Kind, usize)> = Vec::new();
    for kind in kinds {
        match counted.iter_mut().find(|(known, _)| known == kind) {
            Some((_, times)) => *times += 1,
            None => counted.push((kind, 1)),
        }
    }
    let words = counted.iter().take(2).map(|&(kind, times)| some(kind, times));
    let more = (counted.len() > 2).then(|| "others".to_owned());
    let words: Vec<String> = words.chain(more).collect();
    (!words.is_empty()).then(|| list(&words))
}

fn some(kind: &Kind, times: usize) -> String {
    match times {
        1 if kind.name.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {}", kind.name),
        1 => format!("a {}", kind.name),
        _ => format!("{} {}", number(times), kind.plural),
    }
}

/// Sides in words, in front of a wall: `north`, `north and east`.
pub(super) fn sides(directions: &[Direction]) -> String {
    let words = directions.iter().map(|direction| match direction {
        Direction::Up => "upper".to_owned(),
        Direction::Down => "lower".to_owned(),
        side => side.name().to_owned(),
    });
    list(&words.collect::<Vec<_>>())
}

/// A way in words: `to the north`, `below`.
pub(super) fn towards(direction: Direction) -> String {
    match direction {
        Direction::Up => "above".to_owned(),
        Direction::Down => "below".to_owned(),
        side => format!("to the {}", side.name()),
    }
}
