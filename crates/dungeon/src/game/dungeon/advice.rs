//! Hints from the verifier: the game in words is repeated on the tiles, and the verifier finds the next target and its
//! purpose.
//!
//! There are four hint levels, as in [`level::hint`]. The last one lists commands, up to the first that changes
//! something. Invariant: a hint contains nothing that belongs to a higher level, and every hint comes from the
//! verifier.

use super::state::{Action, Here};
use super::tiles::{Brought, Step, actions, bring, room_at, step, steps_of};
use super::{Barrier, Game, Sort, all_named};
use crate::game::play::HintSource;
use crate::game::reply::{Outcome, Reply, list};
use crate::game::shortest;
use level::hint::{HintLevel, Place, Standing, hint};
use level::play::{self, Aim, Back, Goal, Outlook, Purpose};
use level::rules::{Fact, Position};
use level::{Cell, Content, Level, Limits, Requirement};
use std::time::Duration;

/// Time limit for a hint.
const LOOK: Duration = Duration::from_secs(5);

impl<'a> Game<'a> {
    /// The same game with a source of hints.
    #[must_use]
    pub fn hinted_by(mut self, source: HintSource<'a>) -> Self {
        self.hint_source = Some(source);
        self
    }

    /// The same game with a number of hints given before.
    #[must_use]
    pub fn with_hints(mut self, hints: usize) -> Self {
        self.player.hints = hints;
        self
    }

    /// The number of hints given.
    #[must_use]
    pub fn hints(&self) -> usize {
        self.player.hints
    }

    /// Gives a hint of the next level. Without a source of hints the lines `alone` are printed.
    pub(super) fn advise(&mut self, alone: Result<Vec<String>, Reply>) -> Reply {
        let rung = self.player.rung.map_or(HintLevel::Standing, higher);
        let text = self.hint_source.and_then(|source| hint_text(self, source, rung));
        let lines = match (text, alone) {
            (Some(text), _) => vec![text],
            (None, Ok(alone)) => alone,
            (None, Err(reply)) => return reply,
        };
        self.player.hints += 1;
        self.player.rung = Some(rung);
        Reply::new(Outcome::Told, lines)
    }
}

/// The next hint level.
fn higher(rung: HintLevel) -> HintLevel {
    HintLevel::of_number(u64::from(rung.number()) + 1).unwrap_or(rung)
}

/// The hint of a level; `None` if the game cannot be repeated on the tiles.
fn hint_text(game: &Game<'_>, source: HintSource<'_>, rung: HintLevel) -> Option<String> {
    if game.won() {
        return Some("You have won.".to_owned());
    }
    source.level.tiles.as_ref()?;
    let mut brought = bring(game, source.level, source.rules).ok()?;
    let limits = Limits { time: Some(LOOK), ..Limits::default() };
    let hint = hint(&brought.played, rung.min(HintLevel::What), &limits);
    if hint.standing != Standing::Winnable || rung == HintLevel::Standing {
        return Some(standing(hint.standing, &brought));
    }
    if rung == HintLevel::Moves {
        return commands(game, &mut brought.played, &limits);
    }
    let missed = missed(game, &brought.played).into_iter().next();
    match (hint.aim, hint.place, missed) {
        (_, Some((Place::Room(room), is_here)), _) if rung == HintLevel::Where => {
            Some(place(game, room as usize, is_here))
        }
        (Some(aim), _, _) => Some(sentence(game.here(), source.level, &aim)),
        (None, Some(_), _) => Some("Next: on to the next room.".to_owned()),
        (None, None, Some((room, thing))) => Some(match rung {
            HintLevel::Where => place(game, room, room == game.room()),
            _ => format!("There: take {}.", game.world.the(thing)),
        }),
        (None, None, None) => Some("Next: go on.".to_owned()),
    }
}

/// The sentence about the room to go to.
fn place(game: &Game<'_>, room: usize, is_here: bool) -> String {
    let end = if is_here { ", where you are" } else { "" };
    format!("Next: {} ({room}){end}.", game.world.name(room))
}

/// The sentence about the standing; the number of steps to take back is given in commands.
fn standing(standing: Standing, brought: &Brought<'_>) -> String {
    match standing {
        Standing::Won | Standing::Winnable => "It can be won from here.".to_owned(),
        Standing::Lost(Back::Steps { steps, is_least }) => {
            let left = brought.played.steps().len().saturating_sub(steps);
            let kept = brought.after.iter().take_while(|&&after| after <= left).count();
            let back = brought.after.len() - kept;
            let perhaps = if is_least { "" } else { ", or perhaps fewer" };
            let moves = diagnostics::counted(back as u64, "move", "moves");
            format!("It can no longer be won from here: take {moves} back, `undo {back}`{perhaps}.")
        }
        Standing::Lost(Back::Never) => "It cannot be won, not even from the start.".to_owned(),
        Standing::Lost(Back::Unknown(_)) => {
            "It can no longer be won from here, and in so short a time it was not found out how far back it could."
                .to_owned()
        }
        Standing::Unknown(_) => {
            "In so short a time it was not found out whether it can be won from here.".to_owned()
        }
    }
}

/// The sentence about the next commands of a cheapest plan.
fn commands(game: &Game<'_>, played: &mut play::Game<'_>, limits: &Limits<'_>) -> Option<String> {
    let Outlook::Winnable { steps, .. } = played.outlook(limits) else { return None };
    let missed = missed(game, played);
    let level = played.level();
    let mut here = room_at(level, played.position());
    let mut all = Vec::new();
    for step in steps {
        let record = played.step(step).ok()?;
        all.extend(steps_of(level, here, &record));
        here = room_at(level, record.position).or(here);
    }
    let next = said(game, all, |ahead, action| is_no_walk(action) || ahead.won());
    let next = next.or_else(|| missed.iter().find_map(|&thing| fetched(game, thing)))?;
    let next: Vec<String> = next.iter().map(|command| format!("`{command}`")).collect();
    Some(format!("The next commands: {}.", list(&next, "then")))
}

/// The commands that do steps, up to the last one; `None` if a step cannot be done in words.
fn said(
    game: &Game<'_>,
    steps: impl IntoIterator<Item = Step>,
    is_last: impl Fn(&Game<'_>, Action) -> bool,
) -> Option<Vec<String>> {
    let mut ahead = game.clone();
    let mut commands = Vec::new();
    for step in steps {
        if matches!(step, Step::Gain(thing) if ahead.here().is_done(thing)) {
            continue;
        }
        for action in actions(&ahead, step) {
            let (effect, command) = ahead.lead(action);
            commands.push(command);
            effect.changed().then_some(())?;
            if is_last(&ahead, action) {
                return Some(commands);
            }
        }
    }
    None
}

/// True for any action but a walk.
fn is_no_walk(action: Action) -> bool {
    !matches!(action, Action::Go(_))
}

/// The things that were walked over on the tiles but not taken in words, each with its room.
fn missed(game: &Game<'_>, played: &play::Game<'_>) -> Vec<(usize, Content)> {
    let level = played.level();
    let mut here = Some(game.world.start());
    let mut found = Vec::new();
    for record in played.records() {
        let steps = steps_of(level, here, record);
        here = room_at(level, record.position).or(here);
        found.extend(steps.into_iter().filter_map(|step| match step {
            Step::Gain(thing) => here.map(|room| (room, thing)),
            _ => None,
        }));
    }
    let is_left = |&(room, thing): &(usize, Content)| {
        game.world.sort(thing) != Sort::Stones && !game.state.is_done(room, thing)
    };
    found.into_iter().filter(is_left).collect()
}

/// The commands that fetch a thing from a room, through free ways.
fn fetched(game: &Game<'_>, (room, thing): (usize, Content)) -> Option<Vec<String>> {
    let here = game.here();
    let ways = |from| {
        let free = here.scene.ways(from).iter().filter(|way| here.is_free(way));
        free.map(|way| (Step::Go(way.to), way.to))
    };
    let is_there = room == game.room();
    let path = if is_there { Vec::new() } else { shortest(game.room(), ways, |at| at == room)? };
    let steps = path.into_iter().map(|(step, _)| step).chain([Step::Gain(thing)]);
    said(game, steps, |_, action| is_no_walk(action))
}

/// The sentence about what to do, and its purpose.
fn sentence(here: Here<'_>, level: &Level, aim: &Aim) -> String {
    let what = aim_words(here, level, aim);
    match &aim.purpose {
        Purpose::Lock { at, asks, .. } => {
            let where_to = place_of(here, level, *at);
            format!("There: {what}; {}.", barrier(here, asks, &where_to))
        }
        Purpose::Win if aim.thing != Goal::Win => format!("There: {what}; nothing is won without."),
        Purpose::Win => format!("There: {what}."),
        Purpose::Way => format!("There: {what}; the way leads on from there."),
    }
}

fn aim_words(here: Here<'_>, level: &Level, aim: &Aim) -> String {
    let at = |position| place_of(here, level, position);
    match aim.thing {
        Goal::Take(fact) => match step(level, &aim.record, fact) {
            Some(Step::Gain(thing)) => taken(here, thing),
            _ => "take what lies there".to_owned(),
        },
        Goal::Open(Fact::BombDoor(_) | Fact::BombPair(..)) => {
            format!("bomb the cracked wall{}", at(aim.record.position))
        }
        Goal::Open(_) => format!("open the lock{}", at(aim.record.position)),
        Goal::Flip(switch) => format!("pull switch {switch}"),
        Goal::Press(_) => "push the stones onto their plates".to_owned(),
        Goal::Push => pushed(here, level, aim).to_owned(),
        Goal::Win => "it is what you are looking for".to_owned(),
    }
}

/// The words for pushing blocks in a room.
fn pushed(here: Here<'_>, level: &Level, aim: &Aim) -> &'static str {
    let room = room_at(level, aim.record.position);
    let contents = room.map_or(&[][..], |room| here.scene.contents(room));
    if contents.iter().any(|&thing| here.scene.bridge(thing).is_some()) {
        "push the stones into the pits"
    } else {
        "push the stones onto their plates"
    }
}

fn taken(here: Here<'_>, thing: Content) -> String {
    let name = here.scene.the(thing);
    match here.scene.sort(thing) {
        Sort::Lever if here.scene.bridge(thing).is_some() => {
            format!("push the stones into the pits, and pull {name}")
        }
        Sort::Lever | Sort::Switch => format!("pull {name}"),
        Sort::Stones => "push the stones onto their plates".to_owned(),
        Sort::Portable | Sort::Mark => format!("take {name}"),
    }
}

/// The words for the lock or barrier that needs a thing.
fn barrier(here: Here<'_>, asks: &[Requirement], place: &str) -> String {
    let found = asks.iter().find_map(|&need| here.scene.barrier(need));
    let what = match found {
        Some(Barrier::Lock | Barrier::SmallLock) => {
            return format!("the lock{place} asks for {}", all_named(here.scene, asks));
        }
        Some(Barrier::Wall) => "a cracked wall",
        Some(Barrier::Item) => "water",
        Some(Barrier::Lever(_) | Barrier::Pressed) => "bars",
        Some(Barrier::Portcullis(_)) => "a portcullis",
        Some(Barrier::Shutter(_)) => "a shutter",
        Some(Barrier::Gate(..)) => "a gate",
        None => "something",
    };
    format!("without it {what} would stop you{place}")
}

/// The words for a place in a room, or between rooms.
fn place_of(here: Here<'_>, level: &Level, position: Position) -> String {
    let name = |room: usize| format!("{} ({room})", here.scene.name(room));
    if let Some(room) = room_at(level, position) {
        return format!(" in {}", name(room));
    }
    let Position::Cell(cell) = position else { return String::new() };
    let beside: Vec<String> = beside(level, cell).into_iter().map(name).collect();
    match beside.len() {
        0 => String::new(),
        1 => format!(" at {}", list(&beside, "and")),
        _ => format!(" between {}", list(&beside, "and")),
    }
}

/// The rooms next to a cell that lies in no room.
fn beside(level: &Level, cell: Cell) -> Vec<usize> {
    let rooms = level.tiles.iter().flat_map(|tiles| &tiles.rooms);
    let is_near = |room: &&level::Room| {
        let (rows, cols) = (room.corner.row, room.corner.col);
        room.corner.floor == cell.floor
            && cell.row + 1 >= rows
            && cell.row <= rows + room.rows
            && cell.col + 1 >= cols
            && cell.col <= cols + room.cols
    };
    rooms.filter(is_near).map(|room| room.node as usize).collect()
}
