//! Switches that are puzzle boxes: on, they open the way to a key and close the way on, before the key's lock or a little
//! behind it; off, the other way round. So whoever plays goes to the switch twice.

use super::gating::Gating;
use super::{Gate, Thing};
use search::Stream;

/// Chance of a dungeon to have a switch, where no number is asked for.
const CHANCE: f64 = 0.4;
/// The least number of rooms of such a dungeon.
const LEAST_ROOMS: usize = 12;
/// How far behind the key's lock the way on may be closed, in passages.
const BEHIND: usize = 3;

/// Lays switches.
pub(super) fn lay(gating: &mut Gating<'_>, stream: &mut Stream) {
    let drawn = gating.full.len() >= LEAST_ROOMS && stream.chance(CHANCE);
    let wanted = gating.numbers.switches.unwrap_or(usize::from(drawn));
    let mut rooms: Vec<usize> = (0..gating.full.len()).collect();
    stream.shuffle(&mut rooms);
    for leaf in rooms {
        if gating.plan.switches == wanted {
            return;
        }
        box_in(gating, leaf, stream);
    }
}

/// Makes a switch of a room with a key that hangs on the path: its way asks for the switch to be on, and a passage of the
/// path from there on for it to be off.
fn box_in(gating: &mut Gating<'_>, leaf: usize, stream: &mut Stream) -> Option<()> {
    let key = gating.plan.things[leaf].iter().find_map(|thing| match thing {
        Thing::Key(key) => Some(*key),
        _ => None,
    })?;
    let lock = gating.lock_at.get(key).copied().flatten()?;
    let on = gating.leaf_on(leaf)?;
    let path = gating.shape.path.clone();
    let here = path.iter().position(|&room| room == on)?;
    let is_bar = |&at: &usize| {
        let [from, to] = [path[at], path[at + 1]];
        here <= at
            && at <= lock + BEHIND
            && Some(from) != gating.rest
            && gating.is_only_way(from, to)
    };
    let bars: Vec<usize> = gating.open_bridges().into_iter().filter(is_bar).collect();
    let bridge = *stream.pick(&bars)?;
    let near = here.saturating_sub(3)..bridge.min(lock + 1);
    let free = |&at: &usize| !gating.full[path[at]] && path[at] != on && path[at] != path[0];
    let places: Vec<usize> = near.filter(free).collect();
    let place = *stream.pick(&places)?;
    let switch = gating.plan.switches;
    if !gating.close(on, leaf, Gate::Switch(switch, true)) {
        return None;
    }
    if !gating.close(path[bridge], path[bridge + 1], Gate::Switch(switch, false)) {
        gating.open(on, leaf);
        return None;
    }
    gating.lay(path[place], Thing::Switch(switch));
    gating.plan.switches += 1;
    Some(())
}
