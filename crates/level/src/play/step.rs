//! Steps of a player, and their text form.
//!
//! A state is written as the steps that led to it, such as `right 3, up, flip 0, goto 5`. Spaces, commas or line ends
//! separate words. A number after a direction repeats it. Ids that are no plain words are quoted as in JSON. `by 2`
//! selects the second of several ways that differ. `#` begins a comment until the end of the line. A text of letters
//! like `rrUl` alone is read as the moves of Sokoban programs ([`lurd`](super::lurd)).

use super::letters::{Fault, is_moves, letters};
use crate::model::{Level, NodeId, NodeIndex};
use crate::plan::{Action, Cost, Record};
use crate::rules::Way;
use std::fmt::Write as _;

/// A possible step and its effects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The step.
    pub step: Step,
    /// Its cost.
    pub cost: Cost,
    /// The position and holdings after the step, and its changes.
    pub record: Record,
}

/// The action of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Command {
    /// A step onto an adjacent cell, in one of eight directions.
    Go(Way),
    /// A move along an edge to a node, in a graph.
    Goto(NodeIndex),
    /// A warp that lands in the rectangle of a node, possibly over nodes without a rectangle.
    Warp(NodeIndex),
    /// A flip of a toggle, by its number.
    Flip(u32),
}

/// A step of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The action.
    pub command: Command,
    /// Index of the way to do it, if several differ in what they use up or take.
    pub by: u32,
}

impl From<Command> for Step {
    fn from(command: Command) -> Self {
        Self { command, by: 0 }
    }
}

impl Step {
    /// Its cost.
    #[must_use]
    pub fn cost(self) -> Cost {
        match self.command {
            Command::Go(way) => Cost::of(way),
            _ => Cost { straight: 1, diagonal: 0 },
        }
    }

    /// The step in words, such as `up`, `goto 3` or `flip 0`. `level` provides the ids.
    #[must_use]
    pub fn words(self, level: &Level) -> String {
        let id = |node| level.graph.id(node).map(word).unwrap_or_default();
        let mut words = match self.command {
            Command::Go(way) => Action::Go(way).name().to_owned(),
            Command::Goto(node) => format!("goto {}", id(node)),
            Command::Warp(node) => format!("warp {}", id(node)),
            Command::Flip(toggle) => format!("flip {toggle}"),
        };
        if self.by > 0 {
            let _ = write!(words, " by {}", self.by + 1);
        }
        words
    }
}

/// An id as a word, quoted unless it is plain.
fn word(id: &NodeId) -> String {
    let is_plain = |name: &str| {
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ':' | '.');
        !name.is_empty() && name.chars().all(plain) && name.parse::<i64>().is_err()
    };
    match id {
        NodeId::Name(name) if !is_plain(name) => serde_json::Value::from(name.as_str()).to_string(),
        id => id.bare(),
    }
}

/// Writes steps in words, separated by commas. A repeated direction is written once, with a count.
///
/// [`read`] is the inverse.
#[must_use]
pub fn write(level: &Level, steps: &[Step]) -> String {
    let mut all: Vec<String> = Vec::new();
    for run in steps.chunk_by(|a, b| a == b && a.by == 0 && matches!(a.command, Command::Go(_))) {
        let words = run.iter().take(1).map(|step| step.words(level));
        match run.len() {
            1 => all.extend(words),
            times => all.extend(words.map(|words| format!("{words} {times}"))),
        }
    }
    all.join(", ")
}

/// A text that is no list of steps.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("step {}: {message}", .index + 1)]
pub struct StepError {
    /// The index of the step.
    pub index: usize,
    /// The error in words.
    pub message: String,
}

pub use super::letters::MOST_STEPS;

impl From<Fault> for StepError {
    fn from(Fault { index, message }: Fault) -> Self {
        Self { index, message }
    }
}

/// The steps of moves.
pub(super) fn of_letters(text: &str) -> Result<Vec<Step>, StepError> {
    let moves = letters(text)?;
    Ok(moves.into_iter().map(|(way, _)| Command::Go(way).into()).collect())
}

/// Reads steps in words, or moves in the notation [`lurd`](super::lurd). It does not check them against the rules.
///
/// # Errors
/// [`StepError`] for the first word that is no step, or a node that the level does not have.
pub fn read(level: &Level, text: &str) -> Result<Vec<Step>, StepError> {
    if is_moves(text) {
        return of_letters(text);
    }
    let fault = |message| StepError { index: 0, message };
    let mut words = Words { level, words: split(text).map_err(fault)?, next: 0 };
    let mut steps: Vec<Step> = Vec::new();
    while let Some((step, times)) = words.step().map_err(|m| at(&steps, m))? {
        if steps.len() + times > MOST_STEPS {
            return Err(at(
                &steps,
                format!("more than {} steps", diagnostics::grouped(MOST_STEPS as u64)),
            ));
        }
        steps.extend(std::iter::repeat_n(step, times));
    }
    Ok(steps)
}

fn at(steps: &[Step], message: String) -> StepError {
    StepError { index: steps.len(), message }
}

/// A word, or the text of a quoted word.
#[derive(Clone, Debug, PartialEq)]
enum Word {
    Plain(String),
    Quoted(String),
}

/// The words of a text, without comments.
fn split(text: &str) -> Result<Vec<Word>, String> {
    let mut words = Vec::new();
    for line in text.lines() {
        let mut rest = line.trim_start_matches(is_space);
        while !rest.is_empty() && !rest.starts_with('#') {
            let length = match rest.starts_with('"') {
                false => rest.find(is_space).unwrap_or(rest.len()),
                true => {
                    let mut quoted = serde_json::Deserializer::from_str(rest).into_iter::<String>();
                    let unclosed = || {
                        format!("{} is not closed by a quotation mark", diagnostics::short(rest))
                    };
                    let name = quoted.next().and_then(Result::ok).ok_or_else(unclosed)?;
                    words.push(Word::Quoted(name));
                    quoted.byte_offset()
                }
            };
            let (word, after) = rest.split_at(length);
            if !word.starts_with('"') {
                words.push(Word::Plain(word.to_owned()));
            }
            rest = after.trim_start_matches(is_space);
        }
    }
    Ok(words)
}

fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';')
}

/// A reader of words.
struct Words<'a> {
    level: &'a Level,
    words: Vec<Word>,
    next: usize,
}

impl Words<'_> {
    fn next(&mut self) -> Option<Word> {
        let word = self.words.get(self.next).cloned();
        self.next += 1;
        word
    }

    /// The next word, if it is a number.
    fn number(&mut self) -> Option<u32> {
        let Some(Word::Plain(word)) = self.words.get(self.next) else { return None };
        let number = word.parse().ok()?;
        self.next += 1;
        Some(number)
    }

    /// The next step, and its number of repetitions.
    fn step(&mut self) -> Result<Option<(Step, usize)>, String> {
        let Some(word) = self.next() else { return Ok(None) };
        let (Word::Plain(word) | Word::Quoted(word)) = word;
        let mut ways = Way::STEPS.into_iter().map(|(way, _)| way);
        let way = ways.find(|&way| Action::Go(way).name() == word);
        let (command, times) = match (way, word.as_str()) {
            (Some(way), _) => (Command::Go(way), self.number().unwrap_or(1)),
            (None, "goto") => (Command::Goto(self.node("goto")?), 1),
            (None, "warp") => (Command::Warp(self.node("warp")?), 1),
            (None, "flip") => {
                let none = "flip wants the number of a toggle, as in flip 0";
                (Command::Flip(self.number().ok_or(none)?), 1)
            }
            _ => return Err(unknown(&word)),
        };
        let mut by = 0;
        if self.words.get(self.next) == Some(&Word::Plain("by".to_owned())) {
            self.next += 1;
            let number = self.number().and_then(|number| number.checked_sub(1));
            by = number.ok_or("by wants the number of a way, from 1")?;
        }
        Ok(Some((Step { command, by }, times as usize)))
    }

    /// The node that the next word names.
    fn node(&mut self, step: &str) -> Result<NodeIndex, String> {
        let word = self.next().ok_or_else(|| format!("{step} wants the id of a node"))?;
        let is = |id: &NodeId| match (&word, id) {
            (Word::Plain(word), NodeId::Number(number)) => word.parse() == Ok(*number),
            (Word::Plain(word) | Word::Quoted(word), NodeId::Name(name)) => word == name,
            (Word::Quoted(_), NodeId::Number(_)) => false,
        };
        let (Word::Plain(name) | Word::Quoted(name)) = &word;
        let known = || self.level.graph.nodes.iter().take(40).map(|node| node.id.bare());
        let nodes = (0..).zip(&self.level.graph.nodes);
        let mut found = nodes.filter(|(_, node)| is(&node.id)).map(|(index, _)| index);
        match self.level.graph.nodes.is_empty() {
            true => Err("the level has no nodes to go to".to_owned()),
            false => found.next().ok_or_else(|| diagnostics::unknown("node", name, known())),
        }
    }
}

fn unknown(word: &str) -> String {
    let ways = Way::STEPS.map(|(way, _)| Action::Go(way).name());
    diagnostics::unknown("step", word, ways.into_iter().chain(["goto", "warp", "flip"]))
}
