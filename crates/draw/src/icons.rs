//! The small pictures of a level: keys, bombs, creatures, door signs, each around its middle.
//!
//! An icon is a piece of SVG that fits in a cell of 16 units. A picture defines each icon once and refers to it by
//! name. Invariant: an icon refers to nothing else and contains no text.

use super::svg::{INK, KEYS, Svg, number};
use dungeon::dungeon::texts::Figure;
use level::{Requirement, Tile};

/// The height of the letters of labels.
pub(super) const LETTERS: f64 = 5.6;

/// The colour of a symbol.
pub(super) fn key_colour(id: u32) -> &'static str {
    KEYS.get(id as usize % KEYS.len()).copied().unwrap_or(INK)
}

/// An icon: its name, and its shapes.
pub type Icon = (&'static str, &'static str);

const KEY: Icon = (
    "key",
    r##"<g fill="none" stroke-linecap="round"><path d="M-.6 0H5.6M5.6 0V2.8M2.8 0V2.2" stroke="#7a5208" stroke-width="3.6"/><circle cx="-3.2" r="2.5" stroke="#7a5208" stroke-width="3.8"/><path d="M-.6 0H5.6M5.6 0V2.8M2.8 0V2.2" stroke="#f2bd3a" stroke-width="1.7"/><circle cx="-3.2" r="2.5" stroke="#f2bd3a" stroke-width="1.9"/></g>"##,
);
const BOSS_KEY: Icon = (
    "boss-key",
    r##"<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="M0 1V6.4M0 6.4H2.8M0 3.8H2.2" stroke="#5e1420" stroke-width="3.8"/><path d="M-4.6 -6.4L-3.6 -.8H3.6L4.6 -6.4L2 -4.2L0 -6.8L-2 -4.2Z" fill="#5e1420" stroke="#5e1420" stroke-width="2.4"/><path d="M0 0V6.4H2.8M0 3.8H2.2" stroke="#e0566a" stroke-width="1.8"/><path d="M-4.6 -6.4L-3.6 -.8H3.6L4.6 -6.4L2 -4.2L0 -6.8L-2 -4.2Z" fill="#e0566a"/><circle cy="-2.6" r="1" fill="#ffe9b0"/></g>"##,
);
const LADDER: Icon = (
    "ladder",
    r##"<g fill="none" stroke-linecap="round"><path d="M-3.2 -6.2V6.2M3.2 -6.2V6.2M-3.2 -4H3.2M-3.2 -1.3H3.2M-3.2 1.4H3.2M-3.2 4.1H3.2" stroke="#5b3a16" stroke-width="3.2"/><path d="M-3.2 -4H3.2M-3.2 -1.3H3.2M-3.2 1.4H3.2M-3.2 4.1H3.2" stroke="#d69a54" stroke-width="1.3"/><path d="M-3.2 -6.2V6.2M3.2 -6.2V6.2" stroke="#e9b577" stroke-width="1.6"/></g>"##,
);
const BOMB: Icon = (
    "bomb",
    r##"<circle cx="-.8" cy="1.6" r="4.9" fill="#2b3240"/><path d="M-3.6 .6A3.2 3.2 0 0 1 -1.2 -1.6" fill="none" stroke="#8b95a8" stroke-width="1.2" stroke-linecap="round"/><path d="M1.8 -2L3 -3.4" stroke="#2b3240" stroke-width="3"/><path d="M3 -3.6C3.8 -5.6 5 -5.6 5.6 -4.8" fill="none" stroke="#8a6a3b" stroke-width="1.2" stroke-linecap="round"/><circle cx="5.9" cy="-4.6" r="1.7" fill="#f28a2e"/><circle cx="5.9" cy="-4.6" r=".8" fill="#ffe08a"/>"##,
);
const ENEMY: Icon = (
    "enemy",
    r##"<path d="M-5 4.6V-.4A5 5 0 0 1 5 -.4V4.6L3.3 3L1.7 4.8L0 3L-1.7 4.8L-3.3 3Z" fill="#7d4f96" stroke="#4a2b5e" stroke-width="1" stroke-linejoin="round"/><circle cx="-1.9" cy="-.6" r="1.5" fill="#fff"/><circle cx="1.9" cy="-.6" r="1.5" fill="#fff"/><circle cx="-1.6" cy="-.4" r=".7" fill="#2b1838"/><circle cx="2.2" cy="-.4" r=".7" fill="#2b1838"/>"##,
);
const BOSS: Icon = (
    "boss",
    r##"<path d="M-4.6 -2.4C-7 -3.4 -7.2 -5.6 -6.4 -7.2C-5.6 -5.6 -4 -5 -2.6 -5H2.6C4 -5 5.6 -5.6 6.4 -7.2C7.2 -5.6 7 -3.4 4.6 -2.4C5.6 2 3.6 4 2.8 4.4V6.8H-2.8V4.4C-3.6 4 -5.6 2 -4.6 -2.4Z" fill="#a82a3c" stroke="#561019" stroke-width="1" stroke-linejoin="round"/><path d="M-3.6 -1.6L-.8 -.2L-3 1.2ZM3.6 -1.6L.8 -.2L3 1.2Z" fill="#ffd76b"/><path d="M-1 6.4V4.6M1 6.4V4.6" stroke="#561019" stroke-width=".9"/>"##,
);
const PUZZLE: Icon = (
    "puzzle",
    r##"<rect x="-8" y="-8" width="16" height="16" rx="1.5" fill="#d3e2d8" stroke="#a3c0b2" stroke-width="1"/><path d="M-8 0H8M0-8V8" stroke="#a3c0b2" stroke-width="1"/><path d="M-4.5-4.5h1v1h-1zM3.5 3.5h1v1h-1zM3.5-4.5h1v1h-1zM-4.5 3.5h1v1h-1z" fill="#6d9484"/>"##,
);
const TRIFORCE: Icon = (
    "triforce",
    r##"<path d="M0 -6.6L7 5.6H-7Z" fill="#7a5208" stroke="#7a5208" stroke-width="1.6" stroke-linejoin="round"/><path d="M0 -6.2L3.4 -.3H-3.4ZM-3.5 -.3L-.1 5.6H-6.9ZM3.5 -.3L6.9 5.6H.1Z" fill="#ffd34d" stroke="#7a5208" stroke-width=".7" stroke-linejoin="round"/>"##,
);
const START: Icon = (
    "start",
    r##"<circle r="6.6" fill="#2f9e5b" stroke="#17603a" stroke-width="1"/><path d="M-2 -3.4L4 0L-2 3.4Z" fill="#fff" stroke="#fff" stroke-width="1" stroke-linejoin="round"/>"##,
);
const STAIR: Icon = (
    "stair",
    r##"<path d="M-8 -8H8V8H-8Z" fill="#3b3f4c"/><path d="M-8 -8H-4V8H-8Z" fill="#d8cdb8"/><path d="M-4 -8H0V8H-4Z" fill="#aaa296"/><path d="M0 -8H4V8H0Z" fill="#767479"/><path d="M-4 -8V8M0 -8V8M4 -8V8" stroke="#2b2f3a" stroke-width=".8"/>"##,
);
const BLOCK: Icon = (
    "block",
    r##"<path d="M-7 -7H7V7.4H-7Z" fill="#8f8268"/><path d="M-7 -7H7V4.4H-7Z" fill="#c9bb9c"/><path d="M-7 -7H7L5 -5H-5L-5 2.4L-7 4.4Z" fill="#e5dabf"/><path d="M7 -7V4.4H-7L-5 2.4H5V-5Z" fill="#ab9c7d"/>"##,
);
const LOCKED: Icon = (
    "locked",
    r##"<path d="M-3 -1V-3.2A3 3 0 0 1 3 -3.2V-1" fill="none" stroke="#5f400a" stroke-width="1.9"/><path d="M-5 -1.6H5V6H-5Z" fill="#f2bd3a" stroke="#5f400a" stroke-width="1" stroke-linejoin="round"/><circle cy="1.3" r="1.4" fill="#5f400a"/><path d="M0 1.6V4.2" stroke="#5f400a" stroke-width="1.3" stroke-linecap="round"/>"##,
);
const CRACK: Icon = (
    "crack",
    r##"<path d="M-1.4 -7L.8 -3.4L-2 -.6L1.6 2.2L-.4 7M.8 -3.4L4.8 -4.8M-2 -.6L-6.4 .6M1.6 2.2L6 4" fill="none" stroke="#2f3542" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>"##,
);
const OPEN_GATE: Icon = (
    "gate",
    r##"<path d="M-5 6V-2A5 5 0 0 1 5 -2V6M-1.8 6V1M1.8 6V1" fill="none" stroke="#3d5f85" stroke-width="1.5" stroke-linecap="round"/><circle cy="-2.2" r="1.5" fill="#3d5f85"/>"##,
);
const SKULL: Icon = (
    "skull",
    r##"<path d="M-5 -1.2A5 5 0 0 1 5 -1.2C5 1 4.2 2.2 3 2.8V5.4H-3V2.8C-4.2 2.2 -5 1 -5 -1.2Z" fill="#fbe9e4" stroke="#4f0f18" stroke-width="1" stroke-linejoin="round"/><circle cx="-2" cy="-.8" r="1.4" fill="#4f0f18"/><circle cx="2" cy="-.8" r="1.4" fill="#4f0f18"/><path d="M-1 5.2V3.6M1 5.2V3.6" stroke="#4f0f18" stroke-width=".9"/>"##,
);
const ONE_WAY: Icon = (
    "one-way",
    r##"<g fill="none" stroke="#0f5a4e" stroke-width="2.1" stroke-linecap="round" stroke-linejoin="round"><path d="M-4.4 -4L-.4 0L-4.4 4"/><path d="M.8 -4L4.8 0L.8 4"/></g>"##,
);
const SOFT: Icon = (
    "soft",
    r##"<g fill="none" stroke="#0f5a4e" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M-2.2 -3.6L-5.8 0L-2.2 3.6"/><path d="M2.2 -3.6L5.8 0L2.2 3.6"/></g>"##,
);
const LEVER: Icon = (
    "lever",
    r##"<path d="M0 3L-3.6 -4" stroke="#5d6675" stroke-width="2" stroke-linecap="round"/><circle cx="-3.8" cy="-4.4" r="2.2" fill="#c2410c"/><path d="M-5 6A5 4.4 0 0 1 5 6Z" fill="#3f4757"/>"##,
);

/// All icons.
pub const ALL: [Icon; 18] = [
    KEY, BOSS_KEY, LADDER, BOMB, ENEMY, BOSS, PUZZLE, TRIFORCE, START, STAIR, BLOCK, LOCKED, CRACK,
    OPEN_GATE, SKULL, ONE_WAY, SOFT, LEVER,
];

/// The icon of a one-way passage, which points to the right.
pub fn one_way() -> Icon {
    ONE_WAY
}

/// The icon of a tile, if it has one. The icon of a door is the sign on it.
pub fn of_tile(tile: Tile) -> Option<Icon> {
    match tile {
        Tile::Void | Tile::Floor | Tile::Wall | Tile::DoorOpen => None,
        Tile::Element | Tile::ElementFloor | Tile::Pit => None,
        Tile::Block => Some(BLOCK),
        Tile::DoorLocked => Some(LOCKED),
        Tile::DoorBomb => Some(CRACK),
        Tile::DoorPuzzle => Some(OPEN_GATE),
        Tile::DoorBoss => Some(SKULL),
        Tile::DoorSoft => Some(SOFT),
        Tile::Enemy => Some(ENEMY),
        Tile::Start => Some(START),
        Tile::Goal => Some(TRIFORCE),
        Tile::Boss => Some(BOSS),
        Tile::KeySmall => Some(KEY),
        Tile::KeyBoss => Some(BOSS_KEY),
        Tile::KeyItem => Some(LADDER),
        Tile::ItemMinor => Some(BOMB),
        Tile::Stair => Some(STAIR),
        Tile::Puzzle => Some(PUZZLE),
    }
}

/// The icon of a requirement; symbols, toggles and plates have labels instead.
pub fn of_requirement(requirement: Requirement) -> Option<Icon> {
    match requirement {
        Requirement::KeyLocked => Some(LOCKED),
        Requirement::BossLocked => Some(SKULL),
        Requirement::Bombable => Some(CRACK),
        Requirement::SoftLocked => Some(ONE_WAY),
        Requirement::Stair => Some(STAIR),
        Requirement::ItemLocked => Some(LADDER),
        Requirement::Switch => Some(LEVER),
        Requirement::Symbol(_) | Requirement::Lacks(_) => None,
        Requirement::Toggle(..) | Requirement::Plate(_) => None,
    }
}

/// The name of a tile in a legend.
pub fn words(tile: Tile) -> &'static str {
    match tile {
        Tile::Void => "nothing",
        Tile::Floor => "floor",
        Tile::Wall => "wall",
        Tile::Block => "block",
        Tile::DoorOpen => "door",
        Tile::DoorLocked => "locked door",
        Tile::DoorBomb => "wall to bomb",
        Tile::DoorPuzzle => "puzzle door",
        Tile::DoorBoss => "boss door",
        Tile::DoorSoft => "one-way door",
        Tile::Enemy => "enemy",
        Tile::Start => "start",
        Tile::Goal => "goal",
        Tile::Boss => "boss",
        Tile::KeySmall => "key",
        Tile::KeyBoss => "boss key",
        Tile::KeyItem => "key item",
        Tile::ItemMinor => "bombs",
        Tile::Element => "water",
        Tile::ElementFloor => "shallows",
        Tile::Stair => "stair",
        Tile::Puzzle => "puzzle",
        Tile::Pit => "pit that a block fills",
    }
}

/// An icon around a point.
pub fn icon(svg: &mut Svg, (x, y): (f64, f64), name: &str) {
    svg.put(&format!("<use href=\"#{name}\" x=\"{}\" y=\"{}\"/>\n", number(x), number(y)));
}

/// An icon around a point, scaled.
pub fn scaled(svg: &mut Svg, (x, y): (f64, f64), scale: f64, name: &str) {
    let (x, y, scale) = (number(x), number(y), number(scale));
    svg.put(&format!("<use href=\"#{name}\" transform=\"translate({x} {y}) scale({scale})\"/>\n"));
}

const BEAST: Icon = (
    "beast",
    r##"<path d="M5 -1C7.2 -1.6 7 -4 6.2 -5.2" fill="none" stroke="#4a2508" stroke-width="1.8" stroke-linecap="round"/><path d="M-7.2 .2L-5.6 -2L-5.6 -5.4L-3.6 -3.4H-1.6L0 -2.2H4.4C5.8 -2.2 6.2 -1 6.2 .6V6H3.8V2.8H-.6V6H-3V2.2C-4.4 2.2 -6 2 -7 1.4Z" fill="#b8703a" stroke="#4a2508" stroke-width="1.1" stroke-linejoin="round"/><circle cx="-4.2" cy="-1.2" r=".9" fill="#2b1404"/>"##,
);
const FLYER: Icon = (
    "flyer",
    r##"<path d="M0 -2L1.3 -4.6L2 -2C3.6 -4.8 5.6 -5 7.6 -4.4C6.7 -2.6 6.9 -.4 7.2 1.4C5.8 .8 4.8 1.4 4.2 2.8C3 2.2 2 2.8 0 5.6C-2 2.8 -3 2.2 -4.2 2.8C-4.8 1.4 -5.8 .8 -7.2 1.4C-6.9 -.4 -6.7 -2.6 -7.6 -4.4C-5.6 -5 -3.6 -4.8 -2 -2L-1.3 -4.6Z" fill="#6b70c4" stroke="#24265c" stroke-width="1" stroke-linejoin="round"/><circle cx="-1" cy="-.4" r=".8" fill="#fff3b0"/><circle cx="1" cy="-.4" r=".8" fill="#fff3b0"/>"##,
);
const CRAWLER: Icon = (
    "crawler",
    r##"<path d="M-2.6 -1.6L-5.4 -5.4L-6.8 -4.6M-3 .4H-7.2M-2.6 2.4L-5.6 5.6L-7 5M2.6 -1.6L5.4 -5.4L6.8 -4.6M3 .4H7.2M2.6 2.4L5.6 5.6L7 5" fill="none" stroke="#31190a" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round"/><circle cy="-3.6" r="2.2" fill="#8c3a1c" stroke="#31190a" stroke-width="1"/><ellipse cy="1.4" rx="3.7" ry="4.3" fill="#c2562c" stroke="#31190a" stroke-width="1"/><path d="M0 -2.6V5.6" stroke="#31190a" stroke-width=".9"/>"##,
);
const SERPENT: Icon = (
    "serpent",
    r##"<g fill="none" stroke-linecap="round"><path d="M-5.4 5.2C-1 6.6 5.4 5.8 5 3C4.6 .2 -4.2 1.2 -4.2 -1.8C-4.2 -4.6 -.6 -5.4 2.4 -4.2" stroke="#1c3a10" stroke-width="4.8"/><path d="M-5.4 5.2C-1 6.6 5.4 5.8 5 3C4.6 .2 -4.2 1.2 -4.2 -1.8C-4.2 -4.6 -.6 -5.4 2.4 -4.2" stroke="#6fae42" stroke-width="2.8"/></g><ellipse cx="3.6" cy="-4" rx="3.2" ry="2.4" fill="#6fae42" stroke="#1c3a10" stroke-width="1"/><circle cx="4.2" cy="-4.6" r=".8" fill="#1c1c08"/>"##,
);
const GHOST: Icon = (
    "ghost",
    r##"<path d="M-5 5.6V-.8A5 5 0 0 1 5 -.8V5.6L3.3 3.6L1.7 5.8L0 3.6L-1.7 5.8L-3.3 3.6Z" fill="#ddd3f2" stroke="#40265a" stroke-width="1.2" stroke-linejoin="round"/><ellipse cx="-1.9" cy="-1.2" rx="1.1" ry="1.6" fill="#40265a"/><ellipse cx="1.9" cy="-1.2" rx="1.1" ry="1.6" fill="#40265a"/><ellipse cy="1.8" rx=".9" ry="1.1" fill="#40265a"/>"##,
);
const FLAME: Icon = (
    "flame",
    r##"<path d="M.4 -7.4C1.2 -4.4 5.4 -2.4 5.4 1.8A5.3 5.3 0 0 1 -5.3 1.8C-5.3 -.4 -3.8 -1.4 -3.6 -3.6C-2.2 -2.8 -1.6 -1.8 -1.5 -.8C0 -2.4 1 -4.8 .4 -7.4Z" fill="#e8662a" stroke="#6e1f06" stroke-width="1.1" stroke-linejoin="round"/><path d="M0 6.2A3 3 0 0 1 -3 3.2C-3 1.6 -.8 .8 0 -1.2C1 .8 3 1.4 3 3.2A3 3 0 0 1 0 6.2Z" fill="#ffdf80"/><circle cx="-1.2" cy="3" r=".8" fill="#6e1f06"/><circle cx="1.2" cy="3" r=".8" fill="#6e1f06"/>"##,
);
const FIGHTER: Icon = (
    "fighter",
    r##"<path d="M-4.8 6.8V3.6C-4.8 1.6 -3.2 .8 -.4 .8S4 1.6 4 3.6V6.8Z" fill="#b93a3a" stroke="#3c1212" stroke-width="1" stroke-linejoin="round"/><path d="M-3.8 -2.6A3.5 3.6 0 0 1 3.2 -2.6V.8H-3.8Z" fill="#aab3c0" stroke="#2a3140" stroke-width="1" stroke-linejoin="round"/><path d="M-2.6 -1.6H2" stroke="#2a3140" stroke-width="1.3"/><path d="M6 4.6V-6.4" stroke="#2a3140" stroke-width="2.6" stroke-linecap="round"/><path d="M6 2V-6.2" stroke="#dfe5ee" stroke-width="1.1" stroke-linecap="round"/><path d="M4.2 2.6H7.8" stroke="#2a3140" stroke-width="1.3" stroke-linecap="round"/>"##,
);
const HOOD: Icon = (
    "hood",
    r##"<path d="M0 -7C3.6 -7 4.8 -3.8 4.6 -1C6 .6 6.6 3.6 6.4 6.6H-6.4C-6.6 3.6 -6 .6 -4.6 -1C-4.8 -3.8 -3.6 -7 0 -7Z" fill="#3f8078" stroke="#10302c" stroke-width="1.1" stroke-linejoin="round"/><ellipse cy="-2" rx="2.9" ry="3.1" fill="#10302c"/><circle cx="-1.2" cy="-2" r=".8" fill="#ffe27a"/><circle cx="1.2" cy="-2" r=".8" fill="#ffe27a"/><path d="M0 2V6.4" stroke="#10302c" stroke-width=".9"/>"##,
);
const BONES: Icon = (
    "bones",
    r##"<g stroke-linecap="round"><path d="M-6 2.6L6 6.4M6 2.6L-6 6.4" stroke="#33291a" stroke-width="3"/><path d="M-6 2.6L6 6.4M6 2.6L-6 6.4" stroke="#f3ecd9" stroke-width="1.4"/></g><path d="M-4.8 -2.4A4.8 4.6 0 0 1 4.8 -2.4C4.8 -.4 4 .8 2.8 1.4V3.8H-2.8V1.4C-4 .8 -4.8 -.4 -4.8 -2.4Z" fill="#fbf6e8" stroke="#33291a" stroke-width="1.1" stroke-linejoin="round"/><circle cx="-1.9" cy="-2" r="1.4" fill="#33291a"/><circle cx="1.9" cy="-2" r="1.4" fill="#33291a"/><path d="M-.9 3.6V2.2M.9 3.6V2.2" stroke="#33291a" stroke-width=".8"/>"##,
);
const ENGINE: Icon = (
    "engine",
    r##"<circle r="5.6" fill="none" stroke="#3a2c12" stroke-width="3" stroke-dasharray="2.2 2.2"/><circle r="4.9" fill="#d3a850" stroke="#3a2c12" stroke-width="1.1"/><circle r="2.2" fill="#fff" stroke="#3a2c12" stroke-width=".9"/><circle cx="-.5" cy=".2" r="1" fill="#3a2c12"/>"##,
);
const BRUTE: Icon = (
    "brute",
    r##"<path d="M-7.2 6.8V.4C-7.2 -2.2 -5.6 -3 -3.7 -3C-3.7 -5.6 -2 -7 0 -7S3.7 -5.6 3.7 -3C5.6 -3 7.2 -2.2 7.2 .4V6.8H4V2.2H2.8V6.8H-2.8V2.2H-4V6.8Z" fill="#7f9c52" stroke="#263713" stroke-width="1.1" stroke-linejoin="round"/><circle cx="-1.4" cy="-4" r=".9" fill="#fff3b0"/><circle cx="1.4" cy="-4" r=".9" fill="#fff3b0"/><path d="M-1.6 -1.8H1.6" stroke="#263713" stroke-width="1.1"/><path d="M-1.2 -1.6V-2.8M1.2 -1.6V-2.8" stroke="#fff" stroke-width=".8"/>"##,
);
const CROWN: Icon = (
    "crown",
    r##"<path d="M-3.6 2.2L-4.4 -2.4L-1.8 -.4L0 -3.2L1.8 -.4L4.4 -2.4L3.6 2.2Z" fill="#ffd34d" stroke="#6b4708" stroke-width="1" stroke-linejoin="round"/>"##,
);
const CHEST: Icon = (
    "chest",
    r##"<path d="M-6.4 -.8C-6.4 -4.6 -5 -5.6 -3.2 -5.6H3.2C5 -5.6 6.4 -4.6 6.4 -.8V5.6H-6.4Z" fill="#c07f38" stroke="#4a2a0a" stroke-width="1.2" stroke-linejoin="round"/><path d="M-6.4 -.6H6.4M-3.6 -5.4V5.4M3.6 -5.4V5.4" fill="none" stroke="#4a2a0a" stroke-width="1"/><path d="M-1.5 -2H1.5V1.6H-1.5Z" fill="#ffd34d" stroke="#4a2a0a" stroke-width=".8"/>"##,
);

/// All icons of dungeons.
pub const FIGURES: [Icon; 13] = [
    BEAST, FLYER, CRAWLER, SERPENT, GHOST, FLAME, FIGHTER, HOOD, BONES, ENGINE, BRUTE, CROWN, CHEST,
];

/// The icon of a figure.
pub fn figure(figure: Figure) -> Icon {
    match figure {
        Figure::Beast => BEAST,
        Figure::Flyer => FLYER,
        Figure::Crawler => CRAWLER,
        Figure::Serpent => SERPENT,
        Figure::Ghost => GHOST,
        Figure::Flame => FLAME,
        Figure::Fighter => FIGHTER,
        Figure::Hood => HOOD,
        Figure::Bones => BONES,
        Figure::Engine => ENGINE,
        Figure::Brute => BRUTE,
    }
}

/// The crown of a guard.
pub fn crown() -> Icon {
    CROWN
}

/// A treasure.
pub fn chest() -> Icon {
    CHEST
}

#[cfg(test)]
mod tests {
    use super::*;
    use level::TILES;

    #[test]
    fn an_icon_is_defined_once_and_whole() {
        let mut names: Vec<_> = ALL.iter().map(|icon| icon.0).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ALL.len());
        for (tile, ..) in TILES {
            assert!(of_tile(tile).is_none_or(|icon| ALL.contains(&icon)), "{tile}");
        }
    }
}
