//! The command line: the commands, and the end of the program.
//!
//! Each command has a file with its options and its `run`. Invariant: a command returns its [`Exit`] or an error;
//! apart from that only a second interrupt from the keyboard ends the program.

pub(crate) mod exit;
pub(crate) mod complain;
pub(crate) mod interrupt;
mod progress;
pub(crate) mod seed;
pub(crate) mod many;
mod made;
pub(crate) mod ending;
mod units;
mod unused;
mod mission;
mod cave;
mod layout;
pub(crate) mod puzzles;
mod area;
mod expand;
mod dungeon;
pub(crate) mod judge;
mod solve;
mod check;
mod hint;
mod measure;
mod rate;
#[cfg(feature = "corpus")]
mod corpus;
mod import;
mod map;
mod convert;
mod export;
mod engines;
pub(crate) mod schema;
mod watch;
pub(crate) mod terminal;
pub(crate) mod play;
mod lexicons;
mod lexicon;
mod moves;
pub(crate) mod game;
mod riddle;
mod profiles;
#[cfg(feature = "serve")]
mod riddles;
#[cfg(feature = "serve")]
mod serve;
#[cfg(not(all(feature = "serve", feature = "corpus")))]
mod left_out;
mod licenses;
mod completions;
mod man;

use anyhow::Result;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use complain::{complain, misheard};
use exit::Exit;
use std::ffi::OsString;
use std::process::ExitCode;

/// The exit codes, for the end of the help and of the manual.
const EXIT_CODES: &str = "\
Exit codes:
  0    done
  1    winnable but losable; play and riddle --play: the script ended without winning;
       serve --health: not ready
  2    usage error: an option or a value is not possible
  3    an input cannot be read or is not valid, or an output cannot be written
  10   not winnable
  11   nothing was found or decided within the limits
  130  interrupted";

/// Makes puzzles, proves them, and ranks them.
///
/// The program proves that every puzzle can be finished before it prints it. The same seed gives the same result,
/// with any number of threads.
#[derive(Debug, Parser)]
#[command(name = "quandary", version, arg_required_else_help = true, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    /// Use of colours
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = Colour::Auto)]
    color: Colour,

    /// The command.
    #[command(subcommand)]
    command: Command,
}

/// The commands of the program.
#[derive(Debug, Subcommand)]
enum Command {
    Dungeon(dungeon::Options),
    Mission(mission::Options),
    Layout(layout::Options),
    Area(area::Options),
    Expand(expand::Options),
    Cave(cave::Options),
    Solve(solve::Options),
    Check(check::Options),
    Hint(hint::Options),
    Measure(measure::Options),
    Rate(rate::Options),
    #[cfg(feature = "corpus")]
    Corpus(corpus::Options),
    #[cfg(not(feature = "corpus"))]
    Corpus(left_out::Corpus),
    Import(import::Options),
    Map(map::Options),
    Convert(convert::Options),
    Export(export::Options),
    Play(play::Options),
    Lexicon(lexicon::Options),
    Moves(moves::Options),
    Game(game::Options),
    Riddle(riddle::Options),
    #[cfg(feature = "serve")]
    Riddles(riddles::Options),
    #[cfg(feature = "serve")]
    Serve(serve::Options),
    #[cfg(not(feature = "serve"))]
    Riddles(left_out::Riddles),
    #[cfg(not(feature = "serve"))]
    Serve(left_out::Serve),
    Schema(schema::Options),
    Licenses(licenses::Options),
    Completions(completions::Options),
    Man(man::Options),
}

/// Use of colours
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Colour {
    /// In a terminal with colours, unless the environment variable NO_COLOR is set
    Auto,
    /// Always, even in files and pipes
    Always,
    /// Never.
    Never,
}

/// Reads the command line, runs the command, and returns the exit code.
pub(crate) fn main() -> ExitCode {
    let (cli, matches) = match parse(std::env::args_os()) {
        Ok(parsed) => parsed,
        Err(error) => return ExitCode::from(misheard(&error, &command_names())),
    };
    cli.color.choose();
    let done = unused::check(&matches).and_then(|()| cli.command.run());
    match done {
        Ok(_) if interrupt::refused() => Exit::Interrupted,
        Ok(exit) => exit,
        Err(error) => complain(&error),
    }
    .into()
}

/// Reads a command line; also returns the matches, which say which options were given.
fn parse(
    words: impl IntoIterator<Item = impl Into<OsString> + Clone>,
) -> clap::error::Result<(Cli, ArgMatches)> {
    let matches = command().try_get_matches_from(joined(words))?;
    Ok((Cli::from_arg_matches(&matches)?, matches))
}

/// The words of a command line, in which a place with a negative number is no option: `--start -3,4` is `--start=-3,4`.
fn joined(words: impl IntoIterator<Item = impl Into<OsString>>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    for word in words.into_iter().map(Into::into) {
        let is_place = word.to_str().and_then(judge::input::cell).is_some();
        match joined.last_mut().filter(|last| is_place && (*last == "--start" || *last == "--goal"))
        {
            Some(option) => {
                option.push("=");
                option.push(word);
            }
            None => joined.push(word),
        }
    }
    joined
}

/// Greatest width of the help, in columns.
const HELP_WIDTH: usize = 100;

/// The definition of the command line, with the settings of all commands: names are read in either case, a negative
/// number is read as a value, which its option can then reject, and the help names the unit of each default.
pub(crate) fn command() -> clap::Command {
    lenient(Cli::command().max_term_width(HELP_WIDTH))
}

fn lenient(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|arg| match arg.get_action().takes_values() {
        true => {
            let is_option = arg.get_long().is_some() && !arg.is_allow_hyphen_values_set();
            units::with_unit(arg.ignore_case(true).allow_negative_numbers(is_option))
        }
        false => arg,
    });
    command.mut_subcommands(lenient)
}

/// The names of all commands.
fn command_names() -> Vec<String> {
    Cli::command().get_subcommands().map(|command| command.get_name().to_owned()).collect()
}

impl Command {
    fn run(&self) -> Result<Exit> {
        match self {
            Command::Dungeon(options) => dungeon::run(options),
            Command::Mission(options) => mission::run(options),
            Command::Layout(options) => layout::run(options),
            Command::Area(options) => area::run(options),
            Command::Expand(options) => expand::run(options),
            Command::Cave(options) => cave::run(options),
            Command::Solve(options) => solve::run(options),
            Command::Check(options) => check::run(options),
            Command::Hint(options) => hint::run(options),
            Command::Measure(options) => measure::run(options),
            Command::Rate(options) => rate::run(options),
            #[cfg(feature = "corpus")]
            Command::Corpus(options) => corpus::run(options),
            #[cfg(not(feature = "corpus"))]
            Command::Corpus(_) => Err(left_out::without_corpora()),
            Command::Import(options) => import::run(options),
            Command::Map(options) => map::run(options),
            Command::Convert(options) => convert::run(options),
            Command::Export(options) => export::run(options),
            Command::Play(options) => play::run(options),
            Command::Lexicon(options) => lexicon::run(options),
            Command::Moves(options) => moves::run(options),
            Command::Game(options) => game::run(options),
            Command::Riddle(options) => riddle::run(options),
            #[cfg(feature = "serve")]
            Command::Riddles(options) => riddles::run(options),
            #[cfg(feature = "serve")]
            Command::Serve(options) => serve::run(options),
            #[cfg(not(feature = "serve"))]
            Command::Riddles(_) | Command::Serve(_) => Err(left_out::without_service()),
            Command::Schema(options) => schema::run(options),
            Command::Licenses(options) => licenses::run(options),
            Command::Completions(options) => completions::run(options, command()),
            Command::Man(options) => man::run(options, command()),
        }
    }
}

impl Colour {
    /// Applies the choice to all following output.
    fn choose(self) {
        match self {
            Colour::Auto => anstream::ColorChoice::Auto,
            Colour::Always => anstream::ColorChoice::AlwaysAnsi,
            Colour::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::error::ErrorKind;

    fn parse(line: &str) -> Result<(), ErrorKind> {
        super::parse(line.split_whitespace()).map(|_| ()).map_err(|error| error.kind())
    }

    #[test]
    fn the_definition_is_sound() {
        command().debug_assert();
    }

    #[test]
    fn usage_errors_exit_2() {
        for line in [
            "quandary",
            "quandary nothing",
            "quandary mission --rooms x",
            "quandary mission --rooms 0",
            "quandary mission --rooms 2001",
            "quandary mission --rooms 9 --space a.txt",
            "quandary mission --rooms 9 --colors a.png",
            "quandary mission --space a.txt --colors a.png",
            "quandary mission --seed 9007199254740992",
            "quandary mission --seed -1",
            "quandary mission --keys 27",
            "quandary mission --switches 5",
            "quandary mission --count 0",
            "quandary mission --attempts 0",
            "quandary mission --linearity 0",
            "quandary mission --format gif",
            "quandary --color sometimes mission",
        ] {
            let error = super::parse(line.split_whitespace()).map(|_| ()).unwrap_err();
            assert_eq!(error.exit_code(), 2, "{line}");
        }
    }

    #[test]
    fn help_and_version_exit_0() {
        assert_eq!(parse("quandary --help").unwrap_err(), ErrorKind::DisplayHelp);
        assert_eq!(parse("quandary --version").unwrap_err(), ErrorKind::DisplayVersion);
        assert!(parse("quandary mission --color never --seed 9007199254740991").is_ok());
        assert!(parse("quandary mission --space a.txt").is_ok());
    }

    #[test]
    fn help_says_the_words_of_the_field_and_names_no_version() {
        let mut command = Cli::command();
        command.build();
        let help = |name: &str| {
            let sub = command.get_subcommands().find(|sub| sub.get_name() == name).unwrap();
            sub.clone().render_long_help().to_string()
        };
        for (name, words) in [
            ("layout", &["cellular automaton", "binary space partition"][..]),
            ("area", &["cellular automaton"]),
            ("cave", &["cellular automaton"]),
            ("mission", &["key-level", "intensity", "Metazelda", "fixed construction"]),
        ] {
            for word in words {
                assert!(help(name).contains(word), "{name}: {word}");
            }
            assert!(!help(name).contains("before giving up"), "{name}");
        }
    }

    #[test]
    fn every_help_is_narrow_has_examples_and_names_each_default() {
        let mut root = command();
        root.build();
        check_help(&root, "quandary");
    }

    /// Checks the help of a command and of its subcommands.
    fn check_help(command: &clap::Command, path: &str) {
        let helps = [command.clone().render_help(), command.clone().render_long_help()];
        let foot = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        for text in helps.iter().map(ToString::to_string).chain([foot.clone()]) {
            let wide = text.lines().find(|line| line.chars().count() > HELP_WIDTH);
            assert_eq!(wide, None, "{path}");
            assert!(
                !text.contains("[default: ]") && !text.contains("[default: \"\"]"),
                "{path}: {text}"
            );
        }
        assert!(command.get_about().is_some(), "{path}");
        command.get_arguments().for_each(|arg| check_option(arg, path));
        let subcommands = command.get_subcommands().filter(|sub| sub.get_name() != "help");
        let subcommands: Vec<&clap::Command> = subcommands.collect();
        let is_leaf = subcommands.is_empty();
        for sub in subcommands {
            check_help(sub, &format!("{path} {}", sub.get_name()));
        }
        let lines = foot.lines().skip_while(|line| !line.starts_with("Example"));
        let lines =
            lines.take_while(|line| !line.is_empty()).filter(|line| line.starts_with("  q"));
        let lengths: Vec<usize> = lines.map(str::len).collect();
        assert!(lengths.len() <= 4 && (!is_leaf || !lengths.is_empty()), "{path}: {lengths:?}");
        assert_eq!(
            lengths.first(),
            lengths.iter().min(),
            "{path}: the first example is not the shortest"
        );
    }

    /// Checks that an option is explained, and that it names its default, with the unit of a number.
    fn check_option(arg: &clap::Arg, path: &str) {
        let name = format!("{path}: {}", arg.get_id());
        let help = arg.get_help().map(ToString::to_string);
        let help = help.unwrap_or_else(|| panic!("{name} has no help"));
        let defaults = arg.get_default_values();
        let is_number = defaults.iter().any(|text| text.to_string_lossy().parse::<f64>().is_ok());
        assert!(!is_number || arg.is_hide_default_value_set(), "{name}: the default has no unit");
        let is_printed = !defaults.is_empty() && !arg.is_hide_default_value_set();
        assert!(
            !arg.get_action().takes_values()
                || arg.is_required_set()
                || is_printed
                || help.contains("[default: "),
            "{name} names no default: {help}"
        );
    }
}
