//! Figures of enemies on pictures of designed dungeons: one icon for each shape that a kind may have.
//!
//! Invariant: every figure has a dark outline, by which it stands out on a light floor, and a shape of its own, so that
//! no two are told apart by colour alone.

use super::level_icons::Icon;
use dungeon::designed::texts::Figure;

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

/// All icons of designed dungeons.
pub const ALL: [Icon; 13] = [
    BEAST, FLYER, CRAWLER, SERPENT, GHOST, FLAME, FIGHTER, HOOD, BONES, ENGINE, BRUTE, CROWN, CHEST,
];

/// The icon of a figure.
pub fn of(figure: Figure) -> Icon {
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

/// The crown of those who guard what matters.
pub fn crown() -> Icon {
    CROWN
}

/// A treasure.
pub fn chest() -> Icon {
    CHEST
}
