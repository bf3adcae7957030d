//! Generated riddles for tests.

use crossword::locale::Locale;
use crossword::position::Setting;
use crossword::riddle::{Profile, Request, Riddle, make};
use search::{Budget, Control, Goal, Seed};

/// A riddle with a blank on the rack, used by its answer.
pub(crate) fn riddle_with_blank() -> Riddle {
    let lexicon = crossword::lexicon::shipped(Locale::EnUs).unwrap();
    // Without a blank, no rack has so few plays.
    let profile = "tiles 40..80\nplays 1..1\nplays_with_blank 20..2000\nbest 30\nweight.best 1";
    let request = Request::new(Setting::standard(Locale::EnUs), Profile::read(profile).unwrap());
    let budget = Budget { goal: Goal::Best(20), attempts: Some(1500), time: None };
    let seed = Seed::new(1).unwrap();
    let report = make(&request, &lexicon, seed, &budget, &Control::default()).unwrap();
    let mut with_blank = report.riddles.into_iter().filter(|riddle| riddle.word().contains('?'));
    with_blank.next().unwrap()
}

/// The first riddle of a seed.
pub(crate) fn riddle() -> Riddle {
    let lexicon = crossword::lexicon::shipped(Locale::EnUs).unwrap();
    let request = Request::new(Setting::standard(Locale::EnUs), Profile::named("design").unwrap());
    let budget = Budget { goal: Goal::First, attempts: Some(1000), time: None };
    let seed = Seed::new(1).unwrap();
    make(&request, &lexicon, seed, &budget, &Control::default()).unwrap().riddles.remove(0)
}
