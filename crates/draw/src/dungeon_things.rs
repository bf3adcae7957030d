//! The things that claims of a designed dungeon are about, as a person names them; of what is not needed, why it is there.

use dungeon::designed::Designed;
use dungeon::designed::claims::Kind;
use dungeon::designed::lay::key_name;
use dungeon::designed::plan::{Gate, Passage, Thing};
use level::Tile;

/// The things of all claims of a kind, in their order.
pub(super) fn told(made: &Designed, kind: Kind) -> String {
    let of_kind = made.claims.all.iter().filter(move |claim| claim.kind == kind);
    let one = |name: &String| {
        let Some(thing) = About::of(made, name) else { return name.clone() };
        match kind {
            Kind::Optional => format!("{} ({})", thing.named(made), thing.reason(made)),
            _ => thing.named(made),
        }
    };
    let all: Vec<String> = of_kind.flat_map(|claim| claim.about.iter().map(one)).collect();
    if all.is_empty() { "nothing".to_owned() } else { all.join(" · ") }
}

/// What a claim is about.
#[derive(Clone, Copy)]
enum About {
    Thing(Thing),
    /// A drop, from the room where it begins.
    Drop(usize),
}

impl About {
    /// The thing of a name in a question.
    fn of(made: &Designed, name: &str) -> Option<Self> {
        let (sort, rest) = name.split_once(':')?;
        let number = || rest.rsplit(':').next().and_then(|number| number.parse::<usize>().ok());
        match sort {
            "symbol" if rest.starts_with("puzzle:") => {
                Some(Self::Thing(Thing::Solution(number()?.checked_sub(1)?)))
            }
            "symbol" => of_symbol(made, rest).map(Self::Thing),
            "toggle" => number().map(|switch| Self::Thing(Thing::Switch(switch))),
            "item" => of_tile(made, rest).map(Self::Thing),
            "passage" => {
                let (a, b) = rest.split_once('-')?;
                let ends: [usize; 2] = [a.parse().ok()?, b.parse().ok()?];
                let is_it = |drop: &&Passage| {
                    drop.gate == Gate::OneWay && ends.iter().all(|room| drop.ends.contains(room))
                };
                let drop = made.draft.plan.passages.iter().find(is_it)?;
                Some(Self::Drop(drop.ends[0]))
            }
            _ => None,
        }
    }

    /// Its name, with an article.
    fn named(self, made: &Designed) -> String {
        let name = |thing: &str| {
            let named = made.tale.things.iter().find(|named| named.thing == thing);
            named.map(|named| named.name.clone())
        };
        match self {
            Self::Thing(Thing::Key(key)) => {
                let sign = key_name(key);
                let words = name(&format!("symbol:{sign}"));
                words.map_or_else(|| format!("key {sign}"), |words| format!("{words}, {sign}"))
            }
            Self::Thing(Thing::Item) => name("key_item").unwrap_or_else(|| "the item".to_owned()),
            Self::Thing(Thing::Treasure(treasure)) => treasure_name(made, treasure),
            Self::Thing(Thing::Bombs) => "the bombs".to_owned(),
            Self::Thing(Thing::SmallKey) => "the small key".to_owned(),
            Self::Thing(Thing::Solution(puzzle)) => {
                let number = puzzle + 1;
                let words = name(&format!("symbol:puzzle:{number}"));
                words.map_or_else(
                    || format!("lever {number}"),
                    |words| format!("{words}, lever {number}"),
                )
            }
            Self::Thing(Thing::Switch(switch)) => format!("switch {switch}"),
            Self::Drop(room) => {
                let words = made.tale.rooms.get(room).map_or("a room", |told| told.name.as_str());
                format!("a drop from {}", words.replacen("The ", "the ", 1))
            }
        }
    }

    /// Why it is there, though nobody needs it.
    fn reason(self, made: &Designed) -> String {
        match self {
            Self::Thing(Thing::Treasure(_)) => "treasure".to_owned(),
            Self::Drop(_) => "a drop, for the way home".to_owned(),
            Self::Thing(thing) => {
                let asks = |passage: &&Passage| asks(&passage.gate, thing);
                let opened: Vec<&Passage> = made.draft.plan.passages.iter().filter(asks).collect();
                let ways = ways(made, &opened);
                match thing {
                    Thing::Key(_) if ways.is_empty() => "a spare key".to_owned(),
                    Thing::Key(_) => format!("a spare key, opens {ways}"),
                    _ if ways.is_empty() => "nothing asks for it".to_owned(),
                    Thing::Item => format!("crosses water: {ways}"),
                    Thing::SmallKey => format!("spent on {ways}"),
                    _ => format!("opens {ways}"),
                }
            }
        }
    }
}

/// The thing whose symbol has a name.
fn of_symbol(made: &Designed, name: &str) -> Option<Thing> {
    let plan = &made.draft.plan;
    let treasure = name.strip_prefix("treasure:");
    plan.things.iter().flatten().copied().find(|&thing| match (thing, treasure) {
        (Thing::Key(key), None) => key_name(key) == name,
        (Thing::Treasure(number), Some(symbol)) => {
            let named = plan.treasure_names.get(number);
            named.is_some_and(|named| dungeon::designed::texts::symbol(named) == symbol)
        }
        _ => false,
    })
}

/// The thing on a tile, named by its row and column, after its floor where there are several.
fn of_tile(made: &Designed, place: &str) -> Option<Thing> {
    let mut numbers = place.rsplit(',').map(|number| number.parse::<u32>().ok());
    let (col, row) = (numbers.next()??, numbers.next()??);
    let floor = numbers.next().flatten().unwrap_or(0);
    match made.draft.tiled.level.tiles.as_ref()?.tile(level::Cell { floor, row, col })? {
        Tile::KeyItem => Some(Thing::Item),
        Tile::ItemMinor => Some(Thing::Bombs),
        Tile::KeySmall => Some(Thing::SmallKey),
        _ => None,
    }
}

/// Name of a treasure, with an article.
fn treasure_name(made: &Designed, treasure: usize) -> String {
    let named = made.draft.plan.treasure_names.get(treasure);
    named.map_or_else(|| format!("treasure {}", treasure + 1), |name| format!("the {name}"))
}

/// True if a gate asks for a thing.
fn asks(gate: &Gate, thing: Thing) -> bool {
    match (gate, thing) {
        (Gate::Keys(keys), Thing::Key(key)) => keys.contains(&key),
        (Gate::Puzzle(puzzle), Thing::Solution(lever)) => *puzzle == lever,
        (Gate::Switch(switch, _), Thing::Switch(flipped)) => *switch == flipped,
        (Gate::Bombable, Thing::Bombs)
        | (Gate::Water, Thing::Item)
        | (Gate::SmallLock, Thing::SmallKey) => true,
        _ => false,
    }
}

/// Ends of the ways that some passages open: treasures, keys and rooms at dead ends, and short cuts.
fn ways(made: &Designed, opened: &[&Passage]) -> String {
    let plan = &made.draft.plan;
    let mut words: Vec<String> = Vec::new();
    for passage in opened {
        let dead = |room: &&usize| plan.passages_of(**room).count() == 1;
        let to = passage.ends.iter().rev().find(dead);
        let held = to.and_then(|&room| plan.things[room].first().copied());
        let word = match (to, held) {
            (None, _) => "a short cut".to_owned(),
            (Some(_), None) => "the way to a room".to_owned(),
            (Some(_), Some(thing)) => format!("the way to {}", About::Thing(thing).named(made)),
        };
        if !words.contains(&word) {
            words.push(word);
        }
    }
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, [first])) => format!("{first} and {last}"),
        Some((_, [first, second, rest @ ..])) => {
            format!("{first}, {second} and {} more", rest.len() + 1)
        }
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dungeon::designed::{Request, generate};
    use dungeon::options::{Attempts, Options};
    use search::{Budget, Goal, Seed};

    #[test]
    fn things_have_the_names_of_the_tale_and_what_is_not_needed_has_a_reason() {
        for (category, seed) in [("dungeon", 1), ("tavern", 2), ("tower", 3)] {
            let mut request = Request::of(category).unwrap();
            request.rooms = 12;
            let budget = Budget { goal: Goal::Best(1), attempts: Some(6), time: None };
            let options = Options { attempts: Attempts::Within(budget), ..Options::default() };
            let made = generate(&request, Seed::new(seed).unwrap(), options).unwrap().unwrap();
            for kind in [Kind::Needed, Kind::Optional] {
                let told = told(&made, kind);
                for sort in ["symbol:", "item:", "toggle:", "passage:"] {
                    assert!(!told.contains(sort), "{category}: {told}");
                }
                for claim in made.claims.all.iter().filter(|claim| claim.kind == kind) {
                    let name = |name: &String| {
                        let named = made.tale.things.iter().find(|named| named.thing == *name);
                        named.map(|named| named.name.as_str())
                    };
                    for name in claim.about.iter().filter_map(name) {
                        assert!(told.contains(name), "{category}: {name}: {told}");
                    }
                }
                let reasons = told.split(" · ").filter(|thing| thing.ends_with(')')).count();
                let of_kind = made.claims.all.iter().filter(|claim| claim.kind == kind).count();
                let expected = if kind == Kind::Optional { of_kind } else { 0 };
                assert_eq!(reasons, expected, "{category}: {told}");
            }
        }
    }
}
