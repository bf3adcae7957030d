//! The meaning of a command in the present state, and the recent objects that `it` and `them` can refer to.
//!
//! Invariant: understanding changes no state; an action that is understood is possible.
//!
//! Invariant: a pronoun refers to a name only if something in the room or in hand has this name.

use super::actions::{self, way};
use super::state::{Action, Here};
use super::verbs::{self, Own, TABLE};
use super::{describe, ways};
use crate::dungeon::texts::Sense;
use crate::game::normalise;
use crate::game::reply::{Match, worded};
use crate::game::reply::{Outcome, Reply, Understood, refuse, which, without};
use crate::game::table::{Command, Verb};

/// The warning before the end of the game.
const QUIT: &str = "What was not saved is gone; `save` keeps a game.";

/// The meaning of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// Actions to do one after another.
    Do(Vec<Action>),
    /// Take back the last actions; the value is their number.
    Undo(usize),
    /// Repeat actions that were taken back; the value is their number.
    Redo(usize),
    /// Take back all actions.
    Restart,
    /// Repeat the last action.
    Again,
    /// Print the score.
    Score,
    /// Give a hint. Without a source of hints the lines are printed, or the reply that there is nothing left to do.
    Advice(Result<Vec<String>, Reply>),
    /// Print a reply.
    Say(Reply),
}

impl Meaning {
    /// A reply of lines.
    pub(super) fn print(lines: Vec<String>) -> Self {
        Self::Say(Reply::new(Outcome::Told, lines))
    }

    /// One action.
    pub(super) fn one(action: Action) -> Self {
        Self::Do(vec![action])
    }
}

/// The meaning of a command in the present state.
pub(super) fn meaning(here: Here<'_>, typed: &str) -> Meaning {
    understand(here, typed).unwrap_or_else(Meaning::Say)
}

fn understand(here: Here<'_>, typed: &str) -> Understood<Meaning> {
    let typed = without_introduction(typed.trim());
    if typed.is_empty() {
        return Ok(Meaning::print(Vec::new()));
    }
    match verb_of(typed) {
        Some((Match::One(verb), rest)) => obey(here, verb, rest),
        Some((Match::Several(names), _)) => Err(which(typed, &names)),
        Some((Match::Nothing, _)) | None => no_verb(here, typed),
    }
}

/// The verb at the start of a command, and the rest of the text.
fn verb_of(typed: &str) -> Option<(Match<Verb<Own>>, &str)> {
    let normal: Vec<String> = typed.split_whitespace().map(normalise::name).collect();
    let words: Vec<&str> = normal.iter().map(String::as_str).collect();
    let (found, number) = verbs::read(&words)?;
    Some((found, after(typed, number)))
}

/// The text after its first `number` words.
fn after(typed: &str, number: usize) -> &str {
    let skipped = (0..number).fold(typed, |rest, _| {
        let rest = rest.trim_start();
        rest.find(char::is_whitespace).map_or("", |at| rest.get(at..).unwrap_or_default())
    });
    skipped.trim()
}

/// A command without introductory words such as `please` or `I want to`.
fn without_introduction(typed: &str) -> &str {
    const PHRASES: &str = "i want to |i would like to |i'd like to |i will |i'll |i try to |try to |let me |\
                          let us |let's |can i |could i |please |now ";
    let starts = |phrase: &&str| {
        typed.get(..phrase.len()).is_some_and(|start| start.eq_ignore_ascii_case(phrase))
    };
    if let Some(phrase) = PHRASES.split('|').find(starts) {
        return self::without_introduction(typed.get(phrase.len()..).unwrap_or_default().trim());
    }
    // `I go north`; but `i` alone is the inventory.
    let rest = typed.strip_prefix("I ").or_else(|| typed.strip_prefix("i ")).map(str::trim);
    let is_verb = |rest: &&str| verbs::read(&rest.split_whitespace().collect::<Vec<_>>()).is_some();
    rest.filter(is_verb).unwrap_or(typed)
}

/// The object of a command in normal form.
fn about(typed: &str) -> Option<String> {
    let rest = match verb_of(without_introduction(typed.trim()))? {
        (Match::One(Verb::Here(Command::Walk(side))), _) => side.name(),
        (Match::One(Verb::Here(_)), rest) => rest,
        _ => "",
    };
    let rest = without(verbs::parts(rest).0, &["at", "in", "for", "around", "to", "on", "through"]);
    let name = normalise::name(rest);
    (!name.is_empty()).then_some(name)
}

/// The meaning of a text without a verb: a way by its name, or an error.
fn no_verb(here: Here<'_>, typed: &str) -> Understood<Meaning> {
    if actions::is_known(here, typed) {
        return actions::go(here, typed).map(Meaning::Do);
    }
    let word = typed.split_whitespace().next().unwrap_or(typed);
    let near = verbs::nearest(&normalise::name(word));
    let guess = near.map(|near| format!(" Did you mean `{near}`?")).unwrap_or_default();
    let text = format!("I do not know {word:?}.{guess} `help` lists the commands.");
    Err(Reply::of(Outcome::Unknown, text))
}

fn obey(here: Here<'_>, verb: Verb<Own>, rest: &str) -> Understood<Meaning> {
    let file = (!rest.is_empty()).then(|| rest.to_owned());
    let outcome = |outcome| Ok(Meaning::Say(Reply::new(outcome, [])));
    match verb {
        Verb::Here(command) => here_and_now(here, command, rest),
        Verb::Help => Ok(Meaning::print(help(rest))),
        Verb::Undo => number(rest).map(Meaning::Undo),
        Verb::Save => outcome(Outcome::Save { file }),
        Verb::Load => outcome(Outcome::Load { file }),
        Verb::Quit => {
            let lost = (!here.won()).then(|| QUIT.to_owned());
            Ok(Meaning::Say(Reply::new(Outcome::Quit, lost)))
        }
    }
}

fn here_and_now(here: Here<'_>, command: Command<Own>, rest: &str) -> Understood<Meaning> {
    let print = |lines| Ok(Meaning::print(lines));
    match command {
        Command::Look => match without(rest, &["at", "in", "around"]) {
            "" => print(describe::look(here)),
            thing => print(actions::examine(here, thing)?),
        },
        Command::Examine => print(actions::examine(here, rest)?),
        Command::Hint if rest.is_empty() => Ok(Meaning::Advice(think(here, rest))),
        Command::Hint => think(here, rest).map(Meaning::print),
        Command::Inventory => print(describe::inventory(here)),
        Command::Map => print(describe::map(here)),
        Command::Walk(side) => {
            actions::go(here, format!("{} {rest}", side.name()).trim()).map(Meaning::Do)
        }
        Command::Go => actions::go(here, without(rest, &["to", "through"])).map(Meaning::Do),
        Command::Take => actions::take(here, rest).map(Meaning::Do),
        Command::Unlock => actions::unlock(here, rest).map(Meaning::one),
        Command::Pull => actions::pull(here, rest).map(Meaning::one),
        Command::Own(own) => owned(here, own, rest),
    }
}

fn owned(here: Here<'_>, own: Own, rest: &str) -> Understood<Meaning> {
    let one = Meaning::one;
    match own {
        Own::Push => actions::push(here, rest).map(Meaning::Do),
        Own::Bomb => actions::bomb(here, rest).map(one),
        Own::Fight => actions::fight(here, rest).map(one),
        Own::Use => actions::use_on(here, rest).map(one),
        Own::Obstacles => think(here, without(rest, &["about", "of"])).map(Meaning::print),
        Own::Exits => Ok(Meaning::print(vec![ways::ways_out(here)])),
        Own::Back => match without(without(rest, &["back"]), &["to"]) {
            "" => actions::back(here).map(one),
            room => actions::go(here, room).map(Meaning::Do),
        },
        Own::Again => Ok(Meaning::Again),
        Own::Redo => number(rest).map(Meaning::Redo),
        Own::Restart => Ok(Meaning::Restart),
        Own::Score => Ok(Meaning::Score),
        Own::Through => actions::through(here, rest).map(Meaning::Do),
        Own::Jump => actions::jump(here, rest).map(one),
        Own::Climb => actions::climb(here, rest).map(Meaning::Do),
        Own::Lift => actions::lift(here, rest).map(Meaning::Do),
        Own::Search => actions::search(here, rest).map(Meaning::print),
        Own::Drop => actions::drop(here, rest),
        Own::Put => actions::put(here, rest).map(Meaning::Do),
        Own::Throw => actions::throw(here, rest).map(Meaning::Do),
        Own::Read => actions::read(here, rest).map(Meaning::print),
        Own::Talk => actions::talk(here),
        Own::Sense(Sense::Feel) if !rest.is_empty() => {
            actions::examine(here, rest).map(Meaning::print)
        }
        Own::Sense(sense) => Ok(Meaning::print(describe::by_sense(here, sense))),
        Own::Strike(reply) => actions::strike(here, rest, reply).map(Meaning::Do),
        Own::Idle(reply) => refuse(reply),
    }
}

/// The typed number, 1 if nothing is typed.
fn number(typed: &str) -> Understood<usize> {
    if typed.is_empty() {
        return Ok(1);
    }
    typed.parse().or_else(|_| refuse(format!("{typed:?} is no number of moves.")))
}

/// The list of commands, or the line about one of them.
fn help(rest: &str) -> Vec<String> {
    let normal = normalise::name(rest);
    let words: Vec<&str> = normal.split(' ').collect();
    match verbs::read(&words) {
        Some((Match::One(verb), _)) if !rest.is_empty() => {
            TABLE.about(verb).map_or_else(|| TABLE.help(), |about| vec![about])
        }
        _ => TABLE.help(),
    }
}

fn think(here: Here<'_>, typed: &str) -> Understood<Vec<String>> {
    let lines = match typed {
        "" => ways::hints(here),
        typed => {
            let way = way(here, "think about", typed)?;
            let lines = ways::hints_of_way(here, way);
            if lines.is_empty() {
                vec![format!("Nothing bars the way {}.", here.way_name(way))]
            } else {
                lines
            }
        }
    };
    match lines[..] {
        [] => refuse("Nothing is left to be opened, taken or seen, as far as you have been."),
        _ => Ok(lines),
    }
}

/// The names of recent objects, the latest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Recent(Vec<String>);

/// Number of names to remember.
const MOST: usize = 6;

/// A pronoun.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pronoun {
    It,
    Them,
    /// Him or her: an enemy.
    Somebody,
}

impl Recent {
    /// Remembers a name.
    pub(super) fn note(&mut self, name: String) {
        self.0.retain(|known| *known != name);
        self.0.insert(0, name);
        self.0.truncate(MOST);
    }

    /// Remembers the object of a command, if it is here.
    pub(super) fn note_command(&mut self, here: Here<'_>, command: &str) {
        if let Some(name) = about(command).filter(|name| is_here(here, name)) {
            self.note(name);
        }
    }

    /// The command with its pronoun replaced: by the latest name with which the command is possible, else by the
    /// latest name.
    pub(super) fn filled(&self, here: Here<'_>, command: &str) -> Understood<String> {
        let words: Vec<&str> = command.split_whitespace().collect();
        let Some((at, pronoun)) = pronoun(&words) else { return Ok(command.to_owned()) };
        let names = self.meant(here, pronoun);
        if names.is_empty() && pronoun == Pronoun::Somebody {
            return refuse("There is nobody here whom that could mean.");
        }
        let said = |name: &str| {
            let (before, rest) = words.split_at(at);
            let rest = rest.get(1..).unwrap_or_default();
            let all = before.iter().chain([&name]).chain(rest).copied();
            all.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
        };
        let all: Vec<String> = names.iter().map(|name| said(name)).collect();
        let fits = all.iter().find(|command| can_be_done(here, command));
        Ok(fits.or(all.first()).cloned().unwrap_or_default())
    }

    /// The names that a pronoun can refer to, the likeliest first. An empty name stands for the only object of the
    /// verb.
    fn meant(&self, here: Here<'_>, pronoun: Pronoun) -> Vec<String> {
        let all = here.foes();
        let foes = all.first().map(|_| describe::the_foes(all));
        if pronoun == Pronoun::Somebody {
            return foes.into_iter().collect();
        }
        let known = self.0.iter().filter(|name| is_here(here, name)).cloned();
        let is_likely = |name: &String| is_several(name) == (pronoun == Pronoun::Them);
        let (likely, others): (Vec<String>, Vec<String>) = known.partition(is_likely);
        let known: Vec<String> = likely.into_iter().chain(others).collect();
        let is_held = |name: &String| worded(name, &here.held()) != Match::Nothing;
        let only = known.iter().all(is_held).then(String::new);
        known.into_iter().chain(only).chain(foes).collect()
    }
}

/// True for a plural name.
fn is_several(name: &str) -> bool {
    name.ends_with('s') && !name.ends_with("ss")
}

/// The first pronoun of a command, and its index.
fn pronoun(words: &[&str]) -> Option<(usize, Pronoun)> {
    let normal: Vec<String> = words.iter().map(|word| normalise::name(word)).collect();
    if normal.iter().any(|word| word == "all") {
        return None;
    }
    normal.iter().enumerate().skip(1).find_map(|(at, word)| {
        let next = normal.get(at + 1).map(String::as_str);
        // In `take her key`, `her` is no object.
        let is_alone = matches!(next, None | Some("with" | "using" | "to"));
        let pronoun = match word.as_str() {
            "it" => Pronoun::It,
            "them" => Pronoun::Them,
            "him" => Pronoun::Somebody,
            "her" if is_alone => Pronoun::Somebody,
            _ => return None,
        };
        Some((at, pronoun))
    })
}

/// True if a name matches something here.
fn is_here(here: Here<'_>, name: &str) -> bool {
    worded(name, &here.sights()) != Match::Nothing
        || describe::are_foes(here, name)
        || describe::scenery(here, name).is_some()
}

/// True if a command acts or prints information in the present state.
fn can_be_done(here: Here<'_>, command: &str) -> bool {
    match meaning(here, command) {
        Meaning::Do(_) | Meaning::Advice(_) => true,
        Meaning::Say(reply) => reply.outcome == Outcome::Told,
        _ => false,
    }
}
