//! Verifies a row from its printed JSON alone.

use crate::maker::{Maker, Work};
use crate::row::{Row, Value};
use crossword::json::riddle::RiddleLine;
use crossword::moves::Move;
use dungeon::json::judged::read;
use level::Limits;
use level::rate;
use level::trial::{STATES, trial};

/// The result of verifying a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowVerdict {
    /// The row is correct.
    Confirmed,
    /// The seed gave no result: there is nothing to verify.
    Empty,
    /// A value is wrong, or the JSON cannot be read.
    Wrong(String),
}

/// Verifies a row of a maker.
#[must_use]
pub fn verify_row(maker: &Maker, row: &Row) -> RowVerdict {
    let columns = maker.columns();
    if row.text(columns, "nothing").is_some() {
        return RowVerdict::Empty;
    }
    let told = match &maker.work {
        Work::Dungeon(_) => level(maker, row, "json"),
        Work::Mission(_) => level(maker, row, "level"),
        Work::Riddle(work) => riddle(maker, row, work),
    };
    told.map_or_else(RowVerdict::Wrong, |()| RowVerdict::Confirmed)
}

/// Verifies the level in a column.
fn level(maker: &Maker, row: &Row, column: &str) -> Result<(), String> {
    let columns = maker.columns();
    let text = row.text(columns, column).ok_or_else(|| format!("`{column}` is empty"))?;
    let level = read(text).map_err(|error| format!("`{column}`: {error}"))?;
    let rules = level.rules_under(None);
    let limits = Limits { states: Some(STATES), ..Limits::default() };
    let tried = trial(&level, &rules, &limits).map_err(|error| error.to_string())?;
    let answers = [("winnable", tried.winnable), ("unlosable", tried.softlock_free())];
    for (name, found) in answers {
        let said = row.yes(columns, name);
        if let (Some(said), Some(found)) = (said, found)
            && said != found
        {
            let [said, found] = [said, found].map(|yes| if yes { "yes" } else { "no" });
            return Err(format!("`{name}` is {said}, and the judge says {found}"));
        }
        if said.is_none() && found.is_some() {
            return Err(format!("`{name}` is empty, and the judge knows it"));
        }
    }
    if !tried.is_cheapest || row.yes(columns, "cheapest") != Some(true) {
        return Ok(());
    }
    let cost = tried.walk.as_ref().map(|walk| walk.cost.value());
    let rating = rate::of_trial(&level, &rules, &tried).map(|rating| rating.figure);
    for (name, found) in [("cost", cost), ("difficulty", rating)] {
        let (said, found) = (row.value(columns, name), Value::from(found));
        if *said != found {
            return Err(format!("`{name}` is {said:?}, and the judge finds {found:?}"));
        }
    }
    Ok(())
}

/// Verifies a riddle: its answer must be the best play, and its difficulty must match.
fn riddle(maker: &Maker, row: &Row, work: &crate::riddles::Work) -> Result<(), String> {
    let columns = maker.columns();
    let text = row.text(columns, "json").ok_or("`json` is empty")?;
    let line: RiddleLine =
        serde_json::from_str(text).map_err(|e| diagnostics::of_json(&e.to_string()))?;
    let posed = line.posed(work.setting(), work.lexicon()).map_err(|error| error.to_string())?;
    let scores: Vec<u32> = posed.plays().iter().take(2).map(Move::score).collect();
    let unique = scores.first() != scores.get(1);
    if row.yes(columns, "unique") != Some(unique) {
        return Err(format!("`unique` is not so: the best plays score {scores:?}"));
    }
    let (said, found) = (row.number(columns, "difficulty"), posed.rating(work.lexicon()).figure);
    if said != Some(found) {
        return Err(format!("`difficulty` is {said:?}, and the rating {found}"));
    }
    Ok(())
}
