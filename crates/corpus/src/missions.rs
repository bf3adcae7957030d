//! Rows of missions.

use crate::error::{RequestError, RowError};
use crate::request::Missions;
use crate::row::{Column, Row, add_level_values, empty_row, first_values, json};
use dungeon::json::mission::{self, Artefact, Origin, Proof, Stats};
use dungeon::mission::{
    Certificate, Count, KeyOrder, KeyStyle, Mission, Request, generate, level_graph,
};
use dungeon::{Options, Scratch};
use level::trial::{STATES, trial};
use level::{Level, Limits};
use search::{Accepted, Control, Seed};

/// A prepared request for missions.
pub(crate) struct Work {
    request: Request,
    space: Count,
    asked: mission::Request,
    told: String,
}

impl Work {
    /// The request.
    ///
    /// # Errors
    /// The limit that is broken.
    pub(crate) fn new(asked: &Missions) -> Result<Self, RequestError> {
        if asked.key_style == KeyStyle::Small && asked.order == KeyOrder::Partial {
            return Err(RequestError::AlikeInPart);
        }
        let request = Request {
            keys: asked.keys,
            switches: asked.switches,
            switch_style: asked.switch_style,
            order: asked.order,
            key_style: asked.key_style,
            goal_room: asked.goal_room,
            boss_locked: asked.boss_locked,
            linearity: asked.linearity,
            attempts: asked.attempts,
        };
        request.check(asked.rooms)?;
        let space = Count::new(asked.rooms);
        let space = match asked.link_chance {
            Some(chance) => space.with_link_chance(chance)?,
            None => space,
        };
        let asked = mission::Request {
            link_chance: asked.link_chance,
            ..mission::Request::of(&request, Some(asked.rooms))
        };
        let told = serde_json::to_string(&asked);
        let told = told.map_err(|error| RequestError::Json(error.to_string()))?;
        Ok(Self { request, space, asked, told })
    }

    /// Generates a row.
    ///
    /// # Errors
    /// If it was interrupted.
    pub(crate) fn row(
        &self,
        seed: Seed,
        control: &Control<'_>,
        scratch: &mut Scratch,
        columns: &[Column],
    ) -> Result<Row, RowError> {
        let options = Options::controlled(control, scratch);
        let report = generate(&self.request, &self.space, seed, options);
        match report.map_err(|error| RowError::Written(error.to_string()))?.best(seed) {
            Ok(found) => self.of_found(&found, seed),
            Err(why) => empty_row((seed, &self.told), why, &[], columns),
        }
    }

    /// The row of a mission.
    fn of_found(
        &self,
        found: &Accepted<Mission, Certificate>,
        seed: Seed,
    ) -> Result<Row, RowError> {
        let Accepted { attempt, candidate: mission, proof: certificate, .. } = found;
        let stats = Stats::of(mission, certificate);
        let proof = Proof::of(certificate);
        let origin = Origin { seed: seed.value(), attempt: *attempt, request: &self.asked };
        let level = level(mission, origin)?;
        let rules = level.rules_under(None);
        let limits = Limits { states: Some(STATES), ..Limits::default() };
        let tried = trial(&level, &rules, &limits);
        let tried = tried.map_err(|error| RowError::Written(error.to_string()))?;
        let mut values = first_values(seed, *attempt, &self.told);
        add_level_values(&level, &rules, &tried, &mut values);
        values.push(json(&proof)?);
        values.push(json(&Artefact::new(mission, &stats, &proof, origin))?);
        values.push(json(&level)?);
        Ok(Row { values })
    }
}

/// The mission as a level of rooms, with the same provenance.
fn level(mission: &Mission, origin: Origin<'_>) -> Result<Level, RowError> {
    let provenance = match serde_json::to_value(origin.provenance())? {
        serde_json::Value::Object(fields) => Some(fields),
        _ => None,
    };
    let name = Some(format!("mission {}", origin.seed));
    Ok(Level { name, provenance, ..Level::of_graph(level_graph(mission)) })
}
