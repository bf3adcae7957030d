//! `quandary game`: two robots play a game, turn by turn.
//!
//! Invariant: the output depends only on the options, the lexicon and the seed.

use super::ending::{self, Endings, OutputOptions};
use super::exit::Exit;
use super::lexicons::{LexiconOptions, board_types, words};
use super::{seed, watch};
use crate::output::Target;
use anyhow::Result;
use ask::values::whole;
use clap::{Args, ValueEnum};
use crossword::board::BoardType;
use crossword::json::game::{GameJson, GameRequest};
use crossword::position::Setting;
use crossword::robot::{self, Casual, play};
use diagnostics::json;
use draw::board_text;
use search::Seed;

/// Let two robots play a game
///
/// Prints each turn with the rack, the move and the points, and the final board. The same seed gives the same game.
#[derive(Debug, Args)]
#[command(group = words(), after_help = "\
Examples:
  quandary game --locale en_GB --seed 7
  quandary game --locale is --robots greedy casual --watch
  quandary game --lexicon words.qlex --board-type explo --seed 3 --format json -o game.json")]
pub(crate) struct Options {
    #[command(flatten)]
    lexicon: LexiconOptions,

    /// Board: standard or explo
    #[arg(long, value_name = "BOARD", default_value = "standard", value_parser = board_types())]
    board_type: BoardType,

    /// Seed of all random choices, below 2^53 [default: a random seed]
    #[arg(long, value_name = "N", value_parser = seed::parse)]
    seed: Option<Seed>,

    /// Robots: one kind for both players, or two kinds
    #[arg(long, value_name = "ROBOT", value_enum, num_args = 1..=2, default_value = "greedy")]
    robots: Vec<Robot>,

    /// Lowest commonness of words that casual robots know, from 0 (every word) to 255
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = whole::<u8>(0..=255))]
    commonness: u8,

    /// Number of best plays among which casual robots choose
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole::<usize>(1..=u32::MAX.into()))]
    among: usize,

    /// Animate the game in the terminal, turn by turn
    #[arg(long, conflicts_with_all = ["format", "output"])]
    watch: bool,

    /// With --watch: speed of the animation
    #[arg(long, value_name = "N", default_value_t = 2.0, value_parser = watch::frames_per_second)]
    fps: f64,

    /// Output format [default: from the file extension, otherwise text]
    #[arg(long, value_enum)]
    format: Option<Format>,

    #[command(flatten)]
    output: OutputOptions,
}

/// Kind of robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Robot {
    /// Always plays the highest score
    Greedy,
    /// Knows only common words, and plays any of the best few
    Casual,
}

/// Output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The turns and the board
    Text,
    /// The turns, the board and the provenance (quandary/game/1)
    Json,
}

impl Endings for Format {
    const ENDINGS: &'static [(&'static str, Self)] = &[("txt", Self::Text), ("json", Self::Json)];
}

/// Plays a game and shows it.
///
/// # Errors
/// If there is no lexicon, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    if options.watch {
        watch::check_terminal()?;
    }
    let output = options.output.path();
    let format = ending::format(options.format, output, Format::Text)?;
    let lexicon = options.lexicon.open()?;
    let seed = options.seed.unwrap_or_else(|| Seed::random(1));
    let setting = Setting { locale: lexicon.about().locale, board: options.board_type };
    let played = play(setting, options.robots(), &lexicon, seed.attempt(0))?;
    if options.watch {
        let last = board_text::verdict(&played);
        let colour = Target::Stdout.is_coloured();
        let frames = (0..=played.turns.len()).map(|n| board_text::frame(&played, n, colour));
        return watch::screens(frames, options.fps, last.trim_end());
    }
    let target = Target::of(output);
    target.write_coloured(|out| {
        match format {
            Format::Text => {
                let text = board_text::game(&played, seed.value(), target.is_coloured());
                out.write_all(text.as_bytes())?;
            }
            Format::Json => {
                let (commonness, among) = (options.commonness, options.among);
                let request = GameRequest { seed, commonness, among, lexicon: lexicon.about() };
                json::lines(out, &GameJson::new(&played, &request))?;
            }
        }
        Ok(Exit::Done)
    })
}

impl Options {
    /// The robots of both players.
    fn robots(&self) -> [robot::Robot; 2] {
        let (commonness, among) = (self.commonness, self.among);
        let robot = |robot| match robot {
            Robot::Greedy => robot::Robot::Greedy,
            Robot::Casual => robot::Robot::Casual(Casual { commonness, among }),
        };
        let first = self.robots.first().copied().unwrap_or(Robot::Greedy);
        [first, self.robots.get(1).copied().unwrap_or(first)].map(robot)
    }
}
