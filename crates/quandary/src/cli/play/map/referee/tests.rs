//! Compares the referee with an exhaustive search: every step from every state of small levels with keys, bombs,
//! blocks, toggles, one-way doors and rooms. The set of dead states must equal that of the verifier, state by state,
//! and their number that of `check`.

use super::{Call, Referee};
use level::play::{Game, Outlook, Step};
use level::rules::{Push, Rules};
use level::{Level, Limits};
use std::collections::BTreeMap;

/// Number of levels with softlocks.
const LEVELS: usize = 50;
/// Largest number of states of a level.
const STATES: usize = 500;
/// Pseudorandom numbers (xorshift, Marsaglia 2003).
struct Dice(u64);

impl Dice {
    fn below(&mut self, many: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % many as u64) as usize
    }

    /// Signs on so many rows and columns.
    fn drawn(&mut self, rows: usize, cols: usize) -> Vec<Vec<char>> {
        let signs: Vec<char> = ".......##kk++oo%i".chars().collect();
        (0..rows).map(|_| (0..cols).map(|_| signs[self.below(signs.len())]).collect()).collect()
    }

    /// Things, locks and blocks on a few cells; in some levels the start is also a place for a toggle.
    fn level(&mut self) -> Level {
        let (rows, cols) = (3 + self.below(2), 4 + self.below(3));
        let mut drawn = self.drawn(rows, cols);
        let at = self.below(rows * cols);
        let goal = (at + 1 + self.below(rows * cols - 1)) % (rows * cols);
        drawn[at / cols][at % cols] = '@';
        drawn[goal / cols][goal % cols] = '*';
        read("graph: {\"nodes\":[]}\n", &drawn)
    }

    /// A toggle, and a cell that one of its positions closes.
    fn toggled(&mut self) -> Level {
        let (rows, cols) = (3, 4 + self.below(2));
        let mut drawn = self.drawn(rows, cols);
        (drawn[0][0], drawn[2][cols - 1], drawn[1][2], drawn[1][1]) = ('@', '*', '.', '.');
        let on = ["on", "off"][self.below(2)];
        let header = format!(
            "marks: [{{\"floor\":0,\"row\":1,\"col\":1,\"gives\":\"toggle:0\"}}]\n\
             locks: [{{\"cells\":[[0,1,2],[0,2,{}]],\"needs\":[\"toggle:0={on}\"]}}]\n\
             graph: {{\"nodes\":[]}}\n",
            cols - 2,
        );
        drawn[2][cols - 2] = '.';
        read(&header, &drawn)
    }

    /// Two or three rooms side by side, with a one-way door between two of them; blocks may be reset when the player
    /// leaves a room.
    fn rooms(&mut self) -> Level {
        let number = 2 + self.below(2);
        let mut drawn = self.drawn(3, 4 * number);
        for room in 1..number {
            let door = self.below(3);
            for (row, cells) in drawn.iter_mut().enumerate() {
                cells[4 * room] = if row == door { '|' } else { '#' };
                if row == door {
                    (cells[4 * room - 1], cells[4 * room + 1]) = ('.', '.');
                }
            }
        }
        (drawn[1][0], drawn[1][4 * self.below(number) + 2]) = ('@', '*');
        let drop = self.below(number - 1);
        let rects: Vec<String> = (0..number)
            .map(|room| {
                let col = 4 * room;
                format!(
                    "{{\"node\":{room},\"floor\":0,\"row\":0,\"col\":{col},\"rows\":3,\"cols\":4}}"
                )
            })
            .collect();
        let nodes: Vec<String> = (0..number).map(|room| format!("{{\"id\":{room}}}")).collect();
        let edges: Vec<String> = (0..number - 1)
            .flat_map(|room| {
                let there = format!("{{\"from\":{room},\"to\":{}}}", room + 1);
                let back = format!("{{\"from\":{},\"to\":{room}}}", room + 1);
                let soft = format!(
                    "{{\"from\":{room},\"to\":{},\"requires\":[\"soft_locked\"]}}",
                    room + 1
                );
                if room == drop { vec![soft] } else { vec![there, back] }
            })
            .collect();
        let blocks = ["keep", "reset"][self.below(2)];
        let header = format!(
            "rooms: [{}]\ngraph: {{\"nodes\":[{}],\"edges\":[{}]}}\nrules: {{\"push\":\"free\",\"blocks\":\"{blocks}\"}}\n",
            rects.join(","),
            nodes.join(","),
            edges.join(","),
        );
        read(&header, &drawn)
    }
}

/// The level of a header and signs.
fn read(header: &str, drawn: &[Vec<char>]) -> Level {
    let lines: Vec<String> = drawn.iter().map(|row| row.iter().collect()).collect();
    let text = format!("quandary/level/1\n{header}\n{}\n", lines.join("\n"));
    level::formats::text::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The visible state of a game.
fn key(game: &Game<'_>) -> String {
    let tiles = game.tiles().unwrap();
    let signs: String = tiles.cells().map(|(_, tile)| tile.letter()).collect();
    format!("{:?} {:?} {signs}", game.position(), game.holdings())
}

/// The states of a level.
struct States {
    number: BTreeMap<String, usize>,
    /// Per state, a path to it.
    ways: Vec<Vec<Step>>,
    /// Per state, true if it is winnable.
    wins: Vec<bool>,
}

/// The states of a level; `None` if they are too many.
fn states(level: &Level, rules: &Rules) -> Option<States> {
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
    Some(States { number, ways, wins })
}

impl States {
    fn winnable(&self, game: &Game<'_>) -> bool {
        self.wins[self.number[&key(game)]]
    }

    /// Number of undo steps to the last winnable state.
    fn back(&self, game: &mut Game<'_>) -> usize {
        let steps = game.steps().to_vec();
        let mut back = 0;
        while !self.winnable(game) && game.undo() {
            back += 1;
        }
        steps[steps.len() - back..].iter().for_each(|&step| _ = game.step(step).unwrap());
        back
    }
}

/// Checks every step from every state, and back. Returns the number of steps, and of those that lost the level.
fn every_step(level: &Level, rules: &Rules, states: &States) -> (usize, usize) {
    let mut game = Game::of(level, rules).unwrap();
    let (mut steps, mut lost) = (0, 0);
    for (way, &wins) in states.ways.iter().zip(&states.wins) {
        game.restart();
        way.iter().for_each(|&step| _ = game.step(step).unwrap());
        let outlook = game.outlook(&Limits::default());
        assert_eq!(outlook != Outlook::Lost, wins, "{way:?}\n{level:?}");
        let (_, first) = Referee::new(&game, Limits::default());
        let expect = (!wins).then(|| Call::Lost(Some(states.back(&mut game))));
        assert_eq!(first, expect, "{way:?}\n{level:?}");
        for choice in game.choices() {
            // Its known plan can be any plan, so the verifier runs anew before each step.
            let (mut referee, _) = Referee::new(&game, Limits::default());
            game.step(choice.step).unwrap();
            let then = states.winnable(&game);
            let expect = (wins && !then).then_some(Call::Lost(Some(1)));
            assert_eq!(referee.look(&game), expect, "{way:?} {:?}\n{level:?}", choice.step);
            game.undo();
            let expect = (wins && !then).then_some(Call::Again);
            assert_eq!(referee.look(&game), expect, "{way:?} {:?}\n{level:?}", choice.step);
            steps += 1;
            lost += usize::from(wins && !then);
        }
    }
    (steps, lost)
}

#[test]
fn the_referee_speaks_at_the_first_dead_state_and_never_before() {
    let mut dice = Dice(0x5eed);
    type Make = fn(&mut Dice) -> Level;
    let kinds: [(Make, usize); 3] =
        [(Dice::level, LEVELS - 30), (Dice::toggled, 15), (Dice::rooms, 15)];
    for (make, many) in kinds {
        let (mut levels, mut steps, mut lost) = (0, 0, 0);
        while levels < many {
            let level = make(&mut dice);
            let rules = Rules { push: Push::Free, ..level.rules_under(None) };
            let Some(states) = states(&level, &rules) else { continue };
            let dead = states.wins.iter().filter(|wins| !**wins).count();
            if !states.wins[0] || dead == 0 {
                continue;
            }
            levels += 1;
            // In a level with rooms a door may need nothing, and is drawn open once the player was in it. Then two
            // visible states are one state of `check`, so only levels without rooms are counted.
            if level.graph.nodes.is_empty() {
                let check = level::check(&level, &rules, &Limits::default()).unwrap();
                let counted = (states.wins.len() as u64, Some(dead as u64));
                assert_eq!((check.states, check.dead_states), counted, "{level:?}");
            }
            let (more, fatal) = every_step(&level, &rules, &states);
            (steps, lost) = (steps + more, lost + fatal);
        }
        assert!(lost > many && steps > 20 * many, "{lost} of {steps} steps were fatal");
    }
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
