//! A dungeon as an explorer finds it: rooms, what lies in them, and ways that ask for something.

use crate::measures::read::{Id, Level};
use crate::read::level::Requires;
use std::collections::HashMap;

/// Something that is taken on entering a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gift {
    Key,
    Bombs,
    /// A thing that is kept, by number.
    Thing(usize),
}

/// Something that a way asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ask {
    /// A small key, once for the pair of rooms.
    Key,
    Bomb,
    Has(usize),
    Lacks(usize),
    Never,
}

/// A way out of a room.
pub(crate) struct Way {
    pub(crate) to: usize,
    asks: Vec<Ask>,
    /// The pair of rooms, which small keys are used up on.
    pair: (usize, usize),
}

/// A dungeon.
pub(crate) struct Place {
    pub(crate) ways: Vec<Vec<Way>>,
    gifts: Vec<Vec<Gift>>,
    /// The things that are on or off, by room.
    pub(crate) toggles: Vec<Vec<usize>>,
    pub(crate) start: usize,
    pub(crate) goals: Vec<usize>,
    things: usize,
    endless_bombs: bool,
}

/// All that a player has, and has done.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Hand {
    has: Vec<bool>,
    taken: Vec<bool>,
    keys: u32,
    bombs: u32,
    opened: Vec<(usize, usize)>,
}

/// The numbers of things by name.
#[derive(Default)]
struct Names(HashMap<String, usize>);

impl Names {
    fn of(&mut self, name: &str) -> usize {
        let next = self.0.len();
        *self.0.entry(name.to_owned()).or_insert(next)
    }
}

impl Place {
    /// Reads the graph of a level.
    ///
    /// # Errors
    /// Something that is asked for is not known.
    pub(crate) fn read(level: &Level) -> Result<Self, String> {
        let mut names = Names::default();
        let number = |id: &Id| level.graph.nodes.iter().position(|node| node.id == *id);
        let rooms = level.graph.nodes.len();
        let mut place = Self {
            ways: (0..rooms).map(|_| Vec::new()).collect(),
            gifts: vec![Vec::new(); rooms],
            toggles: vec![Vec::new(); rooms],
            start: rooms,
            goals: Vec::new(),
            things: 0,
            endless_bombs: level.rules.get("bombs").and_then(|v| v.as_str()) == Some("unlimited"),
        };
        for (room, node) in level.graph.nodes.iter().enumerate() {
            for content in &node.contents {
                place.lay(room, content, &mut names);
            }
        }
        for edge in &level.graph.edges {
            let (from, to) = (number(&edge.from), number(&edge.to));
            let (Some(from), Some(to)) = (from, to) else {
                return Err("an edge to nowhere".into());
            };
            let asked = match &edge.requires {
                Requires::One(one) => vec![one.clone()],
                Requires::Many(many) => many.clone(),
            };
            let asks = asked.iter().filter_map(|name| ask(name, &mut names).transpose());
            let asks = asks.collect::<Result<Vec<Ask>, String>>()?;
            place.ways[from].push(Way { to, asks, pair: (from.min(to), from.max(to)) });
        }
        place.things = names.0.len();
        match place.start < rooms && !place.goals.is_empty() {
            true => Ok(place),
            false => Err("no start or no goal among the rooms".to_owned()),
        }
    }

    fn lay(&mut self, room: usize, content: &str, names: &mut Names) {
        match content {
            "start" => self.start = room,
            "goal" => self.goals.push(room),
            "key" => self.gifts[room].push(Gift::Key),
            "item_minor" => self.gifts[room].push(Gift::Bombs),
            "key_item" => {
                let item = names.of("key_item");
                self.gifts[room].extend([Gift::Bombs, Gift::Thing(item)]);
            }
            "boss_key" | "switch" => self.gifts[room].push(Gift::Thing(names.of(content))),
            _ if content.starts_with("toggle:") => self.toggles[room].push(names.of(content)),
            _ if content.starts_with("symbol:") => {
                self.gifts[room].push(Gift::Thing(names.of(content)));
            }
            _ => {}
        }
    }

    /// Number of rooms.
    pub(crate) fn rooms(&self) -> usize {
        self.ways.len()
    }

    /// The things that a player has at the start.
    pub(crate) fn hand(&self) -> Hand {
        let mut hand = Hand {
            has: vec![false; self.things],
            taken: vec![false; self.rooms()],
            keys: 0,
            bombs: 0,
            opened: Vec::new(),
        };
        self.take(self.start, &mut hand);
        hand
    }

    /// Takes what lies in a room.
    pub(crate) fn take(&self, room: usize, hand: &mut Hand) {
        if std::mem::replace(&mut hand.taken[room], true) {
            return;
        }
        for gift in &self.gifts[room] {
            match gift {
                Gift::Key => hand.keys += 1,
                Gift::Bombs => hand.bombs += 4,
                Gift::Thing(thing) => hand.has[*thing] = true,
            }
        }
    }

    /// True if a way can be gone.
    pub(crate) fn is_open(&self, way: &Way, hand: &Hand) -> bool {
        way.asks.iter().all(|ask| match ask {
            Ask::Key => hand.keys > 0 || hand.opened.contains(&way.pair),
            Ask::Bomb if self.endless_bombs => hand.bombs > 0,
            Ask::Bomb => hand.bombs > 0 || hand.opened.contains(&way.pair),
            Ask::Has(thing) => hand.has[*thing],
            Ask::Lacks(thing) => !hand.has[*thing],
            Ask::Never => false,
        })
    }

    /// Goes an open way, pays for it, and takes what lies there.
    pub(crate) fn go(&self, way: &Way, hand: &mut Hand) {
        if !hand.opened.contains(&way.pair) {
            let (key, bomb) = (way.asks.contains(&Ask::Key), way.asks.contains(&Ask::Bomb));
            hand.keys -= u32::from(key);
            let pays = bomb && !self.endless_bombs;
            hand.bombs -= u32::from(pays);
            if key || pays {
                hand.opened.push(way.pair);
            }
        }
        self.take(way.to, hand);
    }

    /// Flips something that is on or off.
    pub(crate) fn flip(&self, toggle: usize, hand: &mut Hand) {
        hand.has[toggle] = !hand.has[toggle];
    }
}

/// The thing that a name asks for; nothing of an open way.
fn ask(name: &str, names: &mut Names) -> Result<Option<Ask>, String> {
    let toggle = |name: &str| name.starts_with("toggle:");
    Ok(Some(match name {
        "open" | "stair" | "soft_locked" => return Ok(None),
        "key_locked" => Ask::Key,
        "bombable" => Ask::Bomb,
        "boss_locked" => Ask::Has(names.of("boss_key")),
        "item_locked" => Ask::Has(names.of("key_item")),
        "switch" => Ask::Has(names.of("switch")),
        _ => match (name.strip_suffix("=on"), name.strip_suffix("=off")) {
            (Some(name), _) if toggle(name) => Ask::Has(names.of(name)),
            (_, Some(name)) if toggle(name) => Ask::Lacks(names.of(name)),
            _ if name.starts_with("symbol:") => Ask::Has(names.of(name)),
            _ => match name.strip_prefix("lacks:") {
                Some(symbol) if symbol.starts_with("symbol:") => Ask::Lacks(names.of(symbol)),
                // Plates are of tiles; along rooms nothing holds one down.
                _ if name.starts_with("plate:") => Ask::Never,
                _ => return Err(format!("{name:?} is no requirement that explorers know")),
            },
        },
    }))
}

impl Hand {
    /// Makes hands alike that differ in the order only in which pairs were opened.
    pub(crate) fn forget_order(&mut self) {
        self.opened.sort_unstable();
    }
}
