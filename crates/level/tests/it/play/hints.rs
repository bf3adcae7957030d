//! Hints are true on every level, and contain nothing of a higher level.

use crate::play::cases;
use crate::play::space::space;
use crate::tile_twin::levels::Case;
use quandary_level::Level;
use quandary_level::formats::text;
use quandary_level::hint::{Hint, HintLevel, Place, Standing, hint};
use quandary_level::limits::{Limit, Limits};
use quandary_level::plan::Cost;
use quandary_level::play::{Back, Game, Outlook, Purpose, Step, step};
use quandary_level::rules::{Position, Rules};

const MOST: usize = 700;
const ASKED: usize = 60;

/// The cost of winning from here; `None` where it is lost.
fn left(game: &Game<'_>) -> Option<Cost> {
    match game.outlook(&Limits::default()) {
        Outlook::Winnable { cost, optimal: true, .. } => Some(cost),
        Outlook::Lost => None,
        other => panic!("{other:?}"),
    }
}

/// Checks the hints of all levels in a state of known standing. Returns true if moves were given.
fn check(game: &mut Game<'_>, winnable: bool, told: &str) -> bool {
    let limits = Limits::default();
    let hints = HintLevel::ALL.map(|level| hint(game, level, &limits));
    for (level, hint) in HintLevel::ALL.into_iter().zip(&hints) {
        assert_eq!(hint.level, level);
        assert_eq!(hint.standing, hints[0].standing, "{told}");
        let goes_on = winnable && !game.is_won();
        assert_eq!(hint.place.is_some(), goes_on && level >= HintLevel::Where, "{told}");
        assert_eq!(hint.aim.is_some(), goes_on && level >= HintLevel::What, "{told}");
        assert_eq!(hint.moves.is_some(), goes_on && level >= HintLevel::Moves, "{told}");
        assert_eq!(hint.json(game.level())["rung"], level.number());
        assert!(hint.words(game.level()).lines().count() <= level as usize + 1, "{told}");
    }
    match hints[0].standing {
        Standing::Won => assert!(game.is_won(), "{told}"),
        Standing::Winnable => assert!(winnable && !game.is_won(), "{told}"),
        Standing::Lost(back) => {
            assert!(!winnable, "{told}");
            undoes(game, back, told);
        }
        Standing::Unknown(limit) => panic!("{limit}: {told}"),
    }
    let [_, _, _, Hint { place, aim, moves: Some(moves), .. }] = hints else { return false };
    follow(game, &moves, told);
    let aim = aim.expect(told);
    let steps = match game.outlook(&limits) {
        Outlook::Winnable { steps, .. } => steps,
        other => panic!("{other:?}: {told}"),
    };
    // The plan does what the aim says at the hinted place, and then passes the place of its purpose.
    let mut passed = Vec::new();
    for (number, &step) in steps.iter().enumerate() {
        let record = game.step(step).expect(told);
        if number == aim.step {
            assert_eq!(record, aim.record, "{told}");
            assert_eq!(place.map(|(place, _)| place), Some(place_of(game)), "{told}");
        }
        passed.push(record.position);
    }
    // A warp may take a thing and require it in one step.
    if let Purpose::Lock { step, at, asks } = &aim.purpose {
        let comes_by = passed.get(*step) == Some(at) && *step >= aim.step;
        assert!(comes_by && !asks.is_empty(), "{aim:?}, by {passed:?}: {told}");
    }
    steps.iter().for_each(|_| assert!(game.undo()));
    true
}

/// Follows the moves of a hint: they are legal, only the last changes anything, and they reduce the remaining cost by
/// their own.
fn follow(game: &mut Game<'_>, moves: &[Step], told: &str) {
    let (before, begun) = (left(game).expect(told), game.cost());
    for (number, &step) in (1..).zip(moves) {
        let record = game.step(step).expect(told);
        let changes = !record.changed.is_empty() || record.pushed.is_some() || game.is_won();
        assert!(record.resets || changes == (number == moves.len()), "{told}");
    }
    let gone = |cost: Cost, by: Cost| Cost {
        straight: cost.straight + by.straight,
        diagonal: cost.diagonal + by.diagonal,
    };
    let after = left(game).expect(told);
    assert_eq!(gone(after, game.cost()), gone(before, begun), "{told}");
    moves.iter().for_each(|_| assert!(game.undo()));
}

/// Undoes as many steps as a hint says; fewer must not suffice.
fn undoes(game: &mut Game<'_>, back: Back, told: &str) {
    let steps = game.steps().to_vec();
    let Back::Steps { steps: many, is_least } = back else {
        assert_eq!(back, Back::Never, "{told}");
        game.restart();
        assert_eq!(left(game), None, "{told}");
        return;
    };
    assert!(is_least && many > 0, "{told}");
    (1..many).for_each(|_| assert!(game.undo()));
    assert_eq!(left(game), None, "{told}");
    assert!(game.undo() && left(game).is_some(), "{told}");
    steps[steps.len() - many..].iter().for_each(|&step| _ = game.step(step).expect(told));
}

/// The place of the player, as hints classify it.
fn place_of(game: &Game<'_>) -> Place {
    let cell = match game.position() {
        Position::Node(node) => return Place::Room(node),
        Position::Cell(cell) => cell,
    };
    let tiles = game.level().tiles.as_ref().expect("tiles");
    let room = tiles.rooms.iter().find(|room| room.contains(cell));
    let third = |at: u32, many: u32| (0..3).find(|part| at * 3 < (part + 1) * many).unwrap_or(2);
    let floor = &tiles.floors[cell.floor as usize];
    room.map_or_else(
        || Place::Part {
            floor: cell.floor,
            row: third(cell.row, floor.rows()),
            col: third(cell.col, floor.cols()),
        },
        |room| Place::Room(room.node),
    )
}

fn ask(case: &Case) -> Counts {
    let mut counts = Counts::default();
    let Some(space) = space(&case.level, &case.rules, MOST) else { return counts };
    let winnable = space.winnable();
    let mut game = Game::of(&case.level, &case.rules).expect("a level that can be played");
    let by = space.ways.len().div_ceil(ASKED);
    counts.levels = 1;
    for state in (case.seed as usize % by..space.ways.len()).step_by(by) {
        game.restart();
        space.ways[state].iter().for_each(|&step| _ = game.step(step).expect("a way"));
        let words = format!("{case}\n{}", step::write(&case.level, game.steps()));
        counts.states += 1;
        counts.told += usize::from(check(&mut game, winnable[state], &words));
    }
    counts
}

/// Number of levels, of states tested on all hint levels, and of hints that gave moves.
#[derive(Debug, Default)]
struct Counts {
    levels: usize,
    states: usize,
    told: usize,
}

#[test]
fn hints_are_true_in_any_state() {
    let mut all = Counts::default();
    for one in cases(40).map(|case| ask(&case)) {
        all.levels += one.levels;
        all.states += one.states;
        all.told += one.told;
    }
    assert!(all.levels >= 200 && all.states >= 10_000 && all.told > 3_000, "{all:?}");
}

fn words(level: &Level, rules: &Rules, steps: &str, hint_level: HintLevel) -> String {
    let mut game = Game::of(level, rules).expect("a level");
    for step in step::read(level, steps).expect(steps) {
        game.step(step).expect(steps);
    }
    hint(&game, hint_level, &Limits::default()).words(level)
}

#[test]
fn hints_are_told_in_words() {
    let level = text::read("#########\n#.+.@k+*#\n#########\n").expect("a drawing");
    let check = |steps: &str, hint_level, expect: &str| {
        assert_eq!(words(&level, &Rules::default(), steps, hint_level), expect, "{steps}");
    };
    check("", HintLevel::Standing, "It can be won from here.\n");
    check(
        "left",
        HintLevel::Where,
        "It can be won from here.\nNext: the middle of the map, where you are.\n",
    );
    check(
        "left",
        HintLevel::Moves,
        "It can be won from here.\nNext: the middle of the map, where you are.\nThere: take key at [1,5]; the way at [1,6] asks for a small key.\n\
         The next moves: right 2.\n",
    );
    check(
        "right",
        HintLevel::What,
        "It can be won from here.\nNext: the middle right of the map.\nThere: open DOOR_LOCKED [1,6]; the way leads on from there.\n",
    );
    check(
        "right, left 3, left",
        HintLevel::Moves,
        "It can no longer be won from here: take 2 steps back.\n",
    );
    check("right 3", HintLevel::Moves, "It is won.\n");
    let sealed = text::read("#####\n#@.+*\n#####\n").expect("a drawing");
    assert_eq!(
        words(&sealed, &Rules::default(), "right", HintLevel::Where),
        "It cannot be won, not even from the start.\n"
    );
}

#[test]
fn hint_levels_go_by_their_numbers() {
    assert_eq!((1..=4).filter_map(HintLevel::of_number).collect::<Vec<_>>(), HintLevel::ALL);
    assert_eq!([0, 5].map(HintLevel::of_number), [None; 2]);
}

#[test]
fn a_limit_is_told_and_nothing_else() {
    let level = text::read("#########\n#@..k+.*#\n#########\n").expect("a drawing");
    let rules = Rules::default();
    let game = Game::of(&level, &rules).expect("a level");
    let limits = Limits { states: Some(1), ..Limits::default() };
    let hint = hint(&game, HintLevel::Moves, &limits);
    assert_eq!(
        (hint.standing, hint.moves, hint.aim),
        (Standing::Unknown(Limit::States), None, None)
    );
}
