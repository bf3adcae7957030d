//! The main path of a plan: a long way through a site, without repeats.

use super::site::{RoomId, Site};
use search::Stream;
use smallvec::SmallVec;

/// Steps after which a path is taken as it is.
const STEPS: usize = 400;
/// Chance of a path that is wanted to come by its beginning near its end; and how often a path is drawn again at most.
const FORESEEN: f64 = 0.25;
const PATHS: usize = 16;

/// Draws a path of about so many passages from the entry, best one with a room free beside the boss's door, for its key.
pub(super) fn draw(site: &Site, length: usize, stream: &mut Stream) -> Vec<RoomId> {
    let wanted = stream.chance(FORESEEN);
    let mut best: Option<Vec<RoomId>> = None;
    for _ in 0..PATHS {
        let path = long_path(site, length, stream);
        let has_door = has_free_door(site, &path);
        if has_door && (!wanted || is_foreseen(site, &path)) {
            return path;
        }
        best = best.filter(|_| !has_door).or(Some(path));
    }
    best.unwrap_or_default()
}

/// A path without repeats of about so many passages from the entry, made longer where it is short.
fn long_path(site: &Site, length: usize, stream: &mut Stream) -> Vec<RoomId> {
    let mut path = path(site, length, stream);
    bulge(site, &mut path, length, stream);
    path
}

/// True if the room before the boss's touches one that is not on the path.
fn has_free_door(site: &Site, path: &[RoomId]) -> bool {
    let door = path.len().checked_sub(3).map(|at| path[at]);
    door.is_some_and(|door| site.beside[door].iter().any(|room| !path.contains(room)))
}

/// True if a room of the first third of a path touches one of its last quarter, both its ends aside.
fn is_foreseen(site: &Site, path: &[RoomId]) -> bool {
    let last = path.len() - 1;
    let early = 1..=last / 3;
    let late = (3 * last).div_ceil(4)..last.saturating_sub(1);
    early.into_iter().any(|from| {
        let beside = &site.beside[path[from]];
        path.get(late.clone()).is_some_and(|end| end.iter().any(|room| beside.contains(room)))
    })
}

/// A path without repeats of about so many passages from the entry.
fn path(site: &Site, length: usize, stream: &mut Stream) -> Vec<RoomId> {
    let mut path = vec![site.entry];
    let mut best = Vec::new();
    let mut on = vec![false; site.rooms.len()];
    on[site.entry] = true;
    // Of each room of the path those that were not tried yet, one after another, and where they begin.
    let (mut untried, mut begins) = (Vec::new(), Vec::new());
    let mut try_all = |room: RoomId, untried: &mut Vec<RoomId>, begins: &mut Vec<usize>| {
        begins.push(untried.len());
        untried.extend_from_slice(&site.beside[room]);
        stream.shuffle(&mut untried[begins[begins.len() - 1]..]);
    };
    try_all(site.entry, &mut untried, &mut begins);
    for _ in 0..STEPS + 4 * length {
        if path.len() > length || best.len() > length {
            break;
        }
        let has_more = begins.last().is_some_and(|&begin| untried.len() > begin);
        match if has_more { untried.pop() } else { None } {
            Some(room) if on[room] => {}
            Some(room) => {
                on[room] = true;
                path.push(room);
                try_all(room, &mut untried, &mut begins);
            }
            None => {
                // It was never longer than now.
                if path.len() > best.len() {
                    best.clone_from(&path);
                }
                begins.pop();
                if let Some(room) = path.pop() {
                    on[room] = false;
                }
            }
        }
    }
    if path.len() > best.len() { path } else { best }
}

/// Makes a path longer, until it has about so many passages: a step becomes three, around two rooms that are free.
fn bulge(site: &Site, path: &mut Vec<RoomId>, length: usize, stream: &mut Stream) {
    let mut on = vec![false; site.rooms.len()];
    path.iter().for_each(|&room| on[room] = true);
    let mut grown = true;
    while grown && path.len() <= length {
        let mut added = 0;
        let mut longer = vec![path[0]];
        for pair in path.windows(2) {
            let [a, b] = [pair[0], pair[1]];
            if path.len() + added <= length {
                let free = |room: &RoomId| !on[*room];
                let around: SmallVec<[[RoomId; 2]; 8]> = site.beside[a]
                    .iter()
                    .copied()
                    .filter(free)
                    .flat_map(|x| site.beside[x].iter().map(move |&y| [x, y]))
                    .filter(|[_, y]| free(y) && site.beside[b].contains(y))
                    .collect();
                // Not every step at once, so that the path does not cling to itself.
                if let Some(&[x, y]) = stream.pick(&around).filter(|_| stream.chance(0.5)) {
                    on[x] = true;
                    on[y] = true;
                    longer.extend([x, y]);
                    added += 2;
                }
            }
            longer.push(b);
        }
        grown = added > 0;
        *path = longer;
    }
}
