//! One mission: from the request to the mission with everything that is said of it.

use super::shape::{Shape, Terms};
use crate::cli::exit::usage;
use anyhow::Result;
use draw::summary::Summary;
use dungeon::json::mission::{Origin, Proof, Request as Asked, Stats};
use dungeon::mission::{Certificate, Mission, generate};
use dungeon::mission::{Request, RequestError};
use dungeon::{Options, Scratch};
use search::Nothing;
use search::{Control, Found, Seed};

/// The making of a mission, for any seed.
pub(super) struct Task {
    request: Request,
    shape: Shape,
    asked: Asked,
}

/// A mission, with its figures and proof.
pub(super) struct Made {
    /// The mission.
    pub(super) mission: Mission,
    /// The proof as it was found, with the shortest solution.
    certificate: Certificate,
    /// The statistics, as JSON has them.
    pub(super) stats: Stats,
    /// The proof, as JSON has it.
    pub(super) proof: Proof,
    seed: u64,
    attempt: u64,
}

impl Task {
    /// A task whose numbers are possible.
    ///
    /// # Errors
    /// The limit that is broken: a usage error, or an invalid input where a file is too small.
    pub(super) fn new(request: Request, mut shape: Shape, terms: Terms) -> Result<Self> {
        request.check(shape.constraints.rooms()).map_err(|error| match &error {
            RequestError::Rooms { .. } => shape.unfit(&error).unwrap_or_else(|| usage(&error)),
            _ => usage(&error),
        })?;
        let asked = Asked {
            space: shape.space.take(),
            colors: shape.colours.take(),
            start: terms.start,
            link_chance: terms.link_chance,
            require: terms.require,
            ..Asked::of(&request, shape.rooms)
        };
        Ok(Self { request, shape, asked })
    }

    /// Makes the mission of one seed; an error within is why there is none.
    ///
    /// # Errors
    /// When the request cannot be satisfied at all.
    pub(super) fn make(
        &self,
        seed: Seed,
        control: &Control<'_>,
        scratch: &mut Scratch,
    ) -> Result<Result<Made, Nothing>> {
        let space = &*self.shape.constraints;
        let report = generate(&self.request, space, seed, Options::controlled(control, scratch))
            .map_err(usage)?;
        let made = |found| Made::new(found, seed);
        Ok(report.best(seed).map(made))
    }

    /// Provenance of a mission of this task.
    pub(super) fn origin(&self, made: &Made) -> Origin<'_> {
        Origin { seed: made.seed, attempt: made.attempt, request: &self.asked }
    }
}

impl Made {
    /// A mission with its certificate. It is winnable if there is a plan, for that was replayed.
    fn new(found: Found<Mission, Certificate>, seed: Seed) -> Self {
        let Found { attempt, draft: mission, proof: certificate, .. } = found;
        let stats = Stats::of(&mission, &certificate);
        let proof = Proof::of(&certificate);
        Self { mission, certificate, stats, proof, seed: seed.value(), attempt }
    }

    /// The summary under a map.
    pub(super) fn summary(&self) -> Summary {
        let told = (&self.stats, &self.proof);
        Summary::of(&self.mission, &self.certificate, told, (self.seed, self.attempt))
    }
}
