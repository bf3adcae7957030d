//! Changes of a level that is asked: things taken from it or made its goal, as options of `solve`, read from words.

use crate::measures::read::{Id, Level};
use crate::measures::site::At;

/// A thing of a level, as options name it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Thing {
    /// The pick-up that lies on a cell.
    Item(At),
    /// A symbol, by its name without `symbol:`.
    Symbol(String),
    Toggle(String),
    Plate(String),
    Block(At),
    Door(At),
    /// The passage between two nodes, the names as printed.
    Passage(String, String),
    /// A node.
    Room(String),
}

/// A change of the question.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Change {
    Without(Thing),
    /// To hold it, or to be there, is the only goal.
    Goal(Thing),
    /// The starting cell of a block is wall.
    Wall(At),
    /// Blocks cannot be pushed.
    PushOff,
}

/// Reads options, a word and its value each.
///
/// # Errors
/// An option that is not one of these, or lacks its value.
pub(super) fn changes(words: &[String]) -> Result<Vec<Change>, String> {
    words
        .chunks(2)
        .map(|pair| match pair {
            [option, value] => change(option, value),
            _ => Err(format!("{pair:?} lacks a value")),
        })
        .collect()
}

fn change(option: &str, value: &str) -> Result<Change, String> {
    let thing = || thing(value).ok_or_else(|| format!("{value:?} is no thing"));
    match (option, value) {
        ("--without", _) => Ok(Change::Without(thing()?)),
        ("--goal", _) => Ok(Change::Goal(thing()?)),
        ("--rule", "push=off") => Ok(Change::PushOff),
        ("--wall", _) => match thing()? {
            Thing::Block(at) => Ok(Change::Wall(at)),
            other => Err(format!("{other:?} cannot be made wall")),
        },
        _ => Err(format!("{option} {value} is no change that is known")),
    }
}

/// Reads a thing.
pub(super) fn thing(text: &str) -> Option<Thing> {
    let (kind, rest) = text.split_once(':')?;
    Some(match kind {
        "item" => Thing::Item(cell(rest)?),
        "block" => Thing::Block(cell(rest)?),
        "door" => Thing::Door(cell(rest)?),
        "symbol" => Thing::Symbol(rest.to_owned()),
        "toggle" => Thing::Toggle(rest.to_owned()),
        "plate" => Thing::Plate(rest.to_owned()),
        "room" => Thing::Room(rest.to_owned()),
        "passage" => {
            let (a, b) = rest.split_once('-')?;
            Thing::Passage(a.to_owned(), b.to_owned())
        }
        _ => return None,
    })
}

/// Reads a cell: row and column, or a floor before them.
fn cell(text: &str) -> Option<At> {
    let numbers: Option<Vec<usize>> = text.split(',').map(|number| number.parse().ok()).collect();
    match numbers?[..] {
        [row, col] => Some([0, row, col]),
        [floor, row, col] => Some([floor, row, col]),
        _ => None,
    }
}

/// The words of an id.
pub(super) fn told(id: &Id) -> String {
    match id {
        Id::Number(number) => number.to_string(),
        Id::Name(name) => name.clone(),
    }
}

/// An error where a change is about something that the level does not have.
pub(super) fn known(level: &Level, change: &Change) -> Result<(), String> {
    let tile = |at: &At| level.floors.get(at[0])?.grid.get(at[1])?.get(at[2]).copied();
    let node = |name: &String| level.graph.nodes.iter().any(|node| told(&node.id) == *name);
    let mark = |name: String| level.marks.iter().any(|mark| mark.gives == name);
    let plate =
        |name: &dyn Fn(&crate::measures::read::Plate) -> bool| level.plates.iter().any(name);
    let there = match change {
        Change::PushOff => true,
        Change::Wall(at) | Change::Without(Thing::Block(at)) => tile(at) == Some(3),
        Change::Without(thing) | Change::Goal(thing) => match thing {
            Thing::Item(at) => matches!(tile(at), Some(30..=33)),
            Thing::Block(at) => tile(at) == Some(3),
            Thing::Door(at) => matches!(tile(at), Some(10..=15)),
            Thing::Symbol(name) => {
                let symbol = format!("symbol:{name}");
                mark(symbol.clone()) || plate(&|plate| plate.gives.as_ref() == Some(&symbol))
            }
            Thing::Toggle(name) => mark(format!("toggle:{name}")),
            Thing::Plate(name) => plate(&|plate| plate.name == *name),
            Thing::Room(name) => node(name),
            Thing::Passage(a, b) => level.graph.edges.iter().any(|edge| {
                let ends = [told(&edge.from), told(&edge.to)];
                ends == [a.clone(), b.clone()] || ends == [b.clone(), a.clone()]
            }),
        },
    };
    if there { Ok(()) } else { Err(format!("{change:?}: the level has no such thing")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_and_others_refused() {
        let read = |words: &str| changes(&words.split(' ').map(str::to_owned).collect::<Vec<_>>());
        let without = Change::Without(Thing::Passage("3".into(), "12".into()));
        let goal = Change::Goal(Thing::Item([0, 4, 5]));
        assert_eq!(read("--without passage:3-12 --goal item:4,5"), Ok(vec![without, goal]));
        assert_eq!(
            read("--wall block:1,2,3 --rule push=off"),
            Ok(vec![Change::Wall([1, 2, 3]), Change::PushOff])
        );
        for wrong in ["--without", "--without key:A", "--wall item:1,2", "--rule push=free"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
