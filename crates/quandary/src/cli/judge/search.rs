//! Options of the search of `quandary solve`.

use crate::cli::exit::usage;
use anyhow::Result;
use ask::values::{named, real};
use clap::{Args, ValueEnum};
use level::solve::{Collect, CostModel, Heuristic, Options};

/// The way a level is searched.
#[derive(Debug, Args)]
pub(crate) struct SearchOptions {
    /// What a cheapest plan has the fewest of
    #[arg(long, value_enum, value_name = "WHAT", default_value = "moves",
          conflicts_with_all = ["heuristic", "weight", "anytime", "tie_break", "key_boost"])]
    cost: Cost,

    /// What guides the search; with optimal the cost is proved minimal
    #[arg(long, value_name = "NAME", default_value = "optimal",
          value_parser = named::<Heuristic>(Heuristic::NAMES.map(|(name, _)| name)))]
    heuristic: Heuristic,

    /// What the goal asks for besides being reached
    #[arg(long, value_enum, value_name = "WHAT")]
    collect: Option<What>,

    /// Weighted A*: a plan may cost W times the least, and is found sooner; from 1 to 1000
    #[arg(long, value_name = "W", default_value_t = 1.0, value_parser = real(1.0..=1000.0))]
    weight: f64,

    /// Go on to better plans, each with its proved bound, until the least cost is proved
    #[arg(long)]
    anytime: bool,

    /// Order states of equal promise by a hash of the state
    #[arg(long)]
    tie_break: bool,

    /// Prefer states with more taken, by 0.01 a pick-up
    #[arg(long)]
    key_boost: bool,
}

/// Cost of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Cost {
    /// Moves, of which a diagonal one counts as √2
    Moves,
    /// Pushes of blocks; other moves cost nothing
    Pushes,
}

/// The things that a goal asks for besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// Every pick-up of the level
    All,
}

impl SearchOptions {
    /// The options of the solver.
    ///
    /// # Errors
    /// When they do not go together.
    pub(crate) fn options(&self) -> Result<Options> {
        let options = Options {
            cost: match self.cost {
                Cost::Moves => CostModel::Moves,
                Cost::Pushes => CostModel::Pushes,
            },
            heuristic: self.heuristic,
            weight: self.weight,
            anytime: self.anytime,
            collect: match self.collect {
                Some(What::All) => Collect::Everything,
                None => Collect::Nothing,
            },
            tie_break: self.tie_break,
            key_boost: self.key_boost,
        };
        options.checked().map_err(usage)
    }
}
