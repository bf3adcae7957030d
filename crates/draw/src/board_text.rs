//! A crossword board and a game on it, as text.
//!
//! On the board an upper-case letter is a tile and a lower-case letter a blank. Empty squares show their premium: `=`
//! and `-` multiply a word by three and two, `"` and `'` a letter by three and two.

use super::canvas::Canvas;
use anstyle::{Ansi256Color, Style};
use crossword::board::{Premium, SIZE, Square};
use crossword::game::{End, Turn};
use crossword::moves::coordinate;
use crossword::position::Position;
use crossword::robot::{Played, TurnTaken};
use std::fmt::Write as _;

/// The columns of a drawn board.
const WIDTH: usize = 2 + STEP * SIZE;
/// The columns from one square to the next: room for a number of two digits, and a gap.
const STEP: usize = 3;

/// A game: its turns, its last board, and who won.
pub fn game(played: &Played, seed: u64, colour: bool) -> String {
    let mut text = head(played, Some(seed));
    text.push('\n');
    for (n, turn) in (1..).zip(&played.turns) {
        let _ = writeln!(text, "{n:3}  {}", line(played, turn));
    }
    text.push('\n');
    text += &board(&played.position, colour);
    text.push('\n');
    text += &verdict(played);
    text
}

/// A game after `n` of its turns.
pub fn frame(played: &Played, n: usize, colour: bool) -> String {
    let position = played.turns.get(n).map_or(&played.position, |turn| &turn.before);
    let said = n.checked_sub(1).and_then(|n| played.turns.get(n));
    let said = said.map_or(String::new(), |turn| line(played, turn));
    format!("{}\n{}\n{n:3}  {said}\n", head(played, None), board(position, colour))
}

/// The end of a game in words: the player who went out, and the winner.
pub fn verdict(played: &Played) -> String {
    let [one, two] = played.scores;
    let end = match played.end {
        End::Out { player } => format!("Player {} goes out", player + 1),
        End::Scoreless => "Six turns in a row brought no points".to_owned(),
    };
    let left: Vec<_> = (1..)
        .zip(&played.racks)
        .filter(|(_, rack)| !rack.is_empty())
        .map(|(player, rack)| format!("; {rack} is left to player {player}"))
        .collect();
    let winner = match one.cmp(&two) {
        std::cmp::Ordering::Greater => "player 1 wins",
        std::cmp::Ordering::Less => "player 2 wins",
        std::cmp::Ordering::Equal => "nobody wins",
    };
    format!("{end}{}.\n{one} : {two}, {winner}\n", left.concat())
}

fn head(played: &Played, seed: Option<u64>) -> String {
    let [one, two] = played.robots;
    let (locale, board) = (played.setting.locale, played.setting.board);
    let seed = seed.map_or(String::new(), |seed| format!(" {seed}"));
    format!("Game{seed}: {locale}, {board} board, {one} against {two}\n")
}

/// A turn in a line: the player, the rack, the move, the points, and both scores.
fn line(played: &Played, taken: &TurnTaken) -> String {
    let (place, word, score) = match &taken.turn {
        Turn::Play(play) => (
            coordinate(play.start(), play.direction()),
            play.word(&taken.before),
            play.score().to_string(),
        ),
        Turn::Exchange(tiles) => {
            (String::new(), format!("({} exchanged)", tiles.len()), "0".into())
        }
        Turn::Pass => (String::new(), "(pass)".to_owned(), "0".to_owned()),
    };
    let [one, two] = taken.totals;
    let name = played.robots.get(taken.player).copied().unwrap_or_default();
    let (player, rack) = (taken.player + 1, &taken.rack);
    format!("{name} {player}  {rack:7}  {place:3} {word:17} {score:>3}  {one:>3} : {two}")
}

/// A board.
pub fn board(position: &Position, colour: bool) -> String {
    let mut canvas = Canvas::new(WIDTH, SIZE + 1);
    let faint = Style::new().dimmed();
    for n in 0..SIZE {
        let number = (n + 1).to_string();
        canvas.text(1 + STEP * n + usize::from(number.len() == 1) + 1, 0, &number, faint);
        let row = char::from(b'A' + n as u8);
        canvas.put(0, n + 1, row, faint);
    }
    let alphabet = position.setting().tiles().alphabet();
    for square in Square::all() {
        let (glyph, style) = match position.tile(square) {
            Some(tile) if tile.is_blank() => (alphabet.lower(tile.letter()), Style::new().bold()),
            Some(tile) => (alphabet.upper(tile.letter()), Style::new().bold()),
            None => premium(position.setting().board().premium(square)),
        };
        let (x, y) = (3 + STEP * usize::from(square.col), 1 + usize::from(square.row));
        canvas.put(x, y, glyph, style);
    }
    canvas.print(colour)
}

/// Character and style of an empty square.
fn premium(premium: Premium) -> (char, Style) {
    match sign(premium) {
        (sign, Some(colour)) => (sign, Style::new().fg_color(Some(Ansi256Color(colour).into()))),
        (sign, None) => (sign, Style::new().dimmed()),
    }
}

/// The character of an empty square, and its colour (of the terminal's 256) if it is a premium square.
pub fn sign(premium: Premium) -> (char, Option<u8>) {
    match (premium.word, premium.letter) {
        (3, _) => ('=', Some(203)),
        (2, _) => ('-', Some(175)),
        (_, 3) => ('"', Some(75)),
        (_, 2) => ('\'', Some(80)),
        _ => ('.', None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossword::locale::Locale;
    use crossword::position::{Notation, Setting};

    #[test]
    fn a_board_shows_tiles_blanks_and_premiums() {
        let mut rows = vec![".".repeat(SIZE); SIZE];
        rows[7] = ".......CaT.....".to_owned();
        let setting = Setting::standard(Locale::EnUs);
        let position = Position::read(setting, &rows, Notation::Batch).unwrap();
        let drawn = board(&position, false);
        let lines: Vec<_> = drawn.lines().collect();
        assert_eq!(lines[0], "   1  2  3  4  5  6  7  8  9 10 11 12 13 14 15");
        assert_eq!(lines[1], "A  =  .  .  '  .  .  .  =  .  .  .  '  .  .  =");
        assert_eq!(lines[8], "H  =  .  .  '  .  .  .  C  a  T  .  '  .  .  =");
        assert_eq!(lines.len(), 16);
        assert!(board(&position, true).contains("\x1b["));
    }
}
