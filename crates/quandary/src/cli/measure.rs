//! `quandary measure`: measures levels, one row each, and prints statistics of the set.

use super::ending::{self, Endings, OutputOptions};
use super::exit::{Exit, usage};
use super::judge::input::{FileOptions, Item};
use super::judge::{LimitOptions, RuleOptions, kept, several, too_much};
use crate::output::Target;
use anyhow::{Context, Result};
use ask::values::{MOST_THREADS, among, whole};
use clap::{Args, ValueEnum};
use diagnostics::counted;
use draw::{heat_map, level_png};
use level::Level;
use level::survey::sets::{Axis, Distance, Diversity, Line, Range, Statistic};
use level::survey::sets::{against, diversity, duplicates};
use level::survey::{Column, Read, Row, row};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

/// Measure levels: one row of measures per level, and statistics of the set
///
/// The rows have measures of rooms, passages and interiors, and those of the literature: linearity, leniency, linear
/// coefficient, exploration; also spheres, nonlinearity, the share of dead states and the rating. The page "Measures"
/// of the book defines them. A measure that does not apply to a level is empty.
///
/// The statistics of the set are the numbers of winnable and of unlosable levels, the duplicates, and two distances:
/// `tiles`, the share of cells that differ, and `rows`, the distance of the rows in standard deviations.
///
/// A file may hold many levels: JSON values one after another, or a Sokoban collection. A file without a level is
/// reported on standard error and left out (exit code 3).
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary measure levels/*.json
  quandary measure set.jsonl --against vglc
      the set beside the nine dungeons of the corpus
  quandary measure set.jsonl --range leniency,linearity -o range.svg
      the expressive range of the set as a heat map
  quandary dungeon --seed 1 --count 20 --format json | quandary measure - --format csv

Exit codes: 0 measured, 3 not a level, 2 usage.")]
pub(crate) struct Options {
    /// Levels (quandary/level/1), missions, areas, dungeons, drawings, maps of Tiled or .xsb; - is standard input
    #[arg(value_name = "FILE", required = true)]
    levels: Vec<PathBuf>,

    #[command(flatten)]
    file: FileOptions,

    /// Read levels like the dungeons of the corpus: items that only graph nodes hold count too, and the plan follows
    /// the graph, with one bomb that is never used up
    #[arg(long)]
    corpus: bool,

    /// Print the statistics of a corpus beside those of the set [default: none]
    #[arg(long, value_name = "NAME", value_parser = among("corpus", ["vglc"]), conflicts_with_all = ["range", "over"])]
    against: Option<String>,

    /// Count the levels by two measures, such as leniency,linearity; -o FILE.svg or .png draws the heat map [default:
    /// none]
    #[arg(long, value_name = "X,Y", value_parser = axes)]
    range: Option<[Column; 2]>,

    /// Number of cells along each side of the heat map
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole::<usize>(2..=200), requires = "range")]
    bins: usize,

    /// Draw these levels as rings over the heat map; they are read as with --corpus [default: none]
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "range")]
    over: Vec<PathBuf>,

    #[command(flatten)]
    rules: RuleOptions,

    /// Largest number of states for each question about a level; 0 for no limit except memory
    #[arg(long, value_name = "N", default_value_t = level::trial::STATES, value_parser = whole::<u64>(0..=u64::MAX))]
    max_states: u64,

    #[command(flatten)]
    limits: LimitOptions,

    /// Number of levels to measure at the same time; the output does not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<usize>(0..=MOST_THREADS))]
    jobs: usize,

    /// Output format [default: from the file extension, otherwise text]
    #[arg(long, value_enum)]
    format: Option<Format>,

    #[command(flatten)]
    output: OutputOptions,
}

/// Output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Table, and statistics of the set
    Text,
    /// Comma-separated values, without statistics
    Csv,
    /// The same rows as Parquet, with column types
    Parquet,
    /// One JSON object
    Json,
    /// Heat map of --range
    Svg,
    /// The same picture as PNG
    Png,
}

impl Endings for Format {
    const ENDINGS: &'static [(&'static str, Self)] = &[
        ("txt", Self::Text),
        ("csv", Self::Csv),
        ("parquet", Self::Parquet),
        ("json", Self::Json),
        ("svg", Self::Svg),
        ("png", Self::Png),
    ];
}

/// Two columns, by their names.
fn axes(text: &str) -> Result<[Column; 2], String> {
    let (x, y) = text.split_once(',').ok_or("expected X,Y, such as leniency,linearity")?;
    let column = |name: &str| {
        let name = name.trim().to_lowercase();
        let known =
            || diagnostics::unknown("number", &name, Column::all().into_iter().map(Column::name));
        Column::named(&name).ok_or_else(known)
    };
    Ok([column(x)?, column(y)?])
}

/// Measures levels.
///
/// # Errors
/// If there is none, the options do not match, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let format = ending::format(options.format, options.output.path(), Format::Text)?;
    let is_picture = matches!(format, Format::Svg | Format::Png);
    if is_picture && options.range.is_none() {
        return Err(usage("a picture is of a range; say of what with --range X,Y"));
    }
    if options.against.is_some() && matches!(format, Format::Csv | Format::Parquet) {
        return Err(usage("--against goes with --format text and json"));
    }
    if format == Format::Parquet {
        // A program without Parquet support reports that before it measures.
        parquet(&[])?;
    }
    let stdin = options.levels.iter().chain(&options.over).filter(|path| path.as_os_str() == "-");
    if stdin.count() > 1 {
        return Err(usage("standard input is named twice"));
    }
    let (set, read) = surveyed(options, &options.levels, options.corpus)?;
    let (over, laid) = surveyed(options, &options.over, true)?;
    let exit = if read == Exit::Done { laid } else { read };
    let range = options.range.map(|axes| ranged(axes, options.bins, [&set, &over]));
    let target = Target::of(options.output.path());
    let write = |out: &mut dyn Write| {
        match format {
            Format::Text => {
                let text = text(options, &set, range.as_ref(), target.width());
                out.write_all(text.as_bytes())?;
            }
            Format::Csv => out.write_all(csv(&set).as_bytes())?,
            Format::Parquet => out.write_all(&parquet(&set)?)?,
            Format::Json => {
                serde_json::to_writer(&mut *out, &SetJson::of(options, &set, range.as_ref()))?;
                writeln!(out)?;
            }
            Format::Svg => out.write_all(picture(&set, range.as_ref()).as_bytes())?,
            Format::Png => level_png::write(out, &picture(&set, range.as_ref()))?,
        }
        Ok(Exit::Done)
    };
    let written = match format {
        Format::Parquet => target.write_bytes(write),
        _ => target.write(write),
    };
    written.map(|_| exit)
}

/// A level with its name and its row.
struct Surveyed {
    name: String,
    level: Level,
    row: Row,
}

/// Measures all levels of some files, in their order; also returns whether all were measured.
///
/// # Errors
/// If no level could be measured.
fn surveyed(options: &Options, files: &[PathBuf], corpus: bool) -> Result<(Vec<Surveyed>, Exit)> {
    let read = files.iter().map(|path| options.file.items(path, options.rules.places()));
    let (levels, all) = several(read)?;
    let pool = ThreadPoolBuilder::new().num_threads(options.jobs).build();
    let pool = pool.context("cannot start threads")?;
    let read = if corpus { Read::Corpus } else { Read::Plain };
    let limits = options.limits.limits(options.max_states);
    let one = |Item { name, level, .. }: Item| {
        let rules = options.rules.rules(&level)?;
        let row = row(&level, &rules, read, &limits).map_err(|error| too_much(&name, error))?;
        Ok(Surveyed { name, level, row })
    };
    let rows: Vec<Result<Surveyed>> = pool.install(|| levels.into_par_iter().map(one).collect());
    let (rows, measured) = kept(rows)?;
    Ok((rows, if all == Exit::Done { measured } else { all }))
}

/// A range, and the points that are drawn over it.
struct Ranged {
    range: Range,
    over: Vec<[f64; 2]>,
}

/// The range of a set by two columns, wide enough for the points that are drawn over it.
fn ranged(axes: [Column; 2], bins: usize, sets: [&[Surveyed]; 2]) -> Ranged {
    let point = |one: &Surveyed| {
        let [x, y] = axes.map(|column| one.row.value(column));
        Some([x?, y?])
    };
    let [points, over] = sets.map(|set| set.iter().filter_map(point).collect::<Vec<[f64; 2]>>());
    let axis = |n: usize| {
        let values = points.iter().chain(&over).map(|point| point[n]);
        Axis::holding(axes[n].name(), values, bins)
    };
    Ranged { range: Range::of(axis(0), axis(1), &points), over }
}

/// The picture of a range.
fn picture(set: &[Surveyed], ranged: Option<&Ranged>) -> String {
    let Some(Ranged { range, over }) = ranged else { return String::new() };
    let levels = diagnostics::counted(set.len() as u64, "level", "levels");
    let title = match over.len() {
        0 => levels,
        more => format!("{levels}, {more} laid over"),
    };
    heat_map::render(range, over, &title)
}

/// A value with at most six decimals; empty without a value.
fn short(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| ((value * 1e6).round() / 1e6).to_string())
}

/// Yes, no, or empty if it was not decided.
fn yes(answer: Option<bool>) -> &'static str {
    match answer {
        Some(true) => "yes",
        Some(false) => "no",
        None => "",
    }
}

/// The column names of a row.
fn heads() -> Vec<String> {
    let first = ["level", "winnable", "unlosable"].map(str::to_owned).into_iter();
    first.chain(Column::all().into_iter().map(|column| column.name().to_owned())).collect()
}

/// A text as a cell of comma-separated values. An apostrophe before a text that starts like a formula prevents
/// spreadsheets from running it.
fn cell(text: &str) -> String {
    let mark = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{mark}{}\"", text.replace('"', "\"\"")),
        false => format!("{mark}{text}"),
    }
}

/// Comma-separated values (RFC 4180, with line feeds): a header line, and one line per level.
fn csv(set: &[Surveyed]) -> String {
    let mut text = heads().join(",") + "\n";
    for one in set {
        let row = &one.row;
        let judged =
            [cell(&one.name), yes(row.winnable).to_owned(), yes(row.softlock_free).to_owned()];
        let values = Column::all().into_iter().map(|column| short(row.value(column)));
        text += &(judged.into_iter().chain(values).collect::<Vec<_>>().join(",") + "\n");
    }
    text
}

/// The same as tables of aligned columns, with two decimals: each table has as many columns as fit, after the names
/// of the levels.
fn aligned(set: &[Surveyed], width: usize) -> String {
    let mut lines = vec![heads()];
    for Surveyed { name, row, .. } in set {
        let name = diagnostics::shown(name);
        let judged = [&*name, yes(row.winnable), yes(row.softlock_free)].map(str::to_owned);
        let values = Column::all().into_iter().map(|column| round(row.value(column)));
        lines.push(judged.into_iter().chain(values).collect());
    }
    let parts = parted(&lines, width).into_iter().map(|part| align(&part));
    parts.collect::<Vec<_>>().join("\n")
}

/// Splits lines of cells into several tables, each with the first cells and as many others as fit.
fn parted(lines: &[Vec<String>], width: usize) -> Vec<Vec<Vec<String>>> {
    let columns = lines.first().map_or(0, Vec::len);
    let wide = |n: usize| {
        let cells = lines.iter().filter_map(|line| line.get(n));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut left = 0;
    for n in 1..columns {
        let room = wide(n) + 2;
        match parts.last_mut().filter(|_| room <= left) {
            Some(part) => part.push(n),
            None => {
                parts.push(vec![0, n]);
                left = width.saturating_sub(wide(0));
            }
        }
        left = left.saturating_sub(room);
    }
    let cells = |line: &Vec<String>, part: &[usize]| {
        part.iter().filter_map(|&n| line.get(n).cloned()).collect()
    };
    parts.iter().map(|part| lines.iter().map(|line| cells(line, part)).collect()).collect()
}

/// A value with two decimals; a dash without a value.
fn round(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.2}"))
}

/// Lines of cells as columns: the first left-aligned, all others right-aligned.
fn align(lines: &[Vec<String>]) -> String {
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |n: usize| {
        let cells = lines.iter().filter_map(|line| line.get(n));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |cells: &Vec<String>| {
        let cells = cells.iter().zip(&widths).enumerate().map(|(n, (cell, &width))| match n {
            0 => format!("{cell:width$}"),
            _ => format!("{cell:>width$}"),
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    lines.iter().map(line).collect()
}

/// The rows as Parquet: the name, the verdicts and the numbers of the comma-separated values, with their types.
///
/// # Errors
/// If the writer rejects them.
#[cfg(feature = "corpus")]
fn parquet(set: &[Surveyed]) -> Result<Vec<u8>> {
    use corpus::{Column, Form, Row, Value, table::Writer};
    let first = [("level", Form::Text), ("winnable", Form::YesNo), ("unlosable", Form::YesNo)];
    let numbers = level::survey::Column::all();
    let named = numbers.iter().map(|column| (column.name(), Form::Number));
    let columns = first.into_iter().chain(named);
    let columns: Vec<Column> =
        columns.map(|(name, form)| Column { name: name.to_owned(), form }).collect();
    let note = format!("{{\"format\":\"{FORMAT}\"}}");
    let mut writer = Writer::new(Vec::new(), &columns, &note)?;
    for Surveyed { name, row, .. } in set {
        let judged: [Value; 3] =
            [name.as_str().into(), row.winnable.into(), row.softlock_free.into()];
        let values = numbers.iter().map(|column| Value::from(row.value(*column)));
        writer.write(Row { values: judged.into_iter().chain(values).collect() })?;
    }
    Ok(writer.finish()?)
}

/// The same for a program without Parquet support.
///
/// # Errors
/// Always: the error names the program that has it.
#[cfg(not(feature = "corpus"))]
fn parquet(_: &[Surveyed]) -> Result<Vec<u8>> {
    Err(super::left_out::without_corpora())
}

/// The name and version of the JSON.
const FORMAT: &str = "quandary/measures/1";

/// The report on a set.
struct Set {
    winnable: Tally,
    unlosable: Tally,
    /// For each level the first level that it duplicates.
    duplicates: Vec<Option<usize>>,
    diversity: Vec<Diversity>,
}

/// Counts: how often a property holds, does not hold, and was not decided.
#[derive(Default, Serialize)]
struct Tally {
    yes: usize,
    no: usize,
    undecided: usize,
}

impl Tally {
    fn of(answers: impl Iterator<Item = Option<bool>>) -> Self {
        answers.fold(Self::default(), |mut tally, answer| {
            match answer {
                Some(true) => tally.yes += 1,
                Some(false) => tally.no += 1,
                None => tally.undecided += 1,
            }
            tally
        })
    }
}

impl Set {
    fn of(set: &[Surveyed]) -> Self {
        let pairs: Vec<(Level, Row)> =
            set.iter().map(|one| (one.level.clone(), one.row.clone())).collect();
        Self {
            winnable: Tally::of(set.iter().map(|one| one.row.winnable)),
            unlosable: Tally::of(set.iter().map(|one| one.row.softlock_free)),
            duplicates: duplicates(set.iter().map(|one| &one.level)),
            diversity: Distance::ALL.into_iter().filter_map(|of| diversity(of, &pairs)).collect(),
        }
    }

    /// Number of levels that duplicate another.
    fn repeated(&self) -> usize {
        self.duplicates.iter().flatten().count()
    }
}

/// The rows, in tables of the given width in columns, and the statistics of the set; or the comparison with a corpus.
fn text(options: &Options, set: &[Surveyed], ranged: Option<&Ranged>, width: usize) -> String {
    if options.against.is_some() {
        return against_text(set);
    }
    let of = Set::of(set);
    let levels = counted(set.len() as u64, "level", "levels");
    let share = |tally: &Tally| {
        let known = 100.0 * tally.yes as f64 / set.len().max(1) as f64;
        match tally.undecided {
            0 => format!("{known:.0} %"),
            unknown => format!("{known:.0} % ({unknown} undecided)"),
        }
    };
    let mut text = aligned(set, width);
    let (winnable, unlosable) = (share(&of.winnable), share(&of.unlosable));
    let _ = writeln!(text, "\n{levels}: {winnable} winnable, {unlosable} unlosable");
    let repeated = counted(of.repeated() as u64, "duplicate", "duplicates");
    let _ = writeln!(text, "{repeated}");
    for Diversity { of, mean, least, most, .. } in &of.diversity {
        let name = of.name();
        let _ = writeln!(text, "diversity by {name}: mean {mean:.3}, from {least:.3} to {most:.3}");
    }
    if let Some(Ranged { range, .. }) = ranged {
        let (x, y, covered) = (&range.x.name, &range.y.name, 100.0 * range.covered());
        let cells = range.x.cells * range.y.cells;
        let _ = writeln!(text, "range of {x} and {y}: {covered:.1} % of {cells} cells");
    }
    text
}

/// The table that compares the set with the corpus.
fn against_text(set: &[Surveyed]) -> String {
    let heads = ["measure", "told by", "these", "VGLC", "to reach", ""];
    let mut lines = vec![heads.map(str::to_owned).to_vec()];
    for Line { measure, statistic, figure, corpus, reach, within, .. } in against(&rows(set)) {
        let statistic = match statistic {
            Statistic::Median => "median",
            Statistic::Pooled => "pooled",
        };
        let reach = match reach {
            [Some(least), Some(most)] => format!("{least}-{most}"),
            [Some(least), None] => format!("at least {least}"),
            [None, Some(most)] => format!("at most {most}"),
            [None, None] => String::new(),
        };
        let within = match within {
            Some(true) => "within",
            Some(false) => "not",
            None => "-",
        };
        let figures = [round(figure), round(Some(corpus)), reach, within.to_owned()];
        lines.push([measure, statistic].map(str::to_owned).into_iter().chain(figures).collect());
    }
    align(&lines)
}

fn rows(set: &[Surveyed]) -> Vec<&Row> {
    set.iter().map(|one| &one.row).collect()
}

/// The set as JSON.
#[derive(Serialize)]
struct SetJson {
    format: &'static str,
    levels: Vec<Value>,
    set: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<Value>,
}

impl SetJson {
    /// All statistics of a set.
    fn of(options: &Options, set: &[Surveyed], ranged: Option<&Ranged>) -> Self {
        let of = Set::of(set);
        let level = |(one, repeats): (&Surveyed, &Option<usize>)| {
            let Surveyed { name, row, .. } = one;
            let values: Map<String, Value> = Column::all()
                .into_iter()
                .map(|column| (column.name().to_owned(), json!(decimals(row.value(column)))))
                .collect();
            json!({
                "level": name, "winnable": row.winnable, "unlosable": row.softlock_free,
                "repeats": repeats.map(|first| &set[first].name), "values": values,
            })
        };
        let diversity: Map<String, Value> = of
            .diversity
            .iter()
            .map(|one| {
                let [mean, least, most] =
                    [one.mean, one.least, one.most].map(|n| decimals(Some(n)));
                let told = json!({"pairs": one.pairs, "mean": mean, "least": least, "most": most});
                (one.of.name().to_owned(), told)
            })
            .collect();
        let about = json!({
            "levels": set.len(), "winnable": of.winnable, "unlosable": of.unlosable,
            "duplicates": of.repeated(), "diversity": diversity,
        });
        let range = ranged.map(|Ranged { range, over }| {
            let axis = |axis: &Axis| json!({"value": axis.name, "ends": axis.ends});
            json!({
                "x": axis(&range.x), "y": axis(&range.y), "counts": range.counts,
                "covered": decimals(Some(range.covered())), "over": over,
            })
        });
        let table = options.against.as_ref().map(|_| json!(against(&rows(set))));
        Self {
            format: FORMAT,
            levels: set.iter().zip(&of.duplicates).map(level).collect(),
            set: about,
            range,
            against: table,
        }
    }
}

/// A number with at most six decimals.
fn decimals(value: Option<f64>) -> Option<f64> {
    value.map(|value| (value * 1e6).round() / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_no_wider_than_there_is_room() {
        let line = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>();
        let lines = [line(&["level", "a", "bcd", "ef"]), line(&["x.json", "1.00", "-", "0.50"])];
        for (width, expect) in [
            (80, vec!["level      a  bcd    ef\nx.json  1.00    -  0.50\n"]),
            (17, vec!["level      a  bcd\nx.json  1.00    -\n", "level     ef\nx.json  0.50\n"]),
        ] {
            let parts = parted(&lines, width).into_iter().map(|part| align(&part));
            assert_eq!(parts.collect::<Vec<_>>(), expect, "{width}");
        }
        assert_eq!(parted(&lines, 0).len(), 3);
    }

    #[test]
    fn a_cell_is_no_formula() {
        for (text, expect) in [
            ("a level.json", "a level.json"),
            ("a, b", "\"a, b\""),
            ("=1+2", "'=1+2"),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\tx", "'\tx"),
            ("=HYPERLINK(\"x\",1)", "\"'=HYPERLINK(\"\"x\"\",1)\""),
        ] {
            assert_eq!(cell(text), expect);
        }
    }
}
