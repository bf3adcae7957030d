//! A dungeon to be made, as the command line and the service ask for it: what is asked for, and the making.
//!
//! Invariant: whoever asks for the same gets the same bytes, from a terminal or over the network.

use crate::generate::RequestError;
use crate::generate::{Made, Proof, Request, Version, Weights, generate};
use crate::json::dungeon::Asked;
use crate::mission::{self, KeyStyle, SwitchStyle};
use crate::options::{Attempts, Options};
use crate::puzzle::Wanted;
use crate::puzzle::templates::Packs;
use crate::scratch::Scratch;
use crate::tiles;
use search::{Budget, Control, Found, Goal, Nothing, Seed};
use std::sync::Arc;

/// The budget of a dungeon that its seed alone stands for: the first that is proved, of so many attempts.
pub const FIRST: Budget = Budget { goal: Goal::First, attempts: Some(200), time: None };

/// A figure of the rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// The length of the solution.
    Solution,
    /// Number of times that the solution enters a room again.
    Nonlinearity,
    /// In how many steps things open up.
    Spheres,
    /// The largest number of locks and puzzles that stand one behind the other.
    Gating,
    /// The share of rooms that need not be entered.
    Optional,
}

/// The most that a figure may count, either way: with more a sum of them could be no number any more.
pub const MOST_WEIGHT: f64 = 1_000_000.0;

/// A weight, if it can be one.
///
/// # Errors
/// When it is no number, or too large.
pub fn weight(value: Option<f64>) -> Result<f64, String> {
    let within = |value: &f64| value.abs() <= MOST_WEIGHT;
    value.filter(within).ok_or_else(|| "a weight is a number from -1000000 to 1000000".to_owned())
}

impl Figure {
    /// All figures.
    pub const ALL: [Self; 5] =
        [Self::Solution, Self::Nonlinearity, Self::Spheres, Self::Gating, Self::Optional];

    /// Its name, as options and requests have it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Solution => "solution",
            Self::Nonlinearity => "nonlinearity",
            Self::Spheres => "spheres",
            Self::Gating => "gating",
            Self::Optional => "optional",
        }
    }

    /// The figure of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|figure| figure.name() == name)
    }

    /// Makes the figure count so much.
    pub fn set(self, weights: &mut Weights, value: f64) {
        match self {
            Figure::Solution => weights.solution = value,
            Figure::Nonlinearity => weights.nonlinearity = value,
            Figure::Spheres => weights.spheres = value,
            Figure::Gating => weights.gating = value,
            Figure::Optional => weights.optional = value,
        }
    }
}

/// Templates, and where they came from.
#[derive(Clone, Debug)]
pub struct Templates {
    /// The packs.
    pub packs: Arc<Packs>,
    /// Of each file its SHA-256.
    pub files: Vec<String>,
}

/// All that decides a dungeon, besides its seed.
pub struct Shape {
    /// The version of the algorithm.
    pub version: Version,
    /// The kind of place.
    pub category: String,
    /// Number of rooms.
    pub rooms: usize,
    /// Number of keys, the boss's among them.
    pub keys: u8,
    /// Number of switches.
    pub switches: u8,
    /// In which positions switches are asked for.
    pub switch_style: SwitchStyle,
    /// Number of puzzles; without it the usual number.
    pub puzzles: Option<Wanted>,
    /// The templates of puzzles.
    pub templates: Templates,
    /// The style of the keys.
    pub key_style: KeyStyle,
    /// Number of floors.
    pub floors: u32,
    /// The request for the tiles of rooms.
    pub tiles: tiles::Request,
    /// The weights of figures in the rank.
    pub weights: Weights,
}

impl Shape {
    /// The request, checked, and the same as it is written into what is made.
    ///
    /// # Errors
    /// The limit that is broken.
    pub fn request(self) -> Result<(Request, Asked), RequestError> {
        let usual = Request::of(&self.category)?;
        let Templates { packs, files } = self.templates;
        let request = Request {
            rooms: self.rooms,
            mission: mission::Request {
                keys: self.keys,
                switches: self.switches,
                switch_style: self.switch_style,
                key_style: self.key_style,
                ..usual.mission.clone()
            },
            puzzles: self.puzzles.unwrap_or(usual.puzzles),
            packs,
            tiles: Some(self.tiles),
            weights: self.weights,
            ..usual
        };
        let request = request.in_version(self.version).on_floors(self.floors)?;
        request.check()?;
        let asked = Asked::new(&request, files);
        Ok((request, asked))
    }
}

/// A dungeon to be made, for any seed.
pub struct Task {
    /// The request, checked.
    pub request: Request,
    /// The same as it is written into what is made.
    pub asked: Asked,
    /// The effort that the search may take.
    pub budget: Budget,
    /// The one attempt that is to be made, if it is one.
    pub attempt: Option<u64>,
}

impl Task {
    /// A search within a budget.
    pub fn new(request: Request, asked: Asked, budget: Budget) -> Self {
        Self { request, asked, budget, attempt: None }
    }

    /// Makes the dungeon of a seed; an error within is why there is none.
    ///
    /// # Errors
    /// The limit that is broken.
    pub fn make(
        &self,
        seed: Seed,
        control: &Control<'_>,
        scratch: &mut Scratch,
    ) -> Result<Result<Found<Made, Proof>, Nothing>, RequestError> {
        let attempts = self.attempt.map_or(Attempts::Within(self.budget), Attempts::Only);
        let options = Options { attempts, control: *control, scratch: Some(scratch) };
        let report = generate(&self.request, seed, options);
        Ok(report?.best(seed))
    }
}
