//! The commands of a game of an area, and their meaning in the present state.
//!
//! Invariant: understanding changes no state; an action that is understood is possible.

use super::describe;
use super::state::{Action, Door, Here, Sight};
use crate::game::normalise;
use crate::game::reply::{
    self, Outcome, Reply, Understood, carried, is_key, list, refuse, sentence, shown, which,
    without,
};
use crate::game::reply::{Candidate, Match, exact, leading, whole};
use crate::game::table::{Command, Table, Uses, Verb, directions};
use crate::layout::Direction;
use crate::puzzle::Kind;
use std::sync::LazyLock;

/// The verbs that no other game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Own {
    Step,
    Answer,
    Activate,
}

/// The table of commands.
static TABLE: LazyLock<Table<Own>> = LazyLock::new(|| {
    Table::new(&Uses {
        go: ["DIRECTION", "walk; the direction alone, or n s e w u d, will do"],
        examine: ["THING", "look closely"],
        take: ["THING", "pick something up"],
        unlock: ["THING [with KEY]", "open a locked door or chest"],
        hint: ["[PUZZLE]", "what helps, to whom is clever enough"],
        map: ["", "what you have seen of this level"],
        own: &[
            (Own::Step, &["step"], ["[PLATE]", "step on a plate"]),
            (Own::Answer, &["answer", "say"], ["[RIDDLE] TEXT", "answer a riddle"]),
            (
                Own::Activate,
                &["activate", "touch"],
                ["[PUZZLE] OBJECT", "touch an object of a sequence"],
            ),
        ],
    })
});

/// The meaning of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// Do an action.
    Do(Action),
    /// Take back the last action.
    Undo,
    /// Print a reply.
    Say(Reply),
}

/// The meaning of a line.
pub(super) fn meaning(here: Here<'_>, line: &str) -> Meaning {
    understand(here, line.trim()).unwrap_or_else(Meaning::Say)
}

fn understand(here: Here<'_>, line: &str) -> Understood<Meaning> {
    let said = |outcome| Ok(Meaning::Say(Reply::new(outcome, [])));
    if line.is_empty() {
        return said(Outcome::Told);
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let file = (!rest.is_empty()).then(|| rest.to_owned());
    match TABLE.verb(word) {
        Match::One(Verb::Here(command)) => obey(here, command, rest),
        Match::One(Verb::Help) => Ok(print(TABLE.help())),
        Match::One(Verb::Undo) => Ok(Meaning::Undo),
        Match::One(Verb::Save) => said(Outcome::Save { file }),
        Match::One(Verb::Load) => said(Outcome::Load { file }),
        Match::One(Verb::Quit) => said(Outcome::Quit),
        Match::Several(names) => Err(which(word, &names)),
        Match::Nothing => {
            let text = format!("I do not know {word:?}. Known are {}.", TABLE.known());
            Err(Reply::of(Outcome::Unknown, text))
        }
    }
}

/// A reply of lines.
fn print(lines: Vec<String>) -> Meaning {
    Meaning::Say(Reply::new(Outcome::Told, lines))
}

fn obey(here: Here<'_>, command: Command<Own>, rest: &str) -> Understood<Meaning> {
    let action = match command {
        Command::Look => match without(rest, &["at"]) {
            "" => return Ok(print(describe::look(here))),
            thing => return Ok(print(describe::examine(here, seen(here, thing)?))),
        },
        Command::Examine => return Ok(print(describe::examine(here, seen(here, rest)?))),
        Command::Hint => return hint(here, rest).map(print),
        Command::Inventory => return Ok(print(describe::inventory(here))),
        Command::Map => return Ok(print(describe::map(here))),
        Command::Walk(way) => walk(here, way),
        Command::Go => walk(here, choose("go", rest, directions(), here)?),
        Command::Take => choose("take", rest, &here.lying(), here).map(Action::Take),
        Command::Unlock => unlock(here, rest),
        Command::Pull => {
            let levers = here.kind(false, |kind| matches!(kind, Kind::Lever));
            choose("pull", rest, &levers, here).map(Action::Solve)
        }
        Command::Own(Own::Step) => step(here, rest),
        Command::Own(Own::Answer) => answer(here, rest),
        Command::Own(Own::Activate) => activate(here, rest),
    };
    action.map(Meaning::Do)
}

fn seen(here: Here<'_>, typed: &str) -> Understood<Sight> {
    choose("examine", typed, &here.sights(), here)
}

fn hint(here: Here<'_>, typed: &str) -> Understood<Vec<String>> {
    let unsolved = here.kind(false, |_| true);
    let chosen = match (typed, &unsolved[..]) {
        ("", []) => return Ok(vec![describe::way(here)]),
        ("", all) => all.iter().map(|candidate| candidate.value).collect(),
        (typed, _) => vec![choose("think about", typed, &unsolved, here)?],
    };
    Ok(describe::hints(here, &chosen))
}

fn walk(here: Here<'_>, way: Direction) -> Understood<Action> {
    let Here { scenario, state, .. } = here;
    let blocked = scenario.beside(state.room, way).is_none()
        || !state.blocking(scenario, state.room, way).is_empty();
    if blocked {
        return Err(Reply::new(Outcome::Refused, describe::obstacle(here, way)));
    }
    Ok(Action::Go(way))
}

fn step(here: Here<'_>, typed: &str) -> Understood<Action> {
    let plates = here.kind(false, |kind| matches!(kind, Kind::PressurePlate));
    // A plate may be called "On the Edge".
    let typed = match whole(typed, &plates) {
        Match::Nothing => without(typed, &["on", "onto"]),
        _ => typed,
    };
    choose("step on", typed, &plates, here).map(Action::Solve)
}

fn unlock(here: Here<'_>, typed: &str) -> Understood<Action> {
    let doors = here.doors();
    let (found, rest) = match leading(typed, &doors) {
        (Match::Nothing, rest) if is_key(&rest) => (choose("unlock", "", &doors, here)?, rest),
        (Match::One(door), rest) if rest.is_empty() || is_key(&rest) => (door, rest),
        _ => (choose("unlock", typed, &doors, here)?, String::new()),
    };
    let key = key(here, found, reply::key(&rest))?;
    Ok(Action::Open { door: found, key })
}

/// The key to use; if nothing is typed, one that fits.
fn key(here: Here<'_>, door: Door, typed: &str) -> Understood<usize> {
    let held = here.state.held();
    let fitting: Vec<usize> =
        held.into_iter().filter(|&key| door.takes(key, here.scenario)).collect();
    let asked = door.key(here.scenario).map(|key| format!("It asks for: {key}."));
    let asked = asked.unwrap_or_default();
    if typed.is_empty() {
        let none = || refuse(format!("You carry no key that fits. {asked}"));
        return fitting.first().copied().map_or_else(none, Ok);
    }
    let chosen = here.name(carried(typed, &here.held())?);
    let same = |key: &&usize| normalise::name(&here.name(**key)) == normalise::name(&chosen);
    let wrong = || Err(Reply::of(Outcome::Wrong, format!("{chosen} does not fit. {asked}")));
    fitting.iter().find(same).copied().map_or_else(wrong, Ok)
}

fn answer(here: Here<'_>, typed: &str) -> Understood<Action> {
    let is_riddle: fn(&Kind) -> bool = |kind| matches!(kind, Kind::Riddle { .. });
    let open = here.kind(false, is_riddle);
    let only = if let [one] = &open[..] { Some(one) } else { None };
    if let Some(riddle) = only.filter(|riddle| is_accepted(here, riddle.value, typed)) {
        return Ok(Action::Solve(riddle.value));
    }
    let (found, text) = leading(typed, &open);
    let puzzle = match found {
        Match::One(puzzle) => puzzle,
        Match::Several(names) => return Err(which(typed, &names)),
        Match::Nothing => match only {
            _ if typed.is_empty() || open.is_empty() => choose("answer", typed, &open, here)?,
            // The typed name may be that of a solved riddle.
            Some(riddle)
                if !matches!(leading(typed, &here.kind(true, is_riddle)).0, Match::One(_)) =>
            {
                let text = format!("{} does not take that answer.", riddle.shown);
                return Err(Reply::of(Outcome::Wrong, text));
            }
            _ => return Err(unknown("answer", typed, &shown(&open), here)),
        },
    };
    let name = here.scenario.puzzle(puzzle).map_or("", |puzzle| &puzzle.name);
    if text.is_empty() {
        return refuse(format!("What is your answer? Say: answer {name} …"));
    }
    if !is_accepted(here, puzzle, &text) {
        return Err(Reply::of(Outcome::Wrong, format!("{name} does not take that answer.")));
    }
    Ok(Action::Solve(puzzle))
}

fn is_accepted(here: Here<'_>, puzzle: usize, text: &str) -> bool {
    let kind = here.scenario.puzzle(puzzle).map(|puzzle| &puzzle.kind);
    let Some(Kind::Riddle { answers, .. }) = kind else { return false };
    let text = normalise::answer(text);
    !text.is_empty() && answers.iter().any(|answer| normalise::answer(answer) == text)
}

fn activate(here: Here<'_>, typed: &str) -> Understood<Action> {
    let open = here.kind(false, |kind| matches!(kind, Kind::Sequence { .. }));
    let all: Vec<usize> = open.iter().map(|candidate| candidate.value).collect();
    let touch = |(puzzle, object)| Action::Touch { puzzle, object };
    let objects = objects(here, &all);
    if let Match::One(found) = exact(typed, &objects) {
        return Ok(touch(found));
    }
    match leading(typed, &open) {
        (Match::One(puzzle), rest) if !rest.is_empty() => {
            return choose("activate", &rest, &self::objects(here, &[puzzle]), here).map(touch);
        }
        (Match::Several(names), rest) if !rest.is_empty() => return Err(which(typed, &names)),
        (Match::One(puzzle), _) if whole(typed, &objects) == Match::Nothing => {
            let names = shown(&self::objects(here, &[puzzle]));
            let text = format!("Activate what of it: {}?", list(&names, "or"));
            return Err(Reply::of(Outcome::Ambiguous, text));
        }
        _ => {}
    }
    choose("activate", typed, &objects, here).map(touch)
}

/// The objects of sequences, by name and by number: the first is `o1`.
fn objects(here: Here<'_>, puzzles: &[usize]) -> Vec<Candidate<(usize, usize)>> {
    let mut all = Vec::new();
    for &i in puzzles {
        let kind = here.scenario.puzzle(i).map(|puzzle| &puzzle.kind);
        let Some(Kind::Sequence { objects, .. }) = kind else { continue };
        let objects = objects.iter().enumerate();
        all.extend(objects.map(|(object, name)| {
            Candidate::new((i, object), name.clone(), &[&format!("o{}", object + 1)])
        }));
    }
    all
}

/// The candidate with the typed name; the only one if nothing is typed.
fn choose<T: Copy>(
    verb: &str,
    typed: &str,
    candidates: &[Candidate<T>],
    here: Here<'_>,
) -> Understood<T> {
    reply::choose(verb, typed, candidates, |names| unknown(verb, typed, names, here))
}

/// The reply to a name that matches nothing the verb applies to.
fn unknown(verb: &str, typed: &str, names: &[String], here: Here<'_>) -> Reply {
    let other = leading(typed, &here.sights()).0;
    if let Match::One(sight) = other {
        let (name, how) = other_way(here, sight);
        return Reply::of(
            Outcome::Refused,
            format!("{} is nothing to {verb}. {how}", sentence(&name)),
        );
    }
    reply::unknown(verb, typed, names)
}

/// The name of a thing, and a sentence about what can be done with it.
fn other_way(here: Here<'_>, sight: Sight) -> (String, String) {
    let candidates = here.sights();
    let name = candidates.into_iter().find(|candidate| candidate.value == sight);
    let name = name.map_or(String::new(), |candidate| candidate.shown);
    let how = match sight {
        Sight::Puzzle(i) if here.state.is_solved(i) => "It is solved already.",
        Sight::Puzzle(i) => match here.scenario.puzzle(i).map(|puzzle| &puzzle.kind) {
            Some(Kind::LockedDoor { .. }) => "You could unlock it.",
            Some(Kind::Lever) => "You could pull it.",
            Some(Kind::PressurePlate) => "You could step on it.",
            Some(Kind::Riddle { .. }) => "You could answer it.",
            Some(Kind::Sequence { .. }) => "You could activate its objects.",
            None => "",
        },
        Sight::Beyond(i, _) if here.state.is_solved(i) => "It is solved already.",
        Sight::Beyond(..) => "It stands on the other side.",
        Sight::Chest(i) if here.state.is_unlocked(i) => "It is open.",
        Sight::Chest(_) => "You could open it.",
        Sight::Item(item) if here.state.held().contains(&item) => "You carry it.",
        Sight::Item(_) => "You could take it.",
    };
    (name, how.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_shortened() {
        let check = |word: &str, expect: Match<Verb<Own>>| {
            assert_eq!(TABLE.verb(word), expect, "{word}");
        };
        check("LOOK", Match::One(Verb::Here(Command::Look)));
        check("exa", Match::One(Verb::Here(Command::Examine)));
        check("u", Match::One(Verb::Here(Command::Walk(Direction::Up))));
        check("Nor", Match::One(Verb::Here(Command::Walk(Direction::North))));
        check("?", Match::One(Verb::Help));
        check("un", Match::Several(vec!["unlock".to_owned(), "undo".to_owned()]));
        check("dance", Match::Nothing);
        assert!(TABLE.help().iter().all(|line| line.len() < 90));
        assert!(TABLE.known().contains("answer"));
    }
}
