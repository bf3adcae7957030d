//! Dungeons to be made, for the command line and for the service: what is asked for, the making, the formats.
//!
//! Invariant: whoever asks for the same gets the same bytes, from a terminal or over the network.

pub(crate) mod show;

use crate::cli::ending::Endings;
use crate::cli::exit::usage;
use crate::cli::many::{self, Nothing};
use crate::cli::puzzles::Templates;
use crate::wire::dungeon::Asked;
use anyhow::Result;
use clap::ValueEnum;
use dungeon::mission::{self, KeyStyle, SwitchStyle};
use dungeon::puzzle::Wanted;
use dungeon::realise;
use dungeon::whole::make::{Made, make_attempt};
use dungeon::whole::{Proof, Request, Scratch, Version, Weights, make_with};
use search::{Budget, Control, Found, Goal, Seed};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The budget of a dungeon that its seed alone stands for: the first that is proved, of so many attempts.
pub(crate) const FIRST: Budget = Budget { goal: Goal::First, attempts: Some(200), time: None };

/// What is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    /// A map of the tiles, and what was proved
    Map,
    /// The whole dungeon (quandary/dungeon/1)
    Json,
    /// A picture
    Svg,
    /// The same picture in pixels
    Png,
    /// A map for Tiled; with -o its tile set is written beside it
    Tmj,
    /// The level of tiles (quandary/level/1), for solve and check
    Level,
    /// The mission as a graph for Graphviz
    Dot,
}

impl Endings for Format {
    const ENDINGS: &'static [(&'static str, Self)] = &[
        ("txt", Self::Map),
        ("json", Self::Json),
        ("json", Self::Level),
        ("svg", Self::Svg),
        ("png", Self::Png),
        ("tmj", Self::Tmj),
        ("dot", Self::Dot),
    ];
}

/// A figure of the rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Figure {
    Solution,
    Nonlinearity,
    Spheres,
    Gating,
    Optional,
}

/// The most that a figure may count, either way: with more a sum of them could be no number any more.
pub(crate) const MOST_WEIGHT: f64 = 1_000_000.0;

/// A weight, if it can be one.
///
/// # Errors
/// When it is no number, or too large.
pub(crate) fn weight(value: Option<f64>) -> std::result::Result<f64, String> {
    let within = |value: &f64| value.abs() <= MOST_WEIGHT;
    value.filter(within).ok_or_else(|| "a weight is a number from -1000000 to 1000000".to_owned())
}

impl Figure {
    /// Makes the figure count so much.
    pub(crate) fn set(self, weights: &mut Weights, value: f64) {
        match self {
            Figure::Solution => weights.solution = value,
            Figure::Nonlinearity => weights.nonlinearity = value,
            Figure::Spheres => weights.spheres = value,
            Figure::Gating => weights.gating = value,
            Figure::Optional => weights.optional = value,
        }
    }
}

/// What decides a dungeon, besides its seed.
pub(crate) struct Shape {
    /// The version of the algorithm.
    pub(crate) version: Version,
    /// The kind of place.
    pub(crate) category: String,
    /// How many rooms there are.
    pub(crate) rooms: usize,
    /// How many keys there are, the boss's among them.
    pub(crate) keys: u8,
    /// How many switches there are.
    pub(crate) switches: u8,
    /// In which positions switches are asked for.
    pub(crate) switch_style: SwitchStyle,
    /// How many puzzles; without it the usual number.
    pub(crate) puzzles: Option<Wanted>,
    /// What puzzles look like.
    pub(crate) templates: Templates,
    /// How keys work.
    pub(crate) key_style: KeyStyle,
    /// How many floors there are.
    pub(crate) floors: u32,
    /// How rooms become tiles.
    pub(crate) tiles: realise::Request,
    /// How much figures count in the rank.
    pub(crate) weights: Weights,
}

impl Shape {
    /// What is asked for, checked, and as it is written into what is made.
    ///
    /// # Errors
    /// What cannot be had.
    pub(crate) fn request(self) -> Result<(Request, Asked)> {
        let usual = Request::of(&self.category).map_err(usage)?;
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
        let request = request.in_version(self.version).on_floors(self.floors).map_err(usage)?;
        request.check().map_err(usage)?;
        let asked = Asked::new(&request, files);
        Ok((request, asked))
    }
}

/// What is to be made, for any seed.
pub(crate) struct Task {
    pub(crate) request: Request,
    pub(crate) asked: Asked,
    pub(crate) budget: Budget,
    /// The one attempt that is to be made, if it is one.
    pub(crate) attempt: Option<u64>,
}

impl Task {
    /// A search within a budget.
    pub(crate) fn new(request: Request, asked: Asked, budget: Budget) -> Self {
        Self { request, asked, budget, attempt: None }
    }

    /// Makes the dungeon of a seed; an error within is why there is none.
    ///
    /// # Errors
    /// What cannot be had.
    pub(crate) fn make(
        &self,
        seed: Seed,
        control: &Control<'_>,
        scratch: &mut Scratch,
    ) -> Result<Result<Found<Made, Proof>, Nothing>> {
        let report = match self.attempt {
            Some(attempt) => make_attempt(&self.request, seed, attempt),
            None => make_with(&self.request, seed, &self.budget, control, scratch),
        };
        Ok(many::best(report.map_err(usage)?, seed))
    }
}
