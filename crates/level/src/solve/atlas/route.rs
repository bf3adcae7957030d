//! The plan of a way between rooms: the moves within them, by the rules.

use super::known::{Anew, Atlas};
use crate::plan::{Move, Plan};
use crate::rules::Location;
use crate::rules::blocks::Blocks;
use crate::rules::world::{Config, World};

/// A state in full.
type Full<const W: usize> = (Location, Config<W>);

/// The plan of a way, by the doors of the whole world; `None` where a move is not found again, which the rules forbid.
pub(super) fn plan<const W: usize>(
    atlas: &mut Atlas<W>,
    anew: &mut Anew<W>,
    whole: &World<W>,
    way: &[Full<W>],
) -> Option<Plan> {
    let Atlas { world, rooms, blocks, bound, .. } = atlas;
    let mut plan = Plan::default();
    // A thing that nobody asks for is held in the whole world besides, and changes nothing.
    for pair in way.windows(2) {
        let [(at, config), (to, after)] = [pair[0], pair[1]];
        let (rooms, blocks, [config, after]) = match anew.is_changed[rooms.number(at) as usize] {
            true => (&anew.rooms, &mut anew.blocks, [config, after]),
            // What is known of a room is told in the arrangements of the atlas.
            false => {
                let mut told = |config: Config<W>| Config {
                    blocks: blocks.like(&anew.blocks, config.blocks),
                    ..config
                };
                let told = [told(config), told(after)];
                (&*rooms, &mut *blocks, told)
            }
        };
        let states = rooms.way(world, blocks, bound, (at, &config), (to, &after));
        for pair in states.windows(2) {
            plan.moves.push(single(world, whole, blocks, [&pair[0], &pair[1]])?);
        }
    }
    Some(plan)
}

/// The move that leads from one state to another.
fn single<const W: usize>(
    world: &World<W>,
    whole: &World<W>,
    blocks: &mut Blocks,
    [(at, config), (to, after)]: [&Full<W>; 2],
) -> Option<Move> {
    let mut flips = (0..).zip(world.flips(*at));
    if at == to
        && let Some((flip, _)) =
            flips.find(|(_, toggle)| world.flip(config, toggle) == Some(*after))
    {
        return Some(Move::Flip { flip });
    }
    let mut doors = world.doors(*at).iter().filter(|door| door.to == *to);
    let door = doors.find(|door| world.step(config, **door, blocks) == Some(*after))?;
    let same = |other: &crate::rules::door::Door| {
        (other.to, other.way, other.lock) == (door.to, door.way, door.lock)
    };
    let number = whole.doors(*at).iter().position(same)?;
    Some(Move::Goto { to: *to, door: number as u32 })
}
