//! The fields of an area that was just made: its request, its proof, its provenance.

use super::Extras;
use crate::json::Provenance;
use crate::mission::KeyStyle;
use crate::puzzle::placement::shortfall;
use crate::puzzle::{ALGORITHM, Area, Certificate, Lack, Made, Request, level_graph};
use level::Level;
use search::{Found, Seed};
use serde::Serialize;
use serde_json::Result;
use serde_json::{Value, json};

/// The request, by the names of the options.
#[derive(Clone, Debug, Serialize)]
pub struct Asked {
    #[serde(flatten)]
    layout: Value,
    puzzles: String,
    key_style: KeyStyle,
    /// The SHA-256 of each file of templates.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    templates: Vec<String>,
}

impl Asked {
    /// The fields of a request, with templates of some files.
    pub fn new(request: &Request, templates: Vec<String>) -> Self {
        Self {
            layout: json!(request.layout),
            puzzles: request.puzzles.to_string(),
            key_style: request.key_style,
            templates,
        }
    }
}

/// All that is printed besides the area itself.
///
/// # Errors
/// Never: all of it can be written.
pub fn extras(found: &Found<Made, Certificate>, seed: Seed, asked: &Asked) -> Result<Extras> {
    Ok(Extras {
        report: Some(placed(&found.draft)),
        proof: Some(proof(&found.proof)),
        provenance: Some(provenance(ALGORITHM, seed, found.attempt, asked)?),
    })
}

/// Number of puzzles that were asked for and placed, and the reason for which not all of them were.
pub fn report(area: &Area, asked: u32) -> Value {
    let mut report = json!({ "asked": asked, "placed": area.puzzles.len() });
    if let Some(reason) = shortfall(area, asked) {
        report["reason"] = reason.into();
    }
    report
}

/// The same, with the passages that were closed for it, every lack, and the rooms that the layout sets aside for puzzles.
pub fn placed(made: &Made) -> Value {
    let mut report = report(&made.area, made.placement.asked);
    report["closed"] = made.placement.closed.into();
    let lack = |&(lack, puzzles): &(Lack, u32)| json!({"reason": lack, "puzzles": puzzles});
    report["reasons"] = made.placement.lacks.iter().map(lack).collect();
    if let Some(rooms) = made.placement.puzzle_rooms {
        report["puzzle_rooms"] = json!(rooms);
    }
    report
}

/// The proof of an area.
pub fn proof(certificate: &Certificate) -> Value {
    json!({
        "winnable": true,
        "unlosable": true,
        "all_rooms": true,
        "solution": certificate.plan.len(),
        "states": certificate.states,
    })
}

/// All it takes to make something again.
///
/// # Errors
/// When what was asked for cannot be written.
pub fn provenance(
    algorithm: &'static str,
    seed: Seed,
    attempt: u64,
    asked: &impl Serialize,
) -> Result<Value> {
    serde_json::to_value(Provenance::new(algorithm, seed.value(), attempt, asked))
}

/// The area as a level of rooms, with the same provenance.
///
/// # Errors
/// When what was asked for cannot be written.
pub fn level(found: &Found<Made, Certificate>, seed: Seed, asked: &Asked) -> Result<Level> {
    let provenance = match provenance(ALGORITHM, seed, found.attempt, asked)? {
        Value::Object(fields) => Some(fields),
        _ => None,
    };
    let name = Some(format!("area {}", seed.value()));
    Ok(Level { name, provenance, ..Level::of_graph(level_graph(&found.draft.area)) })
}
