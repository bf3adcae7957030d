//! `quandary moves`: lists every legal play of each position in a stream, one JSON line per input line.
//!
//! Lines are read in chunks. All threads answer the lines of a chunk, which are then written in order. A chunk also
//! ends when no more input is waiting, so that an interactive client gets its answer. Invariant: memory does not grow
//! with the number of lines, and the output does not depend on the number of threads.

use super::complain;
use super::ending::OutputOptions;
use super::exit::{Exit, invalid};
use super::interrupt;
use super::lexicons::{LexiconOptions, board_types, words};
use super::progress;
use crate::cli::exit::unreadable;
use crate::output::Target;
use crate::shown::note;
use anstyle::AnsiColor;
use anyhow::{Context, Result};
use ask::values::{MOST_THREADS, whole};
use clap::{Args, ValueEnum};
use crossword::board::BoardType;
use crossword::json::positions::{self, Answer, BatchOptions, Plays};
use crossword::lexicon::Lexicon;
use crossword::movegen::Scratch;
use diagnostics::of_io;
use indicatif::ProgressBar;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// Find every legal play of each position
///
/// Reads one JSON object per line: board, with fifteen rows (dot: empty, upper-case letter: tile, lower-case letter:
/// blank); rack, with ? for blanks; optionally board_type and id. Writes one line per position: count, best_score,
/// score_sum, hash, plays. Memory does not grow with the number of lines.
#[derive(Debug, Args)]
#[command(group = words(), after_help = "\
Examples:
  quandary moves --locale en_US --input positions.jsonl
  quandary moves --lexicon words.qlex --input - --plays pretty --limit 5
  zcat positions.jsonl.gz | quandary moves --locale pl --input - --plays none -o counts.jsonl")]
pub(crate) struct Options {
    #[command(flatten)]
    lexicon: LexiconOptions,

    /// Board: standard or explo [default: the board_type of each line, otherwise standard]
    #[arg(long, value_name = "BOARD", value_parser = board_types())]
    board_type: Option<BoardType>,

    /// Positions, one JSON object per line; - is standard input
    #[arg(long, value_name = "FILE")]
    input: PathBuf,

    /// Format of the plays
    #[arg(long, value_enum, default_value_t = Written::Raw)]
    plays: Written,

    /// Largest number of plays per line, highest scores first [default: all plays]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0..=u32::MAX.into()))]
    limit: Option<usize>,

    /// Reject a position with words outside the lexicon, or that does not cover the start square
    #[arg(long)]
    strict: bool,

    #[command(flatten)]
    output: OutputOptions,

    /// Number of threads; the result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<usize>(0..=MOST_THREADS))]
    threads: usize,
}

/// Format of the plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Written {
    /// `H 7 3 F.Ob 24`: direction, row and column from 0, placed tiles, score
    Raw,
    /// {"square":"8H","word":"nat?tier","score":74}
    Pretty,
    /// No plays
    None,
}

/// Number of lines of a chunk, per thread.
const CHUNK: usize = 64;
/// Number of bytes after which a chunk ends at the end of its line.
const CHUNK_BYTES: usize = 8 << 20;
/// Greatest length of a line, in bytes.
const LONGEST: u64 = 16 << 20;
/// Number of warnings that are printed; further ones are counted.
const MOST_WARNINGS: u64 = 20;

/// Answers every line.
///
/// # Errors
/// If there is no lexicon, a line is not a valid position, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let lexicon = options.lexicon.open()?;
    let request = BatchOptions {
        board: options.board_type,
        strict: options.strict,
        limit: options.limit.unwrap_or(usize::MAX),
        plays: match options.plays {
            Written::Raw => Plays::Raw,
            Written::Pretty => Plays::Pretty,
            Written::None => Plays::None,
        },
    };
    let (source, length) = open(options)?;
    let pool = ThreadPoolBuilder::new().num_threads(options.threads).build();
    let mut run = Run {
        name: crate::cli::judge::input::name(&options.input),
        lexicon: &lexicon,
        request,
        pool: pool.context("cannot start threads")?,
        cancel: interrupt::listen(),
        bar: bar(length),
        warnings: 0,
    };
    let mut lines = Lines { source: BufReader::with_capacity(1 << 18, source), number: 0 };
    let exit = Target::of(options.output.path()).write(|out| run.answer_all(&mut lines, out));
    run.bar.finish_and_clear();
    run.count_warnings();
    exit
}

/// The input, and its size in bytes if it is a file.
fn open(options: &Options) -> Result<(Box<dyn Read>, Option<u64>)> {
    let path = &options.input;
    if path.as_os_str() == OsStr::new("-") {
        return Ok((Box::new(io::stdin().lock()), None));
    }
    let file = File::open(path).map_err(|error| unreadable(path, &error))?;
    let length = file.metadata().ok().filter(std::fs::Metadata::is_file).map(|found| found.len());
    Ok((Box::new(file), length))
}

/// Lines, with their numbers.
struct Lines {
    source: BufReader<Box<dyn Read>>,
    number: u64,
}

/// A line that is not blank, and its number in the file, counted from 1.
type Numbered = (u64, Vec<u8>);

impl Lines {
    /// The lines of the next chunk, and the number of bytes read for them; both empty at the end.
    fn chunk(&mut self, most: usize) -> io::Result<(Vec<Numbered>, usize)> {
        let (mut lines, mut bytes) = (Vec::with_capacity(most), 0);
        while lines.len() < most && bytes < CHUNK_BYTES {
            let mut line = Vec::new();
            let read = self.source.by_ref().take(LONGEST + 1).read_until(b'\n', &mut line)?;
            if read == 0 {
                break;
            }
            self.number += 1;
            bytes += read;
            if read as u64 > LONGEST {
                let (line, most) = (self.number, LONGEST >> 20);
                return Err(io::Error::other(format!("line {line}: is longer than {most} MiB")));
            }
            if !line.trim_ascii().is_empty() {
                lines.push((self.number, line));
            }
            if self.source.buffer().is_empty() && !lines.is_empty() {
                break;
            }
        }
        Ok((lines, bytes))
    }
}

/// Settings and state that all lines share.
struct Run<'a> {
    name: String,
    lexicon: &'a Lexicon,
    request: BatchOptions,
    pool: ThreadPool,
    cancel: &'static AtomicBool,
    bar: ProgressBar,
    warnings: u64,
}

impl Run<'_> {
    fn answer_all(&mut self, lines: &mut Lines, out: &mut dyn Write) -> Result<Exit> {
        let most = CHUNK * self.pool.current_num_threads();
        loop {
            let chunk = lines.chunk(most);
            let (chunk, bytes) =
                chunk.map_err(|error| invalid(format_args!("{}: {}", self.name, of_io(&error))))?;
            if bytes == 0 {
                return Ok(Exit::Done);
            }
            let answers = self.answer(&chunk);
            for ((number, _), answer) in chunk.iter().zip(answers) {
                let Some(answer) = answer else { return Ok(Exit::Interrupted) };
                let answer = answer.map_err(|error| {
                    invalid(format_args!("{}: line {number}: {error}", self.name))
                })?;
                for warning in &answer.warnings {
                    self.warn(*number, warning);
                }
                out.write_all(&answer.line)?;
            }
            out.flush()?;
            self.bar.inc(bytes as u64);
        }
    }

    /// One answer per line; `None` after an interrupt.
    fn answer(&self, chunk: &[Numbered]) -> Vec<Option<Result<Answer, String>>> {
        let answer = |scratch: &mut Scratch, (number, line): &Numbered| {
            let first = *number == 1;
            let bom = "\u{feff}".as_bytes();
            let line = line.strip_prefix(bom).filter(|_| first).unwrap_or(line);
            let go_on = !self.cancel.load(Ordering::Relaxed);
            go_on.then(|| positions::answer(line, self.lexicon, &self.request, scratch))
        };
        self.pool.install(|| {
            chunk.par_iter().with_max_len(8).map_init(Scratch::default, answer).collect()
        })
    }

    fn warn(&mut self, line: u64, warning: &str) {
        self.warnings += 1;
        if self.warnings <= MOST_WARNINGS {
            let name = &self.name;
            self.bar.suspend(|| {
                let warning = format!("{name}: line {line}: {warning}");
                complain::tell(AnsiColor::Yellow, "warning", &warning);
            });
        }
    }

    fn count_warnings(&self) {
        let more = self.warnings.saturating_sub(MOST_WARNINGS);
        if more > 0 {
            note!("{more} more warnings");
        }
    }
}

/// A progress bar, if the input is a file.
fn bar(length: Option<u64>) -> ProgressBar {
    progress::bar(length.is_none(), length, "{wide_bar} {bytes} of {total_bytes}, {eta} left")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_end_where_no_more_waits() {
        let text: &[u8] = b"a\n\n  \nb\nc";
        let source: Box<dyn Read> = Box::new(text);
        let mut lines = Lines { source: BufReader::with_capacity(4, source), number: 0 };
        let mut met = Vec::new();
        loop {
            let (chunk, bytes) = lines.chunk(2).unwrap();
            if bytes == 0 {
                break;
            }
            assert!(chunk.len() <= 2);
            met.extend(
                chunk.into_iter().map(|(number, line)| (number, line.trim_ascii().to_vec())),
            );
        }
        assert_eq!(met, [(1, b"a".to_vec()), (4, b"b".to_vec()), (5, b"c".to_vec())]);
    }
}
