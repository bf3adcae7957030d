//! The way a level is searched, as `POST /level/solve` is asked for it.

use crate::problem::Problem;
use level::solve::{Collect, CostModel, Heuristic, Options};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The way a level is searched: the options of `quandary solve`, by the same names.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct SearchFields {
    /// What a cheapest plan has the fewest of; `pushes` goes with `collect` alone.
    cost: Cost,
    /// What guides the search: `optimal` (the usual one, which proves the least cost), `balanced`, `speedrunner`,
    /// `completionist` or `none`.
    #[schema(pattern = "^(optimal|balanced|speedrunner|completionist|none)$")]
    heuristic: Option<String>,
    /// Weighted A*: a plan may cost so many times the least, and is found sooner.
    #[schema(minimum = 1.0, maximum = 1000.0, default = 1.0)]
    weight: Option<f64>,
    /// Better plans, each with its proved bound, until the least cost is proved.
    anytime: bool,
    /// What the goal asks for besides being reached.
    collect: Option<What>,
    /// States of equal promise in the order of a hash.
    tie_break: bool,
    /// States with more taken first, by 0.01 a pick-up.
    key_boost: bool,
}

/// Cost of a plan.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Cost {
    /// Moves.
    #[default]
    Moves,
    /// Pushes of blocks.
    Pushes,
}

/// The things that a goal asks for besides.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum What {
    /// Every pick-up of the level.
    All,
}

impl SearchFields {
    /// The options of the solver.
    pub(super) fn options(&self) -> Result<Options, Problem> {
        let usual = Options::default();
        let heuristic = self.heuristic.as_ref().map(|name| name.parse::<Heuristic>()).transpose();
        let wrong = |name, why: &str| Problem::unprocessable(&format!("search.{name}"), why);
        let options = Options {
            cost: match self.cost {
                Cost::Moves => CostModel::Moves,
                Cost::Pushes => CostModel::Pushes,
            },
            heuristic: heuristic
                .map_err(|why| wrong("heuristic", &why))?
                .unwrap_or(usual.heuristic),
            weight: self.weight.unwrap_or(usual.weight),
            anytime: self.anytime,
            collect: match self.collect {
                Some(What::All) => Collect::Everything,
                None => Collect::Nothing,
            },
            tie_break: self.tie_break,
            key_boost: self.key_boost,
        };
        options.checked().map_err(|error| wrong(error.name, error.wanted))
    }
}
