//! The shape of a plan: a long main path without repeats, arcs that leave it and return, and branches that hang on
//! both.
//!
//! The main path has about half of the rooms, and arcs shorten the way from its first room to its last only within a
//! limit. Invariant: every room is on the path, on an arc or on a branch, and passages join only rooms that touch.

use super::site::{RoomId, Site};
use crate::reject::RejectReason;
use search::Stream;
use smallvec::SmallVec;

/// Maximum number of rooms of an arc.
const ARC: usize = 5;
/// Number of arcs drawn for each that is used.
const ARCS_DRAWN: usize = 40;
/// Maximum number of rooms of a branch in sequence.
const DEEPEST: usize = 2;
/// Probability that a branch is placed where the path continues over a bridge without branches.
const AT_LOCKS: f64 = 0.85;
/// Probability of a longer path, which a shortcut can shorten considerably.
const CUT: f64 = 0.6;
/// Minimum number of passages of the path that a shortcut bypasses.
const CUT_AROUND: usize = 5;
/// Minimum distance between the ends of the path with a shortcut, per room.
const LEAST: f64 = 0.36;

/// A few rooms or indices of the path.
type Few = SmallVec<[usize; 8]>;

/// An arc: a way from one room of the main path to a later one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arc {
    /// The index of the path where it begins.
    pub from: usize,
    /// The index of the path where it ends.
    pub to: usize,
    /// The rooms in between, in order; none for a shortcut.
    pub rooms: Vec<RoomId>,
}

impl Arc {
    /// Number of passages of the main path between its ends.
    #[must_use]
    pub fn along(&self) -> usize {
        self.to - self.from
    }

    /// Number of its own passages.
    #[must_use]
    pub fn passages(&self) -> usize {
        self.rooms.len() + 1
    }
}

/// A branch: a room joined to one other room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The room.
    pub room: RoomId,
    /// The room it is joined to.
    pub on: RoomId,
}

/// The shape of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The main path, from the entry to the goal.
    pub path: Vec<RoomId>,
    /// The arcs, ordered by their ends.
    pub arcs: Vec<Arc>,
    /// The branches, each after the room it hangs on.
    pub branches: Vec<Branch>,
    /// For each room, the first index of `path` from which it can be reached.
    pub at: Vec<usize>,
}

impl Shape {
    /// Draws a shape.
    ///
    /// # Errors
    /// If no path in the site is long enough.
    pub fn draw(site: &Site, stream: &mut Stream) -> Result<Self, RejectReason> {
        let rooms = site.rooms.len();
        let cut = stream.chance(CUT);
        let share = if cut { 0.53 } else { 0.37 } + 0.08 * stream.unit();
        let length = ((rooms as f64 * share).round() as usize).clamp(3, rooms - 1);
        let path = draw(site, length, stream);
        if path.len() * 3 < rooms || path.len() < 4 {
            return Err(RejectReason::NoPath);
        }
        let mut drawing = Drawing::of(site, path, stream);
        if cut {
            drawing.cut(stream);
        }
        drawing.hang_at_door(stream);
        drawing.arcs(stream);
        drawing.branch(stream)?;
        drawing.shape.arcs.sort_by_key(|arc| (arc.from, arc.to, arc.rooms.clone()));
        Ok(drawing.shape)
    }
}

impl Shape {
    /// True if an arc, or the section of the path it bypasses, has at least this many passages.
    #[must_use]
    pub fn has_arc_of(&self, passages: usize) -> bool {
        self.arcs.iter().any(|arc| arc.along().max(arc.passages()) >= passages)
    }
}

/// A shape while it is drawn.
struct Drawing<'a> {
    site: &'a Site,
    shape: Shape,
    /// For each room, true if it was placed.
    placed: Vec<bool>,
    /// For each room, its index on the path.
    on_path: Vec<Option<usize>>,
    /// Number of passages from the entry to each placed room.
    steps: Vec<usize>,
    /// Pairs of joined rooms.
    joined: Vec<[RoomId; 2]>,
}

impl<'a> Drawing<'a> {
    fn of(site: &'a Site, path: Vec<RoomId>, _: &mut Stream) -> Self {
        let rooms = site.rooms.len();
        let mut drawing = Self {
            site,
            placed: vec![false; rooms],
            on_path: vec![None; rooms],
            steps: vec![usize::MAX; rooms],
            joined: path.windows(2).map(|pair| [pair[0], pair[1]]).collect(),
            shape: Shape { path, arcs: Vec::new(), branches: Vec::new(), at: vec![0; rooms] },
        };
        for (at, &room) in drawing.shape.path.iter().enumerate() {
            drawing.placed[room] = true;
            drawing.on_path[room] = Some(at);
            drawing.steps[room] = at;
            drawing.shape.at[room] = at;
        }
        drawing
    }

    /// The last index of the path.
    fn last(&self) -> usize {
        self.shape.path.len() - 1
    }

    /// Adds a shortcut between two touching rooms of the path that are far enough apart, if there are any.
    fn cut(&mut self, stream: &mut Stream) {
        let (path, last) = (&self.shape.path, self.last());
        let least = (self.site.rooms.len() as f64 * LEAST).ceil() as usize;
        let ends =
            (1..last).flat_map(|from| (from + CUT_AROUND..last - 1).map(move |to| (from, to)));
        let touch = |&(from, to): &(usize, usize)| {
            last + 1 >= least + to - from && self.site.beside[path[from]].contains(&path[to])
        };
        let cuts: Vec<(usize, usize)> = ends.filter(touch).collect();
        if let Some(&(from, to)) = stream.pick(&cuts) {
            self.take(Arc { from, to, rooms: Vec::new() });
        }
    }

    /// Adds a branch at the boss door for its key, if a room is free: the player sees the lock before the key.
    fn hang_at_door(&mut self, stream: &mut Stream) {
        let on = self.shape.path[self.last() - 2];
        let free = self.site.beside[on].iter().filter(|room| !self.placed[**room]);
        let free: Vec<RoomId> = free.copied().collect();
        if let Some(&room) = stream.pick(&free) {
            self.hang(Branch { room, on });
        }
    }

    /// Adds arcs: a long one, then about one for every eight rooms.
    fn arcs(&mut self, stream: &mut Stream) {
        let wanted =
            (self.site.rooms.len() as f64 * (0.08 + 0.05 * stream.unit())).round() as usize;
        for number in 0..wanted.max(1) {
            let tries = if number == 0 { 3 * ARCS_DRAWN } else { ARCS_DRAWN };
            let drawn: Vec<Arc> =
                (0..tries).filter_map(|_| self.drawn(number == 0, stream)).collect();
            let worth = |arc: &&Arc| {
                let longest = arc.passages().max(arc.along());
                if number == 0 { longest } else { usize::from(longest >= 3) }
            };
            let Some(best) = drawn.iter().map(|arc| worth(&arc)).max() else { continue };
            let arc = drawn.iter().find(|arc| worth(arc) == best).cloned();
            arc.into_iter().for_each(|arc| self.take(arc));
        }
    }

    /// An arc drawn through unplaced rooms. It leaves the path anywhere except at its end and returns at most its own
    /// length farther on.
    fn drawn(&self, long: bool, stream: &mut Stream) -> Option<Arc> {
        let path = &self.shape.path;
        let from = stream.index(self.last().saturating_sub(2).max(1));
        let mut rooms = Few::new();
        let mut here = path[from];
        let length = if long { ARC + 1 } else { 1 + stream.index(ARC - 1) };
        for _ in 0..length {
            let free = |room: &&RoomId| !self.placed[**room] && !rooms.contains(*room);
            let beside: Few = self.site.beside[here].iter().filter(free).copied().collect();
            let Some(&room) = stream.pick(&beside) else { break };
            rooms.push(room);
            here = room;
        }
        // The last room that touches the path again.
        while let Some(&end) = rooms.last() {
            let on =
                |to: &usize| *to > from && *to <= from + rooms.len() + 1 && *to + 1 < self.last();
            let beside = self.site.beside[end].iter();
            let places: Few = beside.filter_map(|&room| self.on_path[room]).filter(on).collect();
            if let Some(&to) = stream.pick(&places) {
                return Some(Arc { from, to, rooms: rooms.to_vec() });
            }
            rooms.pop();
        }
        None
    }

    fn take(&mut self, arc: Arc) {
        let path = &self.shape.path;
        let mut before = path[arc.from];
        for (step, &room) in arc.rooms.iter().enumerate() {
            self.placed[room] = true;
            self.steps[room] = arc.from + step + 1;
            self.shape.at[room] = arc.from;
            self.joined.push([before, room]);
            before = room;
        }
        self.joined.push([before, path[arc.to]]);
        self.shape.arcs.push(arc);
    }

    /// Joins the remaining rooms to placed rooms, near the path and not farther away than its end.
    fn branch(&mut self, stream: &mut Stream) -> Result<(), RejectReason> {
        let mut depth = vec![0; self.site.rooms.len()];
        self.shape.branches.iter().for_each(|branch| depth[branch.room] = 1);
        let mut bare = self.before_locks();
        let mut left = self.placed.iter().filter(|placed| !**placed).count();
        let end = self.shape.path[self.last()];
        let boss = self.shape.path[self.last() - 1];
        for (most, spared) in [(DEEPEST, 2), (usize::MAX, 2), (usize::MAX, 1), (usize::MAX, 0)] {
            let ends = [end, boss];
            let spared = &ends[..spared];
            while left > 0 {
                let mut hung: Vec<Branch> = Vec::new();
                for contact in &self.site.contacts {
                    let [a, b] = contact.ends;
                    for (room, on) in [(a, b), (b, a)] {
                        let fits = !self.placed[room]
                            && self.placed[on]
                            && !spared.contains(&on)
                            && depth[on] < most
                            && (most > DEEPEST || self.steps[on] < self.last());
                        hung.extend(fits.then_some(Branch { room, on }));
                    }
                }
                // Often where a lock can be placed: the player sees the lock before the contents of the branch.
                let lockable = |branch: &&Branch| bare.contains(&branch.on);
                let at_locks: Vec<Branch> = hung.iter().filter(lockable).copied().collect();
                let hung =
                    if stream.chance(AT_LOCKS) && !at_locks.is_empty() { at_locks } else { hung };
                let Some(&branch) = stream.pick(&hung) else { break };
                bare.retain(|&room| room != branch.on);
                depth[branch.room] = depth[branch.on] + 1;
                self.hang(branch);
                left -= 1;
            }
        }
        if left == 0 { Ok(()) } else { Err(RejectReason::NoPath) }
    }

    /// The rooms without branches at which a lock can be placed: those before bridges and before the ends of arcs.
    fn before_locks(&self) -> Vec<RoomId> {
        let (path, arcs) = (&self.shape.path, &self.shape.arcs);
        let around = |at: usize| arcs.iter().any(|arc| arc.from <= at && at < arc.to);
        let ends = |arc: &Arc| arc.rooms.last().map(|&last| [path[arc.to - 1], last]);
        let mut rooms: Vec<RoomId> =
            (1..self.last() - 1).filter(|&at| !around(at)).map(|at| path[at]).collect();
        rooms.extend(arcs.iter().filter(|arc| arc.along() >= 2).filter_map(ends).flatten());
        rooms.retain(|room| !self.shape.branches.iter().any(|branch| branch.on == *room));
        rooms
    }

    /// Joins a room to a placed room.
    fn hang(&mut self, branch: Branch) {
        self.placed[branch.room] = true;
        self.steps[branch.room] = self.steps[branch.on] + 1;
        self.shape.at[branch.room] = self.shape.at[branch.on];
        self.joined.push([branch.on, branch.room]);
        self.shape.branches.push(branch);
    }
}

/// Maximum number of steps of the search for a path.
const STEPS: usize = 400;
/// Probability of a path whose start passes near its end, and maximum number of redraws.
const FORESEEN: f64 = 0.25;
const PATHS: usize = 16;

/// Draws a path of about `length` passages from the entry, preferably with a free room beside the boss door for its
/// key.
fn draw(site: &Site, length: usize, stream: &mut Stream) -> Vec<RoomId> {
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

/// A path without repeats of about `length` passages from the entry, extended if it is too short.
fn long_path(site: &Site, length: usize, stream: &mut Stream) -> Vec<RoomId> {
    let mut path = path(site, length, stream);
    bulge(site, &mut path, length, stream);
    path
}

/// True if the room before the boss room touches a room that is not on the path.
fn has_free_door(site: &Site, path: &[RoomId]) -> bool {
    let door = path.len().checked_sub(3).map(|at| path[at]);
    door.is_some_and(|door| site.beside[door].iter().any(|room| !path.contains(room)))
}

/// True if a room of the first third of a path touches one of its last quarter, except for both ends.
fn is_foreseen(site: &Site, path: &[RoomId]) -> bool {
    let last = path.len() - 1;
    let early = 1..=last / 3;
    let late = (3 * last).div_ceil(4)..last.saturating_sub(1);
    early.into_iter().any(|from| {
        let beside = &site.beside[path[from]];
        path.get(late.clone()).is_some_and(|end| end.iter().any(|room| beside.contains(room)))
    })
}

/// A path without repeats of about `length` passages from the entry.
fn path(site: &Site, length: usize, stream: &mut Stream) -> Vec<RoomId> {
    let mut path = vec![site.entry];
    let mut best = Vec::new();
    let mut on = vec![false; site.rooms.len()];
    on[site.entry] = true;
    // For each room of the path, its untried neighbours, in one list, and where they begin.
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
                // The path is at its longest before the search backtracks.
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

/// Extends a path to about `length` passages: one step becomes three, through two free rooms.
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
                // Skips some steps, which keeps the path from doubling back on itself.
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
