//! The referee is held against every state of small levels, found by playing every step from every state; what of them is
//! dead is held against what `check` counts.

use super::{Call, Referee};
use level::play::{Game, Step};
use level::rules::{Push, Rules};
use level::{Level, Limits};
use std::collections::BTreeMap;

/// Number of levels in which a player can get stuck.
const LEVELS: usize = 50;
/// The most states of one.
const STATES: usize = 500;
/// Walks through each, and their longest.
const WALKS: usize = 4;
const STEPS: usize = 60;

/// Numbers that look drawn (Marsaglia's xorshift, 2003).
struct Dice(u64);

impl Dice {
    fn below(&mut self, many: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % many as u64) as usize
    }

    fn level(&mut self) -> Level {
        let (rows, cols) = (3 + self.below(2), 4 + self.below(3));
        let signs: Vec<char> = ".......##kk++oo%i".chars().collect();
        let mut drawn: Vec<Vec<char>> = (0..rows)
            .map(|_| (0..cols).map(|_| signs[self.below(signs.len())]).collect())
            .collect();
        let at = self.below(rows * cols);
        let goal = (at + 1 + self.below(rows * cols - 1)) % (rows * cols);
        drawn[at / cols][at % cols] = '@';
        drawn[goal / cols][goal % cols] = '*';
        let lines: Vec<String> = drawn.into_iter().map(|row| row.into_iter().collect()).collect();
        level::formats::text::read(&format!("{}\n", lines.join("\n"))).unwrap()
    }
}

/// The state of a game, as it can be seen.
fn key(game: &Game<'_>) -> String {
    let tiles = game.tiles().unwrap();
    let signs: String = tiles.cells().map(|(_, tile)| tile.letter()).collect();
    format!("{:?} {:?} {signs}", game.position(), game.holdings())
}

/// The states of a level, each with whether it can be won from there; none if they are too many.
fn states(level: &Level, rules: &Rules) -> Option<BTreeMap<String, bool>> {
    let mut game = Game::of(level, rules).unwrap();
    let mut number = BTreeMap::from([(key(&game), 0)]);
    let mut ways: Vec<Vec<Step>> = vec![Vec::new()];
    let (mut before, mut wins) = (vec![Vec::new()], Vec::new());
    let mut next = 0;
    while let Some(way) = ways.get(next).cloned() {
        game.restart();
        way.iter().for_each(|&step| _ = game.step(step).unwrap());
        wins.push(game.is_won());
        for choice in game.choices() {
            game.step(choice.step).unwrap();
            let new = ways.len();
            let found = *number.entry(key(&game)).or_insert(new);
            if found == new {
                ways.push(game.steps().to_vec());
                before.push(Vec::new());
            }
            before[found].push(next);
            game.undo();
        }
        next += 1;
        if ways.len() > STATES {
            return None;
        }
    }
    let mut open: Vec<usize> = (0..wins.len()).filter(|&state| wins[state]).collect();
    while let Some(state) = open.pop() {
        for &from in &before[state] {
            if !wins[from] {
                wins[from] = true;
                open.push(from);
            }
        }
    }
    Some(number.into_iter().map(|(key, state)| (key, wins[state])).collect())
}

/// A walk by the dice: at every step the referee calls what is so. True if the level was lost in it.
fn walk(level: &Level, rules: &Rules, states: &BTreeMap<String, bool>, dice: &mut Dice) -> bool {
    let mut game = Game::of(level, rules).unwrap();
    let (mut referee, first) = Referee::new(&game, Limits::default());
    assert_eq!(first, None);
    let mut was_winnable = true;
    let mut lost = false;
    for _ in 0..STEPS {
        let choices = game.choices();
        if choices.is_empty() || dice.below(5) == 0 {
            if !game.undo() {
                continue;
            }
        } else {
            game.step(choices[dice.below(choices.len())].step).unwrap();
        }
        let is_winnable = states[&key(&game)];
        let expect = match (was_winnable, is_winnable) {
            (true, false) => Some(Call::Lost(Some(1))),
            (false, true) => Some(Call::Again),
            _ => None,
        };
        assert_eq!(referee.look(&game), expect, "{:?}\n{level:?}", game.steps());
        lost |= !is_winnable;
        was_winnable = is_winnable;
    }
    lost
}

#[test]
fn the_referee_speaks_at_the_first_dead_state_and_never_before() {
    let rules = Rules { push: Push::Free, ..Rules::default() };
    let mut dice = Dice(0x5eed);
    let (mut levels, mut lost) = (0, 0);
    while levels < LEVELS {
        let level = dice.level();
        let Some(states) = states(&level, &rules) else { continue };
        let dead = states.values().filter(|wins| !**wins).count();
        let start = states[&key(&Game::of(&level, &rules).unwrap())];
        if !start || dead == 0 {
            continue;
        }
        levels += 1;
        let check = level::check(&level, &rules, &Limits::default()).unwrap();
        assert_eq!((check.states, check.dead_states), (states.len() as u64, Some(dead as u64)));
        for _ in 0..WALKS {
            lost += usize::from(walk(&level, &rules, &states, &mut dice));
        }
    }
    assert!(lost > LEVELS, "{lost} walks of {} were lost", LEVELS * WALKS);
}

#[test]
fn a_level_that_cannot_be_won_is_called_at_once_and_limits_are_told() {
    let read = |drawn: &str| level::formats::text::read(drawn).unwrap();
    let (never, rules) = (read("@.+*\n"), Rules::default());
    let game = Game::of(&never, &rules).unwrap();
    assert_eq!(Referee::new(&game, Limits::default()).1, Some(Call::Never));
    let open = read("@....k.+*\n");
    let mut game = Game::of(&open, &rules).unwrap();
    let none = Limits { states: Some(0), ..Limits::default() };
    let (mut referee, call) = Referee::new(&game, none);
    assert_eq!(call, Some(Call::Unsure));
    game.step(game.choices()[0].step).unwrap();
    assert_eq!(referee.look(&game), None, "it is told once");
}
