//! The row of numbers of a level.

use crate::limits::Limits;
use crate::measure::{Contents, Figures, Measure, Metrics, figures, measure};
use crate::model::Level;
use crate::plan::Walk;
use crate::rate;
use crate::rules::{Bombs, Position, Rules, TooManyBits};
use crate::trial::{Trial, trial};

/// A number of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// One of the measures.
    Of(Measure),
    /// [`Figures::linearity`].
    Linearity,
    /// [`Figures::leniency`].
    Leniency,
    /// [`Figures::linear_coefficient`].
    LinearCoefficient,
    /// [`Figures::exploration`].
    Exploration,
    /// The number of spheres in which things become reachable.
    Spheres,
    /// [`Figures::nonlinearity`].
    Nonlinearity,
    /// The share of reachable states that are dead.
    Softlock,
    /// The difficulty rating.
    Difficulty,
}

/// The columns that are not measures.
const OTHERS: [(Column, &str); 8] = [
    (Column::Linearity, "linearity"),
    (Column::Leniency, "leniency"),
    (Column::LinearCoefficient, "linear_coefficient"),
    (Column::Exploration, "exploration"),
    (Column::Spheres, "spheres"),
    (Column::Nonlinearity, "nonlinearity"),
    (Column::Softlock, "softlock"),
    (Column::Difficulty, "difficulty"),
];

impl Column {
    /// Every column in the order of output: the measures first.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let measures = Measure::ALL.into_iter().map(Self::Of);
        measures.chain(OTHERS.map(|(column, _)| column)).collect()
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Of(measure) => measure.name(),
            other => OTHERS.iter().find(|(one, _)| *one == other).map_or("", |(_, name)| name),
        }
    }

    /// The column with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::all().into_iter().find(|column| column.name() == name)
    }
}

/// The interpretation of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Read {
    /// The level as it is.
    #[default]
    Plain,
    /// The interpretation for the dungeons of the corpus: contents of nodes count too, and the plan follows the
    /// graph, with one bomb that is never used up.
    Corpus,
}

/// The row of a level.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Row {
    /// The measures, with their parts and wholes.
    pub metrics: Metrics,
    /// The figures.
    pub figures: Figures,
    /// True if it can be won; `None` if that was not decided.
    pub winnable: Option<bool>,
    /// True if no player can get stuck; `None` if that was not decided.
    pub softlock_free: Option<bool>,
    /// The number of spheres.
    pub spheres: usize,
    /// The share of reachable states that are dead.
    pub softlock: Option<f64>,
    /// The difficulty rating of a level that can be won.
    pub difficulty: Option<f64>,
}

impl Row {
    /// A number of the row; `None` if nothing is counted.
    #[must_use]
    pub fn value(&self, column: Column) -> Option<f64> {
        match column {
            Column::Of(measure) => self.metrics.value(measure),
            Column::Linearity => self.figures.linearity,
            Column::Leniency => self.figures.leniency,
            Column::LinearCoefficient => self.figures.linear_coefficient,
            Column::Exploration => self.figures.exploration,
            Column::Spheres => Some(self.spheres as f64),
            Column::Nonlinearity => self.figures.nonlinearity.map(|times| times as f64),
            Column::Softlock => self.softlock,
            Column::Difficulty => self.difficulty,
        }
    }
}

/// Measures a level under some rules. The limits apply to each question to the verifier.
///
/// # Errors
/// [`TooManyBits`] for a level with too many facts.
///
/// ```
/// use quandary_level::survey::{Column, Read, row};
/// let level = quandary_level::formats::text::read("#######\n#@...*#\n#######\n")?;
/// let row = row(&level, &Default::default(), Read::Plain, &Default::default())?;
/// assert_eq!((row.winnable, row.softlock_free, row.softlock), (Some(true), Some(true), Some(0.0)));
/// assert_eq!(row.value(Column::Leniency), None); // no rooms
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn row(
    level: &Level,
    rules: &Rules,
    read: Read,
    limits: &Limits<'_>,
) -> Result<Row, TooManyBits> {
    let contents = match read {
        Read::Plain => Contents::OnTiles,
        Read::Corpus => Contents::OfNodesToo,
    };
    let (mut along, mut by) = (None, rules.clone());
    if read == Read::Corpus {
        along = Some(Level::of_graph(level.graph.clone()));
        by.bombs = Bombs::Unlimited;
        by.start.bombs = 1;
    }
    let tried = along.as_ref().unwrap_or(level);
    let trial = trial(tried, &by, limits)?;
    Ok(row_of(level, contents, (tried, &by), &trial))
}

/// The row of a level, interpreted as it is, from an existing trial.
#[must_use]
pub fn of_trial(level: &Level, rules: &Rules, trial: &Trial) -> Row {
    row_of(level, Contents::OnTiles, (level, rules), trial)
}

fn row_of(level: &Level, contents: Contents, (tried, by): (&Level, &Rules), trial: &Trial) -> Row {
    let path: Vec<Position> = trial.walk.iter().flat_map(Walk::positions).collect();
    Row {
        metrics: measure(level, &path, contents),
        figures: figures(level, &path, contents),
        winnable: trial.winnable,
        softlock_free: trial.softlock_free(),
        spheres: trial.spheres,
        softlock: trial.dead_share(),
        difficulty: rate::of_trial(tried, by, trial).map(|rating| rating.figure),
    }
}
