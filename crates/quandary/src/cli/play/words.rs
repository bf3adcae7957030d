//! Play in words: reads lines, prints replies, and saves and loads games.
//!
//! The games are [`dungeon::game`] and [`super::steps`] ([`super::games`]). Invariant: for any input the game
//! continues until the player or the input ends it.

use super::commands::{self, Commands, Next};
use super::files::{self, USUAL, shown};
use super::games::{Game, Loaded, Played};
use super::how::How;
use crate::cli::complain::with_causes;
use crate::cli::exit::{Exit, invalid};
use crate::output::Target;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use anyhow::Result;
use dungeon::game::area::Clues;
use dungeon::game::{Outcome, Reply};
use std::io::{self, Write};
use std::path::Path;

/// Plays a game from standard input to standard output.
///
/// # Errors
/// If standard input or output fails; a closed pipe ends the game.
pub(super) fn play(played: Played<'_>, how: &How) -> Result<Exit> {
    how.check_words()?;
    let stdout = io::stdout();
    let terminal = !how.script && How::has_terminal();
    let mode = match (terminal, how.quiet) {
        (true, _) => Mode::Terminal,
        (false, false) => Mode::Script,
        (false, true) => Mode::Quiet,
    };
    let colour = AutoStream::choice(&stdout) != ColorChoice::Never;
    let clues = if how.open_clues { Clues::Open } else { Clues::Hidden };
    let mut game = Game::new(played, how.int, clues)?;
    let mut note = None;
    if let Some(path) = &how.load {
        let fault = |error| invalid(format_args!("{}: {}", shown(path), with_causes(&error)));
        Loaded { game, note } = Game::load(played, path).map_err(fault)?;
    }
    let mut commands = match mode {
        Mode::Terminal => Commands::typed()?,
        Mode::Script | Mode::Quiet => Commands::script(io::stdin().lock()),
    };
    let width = how.width.map(usize::from);
    Target::Stdout.write_coloured(|out| {
        let kept = how.load.is_some().then(|| game.save());
        let mut table = Table { played, game, kept, mode, colour, width, out };
        note.iter().try_for_each(|note| writeln!(table.out, "{note}"))?;
        table.run(&mut commands)
    })
}

/// Kind of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// A person, with a prompt.
    Terminal,
    /// A script, with echoed commands.
    Script,
    /// A script, without echo.
    Quiet,
}

/// A game, and the target of its replies.
struct Table<'a> {
    played: Played<'a>,
    game: Game<'a>,
    /// The game at the last save or load.
    kept: Option<String>,
    mode: Mode,
    colour: bool,
    /// Number of columns of a line, if it is limited.
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
            let mut reply = self.game.play(line);
            if reply.outcome == Outcome::Quit && self.kept == Some(self.game.save()) {
                // Nothing is lost, so there is no question.
                reply.lines.clear();
            }
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
            writeln!(self.out, "{style}{}{style:#}", diagnostics::shown(&line))?;
        }
        Ok(())
    }

    fn save(&mut self, file: Option<&str>) -> Result<()> {
        let path = Path::new(file.unwrap_or(USUAL));
        let text = self.game.save();
        match files::write(path, &text) {
            Ok(()) => {
                self.kept = Some(text);
                writeln!(self.out, "Saved as {}.", shown(path))?;
            }
            Err(error) => writeln!(self.out, "Not saved: {}.", with_causes(&error))?,
        }
        Ok(())
    }

    fn load(&mut self, file: Option<&str>) -> Result<()> {
        let path = Path::new(file.unwrap_or(USUAL));
        match Game::load(self.played, path) {
            Ok(Loaded { game, note }) => {
                self.game = game;
                self.kept = Some(self.game.save());
                writeln!(self.out, "Loaded {}.", shown(path))?;
                note.iter().try_for_each(|note| writeln!(self.out, "{note}"))?;
                let reply = self.game.play("look");
                self.tell(&reply)
            }
            Err(error) => {
                Ok(writeln!(self.out, "Not loaded: {}: {}.", shown(path), with_causes(&error))?)
            }
        }
    }
}
