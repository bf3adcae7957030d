//! `--watch`: shows a plan or a game move by move in the terminal.
//!
//! Every frame is drawn from the upper left corner over the previous one. If the level is larger than the terminal,
//! the view follows the player. Invariant: the cursor is shown again at the end, even after an interrupt from the
//! keyboard.

use super::exit::{Exit, usage};
use super::interrupt;
use anstream::{AutoStream, ColorChoice};
use anstyle::{Ansi256Color, Style};
use anyhow::{Context, Result};
use draw::canvas::Canvas;
use draw::glyph::{colour, look};
use draw::overlay::Step;
use level::{Cell, Level, Tile, Tiles};
use std::collections::{HashMap, HashSet};
use std::io::{self, IsTerminal, StdoutLock, Write};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

/// A frame: the cell of the player, the caption, and the tiles that change from this frame on.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Frame {
    /// The cell.
    pub(crate) cell: Cell,
    /// One line.
    pub(crate) caption: String,
    /// Opened doors, taken items, moved blocks.
    pub(crate) changes: Vec<(Cell, Tile)>,
}

/// Frames of some steps.
pub(super) fn frames_of(steps: Vec<Step>) -> impl Iterator<Item = Frame> {
    let all = steps.len().saturating_sub(1);
    steps.into_iter().enumerate().map(move |(at, step)| {
        let Step { cell, happened, held, changes, .. } = step;
        let parts = [format!("{at}/{all}"), held, happened];
        let caption = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
        Frame { cell, caption: caption.join("  ·  "), changes }
    })
}

/// Contents of a frame.
struct Scene {
    tiles: Tiles,
    marks: HashSet<Cell>,
    /// The plates of each cell with plates.
    plates: HashMap<Cell, Vec<usize>>,
    trail: HashSet<Cell>,
    player: Cell,
    caption: String,
}

/// Hides the cursor until this value is dropped.
struct HiddenCursor<'a>(StdoutLock<'a>);

impl<'a> HiddenCursor<'a> {
    fn new(mut out: StdoutLock<'a>) -> io::Result<Self> {
        out.write_all(b"\x1b[?25l\x1b[2J")?;
        Ok(Self(out))
    }
}

impl Drop for HiddenCursor<'_> {
    fn drop(&mut self) {
        // A closed terminal has no cursor.
        let _ = self.0.write_all(b"\x1b[?25h").and_then(|()| self.0.flush());
    }
}

/// Checks that standard output is a terminal.
///
/// # Errors
/// If standard output is no terminal.
pub(crate) fn check_terminal() -> Result<()> {
    if io::stdout().is_terminal() {
        return Ok(());
    }
    Err(usage("--watch needs a terminal: standard output goes somewhere else"))
}

/// Frames per second: a number above 0, at most 1000.
///
/// # Errors
/// The values that are allowed.
pub(crate) fn frames_per_second(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|fps: &f64| *fps > 0.0 && *fps <= 1000.0);
    number.ok_or_else(|| "expected a number above 0, at most 1,000".to_owned())
}

/// Shows a plan, and a last line below it.
///
/// # Errors
/// If standard output is no terminal or cannot be written to.
pub(crate) fn watch(
    level: &Level,
    frames: impl Iterator<Item = Frame>,
    fps: f64,
    last: &str,
) -> Result<Exit> {
    let Some(mut scene) = Scene::of(level) else { return Ok(Exit::Done) };
    let colour = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    let screens = frames.map(|frame| {
        scene.show(frame);
        scene.draw(size()).print(colour)
    });
    self::screens(screens, fps, last)
}

/// Shows screens of text one after another, and a last line below them.
///
/// # Errors
/// If standard output is no terminal or cannot be written to.
pub(crate) fn screens(screens: impl Iterator<Item = String>, fps: f64, last: &str) -> Result<Exit> {
    check_terminal()?;
    let cancel = interrupt::listen();
    let cannot = "cannot write to the terminal";
    let mut screen = HiddenCursor::new(io::stdout().lock()).context(cannot)?;
    let mut next = Instant::now();
    for text in screens {
        if cancel.load(Ordering::Relaxed) {
            return Ok(Exit::Interrupted);
        }
        let text = text.replace('\n', "\x1b[K\n");
        write!(screen.0, "\x1b[H{text}\x1b[J").and_then(|()| screen.0.flush()).context(cannot)?;
        next += Duration::from_secs_f64(1.0 / fps);
        wait(next, || cancel.load(Ordering::Relaxed));
    }
    writeln!(screen.0, "{}", diagnostics::shown_lines(last)).context(cannot)?;
    Ok(Exit::Done)
}

/// Waits in slices so short that an interrupt is noticed at once.
fn wait(until: Instant, ended: impl Fn() -> bool) {
    while !ended() {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return;
        }
        thread::sleep(left.min(Duration::from_millis(40)));
    }
}

/// The columns and rows of the terminal.
fn size() -> (usize, usize) {
    let found = terminal_size::terminal_size();
    found.map_or((80, 24), |(columns, rows)| (columns.0.into(), rows.0.into()))
}

impl Scene {
    /// The level before the first move; `None` without tiles.
    fn of(level: &Level) -> Option<Self> {
        let mut tiles = level.tiles.clone()?;
        let start = tiles.start_cell()?;
        // The start cell is drawn as floor, because the player has a separate sign.
        if let Some(floor) = tiles.floors.get_mut(start.floor as usize)
            && floor.get(start.row, start.col) == Some(Tile::Start)
        {
            floor.set(start.row, start.col, Tile::Floor);
        }
        let marks = tiles.marks.iter().map(|mark| mark.cell).collect();
        let mut plates = HashMap::<Cell, Vec<usize>>::new();
        for (number, plate) in tiles.plates.iter().enumerate() {
            plate.cells.iter().for_each(|&cell| plates.entry(cell).or_default().push(number));
        }
        let (trail, caption) = (HashSet::new(), String::new());
        Some(Self { tiles, marks, plates, trail, player: start, caption })
    }

    /// Applies a frame.
    fn show(&mut self, frame: Frame) {
        for (cell, tile) in frame.changes {
            if let Some(floor) = self.tiles.floors.get_mut(cell.floor as usize) {
                floor.set(cell.row, cell.col, tile);
            }
        }
        self.trail.insert(self.player);
        self.marks.remove(&frame.cell);
        (self.player, self.caption) = (frame.cell, frame.caption);
    }

    /// Draws it into a number of columns and rows; the last two rows are for the caption and the shell prompt.
    fn draw(&self, (columns, rows): (usize, usize)) -> Canvas {
        let floor = self.tiles.floors.get(self.player.floor as usize);
        let (all_rows, all_columns) =
            floor.map_or((0, 0), |floor| (floor.rows() as usize, floor.cols() as usize));
        let view = (all_rows.min(rows.saturating_sub(2)), all_columns.min(columns));
        let top = first(self.player.row as usize, view.0, all_rows);
        let left = first(self.player.col as usize, view.1, all_columns);
        let caption = self.caption.chars().take(columns).collect::<String>();
        let mut canvas = Canvas::new(view.1.max(caption.chars().count()), view.0 + 1);
        let is_block = |&cell: &Cell| self.tiles.tile(cell) == Some(Tile::Block);
        let down: Vec<bool> =
            self.tiles.plates.iter().map(|plate| plate.cells.iter().all(is_block)).collect();
        for y in 0..view.0 {
            for x in 0..view.1 {
                let cell = Cell::new(self.player.floor, (top + y) as u32, (left + x) as u32);
                let (glyph, style) = self.glyph(cell, &down);
                canvas.put(x, y, glyph, style);
            }
        }
        canvas.text(0, view.0, &caption, Style::new().bold());
        canvas
    }

    /// The sign of a cell; `down` tells which plates are pressed. A block on a plate has the colour of the plate.
    fn glyph(&self, cell: Cell, down: &[bool]) -> (char, Style) {
        let tile = self.tiles.tile(cell).unwrap_or_default();
        if cell == self.player {
            return ('@', colour(16).bold().bg_color(Some(Ansi256Color(220).into())));
        }
        if self.marks.contains(&cell) {
            return ('!', colour(213).bold());
        }
        let (glyph, style) = match (self.plates.get(&cell), tile) {
            (None, _) => look(tile),
            (Some(plates), Tile::Block) => {
                let is_down = plates.iter().any(|&plate| down.get(plate) == Some(&true));
                let behind = Ansi256Color(if is_down { 28 } else { 60 });
                ('o', look(tile).1.bg_color(Some(behind.into())))
            }
            (Some(_), _) => ('_', colour(117).bold()),
        };
        let walked = self.trail.contains(&cell) && style.get_bg_color().is_none();
        (glyph, if walked { style.bg_color(Some(Ansi256Color(236).into())) } else { style })
    }
}

/// The first visible row or column: the player is in the middle, but the view ends at the edge.
fn first(player: usize, seen: usize, all: usize) -> usize {
    player.saturating_sub(seen / 2).min(all.saturating_sub(seen))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene() -> Scene {
        let level = level::formats::text::read("########\n#@.k.+*#\n#......#\n########\n").unwrap();
        Scene::of(&level).unwrap()
    }

    fn check(scene: &Scene, size: (usize, usize), expect: &str) {
        assert_eq!(scene.draw(size).print(false), expect);
    }

    #[test]
    fn steps_become_frames() {
        let cell = Cell::new(0, 0, 5);
        let last = Step {
            cell,
            takes: true,
            warp: true,
            happened: "takes key".to_owned(),
            held: "keys 1".to_owned(),
            changes: vec![(cell, Tile::Floor)],
        };
        let frames: Vec<Frame> = frames_of(vec![Step::default(), last]).collect();
        let captions: Vec<_> = frames.iter().map(|frame| frame.caption.as_str()).collect();
        assert_eq!(captions, ["0/1", "1/1  ·  keys 1  ·  takes key"]);
        assert_eq!(frames[1].changes, [(cell, Tile::Floor)]);
    }

    #[test]
    fn a_frame_is_the_level_with_the_player_in_it() {
        let mut scene = scene();
        check(&scene, (80, 24), "████████\n█@·k·+*█\n█······█\n████████\n\n");
        let (cell, door) = (Cell::new(0, 1, 3), Cell::new(0, 1, 5));
        let changes = vec![(cell, Tile::Floor), (door, Tile::DoorOpen)];
        scene.show(Frame { cell, caption: "keys 1".to_owned(), changes });
        check(&scene, (80, 24), "████████\n█··@·/*█\n█······█\n████████\nkeys 1\n");
        scene.show(Frame { cell: Cell::new(0, 1, 2), ..Frame::default() });
        check(&scene, (80, 24), "████████\n█·@··/*█\n█······█\n████████\n\n");
    }

    #[test]
    fn plates_are_shown_and_whether_they_are_down() {
        let plates = "plates: [{\"name\":\"p\",\"cells\":[[0,0,2],[0,0,3]]}]";
        let drawn = format!("quandary/level/1\n{plates}\n\n@.o..*\n");
        let mut scene = Scene::of(&level::formats::text::read(&drawn).unwrap()).unwrap();
        let print = |scene: &Scene| scene.draw((80, 24)).print(true);
        let behind = |colour: u8| format!("48;5;{colour}");
        check(&scene, (80, 24), "@·o_·*\n\n");
        let up = print(&scene);
        assert!(up.contains(&behind(60)) && !up.contains(&behind(28)), "{up:?}");
        let changes = vec![(Cell::new(0, 0, 3), Tile::Block)];
        scene.show(Frame { cell: Cell::new(0, 0, 1), changes, ..Frame::default() });
        check(&scene, (80, 24), "·@oo·*\n\n");
        let down = print(&scene);
        assert!(!down.contains(&behind(60)) && down.contains(&behind(28)), "{down:?}");
    }

    #[test]
    fn the_view_follows_the_player() {
        let mut scene = scene();
        check(&scene, (4, 4), "████\n█@·k\n\n");
        scene.show(Frame {
            cell: Cell::new(0, 2, 5),
            caption: "long words".into(),
            changes: vec![],
        });
        check(&scene, (4, 4), "k·+*\n··@·\nlong\n");
        check(&scene, (0, 0), "");
        assert_eq!([first(0, 5, 9), first(4, 5, 9), first(8, 5, 9), first(8, 20, 9)], [0, 2, 4, 0]);
    }

    #[test]
    fn frames_per_second_are_a_number() {
        assert_eq!(frames_per_second("12.5"), Ok(12.5));
        for wrong in ["0", "-1", "nan", "inf", "x", "1001"] {
            assert!(frames_per_second(wrong).is_err(), "{wrong}");
        }
    }
}
