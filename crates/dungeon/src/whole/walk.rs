//! A dungeon as a game to be played, and the judge's plan as the commands that win it.
//!
//! The text game and the levels are two accounts of one dungeon. That the commands win is part of the proof.

use super::Dungeon;
use super::level_graph::direction;
use crate::mission::{Coords, Symbol};
use crate::puzzle::play::{Game, Lock, Quest, Scenario, ScenarioError, Step, Thing, walkthrough};
use level::plan::{Move, Plan};

/// What is played: the area, with the locks and keys of the mission in it.
///
/// # Errors
/// When the two do not fit together.
pub fn scenario(dungeon: &Dungeon) -> Result<Scenario, ScenarioError> {
    let Dungeon { mission, area, .. } = dungeon;
    let place = |id: u32| match mission.rooms.get(id as usize).map(|room| &room.coords) {
        Some(Coords::Place(place)) => *place,
        _ => [0; 3],
    };
    let locks = mission.edges.iter().filter_map(|edge| {
        let symbol = edge.symbol?;
        Some(Lock { from: place(edge.a), to: place(edge.b), symbol })
    });
    let things = (0..).zip(&mission.rooms).filter_map(|(id, room)| {
        let symbol = room.item.filter(|item| {
            matches!(item, Symbol::Key(_) | Symbol::SmallKey | Symbol::SwitchObject(_))
        })?;
        Some(Thing { place: place(id), symbol })
    });
    let quest =
        Quest { locks: locks.collect(), things: things.collect(), goal: Some(place(mission.goal)) };
    Scenario::new(area.clone(), quest)
}

/// The commands of a plan through the rooms of a dungeon.
#[must_use]
pub fn commands(dungeon: &Dungeon, scenario: &Scenario, plan: &Plan) -> Vec<String> {
    walkthrough(scenario, &steps(dungeon, plan))
}

/// Whether commands win the game.
#[must_use]
pub fn wins(scenario: &Scenario, commands: &[String]) -> bool {
    let mut game = Game::new(scenario, 0);
    for command in commands {
        game.play(command);
    }
    game.won()
}

fn steps(dungeon: &Dungeon, plan: &Plan) -> Vec<Step> {
    let layout = &dungeon.area.layout;
    let numbers = dungeon.mission_rooms();
    let mut here = layout.entry();
    let mut steps = Vec::with_capacity(plan.len());
    for action in &plan.moves {
        match *action {
            Move::Goto { to, .. } => {
                steps.extend(direction(layout, here, to).map(Step::Go));
                here = to;
            }
            Move::Flip { .. } => {
                let room = numbers.get(here as usize);
                let room = room.and_then(|&number| dungeon.mission.rooms.get(number as usize));
                if let Some(Symbol::SwitchObject(number)) = room.and_then(|room| room.item) {
                    steps.push(Step::Flip(number));
                }
            }
        }
    }
    steps
}
