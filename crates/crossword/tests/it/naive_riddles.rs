//! Checks riddles against a naive generator: the answer is the only best play, and the figures are right.
//!
//! The generator shares only the board with the engine. It walks along every line from every square, places tiles of
//! the rack, and narrows the range of a sorted word list that still fits. It reads premiums and tile values from the
//! data files itself.

use crate::common::lexicon_of;
use quandary_crossword::board::{BoardType, Square};
use quandary_crossword::lexicon::Lexicon;
use quandary_crossword::locale::Locale;
use quandary_crossword::position::{Notation, Position, Setting};
use quandary_crossword::riddle::{BanList, KEPT, Profile, Request, Riddle, make};
use search::{Budget, Control, Goal, Seed};
use std::collections::BTreeMap;
use testing::times;

/// A tile placed: row, column, letter (from 1), and true for a blank.
type Laid = (usize, usize, u8, bool);

/// A tile on the board: its letter, and true for a blank.
type Tile = (u8, bool);

/// The words of a lexicon in rows of sixteen bytes, sorted: letters from 1, then zeros.
struct List(Vec<[u8; 16]>);

impl List {
    fn of(lexicon: &Lexicon, letters: &[char]) -> Self {
        let mut words = Vec::with_capacity(lexicon.len());
        lexicon.words(|word| {
            let mut row = [0; 16];
            for (slot, c) in row.iter_mut().zip(word.chars()) {
                *slot = number(letters, c);
            }
            words.push(row);
        });
        words.sort_unstable();
        Self(words)
    }

    /// The words in `low..high` with this letter at place `at`; all of them agree before it.
    fn narrow(&self, (low, high): (usize, usize), at: usize, letter: u8) -> (usize, usize) {
        let part = &self.0[low..high];
        let first = part.partition_point(|word| word[at] < letter);
        let end = part.partition_point(|word| word[at] <= letter);
        (low + first, low + end)
    }

    fn has(&self, word: &[u8]) -> bool {
        let mut row = [0; 16];
        row[..word.len()].copy_from_slice(word);
        self.0.binary_search(&row).is_ok()
    }
}

fn number(letters: &[char], c: char) -> u8 {
    letters.iter().position(|&l| l == c).unwrap() as u8 + 1
}

/// A board on which words run across; transposed for words that run down.
struct Naive<'a> {
    list: &'a List,
    squares: [[Option<Tile>; 15]; 15],
    premiums: Vec<Vec<char>>,
    values: Vec<u32>,
    down: bool,
    plays: BTreeMap<Vec<Laid>, u32>,
}

/// A word under construction.
struct Way {
    row: usize,
    first: usize,
    stretch: (usize, usize),
    laid: Vec<Laid>,
}

impl Naive<'_> {
    fn at(&self, row: usize, col: usize) -> Option<Tile> {
        *self.squares.get(row)?.get(col)?
    }

    fn search(&mut self, rack: &mut Vec<u8>) {
        for down in [false, true] {
            self.down = down;
            for row in 0..15 {
                for first in 0..15usize {
                    if self.at(row, first.wrapping_sub(1)).is_none() {
                        let stretch = (0, self.list.0.len());
                        let mut way = Way { row, first, stretch, laid: Vec::new() };
                        self.go(&mut way, first, rack);
                    }
                }
            }
            let squares = self.squares;
            for (row, line) in squares.iter().enumerate() {
                for (col, tile) in line.iter().enumerate() {
                    self.squares[col][row] = *tile;
                }
            }
        }
    }

    /// Continues at a column. The letters before it match a range of the list.
    fn go(&mut self, way: &mut Way, col: usize, rack: &mut Vec<u8>) {
        if way.stretch.0 == way.stretch.1 {
            return;
        }
        let length = col - way.first;
        if self.at(way.row, col).is_none() && length >= 2 && !way.laid.is_empty() {
            let ends = self.list.0[way.stretch.0].get(length).is_none_or(|&letter| letter == 0);
            if ends && self.touches(way) {
                self.note(way, col);
            }
        }
        if col == 15 {
            return;
        }
        let stretch = way.stretch;
        if let Some((letter, _)) = self.at(way.row, col) {
            way.stretch = self.list.narrow(stretch, length, letter);
            self.go(way, col + 1, rack);
            way.stretch = stretch;
            return;
        }
        for n in 0..rack.len() {
            if rack[..n].contains(&rack[n]) {
                continue;
            }
            let tile = rack.swap_remove(n);
            let letters = if tile == 0 { 1..=self.values.len() as u8 } else { tile..=tile };
            for letter in letters {
                way.stretch = self.list.narrow(stretch, length, letter);
                if way.stretch.0 == way.stretch.1 || !self.cross_fits(way.row, col, letter) {
                    continue;
                }
                way.laid.push((way.row, col, letter, tile == 0));
                self.go(way, col + 1, rack);
                way.laid.pop();
            }
            rack.push(tile);
            let last = rack.len() - 1;
            rack.swap(n, last);
        }
        way.stretch = stretch;
    }

    /// The tiles above and below a square.
    fn column(&self, row: usize, col: usize) -> (Vec<Tile>, Vec<Tile>) {
        let mut above: Vec<_> = (0..row).rev().map_while(|r| self.at(r, col)).collect();
        above.reverse();
        (above, (row + 1..15).map_while(|r| self.at(r, col)).collect())
    }

    fn cross_fits(&self, row: usize, col: usize, letter: u8) -> bool {
        let (above, below) = self.column(row, col);
        let word: Vec<u8> =
            above.iter().chain(&[(letter, false)]).chain(&below).map(|t| t.0).collect();
        word.len() == 1 || self.list.has(&word)
    }

    /// True if a word touches a tile. Boards here are never empty.
    fn touches(&self, way: &Way) -> bool {
        way.laid.iter().any(|&(row, col, ..)| {
            let sides = [
                (row.wrapping_sub(1), col),
                (row + 1, col),
                (row, col.wrapping_sub(1)),
                (row, col + 1),
            ];
            sides.iter().any(|&(r, c)| self.at(r, c).is_some())
        })
    }

    /// Records a word that ends before `end`, with its score.
    fn note(&mut self, way: &Way, end: usize) {
        let worth = |(letter, blank): Tile| {
            if blank { 0 } else { self.values[usize::from(letter) - 1] }
        };
        let (mut sum, mut times, mut crosses) = (0, 1, 0);
        for col in way.first..end {
            let Some(&(_, _, letter, blank)) = way.laid.iter().find(|laid| laid.1 == col) else {
                sum += worth(self.at(way.row, col).unwrap());
                continue;
            };
            let (by_letter, by_word) = match self.premiums[way.row][col] {
                '=' => (1, 3),
                '-' => (1, 2),
                '"' => (3, 1),
                '\'' => (2, 1),
                _ => (1, 1),
            };
            let value = worth((letter, blank)) * by_letter;
            sum += value;
            times *= by_word;
            let (above, below) = self.column(way.row, col);
            if above.len() + below.len() > 0 {
                let there: u32 = above.into_iter().chain(below).map(worth).sum();
                crosses += (value + there) * by_word;
            }
        }
        let bingo = if way.laid.len() == 7 { 50 } else { 0 };
        let turned = |&(row, col, letter, blank): &Laid| match self.down {
            true => (col, row, letter, blank),
            false => (row, col, letter, blank),
        };
        let laid: Vec<_> = way.laid.iter().map(turned).collect();
        let score = sum * times + crosses + bingo;
        let before = self.plays.insert(laid, score);
        assert!(before.is_none_or(|before| before == score), "one play, two scores");
    }
}

/// Every play of a position with its score.
fn plays(position: &Position, list: &List, letters: &[char]) -> BTreeMap<Vec<Laid>, u32> {
    let setting = position.setting();
    let values = letters.iter().map(|&c| value(setting, c)).collect();
    let mut squares = [[None; 15]; 15];
    for (line, text) in squares.iter_mut().zip(position.rows(Notation::Moves)) {
        for (square, c) in line.iter_mut().zip(text.chars()) {
            if c != '.' {
                let lower = c.to_lowercase().next().unwrap();
                *square = Some((number(letters, lower), c.is_uppercase()));
            }
        }
    }
    let premiums = premiums(setting);
    let mut naive = Naive { list, squares, premiums, values, down: false, plays: BTreeMap::new() };
    let mut rack = Vec::new();
    for c in position.rack().print(position.setting().tiles().alphabet()).to_lowercase().chars() {
        rack.push(if c == '?' { 0 } else { number(letters, c) });
    }
    naive.search(&mut rack);
    naive.plays
}

/// The factors of the squares, from the data files.
fn premiums(setting: Setting) -> Vec<Vec<char>> {
    let board = match setting.board {
        BoardType::Standard => include_str!("../../data/boards/standard.txt"),
        BoardType::Explo => include_str!("../../data/boards/explo.txt"),
    };
    board.lines().skip(2).map(|row| row.chars().collect()).collect()
}

/// The value of a letter, from the data files.
fn value(setting: Setting, c: char) -> u32 {
    let tiles = match (setting.locale, setting.board) {
        (Locale::EnUs | Locale::EnGb, BoardType::Explo) => {
            include_str!("../../data/tiles/en_explo.txt")
        }
        (Locale::EnUs | Locale::EnGb, _) => include_str!("../../data/tiles/en.txt"),
        (Locale::IsIs, _) => include_str!("../../data/tiles/is.txt"),
        (Locale::PlPl, _) => include_str!("../../data/tiles/pl.txt"),
        _ => include_str!("../../data/tiles/no.txt"),
    };
    let row = tiles.lines().find(|row| row.starts_with(c)).unwrap();
    row.split(' ').nth(2).unwrap().parse().unwrap()
}

/// The answer in the form of the naive generator.
fn answer(riddle: &Riddle, letters: &[char]) -> Vec<Laid> {
    let alphabet = riddle.position.setting().tiles().alphabet();
    let tile = |(square, tile): (Square, Option<quandary_crossword::tile::Tile>)| {
        let tile = tile?;
        let letter = number(letters, alphabet.lower(tile.letter()));
        Some((usize::from(square.row), usize::from(square.col), letter, tile.is_blank()))
    };
    riddle.answer.squares().filter_map(tile).collect()
}

/// Compares all figures of a riddle with the naive list.
fn check(riddle: &Riddle, profile: &Profile, lexicon: &Lexicon, list: &List, letters: &[char]) {
    let position = &riddle.position;
    assert!(position.faults(lexicon).is_empty());
    let plays = plays(position, list, letters);
    let scores: Vec<u32> = plays.values().copied().collect();
    let (best, analysis) = (*scores.iter().max().unwrap(), &riddle.analysis);
    assert_eq!(plays.get(&answer(riddle, letters)), Some(&best), "{}", riddle.description());
    assert_eq!(scores.iter().filter(|&&score| score == best).count(), 1, "a tie");
    let mut ordered = scores.clone();
    ordered.sort_unstable_by(|a, b| b.cmp(a));
    assert_eq!(analysis.total_moves as usize, scores.len());
    assert_eq!((analysis.best_score, analysis.second_score), (best, ordered[1]));
    assert_eq!(analysis.score_sum, scores.iter().map(|&s| u64::from(s)).sum::<u64>());
    let mean = f64::from(scores.iter().sum::<u32>()) / scores.len() as f64;
    assert_eq!(analysis.average_score(), mean);
    let squares: f64 = scores.iter().map(|&s| (f64::from(s) - mean).powi(2)).sum();
    assert!(((squares / scores.len() as f64).sqrt() - analysis.spread()).abs() < 0.011);
    let near: Vec<u32> = analysis.near.iter().map(quandary_crossword::moves::Move::score).collect();
    assert_eq!(near, ordered[..near.len()]);
    assert_eq!(near.len(), ordered.len().min(10));
    let laid = answer(riddle, letters).len();
    assert_eq!((analysis.tiles_laid as usize, analysis.is_bingo), (laid, laid == 7));
    limits(riddle, profile, lexicon, letters);
}

/// Checks the limits of the profile without the engine.
fn limits(riddle: &Riddle, profile: &Profile, lexicon: &Lexicon, letters: &[char]) {
    let position = &riddle.position;
    let rows = position.rows(Notation::Moves);
    let laid = rows.iter().flat_map(|row| row.chars()).filter(|c| *c != '.').count();
    assert!(profile.tiles.contains(&(laid as u32)));
    let blank = riddle.rack().contains('?');
    let own = profile.blank_plays.as_ref().filter(|_| blank);
    assert!(own.unwrap_or(&profile.plays).contains(&riddle.analysis.total_moves));
    assert!(riddle.analysis.best_score >= profile.best && riddle.analysis.gap() >= profile.gap);
    assert_eq!((position.rack().len(), riddle.rack().chars().count()), (7, 7));
    let word = riddle.plain_word();
    assert!(word.chars().count() >= profile.length);
    let premiums = premiums(position.setting());
    let triples = answer(riddle, letters);
    let triples = triples.iter().filter(|laid| premiums[laid.0][laid.1] == '=').count();
    assert!(profile.triple_triple || triples < 2, "{word}");
    let alphabet = lexicon.alphabet();
    assert!(!profile.shipped_bans || !BanList::shipped(alphabet.name()).bans(&word), "{word}");
    assert!(lexicon.rank(&word) >= Some(profile.answer_commonness.of(alphabet)), "{word}");
    for letters in riddle.answer.words(position).iter().skip(1) {
        let word: String = letters.iter().map(|&l| alphabet.lower(l)).collect();
        assert!(lexicon.rank(&word) >= Some(profile.cross_commonness.of(alphabet)), "{word}");
    }
}

/// Checks the limits of the default profile, repeated here as numbers.
fn default_profile(riddle: &Riddle, lexicon: &Lexicon) {
    let (analysis, word) = (&riddle.analysis, riddle.plain_word());
    assert!((20..=50).contains(&riddle.position.tiles_on_board()), "{word}");
    assert!((20..=300).contains(&analysis.total_moves) && analysis.best_score >= 30, "{word}");
    assert!(analysis.second_score < analysis.best_score && word.chars().count() >= 3, "{word}");
    let (answer, crosses) = if lexicon.alphabet().name() == "en" { (175, 135) } else { (140, 115) };
    let words = riddle.answer.words(&riddle.position);
    for (n, letters) in words.iter().enumerate() {
        let word: String = letters.iter().map(|&l| lexicon.alphabet().lower(l)).collect();
        let least = if n == 0 { answer } else { crosses };
        assert!(lexicon.rank(&word) >= Some(least), "{word}");
    }
}

/// The number of riddles of each profile that are checked, times `QUANDARY_TIMES`.
const RIDDLES: u64 = 20;

/// A profile of racks with a blank only.
const BLANKS: &str =
    "name blanks\ntiles 20..70\nplays 1..1\nplays_with_blank 20..2000\nbest 30\nweight.best 1";

/// Searches seed after seed in one locale, with all profiles and both boards, until there are enough riddles.
fn recheck(locale: Locale) {
    let Some(lexicon) = lexicon_of(locale) else { return };
    let lexicon = lexicon.with_shipped_ranks().unwrap();
    let letters: Vec<char> = locale.alphabet().letters().collect();
    let list = List::of(&lexicon, &letters);
    for (board, name, attempts, riddles) in [
        (BoardType::Standard, "design", 400, RIDDLES),
        (BoardType::Standard, "daily", 1000, RIDDLES),
        (BoardType::Standard, "open", 200, RIDDLES / 4),
        (BoardType::Explo, "design", 400, RIDDLES),
        (BoardType::Standard, BLANKS, 1000, RIDDLES / 4),
    ] {
        let profile = Profile::named(name).or_else(|_| Profile::read(name)).unwrap();
        let (name, blanks) = (profile.name.clone(), name == BLANKS);
        let request = Request::new(Setting { locale, board }, profile);
        let budget = Budget { goal: Goal::Best(KEPT), attempts: Some(attempts), time: None };
        let (mut met, mut seed, mut made, mut accepted) = (0, 0, 0, 0);
        while met < riddles * times() {
            let report = Seed::new(seed).unwrap();
            let report = make(&request, &lexicon, report, &budget, &Control::default()).unwrap();
            for riddle in &report.riddles {
                check(riddle, &request.profile, &lexicon, &list, &letters);
                assert!(!blanks || riddle.rack().ends_with('?'));
                if name == "design" {
                    default_profile(riddle, &lexicon);
                }
            }
            (met, seed) = (met + report.riddles.len() as u64, seed + 1);
            (made, accepted) = (made + report.boards, accepted + report.accepted);
            assert!(seed < 50 + 50 * times(), "only {met} riddles");
        }
        println!(
            "{locale} {board} {name}: {met} riddles hold; {accepted} of {made} boards were some"
        );
    }
}

#[test]
fn american_riddles() {
    recheck(Locale::EnUs);
}

#[test]
fn british_riddles() {
    recheck(Locale::EnGb);
}

#[test]
fn icelandic_riddles() {
    recheck(Locale::IsIs);
}

#[test]
fn polish_riddles() {
    recheck(Locale::PlPl);
}

#[test]
fn riddles_in_bokmaal() {
    recheck(Locale::NbNo);
}

#[test]
fn riddles_in_nynorsk() {
    recheck(Locale::NnNo);
}
