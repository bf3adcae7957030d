//! The messages of this crate, for the list of all: every error, every reason to reject, and those about
//! malformed templates.

use crate::game::SaveError;
use crate::game::area::ScenarioError;
use crate::game::dungeon::{NotOnTiles, SceneError};
use crate::mission::SpaceError;
use crate::puzzle::templates::{self, FieldPath, TemplateError};
use crate::{cave, dungeon, layout, mission, puzzle};
use testing::messages::{Messages, every, hold, say};

#[test]
fn the_messages_of_dungeons_are_listed() {
    let mut all = Messages::new();
    requests(&mut all);
    spaces(&mut all);
    caves(&mut all);
    rejects(&mut all);
    games(&mut all);
    packs(&mut all);
    rooms(&mut all);
    let intro = "Requests that nothing can satisfy, reasons to reject, games and templates.";
    hold("dungeon", intro, &all);
}

fn requests(all: &mut Messages) {
    use dungeon::RequestError as Whole;
    use layout::{BoundsError as Bounds, RequestError as Layout};
    use mission::RequestError as Mission;
    use mission::request::RequireError as Require;
    use puzzle::RequestError as Puzzles;
    use puzzle::expansion::DressError as Dress;
    use puzzle::expansion::ExpandError as Expand;
    every!(all, "layout", Bounds {
        Bounds::Inverted { .. } => Bounds::Inverted { axis: 'x', min: 3, max: -3 },
        Bounds::Far(_) => Bounds::Far(2_000_000),
        Bounds::Large(_) => Bounds::Large(5_000_000),
        Bounds::Form(_) => Bounds::Form("3,3".to_owned()),
    });
    every!(all, "layout", Layout {
        Layout::Category(_) =>
            Layout::Category(layout::UnknownCategory { name: "Tempel".to_owned() }),
        Layout::Bounds(_) => Layout::Bounds(Bounds::Far(2_000_000)),
        Layout::Fill(_) => Layout::Fill(0.7),
        Layout::Passes(_) => Layout::Passes(21),
        Layout::Threshold { .. } => Layout::Threshold { name: "birth", value: 9 },
        Layout::NoAutomaton { .. } =>
            Layout::NoAutomaton { category: "crypt".to_owned(), caves: "cave, mine".to_owned() },
        Layout::PlainLeast(_) => Layout::PlainLeast(1),
        Layout::Stairs => Layout::Stairs,
        Layout::Share { .. } => Layout::Share { name: "treasure", value: 1.5 },
        Layout::Shares(_) => Layout::Shares(1.2),
    });
    every!(all, "mission", Mission {
        Mission::Keys(_) => Mission::Keys(27),
        Mission::Switches(_) => Mission::Switches(5),
        Mission::Rooms { .. } => Mission::Rooms { rooms: 1, least: 4, what: "the entrance and the goal".to_owned() },
        Mission::SmallPartial => Mission::SmallPartial,
    });
    every!(all, "puzzle", Puzzles {
        Puzzles::Layout(_) => Puzzles::Layout(Layout::Stairs),
        Puzzles::Inverted(..) => Puzzles::Inverted(3, 1),
        Puzzles::Many(_) => Puzzles::Many(1_001),
    });
    say(all, "puzzle::PuzzleCountError", "many".parse::<puzzle::PuzzleCount>().unwrap_err());
    every!(all, "puzzle", Expand {
        Expand::Puzzles(_) => Expand::Puzzles(Puzzles::Many(1_001)),
        Expand::Rooms(_) => Expand::Rooms(0),
    });
    every!(all, "puzzle", Dress {
        Dress::NoRoom(_) => Dress::NoRoom([1, 2, 0]),
        Dress::Entry(_) => Dress::Entry([0, 0, 0]),
        Dress::Many(_) => Dress::Many(3),
    });
    every!(all, "mission", Require {
        Require::Form => Require::Form,
        Require::Unknown(_) => Require::Unknown("boss-distence".to_owned()),
    });
    every!(all, "dungeon", Whole {
        Whole::Layout(_) => Whole::Layout(Layout::Stairs),
        Whole::Sides(..) => Whole::Sides(5, 11),
        Whole::Rooms(_) => Whole::Rooms(1),
        Whole::Floors(_) => Whole::Floors(17),
        Whole::Bare { .. } => Whole::Bare { floors: 2, rooms: 1 },
        Whole::Keys(_) => Whole::Keys(27),
        Whole::Switches(_) => Whole::Switches(5),
        Whole::Blocks(_) => Whole::Blocks(17),
    });
}

fn spaces(all: &mut Messages) {
    every!(all, "mission", SpaceError {
        SpaceError::Empty => SpaceError::Empty,
        SpaceError::TooLarge(_) => SpaceError::TooLarge(100_001),
        SpaceError::Pieces { .. } => SpaceError::Pieces { reached: 1, all: 2, first: "(0, 0)".to_owned() },
        SpaceError::Neighbour { .. } =>
            SpaceError::Neighbour { room: 3, neighbour: 9, fault: "which is not there" },
        SpaceError::NoCells(_) => SpaceError::NoCells(1),
        SpaceError::StartOutside(..) => SpaceError::StartOutside(1, -1),
        SpaceError::NoRoomAt { .. } => SpaceError::NoRoomAt { x: 0, y: 0, nearest: (1, 0) },
        SpaceError::LinkChance(_) => SpaceError::LinkChance("2".to_owned()),
    });
}

fn caves(all: &mut Messages) {
    use cave::Failure;
    use cave::RequestError as Cave;
    every!(all, "cave", Cave {
        Cave::Empty(..) => Cave::Empty(0, 5),
        Cave::Large(..) => Cave::Large(70_000, 5),
        Cave::Counted { .. } => Cave::Counted { what: "distances", width: 65_535, height: 65_535 },
        Cave::Fill(_) => Cave::Fill(1.5),
        Cave::Threshold(..) => Cave::Threshold("birth", 10),
    });
    every!(all, "cave", Failure {
        Failure::Request(_) => Failure::Request(Cave::Fill(1.5)),
        Failure::Cancelled => Failure::Cancelled,
    });
}

/// Reasons stand in the tally behind their numbers: `12 × losable`.
fn rejects(all: &mut Messages) {
    use crate::reject::{MissionFault as Fault, RejectReason};
    every!(all, "reject", Fault {
        Fault::NoEntrance => Fault::NoEntrance,
        Fault::NoSpace => Fault::NoSpace,
        Fault::NoBoss => Fault::NoBoss,
        Fault::NoCircuit => Fault::NoCircuit,
        Fault::OnePosition => Fault::OnePosition,
        Fault::NoRoomForKey => Fault::NoRoomForKey,
        Fault::Refused => Fault::Refused,
    });
    every!(all, "reject", RejectReason {
        RejectReason::Mission(_) => RejectReason::Mission(Fault::NoSpace),
        RejectReason::TooLargeToProve => RejectReason::TooLargeToProve,
        RejectReason::Unwinnable => RejectReason::Unwinnable,
        RejectReason::UnreachableRoom => RejectReason::UnreachableRoom,
        RejectReason::Losable => RejectReason::Losable,
        RejectReason::NeedlessKey => RejectReason::NeedlessKey,
        RejectReason::NeedlessSwitch => RejectReason::NeedlessSwitch,
        RejectReason::RedundantLock => RejectReason::RedundantLock,
        RejectReason::NoChoiceOfKeys => RejectReason::NoChoiceOfKeys,
        RejectReason::Needless => RejectReason::Needless,
        RejectReason::NeedlessPuzzle => RejectReason::NeedlessPuzzle,
        RejectReason::NoPlaceForRoom => RejectReason::NoPlaceForRoom,
        RejectReason::TilesUnwinnable => RejectReason::TilesUnwinnable,
        RejectReason::TilesLosable => RejectReason::TilesLosable,
        RejectReason::OtherDifficulty => RejectReason::OtherDifficulty,
        RejectReason::Walkthrough => RejectReason::Walkthrough,
        RejectReason::NoPath => RejectReason::NoPath,
        RejectReason::NoFurniture => RejectReason::NoFurniture,
        RejectReason::OtherNumbers => RejectReason::OtherNumbers,
        RejectReason::NoBlockRoom => RejectReason::NoBlockRoom,
    });
}

fn games(all: &mut Messages) {
    let name = || "iron door".to_owned();
    every!(all, "play", ScenarioError {
        ScenarioError::Rooms(_) => ScenarioError::Rooms(0),
        ScenarioError::Puzzle { .. } => ScenarioError::Puzzle { name: name(), why: "has no hint" },
        ScenarioError::Item(_) => ScenarioError::Item("red key".to_owned()),
        ScenarioError::Holder(_) => ScenarioError::Holder("red key".to_owned()),
        ScenarioError::Chest { .. } => ScenarioError::Chest { name: name(), why: "stands in no room" },
    });
    every!(all, "play", SceneError {
        SceneError::Nodes { .. } => SceneError::Nodes { nodes: 12, rooms: 11 },
        SceneError::Start => SceneError::Start,
        SceneError::Goal => SceneError::Goal,
        SceneError::Cells { .. } => SceneError::Cells { room: 3, why: "the cells lie apart" },
        SceneError::Apart { .. } => SceneError::Apart { edge: 4, from: 3, to: 9 },
        SceneError::Twice { .. } => SceneError::Twice { edge: 4, from: 3, to: 9 },
        SceneError::Plate { .. } => SceneError::Plate { edge: 4, plate: "north".to_owned() },
    });
    every!(all, "play", SaveError {
        SaveError::Json(_) => SaveError::Json("the text ends too early".to_owned()),
        SaveError::Format(_) => SaveError::Format("quandary/save/9".to_owned()),
        SaveError::Scenario => SaveError::Scenario,
        SaveError::Command { .. } => SaveError::Command { at: 3, command: "go north".to_owned() },
    });
    let none = NotOnTiles { at: 3, command: "go north".to_owned() };
    say(all, "play::NotOnTiles", none);
}

/// Templates: a sound pack with one thing changed.
fn packs(all: &mut Messages) {
    const SOUND: &str = r#"{"format":"quandary/templates/1","category":"cave","templates":[{"kind":"lever","name":"old lever","description":"It is old","threshold":12,"hint":"Pull it"}]}"#;
    every!(all, "templates", TemplateError {
        TemplateError::Json { .. } => templates::read("{").unwrap_err(),
        TemplateError::Field { .. } =>
            TemplateError::Field { at: FieldPath::default(), message: "is missing".to_owned() },
    });
    for (from, to) in [
        ("templates/1", "templates/2"),
        ("\"cave\"", "\"castle\""),
        ("\"lever\"", "\"leaver\""),
        ("12", "9"),
        ("\"old lever\"", "\"\""),
        ("\"hint\"", "\"hnit\""),
        ("\"old lever\"", "7"),
        ("12", "12,\"key\":\"red key\""),
    ] {
        let written = SOUND.replacen(from, to, 1);
        assert_ne!(written, SOUND, "{from}");
        say(all, format!("templates with {to} for {from}"), templates::read(&written).unwrap_err());
    }
}

/// Room templates: files with one fault each.
fn rooms(all: &mut Messages) {
    use crate::dungeon::rooms::Fault;
    let name = || "crossing".to_owned();
    let lots = || "A = #".to_owned();
    every!(all, "rooms", Fault {
        Fault::Header(_) => Fault::Header("famly".to_owned()),
        Fault::Unknown(..) => Fault::Unknown("family", "tmb".to_owned(), vec!["tomb", "tower"]),
        Fault::Nothing(_) => Fault::Nothing("family".to_owned()),
        Fault::Twice(_) => Fault::Twice("turn".to_owned()),
        Fault::NoRoom => Fault::NoRoom,
        Fault::NoFamily => Fault::NoFamily,
        Fault::NoDrawing(_) => Fault::NoDrawing(name()),
        Fault::Late => Fault::Late,
        Fault::Known(_) => Fault::Known(name()),
        Fault::Many => Fault::Many,
        Fault::Glyph(_) => Fault::Glyph('x'),
        Fault::Ragged(..) => Fault::Ragged(13, 14),
        Fault::Sides(..) => Fault::Sides(39, 9),
        Fault::Lots => Fault::Lots,
        Fault::Letter(_) => Fault::Letter('T'),
        Fault::Unused(_) => Fault::Unused('A'),
        Fault::Ways(_) => Fault::Ways(512),
        Fault::CutOff(_) => Fault::CutOff(lots()),
        Fault::Whole(_) => Fault::Whole(lots()),
        Fault::Alone => Fault::Alone,
    });
    let cut_off = "family: tomb\nroom: crossing\n.#.\n.#.\n.#.\n";
    say(all, "rooms::ReadError", crate::dungeon::rooms::read(cut_off).unwrap_err());
    let time = "never".parse::<crate::dungeon::texts::While>();
    say(all, "texts::WhileError", time.unwrap_err());
    say(all, "texts::ColourError", "red".parse::<crate::dungeon::texts::Colour>().unwrap_err());
}
