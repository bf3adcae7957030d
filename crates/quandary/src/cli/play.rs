//! `quandary play`: plays an area or a dungeon, in a terminal or from a script.
//!
//! The games themselves are [`dungeon::puzzle::play`] and [`dungeon::designed::play`] ([`games`]); here lines are read
//! ([`commands`]), replies written, and games saved and loaded. Invariant: whatever is typed, the game goes on until it is ended or the input is.

mod commands;
mod games;

use super::complain::told;
use super::dungeon::DungeonOptions;
use super::exit::{Exit, input as invalid, usage};
use super::judge::input;
use super::style::Style as Made;
use super::values::whole;
use super::{interrupt, seed};
use crate::output::Target;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use anyhow::Result;
use clap::Args;
use commands::{Commands, Next};
use dungeon::Scratch;
use dungeon::designed;
use dungeon::designed::play::Scene;
use dungeon::json::playable::{self, Playable};
use dungeon::model::walk;
use dungeon::options::{Attempts, Options as Making};
use dungeon::puzzle::play::{Clues, FORMAT, Outcome, Reply, USUAL_INT};
use games::Game;
use search::{Control, Nothing, Seed};
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

/// File for a saved game without a name.
const USUAL_FILE: &str = "quandary-save.json";
/// The largest saved game that is read, in bytes.
const LARGEST: u64 = 64 << 20;

/// Play an area or a dungeon, in the terminal or from a script on standard input
///
/// Without a file or a seed it is a dungeon that nobody has seen. In a terminal commands are typed after a prompt, where they
/// can be edited, and the arrow keys bring back what was typed before. Otherwise they are read line by line from standard
/// input, and each is written before what comes of it, so that the output reads as a transcript. `help` lists the commands.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes:
  0    won, or ended by `quit`; in a terminal however it ends
  1    the script ended without winning
  2, 3 as for every command

Examples:
  quandary play
      a dungeon of a seed that is drawn and printed
  quandary play area.json
      in the terminal; Ctrl-D ends
  quandary play --seed 7
      the dungeon of a seed, as `quandary dungeon --seed 7` makes it
  quandary play --style plain --seed 7
      one with riddles, chests and sequences, as `quandary dungeon --style plain --seed 7` makes it
  quandary play dungeon.json --int 18 < walkthrough.txt
      from a script, as a player clever enough for almost all hints")]
pub(crate) struct Options {
    /// What is played: a file of quandary/area/1, quandary/dungeon/1 or quandary/dungeon/2
    #[arg(value_name = "FILE", conflicts_with = "seed")]
    file: Option<PathBuf>,

    /// Play the dungeon of this seed, as `quandary dungeon` makes it
    #[arg(long, value_name = "N", value_parser = seed::parse)]
    seed: Option<Seed>,

    /// How the dungeon of a seed is made
    #[arg(long, value_name = "STYLE", value_enum, default_value_t = Made::default())]
    style: Made,

    #[command(flatten)]
    shape: DungeonOptions,

    #[command(flatten)]
    how: How,
}

/// How a game is played, whatever it is a game of.
#[derive(Debug, Args)]
pub(crate) struct How {
    /// The player's INT, 0 to 255: `examine` shows the hints, and the clues to sequences, that ask for no more
    #[arg(long, value_name = "N", default_value_t = USUAL_INT, value_parser = whole::<u8>(0..=255))]
    int: u8,

    /// Tell the clue to the order of a sequence to whoever examines it, whatever the INT
    #[arg(long)]
    open_clues: bool,

    /// Read a script, even in a terminal: no prompt, and the commands are echoed
    #[arg(long)]
    script: bool,

    /// Do not echo the commands of a script
    #[arg(long)]
    quiet: bool,

    /// Break lines at so many columns, 20 to 400; without it at those of the terminal, and those of a script nowhere
    #[arg(long, value_name = "N", value_parser = whole::<u16>(20..=400))]
    width: Option<u16>,
}

/// Plays a file.
///
/// # Errors
/// When the file cannot be read or played, or standard input or output fails.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let played = match (&options.file, options.seed) {
        (Some(file), _) => Ok(of_file(file)?),
        (None, Some(seed)) => of_seed(options, seed)?,
        (None, None) => {
            let seed = Seed::random(1);
            anstream::eprintln!("The dungeon of --seed {}.", seed.value());
            of_seed(options, seed)?
        }
    };
    match played {
        Ok(played) => play(&played, &options.how),
        Err(nothing) => Ok(super::many::told(&nothing)),
    }
}

fn of_file(file: &Path) -> Result<Playable> {
    if file.as_os_str() == "-" {
        return Err(usage("FILE cannot be standard input: the commands are read from there"));
    }
    let text = input::text(file)?;
    let name = input::name(file);
    playable::read(&text).map_err(|error| invalid(format_args!("{name}: {error}")))
}

/// The dungeon of a seed, to be played; or why there is none.
fn of_seed(options: &Options, seed: Seed) -> Result<Result<Playable, Nothing>> {
    let shape = &options.shape;
    let control = Control { threads: 0, cancel: interrupt::listen(), ..Control::default() };
    Ok(match options.style {
        Made::Plain => {
            match shape.first()?.make(seed, &control, &mut Scratch::default()).map_err(usage)? {
                Ok(found) => {
                    let scenario = walk::scenario(&found.draft.dungeon).map_err(invalid)?;
                    Ok(Playable::Plain(scenario))
                }
                Err(nothing) => Err(nothing),
            }
        }
        Made::Designed => {
            let making = Making { attempts: Attempts::Usual, control, scratch: None };
            match designed::generate(&shape.designed()?, seed, making).map_err(usage)? {
                Ok(made) => Ok(Playable::Designed(Scene::of(&made).map_err(invalid)?)),
                Err(nothing) => Err(nothing),
            }
        }
    })
}

/// Plays something, from standard input to standard output.
///
/// # Errors
/// When standard input or output fails; a closed pipe ends the game.
pub(crate) fn play(played: &Playable, how: &How) -> Result<Exit> {
    let stdout = io::stdout();
    let terminal = !how.script && io::stdin().is_terminal() && stdout.is_terminal();
    let mode = match (terminal, how.quiet) {
        (true, _) => Mode::Terminal,
        (false, false) => Mode::Script,
        (false, true) => Mode::Quiet,
    };
    let colour = AutoStream::choice(&stdout) != ColorChoice::Never;
    let clues = if how.open_clues { Clues::Open } else { Clues::Hidden };
    let game = Game::new(played, how.int, clues);
    let mut commands = match mode {
        Mode::Terminal => Commands::typed()?,
        Mode::Script | Mode::Quiet => Commands::script(io::stdin().lock()),
    };
    let width = how.width.map(usize::from);
    Target::Stdout.write(|out| Table { played, game, mode, colour, width, out }.run(&mut commands))
}

/// Kind of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// A person, who is prompted.
    Terminal,
    /// A script, whose commands are echoed.
    Script,
    /// A script, whose commands are not.
    Quiet,
}

/// A game, and where its replies go.
struct Table<'a> {
    played: &'a Playable,
    game: Game<'a>,
    mode: Mode,
    colour: bool,
    /// Number of columns of a line, if that is said.
    width: Option<usize>,
    out: &'a mut dyn Write,
}

impl Table<'_> {
    fn run(&mut self, commands: &mut Commands<'_>) -> Result<Exit> {
        let opening = self.game.opening();
        self.tell(&opening)?;
        loop {
            self.out.flush()?;
            let line = match commands.next()? {
                Next::Line(line) => line,
                Next::End => return self.end(),
                Next::Interrupt => return Ok(Exit::Interrupted),
            };
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            if self.mode == Mode::Script {
                writeln!(self.out, "> {}", line.replace(char::is_control, " "))?;
            }
            let reply = self.game.play(line);
            self.tell(&reply)?;
            match reply.outcome {
                Outcome::Quit => {
                    writeln!(self.out, "Farewell.")?;
                    return Ok(Exit::Done);
                }
                Outcome::Save { file } => self.save(file.as_deref())?,
                Outcome::Load { file } => self.load(file.as_deref())?,
                _ => {}
            }
        }
    }

    /// The input has ended.
    fn end(&mut self) -> Result<Exit> {
        let won = self.game.won();
        match self.mode {
            Mode::Terminal => writeln!(self.out, "\nUntil next time.")?,
            _ if won => {}
            _ => writeln!(self.out, "The script has ended, and the game is not won.")?,
        }
        Ok(if won || self.mode == Mode::Terminal { Exit::Done } else { Exit::UNWON })
    }

    fn tell(&mut self, reply: &Reply) -> Result<()> {
        let style = match reply.outcome {
            _ if !self.colour => Style::new(),
            Outcome::Won => Style::new().bold().fg_color(Some(AnsiColor::Green.into())),
            Outcome::Wrong => Style::new().fg_color(Some(AnsiColor::Red.into())),
            Outcome::Refused | Outcome::Ambiguous | Outcome::Unknown => {
                Style::new().fg_color(Some(AnsiColor::Yellow.into()))
            }
            _ => Style::new(),
        };
        let width = match (self.width, self.mode) {
            (Some(width), _) => width,
            (None, Mode::Terminal) => commands::width(),
            (None, Mode::Script | Mode::Quiet) => usize::MAX,
        };
        for line in reply.lines.iter().flat_map(|line| commands::wrapped(line, width)) {
            writeln!(self.out, "{style}{line}{style:#}")?;
        }
        Ok(())
    }

    fn save(&mut self, file: Option<&str>) -> Result<()> {
        let path = Path::new(file.unwrap_or(USUAL_FILE));
        match write_save(path, &self.game.save()) {
            Ok(()) => writeln!(self.out, "Saved as {}.", shown(path))?,
            Err(error) => writeln!(self.out, "Not saved: {}.", told(&error))?,
        }
        Ok(())
    }

    fn load(&mut self, file: Option<&str>) -> Result<()> {
        let path = Path::new(file.unwrap_or(USUAL_FILE));
        let loaded = read_save(path).and_then(|text| Ok(Game::load(self.played, &text)?));
        match loaded {
            Ok(game) => {
                self.game = game;
                writeln!(self.out, "Loaded {}.", shown(path))?;
                let reply = self.game.play("look");
                self.tell(&reply)
            }
            Err(error) => Ok(writeln!(self.out, "Not loaded: {}: {}.", shown(path), told(&error))?),
        }
    }
}

/// The name of a file, on one line.
fn shown(path: &Path) -> String {
    path.display().to_string().replace(char::is_control, " ")
}

/// Writes a saved game, whole or not at all; only another saved game is replaced.
fn write_save(path: &Path, text: &str) -> Result<()> {
    let is_file = fs::metadata(path).is_ok_and(|found| found.is_file());
    if is_file && !read_save(path).is_ok_and(|old| old.contains(FORMAT)) {
        return Err(invalid(format_args!("{} is there, and is no saved game", shown(path))));
    }
    Target::File(path.to_owned()).write(|out| {
        out.write_all(text.as_bytes())?;
        Ok(Exit::Done)
    })?;
    Ok(())
}

fn read_save(path: &Path) -> Result<String> {
    let mut text = String::new();
    let read = File::open(path)?.take(LARGEST + 1).read_to_string(&mut text)?;
    if read as u64 > LARGEST {
        return Err(invalid(format_args!("is larger than {} MiB", LARGEST >> 20)));
    }
    Ok(text)
}
