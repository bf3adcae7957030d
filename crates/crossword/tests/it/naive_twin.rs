//! A naive second move generator: tries every word at every square in both directions, with sets and strings.
//!
//! It shares no code with the engine and has its own slow version of premiums, tiles and rules. The boards come from
//! games with its own plays, so the engine is tested on thousands of boards that it did not choose.

use crate::common::Dice;
use quandary_crossword::board::{BoardType, Direction, Square};
use quandary_crossword::lexicon::{self, Lexicon};
use quandary_crossword::locale::Locale;
use quandary_crossword::movegen::{Prepared, Scratch};
use quandary_crossword::moves::Move;
use quandary_crossword::position::{Notation, Position, Setting};
use std::collections::{BTreeSet, HashMap, HashSet};
use testing::times;

/// A tile: its letter in lower case, and true for a blank.
type Tile = (char, bool);

/// The twin's board, rows of squares.
#[derive(Clone)]
struct Twin {
    squares: Vec<Vec<Option<Tile>>>,
    premiums: Vec<Vec<char>>,
    start: (usize, usize),
    values: HashMap<char, u32>,
    words: Vec<Vec<char>>,
    known: HashSet<Vec<char>>,
}

/// A play: its tiles, and its batch string.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Play {
    text: String,
    laid: Vec<(usize, usize, Tile)>,
    score: u32,
}

impl Twin {
    fn new(setting: Setting, words: &[String]) -> Self {
        let board = match setting.board {
            BoardType::Standard => include_str!("../../data/boards/standard.txt"),
            BoardType::Explo => include_str!("../../data/boards/explo.txt"),
        };
        let tiles = match (setting.locale, setting.board) {
            (Locale::EnUs | Locale::EnGb, BoardType::Explo) => {
                include_str!("../../data/tiles/en_explo.txt")
            }
            (Locale::EnUs | Locale::EnGb, _) => include_str!("../../data/tiles/en.txt"),
            (Locale::IsIs, _) => include_str!("../../data/tiles/is.txt"),
            (Locale::PlPl, _) => include_str!("../../data/tiles/pl.txt"),
            (Locale::NbNo | Locale::NnNo, _) => include_str!("../../data/tiles/no.txt"),
        };
        let mut values = HashMap::new();
        for line in tiles.lines().filter(|line| !line.starts_with('#')) {
            let parts: Vec<_> = line.split(' ').collect();
            values.insert(parts[0].chars().next().unwrap(), parts[2].parse().unwrap());
        }
        let rows: Vec<_> = board.lines().skip(2).map(|row| row.chars().collect()).collect();
        let words: Vec<Vec<char>> = words.iter().map(|word| word.chars().collect()).collect();
        Self {
            squares: vec![vec![None; 15]; 15],
            premiums: rows,
            start: if setting.board == BoardType::Explo { (3, 3) } else { (7, 7) },
            values,
            known: words.iter().cloned().collect(),
            words,
        }
    }

    fn at(&self, row: usize, col: usize) -> Option<Tile> {
        *self.squares.get(row)?.get(col)?
    }

    fn is_empty(&self) -> bool {
        self.squares.iter().flatten().all(Option::is_none)
    }

    /// Letters through a square in a direction, on a board.
    fn through(&self, row: usize, col: usize, across: bool) -> Vec<Tile> {
        let step = |row: usize, col: usize, back: bool| {
            let shift = |n: usize| if back { n.wrapping_sub(1) } else { n + 1 };
            if across { (row, shift(col)) } else { (shift(row), col) }
        };
        let (mut row, mut col) = (row, col);
        loop {
            let (r, c) = step(row, col, true);
            if self.at(r, c).is_none() {
                break;
            }
            (row, col) = (r, c);
        }
        let mut tiles = Vec::new();
        while let Some(tile) = self.at(row, col) {
            tiles.push(tile);
            (row, col) = step(row, col, false);
        }
        tiles
    }

    /// Every play with a rack, blanks being `?`.
    fn plays(&self, rack: &str) -> BTreeSet<Play> {
        let mut plays = BTreeSet::new();
        for across in [true, false] {
            if !across && self.is_empty() {
                continue;
            }
            for row in 0..15 {
                for col in 0..15 {
                    for word in &self.words {
                        self.try_word(word, row, col, across, rack, &mut plays);
                    }
                }
            }
        }
        plays
    }

    /// Every way to place a word at a square with tiles and blanks.
    fn try_word(
        &self,
        word: &[char],
        row: usize,
        col: usize,
        across: bool,
        rack: &str,
        plays: &mut BTreeSet<Play>,
    ) {
        let square = |n: usize| if across { (row, col + n) } else { (row + n, col) };
        let (last_row, last_col) = square(word.len() - 1);
        if last_row > 14 || last_col > 14 {
            return;
        }
        let before = if across { (row, col.wrapping_sub(1)) } else { (row.wrapping_sub(1), col) };
        let behind = square(word.len());
        if self.at(before.0, before.1).is_some() || self.at(behind.0, behind.1).is_some() {
            return;
        }
        let mut needed = Vec::new();
        for (n, &letter) in word.iter().enumerate() {
            let (r, c) = square(n);
            match self.at(r, c) {
                Some((there, _)) if there != letter => return,
                Some(_) => {}
                None => needed.push((r, c, letter)),
            }
        }
        if needed.is_empty() || needed.len() > rack.chars().count() {
            return;
        }
        // Bit n of `blanks`: the n-th tile placed is a blank.
        let most = rack.chars().filter(|&c| c == '?').count() as u32;
        for blanks in (0u32..1 << needed.len()).filter(|blanks| blanks.count_ones() <= most) {
            let laid: Vec<_> = needed
                .iter()
                .enumerate()
                .map(|(n, &(r, c, letter))| (r, c, (letter, blanks >> n & 1 == 1)))
                .collect();
            if has(rack, &laid) {
                plays.extend(self.judge(word, (row, col), across, laid));
            }
        }
    }

    /// The play of these tiles, if it is legal.
    fn judge(
        &self,
        word: &[char],
        (row, col): (usize, usize),
        across: bool,
        laid: Vec<(usize, usize, Tile)>,
    ) -> Option<Play> {
        let connected = laid.iter().any(|&(r, c, _)| {
            let sides = [(r.wrapping_sub(1), c), (r + 1, c), (r, c.wrapping_sub(1)), (r, c + 1)];
            sides.iter().any(|&(r, c)| self.at(r, c).is_some())
        });
        let on_start = laid.iter().any(|&(r, c, _)| (r, c) == self.start);
        if !(connected || self.is_empty() && on_start) {
            return None;
        }
        let mut after = self.clone();
        for &(r, c, tile) in &laid {
            after.squares[r][c] = Some(tile);
        }
        // A single tile belongs to the word across if it forms one.
        if let [(r, c, _)] = laid[..]
            && !across
            && after.through(r, c, true).len() > 1
        {
            return None;
        }
        let worth = |(letter, blank): Tile| if blank { 0 } else { self.values[&letter] };
        let (mut sum, mut times, mut crosses) = (0, 1, 0);
        for tile in after.through(laid[0].0, laid[0].1, across) {
            sum += worth(tile);
        }
        for &(r, c, tile) in &laid {
            let (letter_times, word_times) = match self.premiums[r][c] {
                '=' => (1, 3),
                '-' => (1, 2),
                '"' => (3, 1),
                '\'' => (2, 1),
                _ => (1, 1),
            };
            sum += worth(tile) * (letter_times - 1);
            times *= word_times;
            let cross = after.through(r, c, !across);
            if cross.len() > 1 {
                if !self.known.contains(&cross.iter().map(|t| t.0).collect::<Vec<_>>()) {
                    return None;
                }
                let value: u32 = cross.iter().map(|&tile| worth(tile)).sum();
                crosses += (value + worth(tile) * (letter_times - 1)) * word_times;
            }
        }
        let score = sum * times + crosses + if laid.len() == 7 { 50 } else { 0 };
        let tiles: String = (0..word.len())
            .map(|n| {
                let (r, c) = if across { (row, col + n) } else { (row + n, col) };
                match laid.iter().find(|tile| (tile.0, tile.1) == (r, c)) {
                    None => '.',
                    Some((_, _, (letter, true))) => *letter,
                    Some((_, _, (letter, false))) => letter.to_uppercase().next().unwrap(),
                }
            })
            .collect();
        let direction = if across { 'H' } else { 'V' };
        let text = format!("{direction} {row} {col} {tiles} {score}");
        Some(Play { text, laid, score })
    }

    fn rows(&self) -> Vec<String> {
        let show = |square: &Option<Tile>| match *square {
            None => '.',
            Some((letter, true)) => letter,
            Some((letter, false)) => letter.to_uppercase().next().unwrap(),
        };
        self.squares.iter().map(|row| row.iter().map(show).collect()).collect()
    }
}

/// True if a rack has the tiles.
fn has(rack: &str, laid: &[(usize, usize, Tile)]) -> bool {
    let mut rack: Vec<char> = rack.chars().collect();
    laid.iter().all(|&(_, _, (letter, blank))| {
        let wanted = if blank { '?' } else { letter };
        let at = rack.iter().position(|&held| held == wanted);
        at.map(|at| rack.swap_remove(at)).is_some()
    })
}

/// Invented words of syllables: many letters can follow many others.
fn words(locale: Locale, dice: &mut Dice) -> Vec<String> {
    let letters: Vec<char> = locale.alphabet().letters().collect();
    let (soft, hard): (Vec<char>, Vec<char>) =
        letters.iter().partition(|c| "aáąeéęiíoóöuúyýæøå".contains(**c));
    let mut words = BTreeSet::new();
    while words.len() < 260 {
        let mut word = String::new();
        let length = 2 + dice.below(if words.len() < 120 { 3 } else { 9 });
        let mut is_soft = dice.below(2) == 0;
        for _ in 0..length {
            // The first letters of each kind are the most frequent.
            let kind = if is_soft { &soft } else { &hard };
            let at = dice.below(kind.len()).min(dice.below(kind.len()));
            word.push(kind[at]);
            is_soft = !is_soft ^ (dice.below(8) == 0);
        }
        words.insert(word);
    }
    words.into_iter().collect()
}

/// Compares the engine with the twin on one position.
fn check(position: Position, lexicon: &Lexicon, plays: &BTreeSet<Play>, scratch: &mut Scratch) {
    let prepared = Prepared::new(position, lexicon).unwrap();
    let position = prepared.position();
    let found = prepared.all(scratch);
    let ours: BTreeSet<String> = found.iter().map(|play| play.batch(position)).collect();
    let theirs: BTreeSet<String> = plays.iter().map(|play| play.text.clone()).collect();
    assert_eq!(ours.len(), found.len(), "a play came up twice");
    let draw = || {
        let rack = position.rack().print(lexicon.alphabet());
        format!("{}rack {rack}", position.draw(Notation::Batch))
    };
    let (more, less): (Vec<_>, Vec<_>) =
        (ours.difference(&theirs).collect(), theirs.difference(&ours).collect());
    assert!(more.is_empty() && less.is_empty(), "{}\n+ {more:?}\n- {less:?}", draw());
    // The list is ordered by score, then by string.
    let mut ordered: Vec<_> =
        plays.iter().map(|play| (u32::MAX - play.score, &play.text)).collect();
    ordered.sort();
    let texts: Vec<_> = found.iter().map(|play| play.batch(position)).collect();
    assert!(ordered.iter().map(|(_, text)| *text).eq(&texts), "{}", draw());
    let best = prepared.best(scratch);
    assert_eq!(best, found.first().copied(), "{}\nthe best play", draw());
    for play in &found {
        assert_eq!(
            quandary_crossword::score::score(position, play.direction(), play.squares()),
            play.score()
        );
        let text = play.describe(position);
        let parts: Vec<_> = text.split(' ').collect();
        assert_eq!(Move::read(parts[0], parts[1], position).as_ref(), Ok(play), "{text}");
    }
}

/// A rack of some tiles that are not on the board.
fn draw(twin: &Twin, setting: Setting, size: usize, blanks: usize, dice: &mut Dice) -> String {
    let set = setting.tiles();
    let mut bag: Vec<char> = Vec::new();
    for c in set.alphabet().letters() {
        let count = set.count(set.alphabet().letter(c).unwrap());
        bag.extend((0..count).map(|_| c));
    }
    let mut blanks_left = 2;
    for (letter, blank) in twin.squares.iter().flatten().flatten() {
        if *blank {
            blanks_left -= 1;
        } else {
            let at = bag.iter().position(|c| c == letter).unwrap();
            bag.swap_remove(at);
        }
    }
    let mut rack = "?".repeat(blanks.min(blanks_left).min(size));
    while rack.len() < size && !bag.is_empty() {
        rack.push(bag.swap_remove(dice.below(bag.len())));
        if rack.chars().count() == size {
            break;
        }
    }
    rack
}

/// Plays games of the twin against itself in one setting.
fn games(locale: Locale, board: BoardType, games: u64) {
    let setting = Setting { locale, board };
    let games = games * times();
    let mut scratch = Scratch::default();
    let mut positions = 0;
    for game in 0..games {
        let mut dice = Dice::new(game * 100 + locale as u64 * 10 + board as u64);
        let words = words(locale, &mut dice);
        let list = words.join("\n");
        let options = lexicon::Options::default();
        let (lexicon, _) = lexicon::build(list.as_bytes(), locale, &options).unwrap();
        let mut twin = Twin::new(setting, &words);
        let mut engine: Option<Prepared<'_>> = None;
        for _ in 0..24 {
            let size = [7, 7, 7, 7, 5, 3, 1, 0][dice.below(8)];
            let blanks = [0, 0, 0, 1, 1, 2][dice.below(6)];
            let rack = draw(&twin, setting, size, blanks, &mut dice);
            let plays = twin.plays(&rack);
            let position = Position::read(setting, &twin.rows(), Notation::Batch).unwrap();
            assert!(position.faults(&lexicon).is_empty());
            let position = position.with_rack(&rack).unwrap();
            check(position.clone(), &lexicon, &plays, &mut scratch);
            positions += 1;
            // A position updated move by move finds the same plays as a new one.
            let rack = position.rack().clone();
            let kept = engine.get_or_insert_with(|| Prepared::new(position, &lexicon).unwrap());
            kept.set_rack(rack);
            let all = kept.all(&mut scratch);
            assert_eq!(all.len(), plays.len(), "after laying moves one by one");
            let Some(play) = plays.iter().nth(dice.below(plays.len().max(1))) else { continue };
            for &(row, col, tile) in &play.laid {
                twin.squares[row][col] = Some(tile);
            }
            let same = |a: &&Move| a.batch(kept.position()) == play.text;
            let a_move = *all.iter().find(same).unwrap();
            kept.place(&a_move);
        }
    }
    assert_eq!(positions, games * 24);
}

#[test]
fn english_on_the_standard_board() {
    games(Locale::EnUs, BoardType::Standard, 6);
}

#[test]
fn english_on_the_explo_board() {
    games(Locale::EnGb, BoardType::Explo, 6);
}

#[test]
fn icelandic() {
    games(Locale::IsIs, BoardType::Standard, 5);
    games(Locale::IsIs, BoardType::Explo, 2);
}

#[test]
fn polish() {
    games(Locale::PlPl, BoardType::Standard, 5);
    games(Locale::PlPl, BoardType::Explo, 2);
}

#[test]
fn norwegian() {
    games(Locale::NbNo, BoardType::Standard, 4);
    games(Locale::NnNo, BoardType::Explo, 2);
}

/// Tests boards with hardly a free square: rows of words that the list allows next to each other.
#[test]
fn full_boards() {
    let words: Vec<String> = ["aa", "aaa", "aaaa", "aaaaaaaaaaaaaaa"].map(str::to_owned).into();
    let (lexicon, _) =
        lexicon::build(words.join("\n").as_bytes(), Locale::IsIs, &lexicon::Options::default())
            .unwrap();
    let setting = Setting::standard(Locale::IsIs);
    let mut twin = Twin::new(setting, &words);
    for col in 4..15 {
        twin.squares[7][col] = Some(('a', false));
    }
    // Invalid words may be on a board; only the placed tiles must form valid ones.
    for rack in ["", "?", "??", "a", "aa"] {
        let position = Position::read(setting, &twin.rows(), Notation::Batch).unwrap();
        let Ok(position) = position.with_rack(rack) else { continue };
        check(position, &lexicon, &twin.plays(rack), &mut Scratch::default());
    }
}

/// Checks that engine and twin name the same squares.
#[test]
fn squares_are_named_alike() {
    let square = Square::new(2, 4).unwrap();
    assert_eq!(Direction::Across.place(square), (2, 4));
    assert_eq!(Direction::Down.place(square), (4, 2));
    assert_eq!(quandary_crossword::moves::coordinate(square, Direction::Down), "5C");
}
