//! Changes of a query about a level: a thing removed, made free, or made the goal.

use crate::level::{At, Level};

/// A thing of a level, named as in the options of `check` and `solve`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Thing {
    /// The pick-up on a cell.
    Item(At),
    /// A pick-up of a kind in a node.
    ItemIn(String, String),
    /// A symbol, without `symbol:`.
    Symbol(String),
    /// A toggle, without `toggle:`.
    Toggle(String),
    /// A plate, without `plate:`.
    Plate(String),
    /// The block that starts on a cell.
    Block(At),
    /// The doorway of a cell.
    Door(At),
    /// The passage between two nodes.
    Passage(String, String),
    /// An entry of `locks`.
    Lock(usize),
    /// A node.
    Room(String),
}

/// A change of a query.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Change {
    /// The thing is removed.
    Without(Thing),
    /// The thing has no requirements.
    Free(Thing),
    /// Holding the thing, or standing in it, is the only goal.
    Goal(Thing),
    /// The start cell of a block is a wall.
    Wall(At),
    /// A rule has another value.
    Rule(String, String),
}

impl Thing {
    /// Parses a thing, such as `block:3,4`.
    pub fn read(text: &str) -> Option<Self> {
        let (kind, rest) = text.split_once(':')?;
        let name = rest.to_owned();
        Some(match kind {
            "item" => match rest.split_once('@') {
                Some((kind, node)) => Self::ItemIn(kind.to_owned(), node.to_owned()),
                None => Self::Item(cell(rest)?),
            },
            "block" => Self::Block(cell(rest)?),
            "door" => Self::Door(cell(rest)?),
            "symbol" => Self::Symbol(name),
            "toggle" => Self::Toggle(name),
            "plate" => Self::Plate(name),
            "room" => Self::Room(name),
            "lock" => Self::Lock(rest.parse().ok()?),
            "passage" => {
                let (a, b) = rest.split_once('-')?;
                Self::Passage(a.min(b).to_owned(), a.max(b).to_owned())
            }
            _ => return None,
        })
    }

    /// True if the level has the thing.
    pub fn is_in(&self, level: &Level) -> bool {
        let tile = |at: &At| level.tile(*at);
        let mark = |name: String| level.marks.iter().any(|mark| mark.gives == name);
        let content = |node: Option<&str>, name: &str| {
            let nodes = level.graph.nodes.iter();
            let mut nodes = nodes.filter(|here| node.is_none_or(|node| here.id.0 == node));
            nodes.any(|here| here.contents.iter().any(|content| content == name))
        };
        let gives = |name: &String| {
            let symbol = format!("symbol:{name}");
            let plate = level.plates.iter().any(|plate| plate.gives.as_ref() == Some(&symbol));
            plate || content(None, &symbol) || mark(symbol)
        };
        match self {
            Self::Item(at) => matches!(tile(at), Some(30..=33)),
            Self::ItemIn(kind, node) => content(Some(node), kind),
            Self::Block(at) => tile(at) == Some(3),
            Self::Door(at) => matches!(tile(at), Some(10..=15)),
            Self::Symbol(name) => gives(name),
            Self::Toggle(name) => {
                let toggle = format!("toggle:{name}");
                content(None, &toggle) || mark(toggle)
            }
            Self::Plate(name) => level.plates.iter().any(|plate| plate.name == *name),
            Self::Room(name) => level.graph.nodes.iter().any(|node| node.id.0 == *name),
            Self::Lock(number) => *number < level.locks.len(),
            Self::Passage(a, b) => level.graph.edges.iter().any(|edge| {
                let ends = [edge.from.0.as_str(), edge.to.0.as_str()];
                ends == [a, b] || ends == [b, a]
            }),
        }
    }
}

/// Parses a cell: row and column, optionally preceded by a floor.
fn cell(text: &str) -> Option<At> {
    let numbers: Option<Vec<usize>> = text.split(',').map(|number| number.parse().ok()).collect();
    match numbers?[..] {
        [row, col] => Some([0, row, col]),
        [floor, row, col] => Some([floor, row, col]),
        _ => None,
    }
}

/// Parses options, each a name and a value.
///
/// # Errors
/// An option is unknown, has no value, or names a thing that the level does not have.
pub fn changes(level: &Level, words: &[String]) -> Result<Vec<Change>, String> {
    words.chunks(2).map(|pair| change(level, pair)).collect()
}

fn change(level: &Level, pair: &[String]) -> Result<Change, String> {
    let wrong = || format!("{pair:?} is no option that the level can be asked with");
    let [option, value] = pair else { return Err(wrong()) };
    if option == "--rule" {
        let (name, value) = value.split_once('=').ok_or_else(wrong)?;
        return Ok(Change::Rule(name.to_owned(), value.to_owned()));
    }
    let thing = Thing::read(value).filter(|thing| thing.is_in(level)).ok_or_else(wrong)?;
    Ok(match (option.as_str(), thing) {
        ("--without", thing) => Change::Without(thing),
        ("--free", thing) => Change::Free(thing),
        ("--goal", thing) => Change::Goal(thing),
        ("--wall", Thing::Block(at)) => Change::Wall(at),
        _ => return Err(wrong()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_and_must_fit_the_level() {
        let level = r#"{"format": "quandary/level/1", "floors": [{"grid": [[21, 30, 3, 11, 22]]}],
            "marks": [{"floor": 0, "row": 0, "col": 0, "gives": "symbol:A"}],
            "graph": {"nodes": [{"id": 1}, {"id": 2, "contents": ["key"]}], "edges": [{"from": 1, "to": 2}]}}"#;
        let level = Level::read(level).unwrap();
        let read =
            |words: &str| changes(&level, &words.split(' ').map(str::to_owned).collect::<Vec<_>>());
        let known = "--without item:0,1 --wall block:0,2 --free door:0,0,3 --goal symbol:A \
            --without passage:2-1 --without item:key@2 --rule push=off --goal room:2";
        let found = read(known).unwrap();
        assert_eq!((found.len(), &found[2]), (8, &Change::Free(Thing::Door([0, 0, 3]))));
        assert_eq!(found[4], Change::Without(Thing::Passage("1".to_owned(), "2".to_owned())));
        for words in [
            "--without item:0,2",
            "--without block:0,1",
            "--goal symbol:B",
            "--wall item:0,1",
            "--without",
            "--sell item:0,1",
            "--without passage:1-3",
            "--without lock:0",
            "--rule push",
            "--without toggle:0",
        ] {
            assert!(read(words).is_err(), "{words}");
        }
    }
}
