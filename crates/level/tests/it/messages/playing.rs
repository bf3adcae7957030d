//! The messages of play: steps, saved games, refusals, and explanation errors.

use quandary_level::formats::text;
use quandary_level::hint::explain::{Unexplained, explain};
use quandary_level::limits::Limits;
use quandary_level::model::graph::Requirement;
use quandary_level::model::tile::Tile;
use quandary_level::play::{Game, Refusal, StateError, Stuck, Unplayable, saved, step};
use quandary_level::rules::{Rules, TooManyBits};
use testing::messages::{Messages, every, say};

pub(super) fn playing(all: &mut Messages) {
    let level = text::read("#######\n#@k+.*#\n#######\n").unwrap();
    every!(all, "play", Unplayable {
        Unplayable::TooManyBits(_) => Unplayable::TooManyBits(TooManyBits(2_049)),
        Unplayable::NoStart => Unplayable::NoStart,
    });
    every!(all, "state", StateError {
        StateError::Json(_) => saved::read(&level, "{\"format\":").unwrap_err(),
        StateError::Format(_) => saved::read(&level, "{\"format\":\"quandary/save/1\"}").unwrap_err(),
        StateError::Level => {
            let other = saved::print(&text::read("@*\n").unwrap(), &[]);
            saved::read(&level, &other).unwrap_err()
        },
        StateError::Rules(_) => {
            let rules = Rules { diagonals: true, ..Rules::default() };
            let other = saved::print_under(&level, &rules, &[], 0);
            saved::read_under(&level, &Rules::default(), &other).unwrap_err()
        },
        StateError::Step(_) => saved::read(&level, "rigth").unwrap_err(),
    });
    for steps in ["goto 1", "goto", "flip", "up by", "right 2000000", "goto \"a"] {
        say(all, format!("steps {steps:?}"), step::read(&level, steps).unwrap_err());
    }
    let rules = Rules::default();
    let mut game = Game::of(&level, &rules).unwrap();
    say(all, "Stopped", game.follow(&step::read(&level, "right, up").unwrap()).unwrap_err());
    every!(all, "explain", Unexplained {
        Unexplained::Unknown(_) => explain(&level, &rules, "item:1,3", &Limits::default()).unwrap_err(),
        Unexplained::Unplayable(_) => Unexplained::Unplayable(Unplayable::NoStart),
    });
    for refusal in [
        Refusal::Won,
        Refusal::Solid(Tile::Wall),
        Refusal::Solid(Tile::Block),
        Refusal::Solid(Tile::Void),
        Refusal::Diagonal,
        Refusal::Corner,
        Refusal::OneWay,
        Refusal::Locked(vec![Requirement::BossLocked, Requirement::Toggle(2, false)]),
        Refusal::Water,
        Refusal::Pit,
        Refusal::Block(Stuck::Ahead),
        Refusal::Block(Stuck::Behind),
        Refusal::Block(Stuck::Pushed),
        Refusal::Block(Stuck::Diagonal),
        Refusal::Landing,
        Refusal::NoEdge,
        Refusal::NoWarp,
        Refusal::NoToggle,
        Refusal::FewerWays(1),
    ] {
        say(all, format!("refusal {refusal:?}"), refusal.words(&level));
    }
}
