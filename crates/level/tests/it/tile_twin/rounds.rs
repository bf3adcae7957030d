//! Batches of what-if questions about random levels, each answer compared with the solver's for the changed level.
//!
//! Invariant: most questions concern winnable levels, and many make them unwinnable. The test fails if the room cache
//! answers no question.

use crate::tile_twin::compare::{Disagreements, MOST_STATES};
use crate::tile_twin::levels::{Case, Family, random};
use crate::tile_twin::workshop::{Size, Theme, designed, pitted};
use quandary_level::check::what_if::{Answer, Batch, WhatIf};
use quandary_level::limits::Limits;
use quandary_level::rules::{Push, Rules};
use quandary_level::solve::{Options, Verdict, solve};
use quandary_level::{Cell, Content, Level, Tile};
use std::collections::BTreeSet;
use testing::dice::Random;
use testing::times;

/// Levels of each kind, times `QUANDARY_TIMES`.
const LEVELS: u64 = 200;
/// Number of questions per level.
const QUESTIONS: usize = 12;

/// The names of a level's things, by kind of question.
struct Names {
    without: Vec<String>,
    free: Vec<String>,
    goal: Vec<String>,
    wall: Vec<String>,
}

impl Names {
    fn of(level: &Level) -> Self {
        let tiles = level.tiles.as_ref().expect("tiles");
        let name = |kind: &str, cell: Cell| match tiles.floors.len() {
            1 => format!("{kind}:{},{}", cell.row, cell.col),
            _ => format!("{kind}:{},{},{}", cell.floor, cell.row, cell.col),
        };
        let on_tiles = |kind: &'static str, wanted: fn(Tile) -> bool| -> Vec<String> {
            let cells = tiles.cells().filter(|(_, tile)| wanted(*tile));
            cells.map(|(cell, _)| name(kind, cell)).collect()
        };
        let items = on_tiles("item", Tile::is_item);
        let symbols: Vec<String> =
            level.graph.symbols.iter().map(|name| format!("symbol:{name}")).collect();
        let toggles: BTreeSet<String> = tiles
            .marks
            .iter()
            .filter_map(|mark| match mark.gives {
                Content::Toggle(number) => Some(format!("toggle:{number}")),
                _ => None,
            })
            .collect();
        let wall = on_tiles("block", |tile| tile == Tile::Block);
        let plates: Vec<String> =
            level.graph.plates.iter().map(|name| format!("plate:{name}")).collect();
        let ids = |node: u32| level.graph.nodes[node as usize].id.bare();
        let edges = level.graph.edges.iter().filter(|edge| edge.from != edge.to);
        let passages: BTreeSet<String> =
            edges.map(|edge| format!("passage:{}-{}", ids(edge.from), ids(edge.to))).collect();
        let locked = on_tiles("door", |tile| {
            matches!(tile, Tile::DoorLocked | Tile::DoorBoss | Tile::DoorBomb)
        });
        let locks = (0..tiles.locks.len()).map(|lock| format!("lock:{lock}"));
        let rooms = tiles.rooms.iter().map(|room| format!("room:{}", ids(room.node)));
        Self {
            free: passages.iter().cloned().chain(locks).chain(locked.iter().cloned()).collect(),
            goal: items.iter().chain(&symbols).cloned().chain(rooms).collect(),
            without: [items, symbols, wall.clone(), plates, locked]
                .concat()
                .into_iter()
                .chain(toggles)
                .chain(passages)
                .collect(),
            wall,
        }
    }

    /// A random question, mostly about one removed thing.
    fn ask(&self, dice: &mut Random) -> WhatIf {
        let mut some = |names: &[String], percent: u32| -> Vec<String> {
            if names.is_empty() || !dice.chance(percent) {
                return Vec::new();
            }
            vec![names[dice.below(names.len() as u32) as usize].clone()]
        };
        let mut without = some(&self.without, 75);
        without.extend(some(&self.without, 25));
        WhatIf {
            without,
            free: some(&self.free, 15),
            goal: some(&self.goal, 35).pop(),
            wall: some(&self.wall, 25),
        }
    }
}

/// The solver's answer for the changed level; `None` if it takes too long.
fn plainly(case: &Case, asked: &WhatIf, can_push: bool) -> Option<Answer> {
    let push = if can_push { case.rules.push } else { Push::Off };
    let rules = Rules { push, ..case.rules.clone() };
    let level = asked.of(&case.level, &rules).expect("things of the level");
    let limits = Limits { states: Some(MOST_STATES as u64), ..Limits::default() };
    match solve(&level, &rules, &Options::default(), &limits).ok()?.verdict {
        Verdict::Solvable { walk, optimal: true, .. } => Some(Answer::Solvable(walk.cost.straight)),
        Verdict::Unsolvable => Some(Answer::Unsolvable),
        _ => None,
    }
}

/// Numbers of questions about all levels.
#[derive(Default)]
struct Tally {
    asked: u64,
    mapped: u64,
    never: u64,
    plans: u64,
}

impl Tally {
    /// Asks questions about a level.
    fn ask(&mut self, case: &Case, wrong: &mut Disagreements) {
        let Ok(mut round) = Batch::of(&case.level, &case.rules) else { return };
        let lost = Some(Answer::Unsolvable);
        if !case.seed.is_multiple_of(4) && plainly(case, &WhatIf::default(), true) == lost {
            return;
        }
        let names = Names::of(&case.level);
        let mut dice = Random(case.seed);
        let asked = (0..QUESTIONS).map(|_| (names.ask(&mut dice), dice.chance(80)));
        for (question, can_push) in [(WhatIf::default(), true)].into_iter().chain(asked) {
            let Some(plain) = plainly(case, &question, can_push) else { continue };
            let before = round.met();
            let answer = round.ask(&question, can_push, 1 << 20).expect("things of the level");
            self.asked += 1;
            self.mapped += u64::from(round.met() > before);
            self.never += u64::from(plain == Answer::Unsolvable);
            if answer != plain {
                wrong.add(&format!(
                    "{answer:?}, plainly {plain:?}: {question:?}, blocks: {can_push}\n{case}"
                ));
            }
        }
        if let (Some(walk), Some(plain)) =
            (round.plan(1 << 20), plainly(case, &WhatIf::default(), true))
        {
            self.plans += 1;
            if Answer::Solvable(walk.cost.straight) != plain {
                wrong.add(&format!(
                    "the plan costs {}, plainly {plain:?}\n{case}",
                    walk.cost.straight
                ));
            }
        }
    }
}

#[test]
fn a_round_answers_as_the_judge_does_who_is_asked_plainly() {
    let (mut tally, mut wrong) = (Tally::default(), Disagreements::default());
    let families = [Family::Preset, Family::NoPush, Family::Doors, Family::Mixed, Family::Stairs];
    for seed in 0..LEVELS * times() {
        for size in [Size::Small, Size::Large, Size::Row] {
            tally.ask(&designed(Theme::Reset, size, seed), &mut wrong);
        }
        tally.ask(&designed(Theme::All, Size::Row, seed), &mut wrong);
        families.into_iter().for_each(|family| tally.ask(&random(family, seed), &mut wrong));
    }
    let Tally { asked, mapped, never, plans } = tally;
    wrong.are_none(asked);
    assert!(
        mapped > asked / 8 && never > asked / 10 && plans > 300,
        "{asked} {mapped} {never} {plans}"
    );
}

#[test]
fn a_round_answers_of_pits_as_the_judge_does() {
    let (mut tally, mut wrong) = (Tally::default(), Disagreements::default());
    for seed in 0..LEVELS * times() {
        for size in [Size::Small, Size::Row] {
            tally.ask(&pitted(Theme::Reset, size, seed), &mut wrong);
        }
        tally.ask(&pitted(Theme::All, Size::Small, seed), &mut wrong);
    }
    let Tally { asked, mapped, never, plans } = tally;
    wrong.are_none(asked);
    assert!(
        mapped * 10 > asked && never * 10 > asked && plans > 50,
        "{asked} {mapped} {never} {plans}"
    );
}
