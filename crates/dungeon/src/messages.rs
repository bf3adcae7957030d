//! The messages of this crate for the list of all messages: every error, every reject reason, and those about malformed
//! templates.

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
    layout_bounds(&mut all);
    layouts(&mut all);
    missions(&mut all);
    puzzles(&mut all);
    expansions(&mut all);
    requirements(&mut all);
    dungeons(&mut all);
    spaces(&mut all);
    caves(&mut all);
    rejects(&mut all);
    games(&mut all);
    packs(&mut all);
    rooms(&mut all);
    let intro = "Requests that nothing can satisfy, reasons to reject, games and templates.";
    hold("dungeon", intro, &all);
}

fn layout_bounds(all: &mut Messages) {
    use layout::BoundsError;
    every!(all, "layout", BoundsError {
        BoundsError::Inverted { .. } => BoundsError::Inverted { axis: 'x', min: 3, max: -3 },
        BoundsError::Far(_) => BoundsError::Far(2_000_000),
        BoundsError::Large(_) => BoundsError::Large(5_000_000),
        BoundsError::Form(_) => BoundsError::Form("3,3".to_owned()),
    });
}

fn layouts(all: &mut Messages) {
    use layout::RequestError;
    every!(all, "layout", RequestError {
        RequestError::Category(_) =>
            RequestError::Category(layout::UnknownCategory { name: "Tempel".to_owned() }),
        RequestError::Bounds(_) => RequestError::Bounds(layout::BoundsError::Far(2_000_000)),
        RequestError::Fill(_) => RequestError::Fill(0.7),
        RequestError::Passes(_) => RequestError::Passes(21),
        RequestError::Threshold { .. } => RequestError::Threshold { name: "birth", value: 9 },
        RequestError::NoAutomaton { .. } =>
            RequestError::NoAutomaton { category: "crypt".to_owned(), caves: "cave, mine".to_owned() },
        RequestError::PlainLeast(_) => RequestError::PlainLeast(1),
        RequestError::Stairs => RequestError::Stairs,
        RequestError::Share { .. } => RequestError::Share { name: "treasure", value: 1.5 },
        RequestError::Shares(_) => RequestError::Shares(1.2),
    });
}

fn missions(all: &mut Messages) {
    use mission::RequestError;
    every!(all, "mission", RequestError {
        RequestError::Keys(_) => RequestError::Keys(27),
        RequestError::Switches(_) => RequestError::Switches(5),
        RequestError::Rooms { .. } => RequestError::Rooms { rooms: 1, least: 4, what: "the entrance and the goal".to_owned() },
        RequestError::SmallPartial => RequestError::SmallPartial,
    });
}

fn puzzles(all: &mut Messages) {
    use puzzle::RequestError;
    every!(all, "puzzle", RequestError {
        RequestError::Layout(_) => RequestError::Layout(layout::RequestError::Stairs),
        RequestError::Inverted(..) => RequestError::Inverted(3, 1),
        RequestError::Many(_) => RequestError::Many(1_001),
    });
    say(all, "puzzle::WantedError", "many".parse::<puzzle::PuzzleCount>().unwrap_err());
}

fn expansions(all: &mut Messages) {
    use puzzle::expansion::DressError;
    use puzzle::expansion::ExpandError;
    every!(all, "puzzle", ExpandError {
        ExpandError::Puzzles(_) => ExpandError::Puzzles(puzzle::RequestError::Many(1_001)),
        ExpandError::Rooms(_) => ExpandError::Rooms(0),
    });
    every!(all, "puzzle", DressError {
        DressError::NoRoom(_) => DressError::NoRoom([1, 2, 0]),
        DressError::Entry(_) => DressError::Entry([0, 0, 0]),
        DressError::Many(_) => DressError::Many(3),
    });
}

fn requirements(all: &mut Messages) {
    use mission::request::RequireError;
    every!(all, "mission", RequireError {
        RequireError::Form => RequireError::Form,
        RequireError::Unknown(_) => RequireError::Unknown("boss-distence".to_owned()),
    });
}

fn dungeons(all: &mut Messages) {
    use dungeon::RequestError;
    every!(all, "dungeon", RequestError {
        RequestError::Layout(_) => RequestError::Layout(layout::RequestError::Stairs),
        RequestError::Sides(..) => RequestError::Sides(5, 11),
        RequestError::Rooms(_) => RequestError::Rooms(1),
        RequestError::Floors(_) => RequestError::Floors(17),
        RequestError::Bare { .. } => RequestError::Bare { floors: 2, rooms: 1 },
        RequestError::Keys(_) => RequestError::Keys(27),
        RequestError::Switches(_) => RequestError::Switches(5),
        RequestError::Blocks(_) => RequestError::Blocks(17),
        RequestError::Bridges(_) => RequestError::Bridges(17),
        RequestError::FewForBridges { .. } => RequestError::FewForBridges {
            bridges: 2,
            others: 1,
            unit: ("block", "blocks"),
            why: "a bridge is made of at least one block",
        },
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
    use cave::{CaveError, RequestError};
    every!(all, "cave", RequestError {
        RequestError::Empty(..) => RequestError::Empty(0, 5),
        RequestError::Large(..) => RequestError::Large(70_000, 5),
        RequestError::Counted { .. } => RequestError::Counted { what: "distances", width: 65_535, height: 65_535 },
        RequestError::Fill(_) => RequestError::Fill(1.5),
        RequestError::Threshold(..) => RequestError::Threshold("birth", 10),
    });
    every!(all, "cave", CaveError {
        CaveError::Request(_) => CaveError::Request(RequestError::Fill(1.5)),
        CaveError::Cancelled => CaveError::Cancelled,
    });
}

/// Reject reasons follow their counts in the tally, such as `12 × a softlock`.
fn rejects(all: &mut Messages) {
    use crate::reject::{MissionFault, RejectReason};
    every!(all, "reject", MissionFault {
        MissionFault::NoEntrance => MissionFault::NoEntrance,
        MissionFault::NoSpace => MissionFault::NoSpace,
        MissionFault::NoBoss => MissionFault::NoBoss,
        MissionFault::NoCircuit => MissionFault::NoCircuit,
        MissionFault::OnePosition => MissionFault::OnePosition,
        MissionFault::NoRoomForKey => MissionFault::NoRoomForKey,
        MissionFault::Refused => MissionFault::Refused,
    });
    every!(all, "reject", RejectReason {
        RejectReason::Mission(_) => RejectReason::Mission(MissionFault::NoSpace),
        RejectReason::TooLargeToProve => RejectReason::TooLargeToProve,
        RejectReason::Unwinnable => RejectReason::Unwinnable,
        RejectReason::UnreachableRoom => RejectReason::UnreachableRoom,
        RejectReason::Softlock => RejectReason::Softlock,
        RejectReason::NeedlessKey => RejectReason::NeedlessKey,
        RejectReason::NeedlessSwitch => RejectReason::NeedlessSwitch,
        RejectReason::RedundantLock => RejectReason::RedundantLock,
        RejectReason::NoChoiceOfKeys => RejectReason::NoChoiceOfKeys,
        RejectReason::Needless => RejectReason::Needless,
        RejectReason::NeedlessPuzzle => RejectReason::NeedlessPuzzle,
        RejectReason::NoPlaceForRoom => RejectReason::NoPlaceForRoom,
        RejectReason::TilesUnwinnable => RejectReason::TilesUnwinnable,
        RejectReason::TilesSoftlock => RejectReason::TilesSoftlock,
        RejectReason::OtherDifficulty => RejectReason::OtherDifficulty,
        RejectReason::Walkthrough => RejectReason::Walkthrough,
        RejectReason::NoPath => RejectReason::NoPath,
        RejectReason::NoFurniture => RejectReason::NoFurniture,
        RejectReason::OtherNumbers => RejectReason::OtherNumbers,
        RejectReason::NoBlockRoom => RejectReason::NoBlockRoom,
        RejectReason::UnprovedBridge => RejectReason::UnprovedBridge,
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

/// Messages about puzzle templates: a correct pack with one change each.
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

/// Messages about room templates: files with one fault each.
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
    let time = "never".parse::<crate::dungeon::texts::NoteTime>();
    say(all, "texts::NoteTimeError", time.unwrap_err());
    say(all, "texts::ColourError", "red".parse::<crate::dungeon::texts::Colour>().unwrap_err());
}
