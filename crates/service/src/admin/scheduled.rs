//! A riddle of the schedule, as operators see it.

use crate::State;
use crate::days::{self, broken};
use crate::problem::Problem;
use axum::Json;
use crossword::json::riddle::{AnalysisLine, SolutionLine};
use jiff::civil::Date;
use serde::Serialize;
use store::daily::PublicHalf;
use store::stored_riddle::{DifficultyLine, PlayLine};
use store::{Kept, Key};
use utoipa::ToSchema;

/// The most days of the schedule at once.
pub(super) const MOST_DAYS: i32 = 366;

/// A riddle with all that is known about it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Scheduled {
    /// What everybody will see.
    #[serde(flatten)]
    public: PublicHalf,
    /// `made`, or `approved` by a person.
    state: &'static str,
    /// The best play.
    solution: SolutionLine,
    /// The figures of all plays.
    analysis: AnalysisLine,
    /// What the difficulty is made of.
    difficulty_parts: Vec<store::stored_riddle::PartLine>,
    /// The ten best plays, the answer first.
    near: Vec<PlayLine>,
}

impl Scheduled {
    /// All about a riddle that is kept.
    pub(super) fn of(kept: &Kept, state: &State) -> Self {
        let DifficultyLine { parts, .. } = kept.stored.difficulty.clone();
        Self {
            public: PublicHalf::of(kept, state.store.secret()),
            state: kept.state.name(),
            solution: kept.stored.riddle.solution.clone(),
            analysis: kept.stored.riddle.analysis.clone(),
            difficulty_parts: parts,
            near: kept.stored.near.clone(),
        }
    }
}

/// The riddle of a key as it is now.
pub(super) async fn told(state: &State, key: &Key, date: Date) -> Result<Json<Scheduled>, Problem> {
    state.days.forget((key.locale, date));
    let kept = state.store.day(key.locale, date).await.map_err(|error| broken(&error))?;
    let kept = kept.kept().iter().find(|kept| kept.key == *key).ok_or_else(|| days::none(date))?;
    Ok(Json(Scheduled::of(kept, state)))
}
