//! Rows of bare levels, by the plain construction.

use crate::column::Column;
use crate::error::{RequestError, Unmade};
use crate::fields;
use crate::places::{self, cycle};
use crate::request::Levels;
use crate::row::Row;
use dungeon::Scratch;
use dungeon::generate::{Made, Proof, Version, Weights};
use dungeon::json::area::made::provenance;
use dungeon::json::dungeon::Claims;
use dungeon::puzzle::templates::Packs;
use dungeon::task::{FIRST, Shape, Task, Templates};
use dungeon::tiles;
use level::trial::{STATES, trial};
use level::{Level, Limits};
use search::{Control, Found, Seed};
use serde_json::Value as Json;
use std::sync::Arc;

/// Bare levels, ready to be made: a task for each category in turn, with the JSON of its request.
pub(crate) struct Work {
    tasks: Vec<(Task, String)>,
}

impl Work {
    /// The tasks of the categories.
    ///
    /// # Errors
    /// The limit that is broken.
    pub(crate) fn new(asked: &Levels) -> Result<Self, RequestError> {
        let packs = Arc::new(Packs::default());
        let one = |category: &'static str| {
            let [width, height] = asked.room_size;
            let shape = Shape {
                version: Version::default(),
                category: category.to_owned(),
                rooms: asked.rooms,
                keys: asked.keys,
                switches: asked.switches,
                switch_style: asked.switch_style,
                puzzles: asked.puzzles,
                templates: Templates { packs: Arc::clone(&packs), files: Vec::new() },
                key_style: asked.key_style,
                floors: asked.floors,
                tiles: tiles::Request { width, height, blocks: asked.blocks },
                weights: Weights::default(),
            };
            let (request, asked) = shape.request()?;
            let told = serde_json::to_string(&asked);
            let told = told.map_err(|error| RequestError::Json(error.to_string()))?;
            Ok((Task::new(request, asked, FIRST), told))
        };
        let tasks = cycle(&asked.categories)?.into_iter().map(one);
        let tasks = tasks.collect::<Result<Vec<_>, RequestError>>()?;
        if tasks.is_empty() { Err(RequestError::NoCategory) } else { Ok(Self { tasks }) }
    }

    /// Makes a row.
    ///
    /// # Errors
    /// When it was interrupted.
    pub(crate) fn row(
        &self,
        (number, seed): (u64, Seed),
        control: &Control<'_>,
        scratch: &mut Scratch,
        columns: &[Column],
    ) -> Result<Row, Unmade> {
        let at = (number % self.tasks.len().max(1) as u64) as usize;
        let Some((task, told)) = self.tasks.get(at) else { return Err(Unmade::Interrupted) };
        let category = task.request.layout.category.name.as_str();
        let made = task.make(seed, control, scratch);
        match made.map_err(|error| Unmade::Written(error.to_string()))? {
            Ok(found) => of_found(task, (seed, told), &found),
            Err(why) => fields::nothing((seed, told), why, &places::told(category), columns),
        }
    }
}

/// The row of what was made.
fn of_found(
    task: &Task,
    (seed, told): (Seed, &str),
    found: &Found<Made, Proof>,
) -> Result<Row, Unmade> {
    let category = &task.request.layout.category.name;
    let bare = found.draft.level.clone();
    let bare = bare.ok_or_else(|| Unmade::Written("the dungeon has no tiles".to_owned()))?;
    let claims = found.proof.tiles.as_ref().map(|proof| Claims::of(&bare, proof));
    let claims = fields::json(&claims)?;
    let asked = &task.asked;
    let provenance = match provenance(asked.algorithm(), seed, found.attempt, asked)? {
        Json::Object(fields) => Some(fields),
        _ => None,
    };
    let name = Some(format!("{category} {}", seed.value()));
    let level = Level { name, provenance, ..bare };
    let rules = level.rules_under(None);
    let limits = Limits { states: Some(STATES), ..Limits::default() };
    let tried = trial(&level, &rules, &limits);
    let tried = tried.map_err(|error| Unmade::Written(error.to_string()))?;
    let mut values = fields::first(seed, found.attempt, told);
    values.extend(places::told(category));
    fields::judged(&level, &rules, &tried, &mut values);
    values.push(claims);
    values.push(fields::json(&level)?);
    Ok(Row { values })
}
