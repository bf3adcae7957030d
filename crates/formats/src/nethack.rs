//! Reads level files of NetHack and MiniHack: `.des` of NetHack 3.4 and 3.6, and the Lua of NetHack 3.7.
//!
//! Each map of a file is a level: the lines from `MAP` to `ENDMAP`, or the text of `des.map`, with the doors, stairs,
//! keys, boulders and pits that stand after it at places told by numbers. Stairs up are the start, else the place where
//! one arrives (`BRANCH`, `TELEPORT_REGION`); stairs down are goals. In Sokoban one comes from below: there it is the
//! other way round. Things at random places, and conditions, are counted in notes.
//!
//! Keys of NetHack are kept. If a level has keys and several locked doors, the key is therefore a symbol, which all of
//! these doors need; otherwise keys and locked doors are our tiles. Rules: boulders are pushed again and again, onto
//! anything but things that need something, and steps may be diagonal.

mod des;
mod lua;
mod said;

use crate::Import;
use crate::aliases::Aliases;
use crate::grid::{Draft, Drawing, Tally, named, pit, pushed_freely};
use level::formats::json::{ReadError, wrong};
use level::rules::Rules;
use level::{Cell, Level, Tile, Tiles};
use said::{Said, Thing, What};

impl Thing {
    /// The object with a name.
    fn object(name: &str) -> Self {
        match name {
            "skeleton key" | "lock pick" | "credit card" => Self::Key,
            "boulder" => Self::Boulder,
            _ => Self::Other("objects".to_owned()),
        }
    }

    /// The trap of a kind.
    fn trap(kind: &str) -> Self {
        match kind {
            "pit" | "spiked pit" | "hole" | "trap door" => Self::Pit,
            "" => Self::Other("traps".to_owned()),
            other => Self::Other(format!("traps {other}")),
        }
    }

    /// Its name in a note.
    fn name(&self) -> String {
        match self {
            Self::Door(_) => "doors".to_owned(),
            Self::Stair { up: true } => "stairs up".to_owned(),
            Self::Stair { up: false } => "stairs down".to_owned(),
            Self::Arrival => "arrivals".to_owned(),
            Self::Key => "keys".to_owned(),
            Self::Boulder => "boulders".to_owned(),
            Self::Pit => "pits".to_owned(),
            Self::Other(name) => name.clone(),
        }
    }
}

/// The note on locked doors.
const KICKED: &str = "locked doors need a key; in NetHack one can also kick them open: \"locked door\" = \
    \"DOOR_OPEN\" in the file of --map";
/// The fault of a level without a map.
const NO_MAP: &str = "has no map; rooms and mazes that NetHack makes at random are not read";

/// The letters of a map, with their tiles.
const LETTERS: [(&str, Tile); 5] = [
    (" x", Tile::Void),
    ("-|FTB", Tile::Wall),
    (".#HCAIK\\{_", Tile::Floor),
    ("}PWQLZ", Tile::Element),
    ("+S", Tile::DoorOpen),
];

/// True if a text is such a file.
#[must_use]
pub fn is(text: &str) -> bool {
    let begins = |line: &str, words: &[&str]| words.iter().any(|word| line.starts_with(word));
    is_lua(text)
        || text.lines().map(str::trim).any(|line| {
            line == "ENDMAP" || begins(line, &["MAZE:\"", "MAZE: \"", "LEVEL:\"", "LEVEL: \""])
        })
}

/// True if a text calls the functions of a level file in Lua; in JSON they can only be quoted.
fn is_lua(text: &str) -> bool {
    !text.trim_start().starts_with(['{', '['])
        && ["des.map(", "des.room(", "des.level_init(", "des.level_flags("]
            .iter()
            .any(|call| text.contains(call))
}

/// Reads the levels of a file, with a table of letters that extends or overrides those of a map.
///
/// # Errors
/// A map without an end, or a file without levels. A level without a map, or with unknown letters, is a faulty one of
/// the file.
///
/// ```
/// use quandary_formats::{aliases::Aliases, nethack};
/// let text = "MAZE:\"hall\",' '\nMAP\n-----\n|...|\n-----\nENDMAP\nSTAIR:(1,1),up\nSTAIR:(3,1),down\n";
/// let read = nethack::read(text, &Aliases::default())?;
/// assert_eq!(read.levels[0].as_ref().unwrap().name.as_deref(), Some("hall"));
/// # Ok::<(), level::formats::json::ReadError>(())
/// ```
pub fn read(text: &str, aliases: &Aliases) -> Result<Import, ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let said = if is_lua(text) { lua::read(text) } else { des::read(text)? };
    let mut reader = Reader::of(aliases);
    for Said { line, what } in said {
        reader.take(line, what);
    }
    reader.end();
    let notes = reader.notes();
    if reader.levels.is_empty() {
        return Err(wrong("file", NO_MAP));
    }
    Ok(Import::of(reader.levels, notes))
}

/// The state of reading.
struct Reader<'a> {
    aliases: &'a Aliases,
    levels: Vec<Result<Level, ReadError>>,
    /// The map that is being read.
    map: Option<Map>,
    /// The name of the level, and the number of its maps so far; `None` outside of levels.
    level: Option<(String, usize)>,
    is_sokoban: bool,
    cells: u64,
    /// Levels of Sokoban, levels of several maps, and levels whose keys are symbols.
    many: [usize; 3],
    pits: usize,
    conditions: usize,
    /// The states of doors that are read as open.
    doors: Tally,
    /// What lies at random places.
    random: Tally,
    /// What is passed over.
    passed: Tally,
    notes: Vec<String>,
}

/// A map with what was placed on it.
struct Map {
    draft: Result<Draft, ReadError>,
    up: Vec<Cell>,
    down: Vec<Cell>,
    arrivals: Vec<Cell>,
    keys: Vec<Cell>,
    locked: Vec<Cell>,
}

impl<'a> Reader<'a> {
    fn of(aliases: &'a Aliases) -> Self {
        Self {
            aliases,
            levels: Vec::new(),
            map: None,
            level: None,
            is_sokoban: false,
            cells: 0,
            many: [0; 3],
            pits: 0,
            conditions: 0,
            doors: Tally::default(),
            random: Tally::default(),
            passed: Tally::default(),
            notes: Vec::new(),
        }
    }

    fn take(&mut self, line: usize, what: What<'_>) {
        match what {
            What::Level(name) => {
                self.end();
                self.is_sokoban = name.starts_with("soko");
                self.level = Some((name, 0));
            }
            What::Map(rows) => self.begin(line, rows),
            What::Thing(thing, Some(place)) => self.place(&thing, place),
            What::Thing(Thing::Other(name), None) | What::Other(name) => self.passed.count(name),
            What::Thing(thing, None) => self.random.count(thing.name()),
            What::Sokoban => self.is_sokoban = true,
            What::Maze => {
                if let Some(map) = &mut self.map {
                    map.draft =
                        Err(wrong("map", "is filled by a maze that NetHack makes at random"));
                }
            }
            What::Condition => self.conditions += 1,
        }
    }

    /// Begins a map.
    fn begin(&mut self, line: usize, rows: Vec<&str>) {
        self.end_map();
        self.level.get_or_insert_default().1 += 1;
        let cols = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        let drawing = Drawing { line, rows, cols };
        let aliases = self.aliases;
        let doors = &mut self.doors;
        let put = |draft: &mut Draft, cell: Cell, letter: char| {
            if letter == 'S' && aliases.letter(letter).is_none() {
                doors.count("secret");
            }
            let tile = aliases.letter(letter).map(Option::unwrap_or_default);
            tile.or_else(|| tile_of(letter)).is_some_and(|tile| {
                draft.put(cell, tile);
                true
            })
        };
        let known = || format!("{}{}", known(), aliases.letters());
        let draft = Draft::drawn(&drawing, &mut self.cells, put, known);
        let [up, down, arrivals, keys, locked] = [const { Vec::new() }; 5];
        self.map = Some(Map { draft, up, down, arrivals, keys, locked });
    }

    /// Places a thing on the map.
    fn place(&mut self, thing: &Thing, [col, row]: [u32; 2]) {
        // A map with a fault is told in any case.
        if self.map.as_ref().is_some_and(|map| map.draft.is_err()) {
            return;
        }
        let cell = Cell::new(0, row, col);
        let off = |part: &str| format!("{} off the {part}", thing.name());
        let Some(Map { draft: Ok(draft), up, down, arrivals, keys, locked }) = &mut self.map else {
            return self.passed.count(off("map"));
        };
        let Some(tile) = draft.tile(cell) else { return self.passed.count(off("map")) };
        match thing {
            Thing::Stair { up: true } => up.push(cell),
            Thing::Stair { up: false } => down.push(cell),
            Thing::Arrival => arrivals.push(cell),
            Thing::Key => keys.push(cell),
            Thing::Door(state) => {
                draft.put(cell, Tile::DoorOpen);
                match state.as_str() {
                    "locked" => locked.push(cell),
                    state => self.doors.count(state),
                }
            }
            Thing::Boulder if tile == Tile::Floor => draft.put(cell, Tile::Block),
            Thing::Pit if tile == Tile::Floor => {
                self.pits += 1;
                draft.put(cell, pit(0).0);
            }
            Thing::Boulder | Thing::Pit => self.passed.count(off("floor")),
            Thing::Other(name) => self.passed.count(name.clone()),
        }
    }

    /// Finishes the map.
    fn end_map(&mut self) {
        let Some(map) = self.map.take() else { return };
        let number = self.level.as_ref().map_or(0, |(_, maps)| *maps);
        let level = self.level_of(map, number);
        self.levels.push(level);
    }

    fn level_of(&mut self, map: Map, number: usize) -> Result<Level, ReadError> {
        let mut draft = map.draft?;
        let name = self.level.as_ref().map(|(name, _)| name.as_str()).unwrap_or_default();
        draft.name = match number {
            _ if name.is_empty() => None,
            1 => Some(name.to_owned()),
            number => Some(format!("{name}, map {number}")),
        };
        let (mut up, mut down) = (map.up, map.down);
        if self.is_sokoban {
            std::mem::swap(&mut up, &mut down);
            self.many[0] += 1;
        }
        draft.starts.extend(if up.is_empty() { map.arrivals } else { up });
        draft.first_start("ways in", &mut self.notes);
        draft.goals.extend(down);
        // One key of NetHack opens all doors.
        if map.locked.len() > 1 && !map.keys.is_empty() {
            self.many[2] += 1;
            (draft.keys, draft.locked) = (map.keys, map.locked);
        } else {
            let tile = named(self.aliases, "locked door", Tile::DoorLocked);
            map.locked.iter().for_each(|&cell| draft.put(cell, tile));
            for &cell in &map.keys {
                match draft.tile(cell) {
                    Some(Tile::Floor) => draft.put(cell, Tile::KeySmall),
                    _ => self.passed.count("keys off the floor"),
                }
            }
        }
        draft.rules = Some(Rules { diagonals: true, ..pushed_freely() });
        draft.level(self.aliases)
    }

    /// Finishes the level.
    fn end(&mut self) {
        self.end_map();
        match self.level.take() {
            Some((name, 0)) => {
                let name = if name.is_empty() { "level" } else { &name };
                self.levels.push(Err(wrong(diagnostics::short(name), NO_MAP)));
            }
            Some((_, 2..)) => self.many[1] += 1,
            _ => {}
        }
        self.is_sokoban = false;
    }

    /// All notes.
    fn notes(&mut self) -> Vec<String> {
        let mut notes = std::mem::take(&mut self.notes);
        let [sokoban, maps, kept] = self.many;
        let counted = |many: usize, one: &str, more: &str, rest: &str| {
            (many > 0).then(|| diagnostics::counted(many as u64, one, more) + rest)
        };
        let rest = " of Sokoban: stairs down are the start, stairs up the goal";
        notes.extend(counted(sokoban, "map is", "maps are", rest));
        let rest = " several maps; each map is read as a level";
        notes.extend(counted(maps, "level has", "levels have", rest));
        let rest = " have the symbol key for their keys: it opens all locked doors and is kept, as in NetHack";
        notes.extend(counted(
            kept,
            "map with several locked doors",
            "maps with several locked doors",
            rest,
        ));
        notes.extend(self.doors.note("doors read as open, by their state"));
        notes.extend(pit(self.pits).1);
        notes.extend(self.random.note("at random places, and therefore left out"));
        notes.extend(self.passed.note("passed over"));
        let rest = " not run; what stands in them is read once";
        notes.extend(counted(
            self.conditions,
            "condition or loop is",
            "conditions and loops are",
            rest,
        ));
        let any = |is: fn(&Tiles) -> bool| {
            self.levels.iter().flatten().filter_map(|level| level.tiles.as_ref()).any(is)
        };
        if any(|tiles| !tiles.locks.is_empty() || holds(tiles, Tile::DoorLocked)) {
            notes.push(KICKED.to_owned());
        }
        if any(|tiles| holds(tiles, Tile::Element)) {
            notes
                .push("water and lava need the key item, and boulders do not fill them".to_owned());
        }
        notes
    }
}

fn holds(tiles: &Tiles, tile: Tile) -> bool {
    tiles.holding(tile).next().is_some()
}

/// The tile of a letter of a map.
fn tile_of(letter: char) -> Option<Tile> {
    LETTERS.iter().find(|(letters, _)| letters.contains(letter)).map(|&(_, tile)| tile)
}

/// All letters with their tiles, for an error.
fn known() -> String {
    LETTERS.map(|(letters, tile)| format!("{letters:?} {tile}")).join(", ")
}

#[cfg(test)]
mod tests;
