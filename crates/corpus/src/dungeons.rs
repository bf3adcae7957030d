//! Rows of dungeons, or of their levels only.

use crate::error::{RequestError, RowError};
use crate::request::{Dungeons, cycle, of_place};
use crate::row::{Column, Row, add_level_values, empty_row, first_values, json};
use dungeon::Scratch;
use dungeon::dungeon::request::Size;
use dungeon::dungeon::{GenerateError, ProvedDungeon, Request, generate};
use dungeon::json::Provenance;
use dungeon::json::dungeon::{ALGORITHM, Asked, Dungeon, claims};
use dungeon::options::{Attempts, Options};
use level::trial::{STATES, Trial, trial};
use level::{Level, Limits};
use search::{Budget, Control, Goal, Seed};

/// Prepared requests: one for each category in turn, with its JSON.
pub(crate) struct Work {
    requests: Vec<(Request, String)>,
    attempts: u64,
    /// True if a row has only the level of its dungeon.
    bare: bool,
}

impl Work {
    /// The requests of the categories.
    ///
    /// # Errors
    /// The limit that is broken.
    pub(crate) fn new(asked: &Dungeons, bare: bool) -> Result<Self, RequestError> {
        let one = |category: &'static str| {
            let mut request = Request::of(category)?.on_floors(asked.floors)?;
            let [width, height] = asked.room_size;
            request.rooms = asked.rooms;
            request.difficulty = asked.difficulty;
            request.size = Size { width, height };
            let &Dungeons { keys, switches, puzzles, blocks, .. } = asked;
            let numbers = &mut request.numbers;
            (numbers.keys, numbers.switches) = (keys, switches);
            (numbers.puzzles, numbers.blocks) = (puzzles, blocks);
            request.check()?;
            let told = serde_json::to_string(&Asked::new(&request, asked.attempts));
            Ok((request, told.map_err(|error| RequestError::Json(error.to_string()))?))
        };
        let requests = cycle(&asked.categories)?.into_iter().map(one);
        let requests = requests.collect::<Result<Vec<_>, RequestError>>()?;
        if requests.is_empty() {
            return Err(RequestError::NoCategory);
        }
        Ok(Self { requests, attempts: asked.attempts, bare })
    }

    /// Generates a row.
    ///
    /// # Errors
    /// If it was interrupted.
    pub(crate) fn row(
        &self,
        (number, seed): (u64, Seed),
        control: &Control<'_>,
        scratch: &mut Scratch,
        columns: &[Column],
    ) -> Result<Row, RowError> {
        let at = (number % self.requests.len().max(1) as u64) as usize;
        let Some((request, told)) = self.requests.get(at) else {
            return Err(RowError::Interrupted);
        };
        let budget = Budget { goal: Goal::Best(1), attempts: Some(self.attempts), time: None };
        let making = Options {
            attempts: Attempts::Within(budget),
            control: *control,
            scratch: Some(scratch),
        };
        let made = match generate(request, seed, making) {
            Ok(made) => made,
            Err(GenerateError::Request(error)) => return Err(RowError::Written(error.to_string())),
            Err(GenerateError::Nothing(why)) => {
                let category = request.layout.category.name.as_str();
                return empty_row((seed, told), why, &of_place(category), columns);
            }
        };
        self.told(request, (seed, told), &made)
    }

    /// The row of a dungeon.
    fn told(
        &self,
        request: &Request,
        (seed, told): (Seed, &str),
        made: &ProvedDungeon,
    ) -> Result<Row, RowError> {
        let level = &made.candidate.tiled.level;
        let rules = level.rules_under(None);
        let mut values = first_values(seed, made.attempt, told);
        values.extend(of_place(&request.layout.category.name));
        let tried = tried(made).map_err(|error| RowError::Written(error.to_string()))?;
        add_level_values(level, &rules, &tried, &mut values);
        values.push(json(&claims(made))?);
        values.push(match self.bare {
            false => json(&Dungeon::of(made, seed, request, self.attempts))?,
            true => json(&self::level(made, seed, request, self.attempts)?)?,
        });
        Ok(Row { values })
    }
}

/// The level of a dungeon, with a name and a provenance.
fn level(
    made: &ProvedDungeon,
    seed: Seed,
    request: &Request,
    attempts: u64,
) -> Result<Level, RowError> {
    let asked = Asked::new(request, attempts);
    let name = Some(format!("{} {}", request.layout.category.name, seed.value()));
    let provenance = Provenance::new(ALGORITHM, seed.value(), made.attempt, asked);
    let provenance = serde_json::to_value(provenance);
    let provenance = match provenance.map_err(|error| RowError::Written(error.to_string()))? {
        serde_json::Value::Object(fields) => Some(fields),
        _ => None,
    };
    Ok(Level { name, provenance, ..made.candidate.tiled.level.clone() })
}

/// The trial of a dungeon. Reuses the result of its proof if that is the same, else searches again.
fn tried(made: &ProvedDungeon) -> Result<Trial, level::TooManyBits> {
    let level = &made.candidate.tiled.level;
    let rules = level.rules_under(None);
    match made.explored {
        // A trial may keep fewer states than a proof; far below its limit both give the same result.
        Some(explored) if explored < STATES / 4 => {
            Ok(Trial::proved(level, &rules, (made.walk.clone(), made.is_cheapest, explored)))
        }
        _ => trial(level, &rules, &Limits { states: Some(STATES), ..Limits::default() }),
    }
}
