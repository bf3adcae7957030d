//! Pillars of families: what a wall of one cell that stands free is drawn as.
//!
//! Invariant: a pillar has a dark outline, and is told from every other thing by its shape.

use super::look::{Colours, Look, darker, lighter, mixed};
use super::look_furniture::WOOD;
use dungeon::designed::rooms::Family;

/// The icon of a pillar of a family.
pub(super) fn pillar(look: &Look) -> Option<String> {
    let family = look.family?;
    let Colours { floor, wall, accent, .. } = look.colours;
    let stone = mixed(floor, wall, 0.6);
    let (light, dark, line) = (lighter(stone, 0.4), darker(stone, 0.34), darker(wall, 0.55));
    let shadow = "<ellipse cx=\"1\" cy=\"6.4\" rx=\"7.4\" ry=\"2.4\" fill=\"#000000\" fill-opacity=\".18\"/>";
    let shapes = match family {
        Family::Wild => {
            let (leaf, sun, deep) = (lighter(wall, 0.12), lighter(wall, 0.36), darker(wall, 0.3));
            format!(
                "<ellipse cx=\"1.5\" cy=\"6.6\" rx=\"8\" ry=\"3\" fill=\"#000000\" fill-opacity=\".16\"/>\
                 <path d=\"M-8.6 1.2A4.4 4.4 0 0 1 -6.4 -5A5 5 0 0 1 1.4 -8A5 5 0 0 1 8 -3.4A4.6 4.6 0 0 1 7 4.4A5 5 0 0 1 -1 7A5.2 5.2 0 0 1 -8.6 1.2Z\" \
                 fill=\"{leaf}\" stroke=\"{line}\" stroke-width=\"1.1\"/>\
                 <path d=\"M-8.2 1.6A5.2 5.2 0 0 0 -1 6.6A5 5 0 0 0 7 4A8 8 0 0 1 -8.2 1.6Z\" fill=\"{deep}\"/>\
                 <circle cx=\"-2.8\" cy=\"-3\" r=\"2.7\" fill=\"{sun}\"/><circle cx=\"2.6\" cy=\"-4.6\" r=\"1.6\" fill=\"{sun}\"/>\
                 <circle cx=\"3.6\" cy=\".2\" r=\"1.2\" fill=\"{sun}\"/>"
            )
        }
        Family::Cave => format!(
            "<path d=\"M-7.4 5L-6 -2.6L-2.4 -7L3 -6.4L6.6 -2.4L7.6 5L4 7.2H-5Z\" fill=\"{stone}\" stroke=\"{line}\" \
             stroke-width=\"1.1\" stroke-linejoin=\"round\"/><path d=\"M-6 -2.6L-2.4 -7L3 -6.4L1 -2L-3 -.4Z\" fill=\"{light}\"/>\
             <path d=\"M1 -2L2.6 3L7.6 5L4 7.2L-5 7.2L2.6 3Z\" fill=\"{dark}\"/>"
        ),
        Family::Mine => {
            let (wood, ring, end) = (WOOD, darker(WOOD, 0.5), lighter(WOOD, 0.35));
            format!(
                "<path d=\"M-6.6 -6.6H6.6V7H-6.6Z\" fill=\"{ring}\" stroke=\"{line}\" stroke-width=\"1.1\"/>\
                 <path d=\"M-6.4 -6.4H6.4V3.6H-6.4Z\" fill=\"{wood}\"/><circle cy=\"-1.4\" r=\"3.8\" fill=\"{end}\" stroke=\"{ring}\" stroke-width=\".9\"/>\
                 <circle cy=\"-1.4\" r=\"1.5\" fill=\"none\" stroke=\"{ring}\" stroke-width=\".8\"/>"
            )
        }
        Family::Temple => {
            let (ivory, gold) = (lighter(floor, 0.3), accent);
            format!(
                "<path d=\"M-7.2 -7.2H7.2V7.2H-7.2Z\" fill=\"{stone}\" stroke=\"{line}\" stroke-width=\"1.1\"/>\
                 <path d=\"M-7.2 3.4H7.2V7.2H-7.2Z\" fill=\"{dark}\"/><circle cy=\"-1.6\" r=\"5.6\" fill=\"{ivory}\" stroke=\"{gold}\" stroke-width=\"1.8\"/>\
                 <path d=\"M-2.6 -4.2V1M0 -5V1.8M2.6 -4.2V1\" stroke=\"{stone}\" stroke-width=\".9\"/>"
            )
        }
        Family::Tomb => format!(
            "{shadow}<path d=\"M-5.6 7V-2.4A5.6 5 0 0 1 5.6 -2.4V7Z\" fill=\"{dark}\" stroke=\"{line}\" stroke-width=\"1.1\"/>\
             <path d=\"M-5.4 4V-2.4A5.4 4.8 0 0 1 5.4 -2.4V4Z\" fill=\"{light}\"/>\
             <path d=\"M0 -4.8V2.4M-2.6 -2.2H2.6\" stroke=\"{dark}\" stroke-width=\"1.5\"/>"
        ),
        Family::Tower => format!(
            "<circle cy=\".6\" r=\"7.2\" fill=\"{dark}\" stroke=\"{line}\" stroke-width=\"1.1\"/>\
             <circle cy=\"-1.2\" r=\"6.6\" fill=\"{stone}\"/><circle cy=\"-1.2\" r=\"4\" fill=\"{light}\" stroke=\"{dark}\" stroke-width=\".8\"/>\
             <path d=\"M0 -3.4L.7 -1.9L2.3 -1.7L1.1 -.6L1.4 1L0 .2L-1.4 1L-1.1 -.6L-2.3 -1.7L-.7 -1.9Z\" fill=\"{accent}\"/>"
        ),
        Family::Settlement => {
            let (wood, plank, rim) = (lighter(WOOD, 0.15), darker(WOOD, 0.4), darker(WOOD, 0.62));
            format!(
                "<path d=\"M-6.6 -6.6H6.6V7H-6.6Z\" fill=\"{plank}\" stroke=\"{rim}\" stroke-width=\"1.1\"/>\
                 <path d=\"M-6.4 -6.4H6.4V3.6H-6.4Z\" fill=\"{wood}\"/><path d=\"M-6 -6L6 3.4M6 -6L-6 3.4\" stroke=\"{plank}\" stroke-width=\"1.7\"/>\
                 <path d=\"M-6.4 -6.4H6.4V3.6H-6.4Z\" fill=\"none\" stroke=\"{plank}\" stroke-width=\"1.3\"/>"
            )
        }
        Family::House => {
            let (wood, plank, rim) = (WOOD, darker(WOOD, 0.4), darker(WOOD, 0.62));
            format!(
                "{shadow}<ellipse cy=\".8\" rx=\"6.8\" ry=\"6.6\" fill=\"{plank}\" stroke=\"{rim}\" stroke-width=\"1.1\"/>\
                 <ellipse cy=\"-1.2\" rx=\"6\" ry=\"5.2\" fill=\"{wood}\" stroke=\"{rim}\" stroke-width=\"1\"/>\
                 <path d=\"M-3 -5.4V3M0 -6.2V3.8M3 -5.4V3\" stroke=\"{plank}\" stroke-width=\".9\"/>"
            )
        }
        Family::Shrine => format!(
            "{shadow}<path d=\"M-3 7V1.4H3V7Z\" fill=\"{dark}\" stroke=\"{line}\" stroke-width=\"1\"/>\
             <path d=\"M-4.4 -3.4H4.4V2H-4.4Z\" fill=\"{light}\" stroke=\"{line}\" stroke-width=\"1\"/>\
             <path d=\"M-2 -2.6H2V1.2H-2Z\" fill=\"#ffd98a\" stroke=\"{accent}\" stroke-width=\"1\"/>\
             <path d=\"M-7 -3L-4 -6.8H4L7 -3Z\" fill=\"{stone}\" stroke=\"{line}\" stroke-width=\"1.1\" stroke-linejoin=\"round\"/>"
        ),
        Family::Fortress => format!(
            "<path d=\"M-7.2 -7.2H7.2V7.2H-7.2Z\" fill=\"{dark}\" stroke=\"{line}\" stroke-width=\"1.1\"/>\
             <path d=\"M-7 -7H7V3.4H-7Z\" fill=\"{stone}\"/><path d=\"M-4.4 -5H4.4V1.4H-4.4Z\" fill=\"{light}\" stroke=\"{dark}\" stroke-width=\".9\"/>\
             <path d=\"M-7 5.4H7\" stroke=\"{line}\" stroke-width=\".8\"/>"
        ),
    };
    Some(shapes)
}

/// The icon of another pillar, in families that have two: a fir, a dripstone.
pub(super) fn other(look: &Look) -> Option<String> {
    let Colours { floor, wall, .. } = look.colours;
    let line = darker(wall, 0.55);
    match look.family? {
        Family::Wild => {
            let (leaf, sun) = (darker(wall, 0.14), lighter(wall, 0.2));
            Some(format!(
                "<ellipse cx=\"1\" cy=\"6.8\" rx=\"6.6\" ry=\"2.4\" fill=\"#000000\" fill-opacity=\".16\"/>\
                 <path d=\"M0 -9.4L4.6 -3.6H3L6.2 1.4H4.2L7.4 6.8H-7.4L-4.2 1.4H-6.2L-3 -3.6H-4.6Z\" fill=\"{leaf}\" stroke=\"{line}\" \
                 stroke-width=\"1.1\" stroke-linejoin=\"round\"/><path d=\"M-.6 -7.4L-3 -4.2M-2 -2.4L-4.4 .8M-3 2.6L-5.4 6\" \
                 stroke=\"{sun}\" stroke-width=\"1.3\" stroke-linecap=\"round\"/>"
            ))
        }
        Family::Cave => {
            let stone = mixed(floor, wall, 0.5);
            let (light, dark) = (lighter(stone, 0.4), darker(stone, 0.3));
            Some(format!(
                "<ellipse cy=\"6\" rx=\"7\" ry=\"2.4\" fill=\"{dark}\" stroke=\"{line}\" stroke-width=\"1\"/>\
                 <path d=\"M-5.6 6.4L-3.4 -1L-1.4 -8L1.2 -2.6L3 -5L5.8 6.4Z\" fill=\"{stone}\" stroke=\"{line}\" stroke-width=\"1.1\" \
                 stroke-linejoin=\"round\"/><path d=\"M-3.4 4.6L-1.6 -5L-.6 4.6Z\" fill=\"{light}\"/>"
            ))
        }
        _ => None,
    }
}
