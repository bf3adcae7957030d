//! The legend of a level: the meaning of the signs on the picture, in words of its family, and the layout below the
//! map.

#[cfg(test)]
mod tests;

use super::furniture::PILLAR;
use super::icons::{self, scaled};
use super::level_names::{self, Named, Names, State};
use super::level_picture::{Badge, End, Overlay, SIDE};
use super::level_tiles::TileView;
use super::look::{Foe, Look, Rank};
use super::strokes::{self, Pen};
use super::svg::{INK, SOFT, Svg, number};
use super::{level_labels, level_tiles, level_way};
use dungeon::dungeon::rooms::Family;
use level::{Content, Level, PlateId, Requirement, TILES, Tile, Tiles};
use std::collections::BTreeSet;

/// The height of a row.
const ROW: f64 = 22.0;
/// The height of letters.
const LETTERS: f64 = 7.4;
const SMALL: f64 = 6.4;
/// The width of a column of events, and the most events that are listed.
const COLUMN: f64 = 264.0;
const MOST_EVENTS: usize = 120;
const LINE: f64 = 13.0;
/// The greatest width of the lines of an entry, the distance to the next line, and the most lines.
const WIDEST: f64 = 240.0;
const BELOW: f64 = 10.5;
const MOST_LINES: usize = 4;

/// White space around the floors.
pub(super) const MARGIN: f64 = 2.0 * SIDE;

/// A page.
pub(super) struct Page {
    /// Its width.
    pub(super) width: f64,
    /// Scale of letters and legend; 1 is usual.
    pub(super) scale: f64,
}

impl Page {
    /// The margin, in units of letters and legend.
    pub(super) fn margin(&self) -> f64 {
        MARGIN / self.scale
    }
}

impl Entry {
    /// Width of the entry's sign.
    fn sign_width(&self) -> f64 {
        if matches!(self.sign, Sign::Way(_)) { 60.0 } else { 16.0 }
    }

    /// The lines of the entry's words, broken between words where they are long.
    fn lines(&self, page: &Page) -> Vec<String> {
        let inner = page.width / page.scale - 2.0 * page.margin() - self.sign_width() - 7.0;
        let most = WIDEST.min(inner);
        let mut lines: Vec<String> = Vec::new();
        for word in self.words.split_whitespace() {
            let longer = lines.last().map(|line| format!("{line} {word}"));
            match longer.filter(|longer| strokes::width(longer, LETTERS) <= most) {
                Some(longer) => {
                    lines.pop();
                    lines.push(longer);
                }
                None => lines.push(strokes::cut(word, LETTERS, most)),
            }
        }
        if lines.len() > MOST_LINES {
            lines.truncate(MOST_LINES);
            if let Some(last) = lines.last_mut() {
                *last = strokes::cut(&format!("{last} …"), LETTERS, most);
            }
        }
        lines
    }
}

/// Layout of the legend: the left end, top and lines of each entry, and the total height.
struct LegendLayout {
    at: Vec<(f64, f64, Vec<String>)>,
    height: f64,
}

fn layout(page: &Page, entries: &[Entry]) -> LegendLayout {
    let left = page.margin();
    let (mut x, mut y, mut high) = (left, 0.0, 0.0_f64);
    let right = page.width / page.scale - left;
    let mut at = Vec::with_capacity(entries.len());
    for entry in entries {
        let lines = entry.lines(page);
        let widest = lines.iter().map(|line| strokes::width(line, LETTERS)).fold(0.0, f64::max);
        let width = entry.sign_width() + 7.0 + widest;
        if x > left && x + width > right {
            (x, y, high) = (left, y + high, 0.0);
        }
        high = high.max(ROW + lines.len().saturating_sub(1) as f64 * BELOW);
        at.push((x, y, lines));
        x += width + 20.0;
    }
    LegendLayout { at, height: y + high }
}

/// Number of columns of the list of events.
fn columns(page: &Page) -> usize {
    ((page.width / page.scale - 2.0 * page.margin()) / COLUMN).floor().max(1.0) as usize
}

/// The events to list. The last line counts those that are left out.
fn event_lines(overlay: Option<&Overlay>) -> Vec<String> {
    let events = overlay.map_or(&[][..], |overlay| &overlay.events);
    let mut lines: Vec<String> =
        events.iter().take(MOST_EVENTS).map(|(at, words)| format!("{words} (step {at})")).collect();
    if events.len() > MOST_EVENTS {
        lines.push(format!("… and {} more", events.len() - MOST_EVENTS));
    }
    lines
}

/// Height of the foot.
pub(super) fn height(page: &Page, entries: &[Entry], overlay: Option<&Overlay>) -> f64 {
    let legend = layout(page, entries).height;
    let lines = event_lines(overlay).len().div_ceil(columns(page)) as f64 * LINE;
    (legend + lines + ROW + if lines > 0.0 { LINE } else { 0.0 }) * page.scale
}

/// Draws the foot.
pub(super) fn draw(
    svg: &mut Svg,
    page: &Page,
    top: f64,
    names: &Names,
    (entries, look): (&[Entry], &Look),
    overlay: Option<&Overlay>,
) {
    svg.put(&format!(
        "<g transform=\"translate(0 {}) scale({})\">\n",
        number(top + ROW * page.scale),
        number(page.scale)
    ));
    let layout = layout(page, entries);
    for (entry, (x, y, lines)) in entries.iter().zip(&layout.at) {
        sign(svg, names, entry, look, (x + entry.sign_width() / 2.0, y + 8.0));
        for (i, line) in lines.iter().enumerate() {
            let down = y + 8.0 + LETTERS / 2.0 + i as f64 * BELOW;
            let at = (x + entry.sign_width() + 7.0, down);
            strokes::write(svg, at, Pen::plain(LETTERS, INK), line);
        }
    }
    tell(svg, page, layout.height + LINE, &event_lines(overlay));
    svg.put("</g>\n");
}

/// The events, numbered, column by column.
fn tell(svg: &mut Svg, page: &Page, top: f64, lines: &[String]) {
    let rows = lines.len().div_ceil(columns(page)).max(1);
    for (i, line) in lines.iter().enumerate() {
        let (x, y) = (page.margin() + (i / rows) as f64 * COLUMN, top + (i % rows) as f64 * LINE);
        if i < MOST_EVENTS {
            level_way::badge(svg, (x + 8.0, y), i + 1);
        }
        let text = strokes::cut(line, SMALL, COLUMN - 32.0);
        strokes::write(svg, (x + 20.0, y + SMALL / 2.0), Pen::plain(SMALL, SOFT), &text);
    }
}

fn sign(svg: &mut Svg, names: &Names, entry: &Entry, look: &Look, at: (f64, f64)) {
    match &entry.sign {
        Sign::Tile(tile) => level_tiles::sample(svg, at, *tile, look),
        Sign::Foe(foe) => level_tiles::sample_foe(svg, at, foe, look),
        Sign::Pillar => level_tiles::with_icon(svg, at, look.colours.floor, PILLAR, 0.95),
        Sign::Pit => {
            let pit = look.colours.pit.unwrap_or(look.colours.floor);
            level_tiles::ground(svg, at, pit);
        }
        Sign::Requirement(asked) => level_labels::asks(svg, at, names, *asked),
        Sign::OneWay => scaled(svg, at, 0.9, icons::one_way().0),
        Sign::Gives(content) => level_labels::gives(svg, at, names, *content),
        Sign::Plate(state) => level_names::sample(svg, at, *state),
        Sign::Label(plate) => {
            level_names::tag(
                svg,
                at,
                State::Up,
                level_names::colour(names, *plate),
                names.plate(*plate),
            );
        }
        Sign::Way(end) => {
            for part in 0..12_u8 {
                let x = at.0 - 30.0 + f64::from(part) * 5.0;
                svg.put(&format!(
                    "<rect x=\"{}\" y=\"{}\" width=\"5.2\" height=\"3\" fill=\"{}\"/>\n",
                    number(x),
                    number(at.1 - 1.5),
                    level_way::shade(*end, f64::from(part) / 11.0)
                ));
            }
        }
        Sign::DeadState => level_way::cross(svg, at),
    }
}

/// The most symbols, and the most plates, that are listed by name.
const MOST_NAMED: usize = 80;

/// A sign of the legend.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Sign {
    Tile(Tile),
    /// An enemy.
    Foe(Foe),
    /// A free-standing wall.
    Pillar,
    /// A pit.
    Pit,
    /// A plate without a label.
    Plate(State),
    Requirement(Requirement),
    OneWay,
    Gives(Content),
    /// The label of a plate.
    Label(PlateId),
    Way(End),
    DeadState,
}

/// A sign and its meaning.
pub(super) struct Entry {
    pub(super) sign: Sign,
    pub(super) words: String,
}

/// Entries of the legend of a picture.
pub(super) fn entries(
    level: &Level,
    names: &Names,
    view: &TileView<'_>,
    badges: &[Badge],
    overlay: Option<&Overlay>,
) -> Vec<Entry> {
    let mut found: Vec<(Sign, &'static str)> = Vec::new();
    let mut named = Vec::new();
    if let Some(tiles) = &level.tiles {
        let family = view.look().family;
        let said = |tile| family_tile(family, tile).unwrap_or_else(|| icons::words(tile));
        found.extend(kinds(tiles, view).map(|tile| (Sign::Tile(tile), said(tile))));
        found.extend(
            family_pillar(family).filter(|_| view.has_pillars()).map(|of| (Sign::Pillar, of)),
        );
        found.extend(view.has_pits().then_some((Sign::Pit, "pit")));
        found.extend(states(tiles));
        found.extend(signs(tiles, names, badges));
        named.extend(foes(view));
        named.extend(symbols(tiles, names, badges));
        named.extend(plate_entries(level, names));
    }
    let mut way: Vec<(Sign, &'static str)> = Vec::new();
    if let Some(overlay) = overlay {
        way.push((Sign::Way(overlay.end), "the way, from first to last step"));
        if overlay.end == End::DeadState {
            way.push((Sign::DeadState, "from here no goal can be reached"));
        }
    }
    let told = |(sign, words): (Sign, &str)| (sign, words.to_owned());
    let all = found.into_iter().map(told).chain(named).chain(way.into_iter().map(told));
    all.map(|(sign, words)| Entry { sign, words }).collect()
}

/// The kinds of tiles that need an entry: start and goal first, doors last.
fn kinds(tiles: &Tiles, view: &TileView<'_>) -> impl Iterator<Item = Tile> {
    let own_start = tiles.start.is_some();
    let own_goals = tiles.goals.as_ref().is_some_and(|goals| !goals.is_empty());
    let there = |tile: &Tile| match tile {
        Tile::Void | Tile::Floor | Tile::Wall => false,
        Tile::Start if own_start => true,
        Tile::Goal if own_goals => true,
        // Each enemy has an entry of its own.
        Tile::Enemy | Tile::Boss if !view.look().figures.is_empty() => false,
        tile => view.has(*tile),
    };
    let mut kinds: Vec<Tile> = TILES.map(|(tile, ..)| tile).into_iter().filter(there).collect();
    kinds.sort_by_key(|tile| (!matches!(tile, Tile::Start | Tile::Goal), tile.is_door()));
    kinds.into_iter()
}

/// The enemies with a figure, one for each kind or name, the strongest last.
fn foes(view: &TileView<'_>) -> Vec<(Sign, String)> {
    let all: BTreeSet<&Foe> = view.look().figures.values().collect();
    let told = |foe: &Foe| match foe.rank {
        Rank::Common => format!("{}, load {}", foe.name, foe.load),
        Rank::Warden => format!("{}, guards what matters", foe.name),
        Rank::Boss => format!("boss: {}", foe.name),
    };
    all.into_iter().map(|foe| (Sign::Foe(foe.clone()), told(foe))).collect()
}

/// The states of the plates on the picture.
fn states(tiles: &Tiles) -> impl Iterator<Item = (Sign, &'static str)> {
    let there = |state| tiles.plates.iter().any(|plate| level_names::state(tiles, plate) == state);
    let up = (State::Up, "plate, pressed down by blocks on all its cells");
    let down = (State::Down, "plate that is down");
    let shown =
        [up, down].map(|(state, words)| there(state).then_some((Sign::Plate(state), words)));
    shown.into_iter().flatten()
}

/// The symbols that are numbered on the picture, with their names.
fn symbols(tiles: &Tiles, names: &Names, badges: &[Badge]) -> Vec<(Sign, String)> {
    let lies = |id| tiles.marks.iter().any(|mark| mark.gives == Content::Symbol(id));
    let needs = tiles.locks.iter().flat_map(|lock| &lock.needs);
    let asked: BTreeSet<_> = needs.chain(badges.iter().flat_map(|badge| &badge.asks)).collect();
    let sign = |id| match asked.contains(&Requirement::Symbol(id)) {
        _ if lies(id) => Sign::Gives(Content::Symbol(id)),
        true => Sign::Requirement(Requirement::Symbol(id)),
        false => Sign::Requirement(Requirement::Lacks(id)),
    };
    let numbered = names.numbered().filter_map(|(named, name)| match named {
        Named::Symbol(id) => Some((id, name)),
        Named::Plate(_) => None,
    });
    let told = |id, name: &str| match names.shape(id) {
        Some(_) => level_names::words(name),
        None => name.to_owned(),
    };
    first(numbered.map(|(id, name)| (sign(id), told(id, name))))
}

/// The plates that are numbered on the picture or give a symbol, with their names and what they give.
fn plate_entries(level: &Level, names: &Names) -> Vec<(Sign, String)> {
    let plates = level.tiles.iter().flat_map(|tiles| &tiles.plates).zip(&level.graph.plates);
    let told = (0..).zip(plates).filter_map(|(id, (plate, name))| {
        let gives = plate.gives.map(|symbol| level.graph.symbol_name(symbol));
        let words = match gives {
            Some(_) if names.are_shaped() => format!("plates of {name}, down under blocks"),
            Some(symbol) => format!("{name}: gives {symbol} when it is down"),
            None if names.plate(id) == name => return None,
            None => name.clone(),
        };
        Some((Sign::Label(id), words))
    });
    first(told)
}

/// The first entries of a long list. The last one counts those that are left out.
fn first(all: impl Iterator<Item = (Sign, String)>) -> Vec<(Sign, String)> {
    let mut told: Vec<(Sign, String)> = all.collect();
    let more = told.len().saturating_sub(MOST_NAMED);
    told.truncate(MOST_NAMED);
    if let Some((_, last)) = told.last_mut().filter(|_| more > 0) {
        *last += &format!(" … and {more} more");
    }
    told
}

/// The signs on doorways, and the labels of symbols and toggles, one of each kind.
fn signs(tiles: &Tiles, names: &Names, badges: &[Badge]) -> Vec<(Sign, &'static str)> {
    let asked: BTreeSet<Requirement> = badges.iter().flat_map(|badge| badge.asks.clone()).collect();
    let item = if names.are_shaped() {
        "asks for the item that crosses water"
    } else {
        "asks for the key item"
    };
    let words =
        |asked| if asked == Requirement::ItemLocked { Some(item) } else { asked_words(asked) };
    let plain = asked.iter().filter_map(|&asked| Some((Sign::Requirement(asked), words(asked)?)));
    let mut found: Vec<(Sign, &str)> = plain.collect();
    if badges.iter().any(|badge| badge.one_way.is_some()) {
        found.push((Sign::OneWay, "one way only"));
    }
    let marks = || tiles.marks.iter().map(|mark| mark.gives);
    let is_numbered = |id| names.is_numbered(Named::Symbol(id));
    let symbol = marks().find(|gives| matches!(gives, Content::Symbol(id) if !is_numbered(*id)));
    let toggle = marks().find(|gives| matches!(gives, Content::Toggle(_)));
    let [take, flip] = if names.are_shaped() {
        ["key, by its letter", "lever, by its number"]
    } else {
        ["symbol to take", "toggle to flip"]
    };
    found.extend(symbol.map(|gives| (Sign::Gives(gives), take)));
    found.extend(toggle.map(|gives| (Sign::Gives(gives), flip)));
    let needs = tiles.locks.iter().flat_map(|lock| lock.needs.iter().copied());
    let mut asked: Vec<Requirement> = asked.into_iter().chain(needs).collect();
    asked.sort_by_key(|asked| match asked {
        Requirement::Symbol(_) => 0,
        Requirement::Lacks(_) => 1,
        Requirement::Toggle(..) => 2,
        _ => 3,
    });
    let mut told = BTreeSet::new();
    for one in asked {
        found.extend(
            condition_words(one, names)
                .filter(|&words| told.insert(words))
                .map(|words| (Sign::Requirement(one), words)),
        );
    }
    found
}

/// Explanation of a condition; the legend has it once for each kind.
fn condition_words(asked: Requirement, names: &Names) -> Option<&'static str> {
    match asked {
        Requirement::Symbol(_) if names.are_shaped() => {
            Some("asks for the key, or for what has the number")
        }
        Requirement::Lacks(_) if names.are_shaped() => Some("shut for whoever holds it"),
        Requirement::Toggle(..) if names.are_shaped() => {
            Some("open while the lever is on (+) or off (−)")
        }
        Requirement::Symbol(_) => Some("asks for the symbol"),
        Requirement::Lacks(_) => Some("asks that the symbol is not held"),
        Requirement::Toggle(..) => Some("asks for the toggle on (+) or off (−)"),
        Requirement::Plate(_) => Some("asks for the plate to be down"),
        _ => None,
    }
}

/// Explanation of a requirement of the graph at a doorway; none for conditions.
fn asked_words(asked: Requirement) -> Option<&'static str> {
    Some(match asked {
        Requirement::KeyLocked => "asks for a key",
        Requirement::BossLocked => "asks for the boss key",
        Requirement::Bombable => "asks for a bomb",
        Requirement::Switch => "asks for a switch",
        Requirement::SoftLocked | Requirement::Stair | Requirement::ItemLocked => return None,
        Requirement::Symbol(_) | Requirement::Lacks(_) => return None,
        Requirement::Toggle(..) | Requirement::Plate(_) => return None,
    })
}

/// A family's word for a tile; none if it has no special one.
pub(super) fn family_tile(family: Option<Family>, tile: Tile) -> Option<&'static str> {
    let family = family?;
    match tile {
        Tile::Puzzle => Some(match family {
            Family::House => "rug",
            Family::Wild => "moss",
            _ => "paving",
        }),
        Tile::KeyItem => Some("item that crosses water"),
        Tile::DoorBomb => Some("cracked wall"),
        Tile::DoorPuzzle => Some("closed door"),
        Tile::DoorSoft => Some("drop, one way only"),
        Tile::Block => Some("block that can be pushed"),
        _ => None,
    }
}

/// A family's word for free-standing walls.
pub(super) fn family_pillar(family: Option<Family>) -> Option<&'static str> {
    Some(match family? {
        Family::Cave => "boulder",
        Family::Mine => "prop",
        Family::Fortress | Family::Tower => "pillar",
        Family::Temple => "column",
        Family::Tomb => "grave",
        Family::Settlement => "crate",
        Family::House => "barrel",
        Family::Wild => "tree",
        Family::Shrine => "lantern",
    })
}
