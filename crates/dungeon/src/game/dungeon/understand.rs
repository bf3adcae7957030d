//! The meaning of a command, here and now, and the things that were spoken of last, which `it` and `them` can stand
//! for.
//!
//! Invariant: understanding changes nothing; what is understood as an action can be done.
//!
//! Invariant: a name stands for what a pronoun means only where something goes by that name.

use super::actions::{self, way};
use super::state::{Action, Here};
use super::verbs::{self, Own, TABLE};
use super::{tell, ways};
use crate::dungeon::texts::Sense;
use crate::game::normalise;
use crate::game::reply::{Match, worded};
use crate::game::reply::{Outcome, Reply, Understood, refuse, which, without};
use crate::game::table::{Command, Verb};

/// The line before the end.
const QUIT: &str = "What was not saved is gone; `save` keeps a game.";

/// The meaning of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// Actions, done one after another.
    Do(Vec<Action>),
    /// So many of the last actions are to be taken back.
    Undo(usize),
    /// So many of those that were taken back are to be done again.
    Redo(usize),
    /// All is to be taken back.
    Restart,
    /// The last action is to be done once more.
    Again,
    /// The player asks for the score.
    Score,
    /// The player asks for a hint; without a judge it is these lines, or the reply that nothing is left to be told.
    Advice(Result<Vec<String>, Reply>),
    /// Something to be said, and no more.
    Say(Reply),
}

impl Meaning {
    /// Lines that are told.
    pub(super) fn told(lines: Vec<String>) -> Self {
        Self::Say(Reply::new(Outcome::Told, lines))
    }

    /// One action.
    pub(super) fn one(action: Action) -> Self {
        Self::Do(vec![action])
    }
}

/// The meaning of a command, here and now.
pub(super) fn meaning(here: Here<'_>, typed: &str) -> Meaning {
    understand(here, typed).unwrap_or_else(Meaning::Say)
}

fn understand(here: Here<'_>, typed: &str) -> Understood<Meaning> {
    let typed = wish(typed.trim());
    if typed.is_empty() {
        return Ok(Meaning::told(Vec::new()));
    }
    match verb_of(typed) {
        Some((Match::One(verb), rest)) => obey(here, verb, rest),
        Some((Match::Several(names), _)) => Err(which(typed, &names)),
        Some((Match::Nothing, _)) | None => no_verb(here, typed),
    }
}

/// The verb that a command begins with, and the words after it.
fn verb_of(typed: &str) -> Option<(Match<Verb<Own>>, &str)> {
    let normal: Vec<String> = typed.split_whitespace().map(normalise::name).collect();
    let words: Vec<&str> = normal.iter().map(String::as_str).collect();
    let (found, number) = verbs::read(&words)?;
    Some((found, after(typed, number)))
}

/// The text after its first words.
fn after(typed: &str, number: usize) -> &str {
    let skipped = (0..number).fold(typed, |rest, _| {
        let rest = rest.trim_start();
        rest.find(char::is_whitespace).map_or("", |at| rest.get(at..).unwrap_or_default())
    });
    skipped.trim()
}

/// A command without words before it that say no more than that it is wished for.
fn wish(typed: &str) -> &str {
    const WISHES: &str = "i want to |i would like to |i'd like to |i will |i'll |i try to |try to |let me |\
                          let us |let's |can i |could i |please |now ";
    let starts =
        |wish: &&str| typed.get(..wish.len()).is_some_and(|start| start.eq_ignore_ascii_case(wish));
    if let Some(wish) = WISHES.split('|').find(starts) {
        return self::wish(typed.get(wish.len()..).unwrap_or_default().trim());
    }
    // `I go north`; but `i` alone lists what is carried.
    let rest = typed.strip_prefix("I ").or_else(|| typed.strip_prefix("i ")).map(str::trim);
    let is_verb = |rest: &&str| verbs::read(&rest.split_whitespace().collect::<Vec<_>>()).is_some();
    rest.filter(is_verb).unwrap_or(typed)
}

/// The name of what a command is about, as it was typed.
fn about(typed: &str) -> Option<String> {
    let rest = match verb_of(wish(typed.trim()))? {
        (Match::One(Verb::Here(Command::Walk(side))), _) => side.name(),
        (Match::One(Verb::Here(_)), rest) => rest,
        _ => "",
    };
    let rest = without(verbs::parts(rest).0, &["at", "in", "for", "around", "to", "on", "through"]);
    let name = normalise::name(rest);
    (!name.is_empty()).then_some(name)
}

/// The meaning of what begins with no verb: a way by its name, or nothing.
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
        Verb::Help => Ok(Meaning::told(help(rest))),
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
    let told = |lines| Ok(Meaning::told(lines));
    match command {
        Command::Look => match without(rest, &["at", "in", "around"]) {
            "" => told(tell::look(here)),
            thing => told(actions::examine(here, thing)?),
        },
        Command::Examine => told(actions::examine(here, rest)?),
        Command::Hint if rest.is_empty() => Ok(Meaning::Advice(think(here, rest))),
        Command::Hint => think(here, rest).map(Meaning::told),
        Command::Inventory => told(tell::inventory(here)),
        Command::Map => told(tell::map(here)),
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
        Own::Obstacles => think(here, without(rest, &["about", "of"])).map(Meaning::told),
        Own::Exits => Ok(Meaning::told(vec![ways::ways_out(here)])),
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
        Own::Search => actions::search(here, rest).map(Meaning::told),
        Own::Drop => actions::drop(here, rest),
        Own::Put => actions::put(here, rest).map(Meaning::Do),
        Own::Throw => actions::throw(here, rest).map(Meaning::Do),
        Own::Read => actions::read(here, rest).map(Meaning::told),
        Own::Talk => actions::talk(here),
        Own::Sense(Sense::Feel) if !rest.is_empty() => {
            actions::examine(here, rest).map(Meaning::told)
        }
        Own::Sense(sense) => Ok(Meaning::told(tell::by_sense(here, sense))),
        Own::Strike(reply) => actions::strike(here, rest, reply).map(Meaning::Do),
        Own::Idle(reply) => refuse(reply),
    }
}

/// The number that is typed, or one.
fn number(typed: &str) -> Understood<usize> {
    if typed.is_empty() {
        return Ok(1);
    }
    typed.parse().or_else(|_| refuse(format!("{typed:?} is no number of moves.")))
}

/// The list of commands, or what it has about one of them.
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

/// The names of what was spoken of, the last one first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Recent(Vec<String>);

/// Number of names that are known.
const MOST: usize = 6;

/// A word that stands for another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pronoun {
    It,
    Them,
    /// Him or her: somebody, and no thing.
    Somebody,
}

impl Recent {
    /// Speaks of something.
    pub(super) fn note(&mut self, name: String) {
        self.0.retain(|known| *known != name);
        self.0.insert(0, name);
        self.0.truncate(MOST);
    }

    /// Speaks of what a command was about, if something goes by that name.
    pub(super) fn note_command(&mut self, here: Here<'_>, command: &str) {
        if let Some(name) = about(command).filter(|name| is_here(here, name)) {
            self.note(name);
        }
    }

    /// A command with a name for its pronoun: the last that the command can be done with, or else the last of all.
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

    /// The names that a pronoun can stand for here, the likeliest first; an empty one is for the only thing of a verb.
    fn meant(&self, here: Here<'_>, pronoun: Pronoun) -> Vec<String> {
        let all = here.foes();
        let foes = all.first().map(|_| tell::the_foes(all));
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

/// True if a name is that of several things.
fn is_several(name: &str) -> bool {
    name.ends_with('s') && !name.ends_with("ss")
}

/// The pronoun of a command, and its place.
fn pronoun(words: &[&str]) -> Option<(usize, Pronoun)> {
    let normal: Vec<String> = words.iter().map(|word| normalise::name(word)).collect();
    if normal.iter().any(|word| word == "all") {
        return None;
    }
    normal.iter().enumerate().skip(1).find_map(|(at, word)| {
        let next = normal.get(at + 1).map(String::as_str);
        // `take her key` is about a key.
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

/// True if something here goes by a name.
fn is_here(here: Here<'_>, name: &str) -> bool {
    worded(name, &here.sights()) != Match::Nothing
        || tell::are_foes(here, name)
        || tell::scenery(here, name).is_some()
}

/// True if a command does something, or tells something, here and now.
fn can_be_done(here: Here<'_>, command: &str) -> bool {
    match meaning(here, command) {
        Meaning::Do(_) | Meaning::Advice(_) => true,
        Meaning::Say(reply) => reply.outcome == Outcome::Told,
        _ => false,
    }
}
