//! Hand-made scenarios for tests.

use quandary_dungeon::game::area::Scenario;
use quandary_dungeon::layout::ways::Ways;
use quandary_dungeon::layout::{Bounds, Direction, Layout, Room, RoomKind, category};
use quandary_dungeon::puzzle::{Area, Chest, Hint, Holder, Item, Kind, Puzzle, RoomIndex};
use std::collections::{BTreeMap, BTreeSet};

type Place = [i32; 3];

/// A layout of passages; the entry is at the origin, from which distances count.
fn layout(passages: &[(Place, Direction)], boss: Option<Place>) -> Layout {
    let mut ways: BTreeMap<Place, BTreeSet<Direction>> = [([0; 3], BTreeSet::new())].into();
    for &(from, way) in passages {
        ways.entry(from).or_default().insert(way);
        ways.entry(way.step(from)).or_default().insert(way.opposite());
    }
    let mut rooms: Vec<Room> = ways
        .iter()
        .map(|(&coords, ways)| Room {
            coords,
            kind: match coords {
                [0, 0, 0] => RoomKind::Entry,
                _ if Some(coords) == boss => RoomKind::Boss,
                _ => RoomKind::Chamber,
            },
            connections: ways.iter().copied().collect(),
            entry: coords == [0; 3],
            distance: 0,
        })
        .collect();
    rooms.sort_by_key(|room| [room.coords[2], room.coords[1], room.coords[0]]);
    let bounds = Bounds::around(9, -9, 9);
    let mut layout = Layout { category: category("dungeon").unwrap(), bounds, rooms };
    let steps = Ways::of(&layout).distances(layout.entry(), |_| true);
    layout.rooms.iter_mut().zip(steps).for_each(|(room, steps)| room.distance = steps);
    layout
}

/// A puzzle with a hint.
pub(super) fn puzzle(
    number: usize,
    name: &str,
    room: RoomIndex,
    direction: Direction,
    kind: Kind,
) -> Puzzle {
    let hint = Hint { threshold: 12, text: format!("Think of {}.", kind.name()) };
    let (id, description) = (format!("p{number}"), format!("This is {name}."));
    Puzzle { id, name: name.to_owned(), description, room, direction, hint, kind }
}

/// A key.
pub(super) fn item(name: &str, room: RoomIndex, holder: Holder) -> Item {
    let description = Some(format!("That is {name}."));
    Item { name: name.to_owned(), description, room, holder }
}

/// A chest for a key of this name.
pub(super) fn chest(number: usize, name: &str, room: RoomIndex, key: &str) -> Chest {
    let hint = Hint { threshold: 13, text: format!("Think of {key}.") };
    let (id, description) = (format!("c{number}"), format!("This is {name}."));
    Chest { id, name: name.to_owned(), description, room, key: key.to_owned(), hint }
}

/// A puzzle for an area under construction: name, place, direction, kind.
type Set<'a> = (&'a str, Place, Direction, Kind);

fn area(layout: Layout, puzzles: &[Set<'_>], items: &[(&str, Place)]) -> Area {
    let mut area = Area::bare(layout);
    for (i, (name, place, direction, kind)) in puzzles.iter().enumerate() {
        let room = area.layout.index(*place).unwrap();
        area.puzzles.push(puzzle(i + 1, name, room, *direction, kind.clone()));
    }
    let room = |&place: &Place| area.layout.index(place).unwrap();
    area.items = items.iter().map(|(name, at)| item(name, room(at), Holder::Open)).collect();
    area
}

pub(super) fn door(key: &str) -> Kind {
    Kind::LockedDoor { key: key.to_owned() }
}

pub(super) fn riddle(answers: &[&str]) -> Kind {
    let text = "What has a mouth, and never eats?".to_owned();
    Kind::Riddle { text, answers: answers.iter().map(|&text| text.to_owned()).collect() }
}

pub(super) fn bells() -> Kind {
    Kind::Sequence {
        objects: ["Small Bell", "Great Bell", "Cracked Bell"].map(str::to_owned).into(),
        order: vec![1, 2, 0],
        clue: "The great one leads, the small one ends.".to_owned(),
    }
}

/// All five kinds, two rooms with two puzzles, a key behind a lever, a boss on an upper level.
pub(super) fn house() -> Scenario {
    use Direction::{East, North, Up};
    let passages = [
        ([0, 0, 0], East),
        ([1, 0, 0], North),
        ([1, 0, 0], East),
        ([2, 0, 0], North),
        ([2, 0, 0], East),
        ([3, 0, 0], Up),
    ];
    let puzzles = [
        ("The Rusty Lever", [1, 0, 0], North, Kind::Lever),
        ("Worn Plate", [1, 0, 0], East, Kind::PressurePlate),
        ("The Bronze Face", [2, 0, 0], North, riddle(&["a river", "stream"])),
        ("Porte d’Été", [2, 0, 0], East, door("Clé d'Été")),
        ("Choir of Bells", [3, 0, 0], Up, bells()),
    ];
    let layout = layout(&passages, Some([3, 0, 1]));
    Scenario::new(area(layout, &puzzles, &[("Clé d'Été", [1, 1, 0])])).unwrap()
}

/// A room with two levers, two riddle heads and two sequences around it, and no boss.
pub(super) fn twins() -> Scenario {
    use Direction::{Down, East, North, South, Up, West};
    let here = [1, 0, 0];
    let ways = [North, East, South, Up, Down].map(|way| (here, way));
    let passages: Vec<_> = [(here, West)].into_iter().chain(ways).collect();
    let sequence = |objects: [&str; 2]| Kind::Sequence {
        objects: objects.map(str::to_owned).into(),
        order: vec![1, 0],
        clue: "Backwards.".to_owned(),
    };
    let puzzles = [
        ("Lever of Ash", here, North, Kind::Lever),
        ("Lever of Oak", here, East, Kind::Lever),
        ("Stone Head", here, South, riddle(&["river"])),
        ("Stone Heart", here, Up, riddle(&["river", "of night"])),
        ("Drums", here, Down, sequence(["Drum", "Red Drum"])),
    ];
    Scenario::new(area(layout(&passages, None), &puzzles, &[])).unwrap()
}

/// Two doors for keys of one name; the second key lies behind the first door.
pub(super) fn plain_keys() -> Scenario {
    use Direction::{East, North};
    let passages = [([0, 0, 0], East), ([1, 0, 0], North), ([1, 0, 0], East)];
    let puzzles = [
        ("Left Door", [1, 0, 0], North, door("dull key")),
        ("Right Door", [1, 0, 0], East, door("Dull Key")),
    ];
    let items = [("dull key", [0, 0, 0]), ("dull key", [2, 0, 0])];
    Scenario::new(area(layout(&passages, Some([1, 1, 0])), &puzzles, &items)).unwrap()
}

/// Four rooms in a ring, with a lever at one of the passages.
pub(super) fn ring() -> Scenario {
    use Direction::{East, North};
    let passages = [([0, 0, 0], East), ([0, 0, 0], North), ([0, 1, 0], East), ([1, 0, 0], North)];
    let puzzles = [("Gate Lever", [1, 0, 0], North, Kind::Lever)];
    Scenario::new(area(layout(&passages, None), &puzzles, &[])).unwrap()
}

/// A corridor with a chest at each end. The key of the door lies in the far chest, the key of that chest in the near
/// one, and the key of the near one beyond a side room.
pub(super) fn chests() -> Scenario {
    use Direction::{East, North, West};
    let passages = [([0, 0, 0], East), ([1, 0, 0], East), ([0, 0, 0], North), ([0, 0, 0], West)];
    let puzzles = [("Iron Gate", [1, 0, 0], East, door("Gate Key"))];
    let items = [("Gate Key", [0, 1, 0]), ("Small Box Key", [1, 0, 0]), ("Box Key", [-1, 0, 0])];
    let mut area = area(layout(&passages, Some([2, 0, 0])), &puzzles, &items);
    let rooms = [[0, 1, 0], [1, 0, 0]].map(|place| area.layout.index(place).unwrap());
    area.chests = vec![
        chest(1, "The Small Box", rooms[0], "Small Box Key"),
        chest(2, "Great Box", rooms[1], "Box Key"),
    ];
    area.items[0].holder = Holder::Chest(0);
    area.items[1].holder = Holder::Chest(1);
    Scenario::new(area).unwrap()
}

/// All samples.
pub(super) fn all() -> [Scenario; 5] {
    [house(), twins(), plain_keys(), ring(), chests()]
}
