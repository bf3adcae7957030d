//! Riddles written in the format that was asked for, and what was tried.

use super::options::{Format, Options};
use crate::cli::exit::Exit;
use crate::output::Target;
use anyhow::Result;
use crossword::json::riddle::RiddleLine;
use crossword::riddle::{Reject, Riddle, RiddleReport};
use draw::riddle_svg::{self, Lettering};
use draw::{level_png, riddle_text};
use std::io::Write;
use voice::counted;
use voice::json;

impl Options {
    /// Writes riddles in the format that was asked for.
    pub(super) fn show(&self, riddles: &[Riddle], format: Format) -> Result<Exit> {
        let target = Target::of(self.output.path());
        target.write_coloured(|out| {
            for (n, riddle) in riddles.iter().enumerate() {
                match format {
                    Format::Text => {
                        let gap = if n > 0 { "\n" } else { "" };
                        let text = riddle_text::render(riddle, self.solution, target.is_coloured());
                        write!(out, "{gap}{text}")?;
                    }
                    Format::Svg => {
                        let svg = riddle_svg::render(riddle, self.solution, Lettering::Text);
                        out.write_all(svg.as_bytes())?;
                    }
                    Format::Png => {
                        let svg = riddle_svg::render(riddle, self.solution, Lettering::Strokes);
                        level_png::write(out, &svg)?;
                    }
                    Format::Json => self.json(out, riddle)?,
                }
            }
            Ok(Exit::Done)
        })
    }

    /// A riddle as JSON: laid out for a reader where it is the only one, else a line.
    fn json(&self, out: &mut dyn Write, riddle: &Riddle) -> Result<()> {
        let line = RiddleLine::from(riddle);
        if self.top == 1 {
            return Ok(json::lines(out, &line)?);
        }
        serde_json::to_writer(&mut *out, &line)?;
        Ok(out.write_all(b"\n")?)
    }
}

/// Numbers of attempts, boards and riddles, and of rejects by reason, in words.
pub(super) fn summary(report: &RiddleReport) -> String {
    let RiddleReport { attempts, boards, accepted, tally, .. } = report;
    let mut rejects: Vec<(&Reject, u64)> = tally.iter().collect();
    rejects.sort_by_key(|&(reject, n)| (std::cmp::Reverse(n), *reject));
    let rejects: Vec<_> = rejects.iter().map(|(reject, n)| format!("{n} × {reject}")).collect();
    let rejects = if rejects.is_empty() { "nothing".to_owned() } else { rejects.join(", ") };
    let attempts = counted(*attempts, "attempt", "attempts");
    let boards = counted(*boards, "board", "boards");
    let accepted = counted(*accepted, "riddle", "riddles");
    format!("{attempts} on {boards}, {accepted} among them\nrejected: {rejects}\n")
}
