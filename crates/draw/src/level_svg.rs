//! The picture of a level of tiles: its floors, labels, a way through it, and a legend.
//!
//! All marks are shapes, even letters: no font is needed, and a file looks the same everywhere. Invariant: the same
//! level and way give the same bytes.

use super::icons::{self, scaled};
use super::legend::{self, MARGIN, Page};
use super::level_names::Names;
use super::level_picture::{Badge, Overlay, Places, SIDE, badges, stairs_of};
use super::level_tiles::TileView;
use super::look::{Look, PLAIN, own_icon};
use super::strokes::{self, Pen};
use super::svg::{INK, PAGE, SOFT, Svg, number};
use super::{furniture, level_labels, level_names, level_way};
use diagnostics::counted;
use level::rules::{Preset, RulesSummary};
use level::{Level, NodeId, NodeIndex, Tile, Tiles};

/// The narrowest page.
const NARROWEST: f64 = 30.0 * SIDE;
/// From this width on, letters and legend grow with the page.
const WIDE: f64 = 1400.0;
/// The most labels of rooms, marks, locks and doorways.
const MOST_LABELS: usize = 20_000;

/// The picture of a level, with a way drawn over it; none for a level without tiles.
pub fn picture(level: &Level, overlay: Option<&Overlay>) -> Option<String> {
    in_look(level, overlay, &PLAIN)
}

/// The picture of a level in a look.
pub fn in_look(level: &Level, overlay: Option<&Overlay>, look: &Look) -> Option<String> {
    let tiles = level.tiles.as_ref()?;
    let (places, view) = (Places::of(&tiles.floors), TileView::with(tiles, look));
    let mut badges = badges(tiles, &level.graph);
    badges.truncate(MOST_LABELS);
    let width = (places.width + 2.0 * MARGIN).max(NARROWEST);
    let page = Page { width, scale: (width / WIDE).max(1.0) };
    let small_print = small_print(level, tiles, &page, overlay);
    let head = whole(page.scale * (52.0 + 14.0 * small_print.len() as f64));
    let names = Names::of(level, &badges);
    let names = if look.family.is_some() { names.shaped(level) } else { names };
    let entries = legend::entries(level, &names, &view, &badges, overlay);
    let foot = whole(legend::height(&page, &entries, overlay) + page.scale * SIDE);
    let title = level.name.as_deref().unwrap_or("Level");
    let mut svg = Svg::sheet(width, head + places.height + foot, title);
    define(&mut svg, look);
    letters(&mut svg, &page, title, &small_print);
    let left = ((width - places.width) / 2.0 / SIDE).floor() * SIDE;
    svg.put(&format!("<g transform=\"translate({left} {head})\">\n"));
    view.ground(&mut svg, &places);
    level_names::stones(&mut svg, &places, tiles, &names);
    captions(&mut svg, level, tiles, &places, look);
    if let Some(overlay) = overlay {
        level_way::draw(&mut svg, &places, overlay);
    }
    view.things(&mut svg, &places);
    over(&mut svg, level, &names, tiles, &places, &badges);
    if let Some(overlay) = overlay {
        level_way::signs(&mut svg, &places, overlay);
    }
    svg.put("</g>\n");
    legend::draw(&mut svg, &page, head + places.height, &names, (&entries, look), overlay);
    Some(svg.finish())
}

/// A picture of the floors alone, on which a program can draw: no title, no legend, and a transparent background.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The picture.
    pub svg: String,
    /// Its width and its height.
    pub size: (f64, f64),
    /// The upper left corner of the first cell of each floor, even if it is cropped.
    pub corners: Vec<(f64, f64)>,
}

/// The floors of a level in a look; none for a level without tiles.
pub fn board(level: &Level, look: &Look) -> Option<Board> {
    let tiles = level.tiles.as_ref()?;
    let (places, view) = (Places::of(&tiles.floors), TileView::with(tiles, look));
    let mut badges = badges(tiles, &level.graph);
    badges.truncate(MOST_LABELS);
    let names = Names::of(level, &badges);
    let names = if look.family.is_some() { names.shaped(level) } else { names };
    let mut svg = Svg::clear(places.width.max(SIDE), places.height.max(SIDE));
    define(&mut svg, look);
    view.ground(&mut svg, &places);
    level_names::stones(&mut svg, &places, tiles, &names);
    captions(&mut svg, level, tiles, &places, look);
    view.things(&mut svg, &places);
    over(&mut svg, level, &names, tiles, &places, &badges);
    let corners = (0..tiles.floors.len()).map(|floor| places.floor(floor)).collect();
    Some(Board { svg: svg.finish(), size: (places.width, places.height), corners })
}

/// A length rounded up to whole cells, which keeps everything below on whole cells.
fn whole(length: f64) -> f64 {
    (length / SIDE).ceil() * SIDE
}

/// The lines under the title: the size, conditions that win, the rules, and the title of the way.
fn small_print(
    level: &Level,
    tiles: &Tiles,
    page: &Page,
    overlay: Option<&Overlay>,
) -> Vec<String> {
    let size = match tiles.floors.as_slice() {
        [floor] => {
            let rows = counted(floor.rows().into(), "row", "rows");
            format!("{rows} × {}", counted(floor.cols().into(), "column", "columns"))
        }
        floors => counted(floors.len() as u64, "floor", "floors"),
    };
    let rooms = match tiles.rooms.len() {
        0 => String::new(),
        many => format!(" · {}", counted(many as u64, "room", "rooms")),
    };
    let most = page.width / page.scale - 2.0 * page.margin();
    let said = [won_with(level), rules(level)].into_iter().flatten();
    let mut lines = vec![size + &rooms];
    lines.extend(said.map(|line| strokes::cut(&line, 7.4, most)));
    lines.extend(overlay.map(|overlay| overlay.title.clone()));
    lines
}

/// The conditions that win independently of the player's place.
fn won_with(level: &Level) -> Option<String> {
    let names = level.win.iter().map(|&need| level.graph.requirement_name(need));
    let names: Vec<String> = names.collect();
    (!names.is_empty()).then(|| format!("won with {}", names.join(" and ")))
}

/// The rules that the level sets, unless they are the default.
fn rules(level: &Level) -> Option<String> {
    let RulesSummary { preset, set, .. } = level.rules.as_ref()?.summary(level);
    let is_usual = preset == Preset::default() && set.is_empty();
    let said: Vec<String> = [preset.name().to_owned()].into_iter().chain(set).collect();
    (!is_usual).then(|| format!("rules: {}", said.join(", ")))
}

/// Defines the icons.
pub fn define(svg: &mut Svg, look: &Look) {
    svg.put("<defs>\n");
    for (name, shapes) in icons::ALL {
        let own = own_icon(look, name);
        svg.put(&format!("<g id=\"{name}\">{}</g>\n", own.as_deref().unwrap_or(shapes)));
    }
    let pillars =
        [(furniture::PILLAR, furniture::pillar(look)), (furniture::OTHER, furniture::other(look))];
    for (name, pillar) in pillars {
        if let Some(pillar) = pillar {
            svg.put(&format!("<g id=\"{name}\">{pillar}</g>\n"));
        }
    }
    if look.family.is_some() {
        for (name, shapes) in icons::FIGURES {
            svg.put(&format!("<g id=\"{name}\">{shapes}</g>\n"));
        }
    }
    svg.put("</defs>\n");
}

/// The title and the lines under it.
fn letters(svg: &mut Svg, page: &Page, title: &str, small_print: &[String]) {
    svg.put(&format!("<g transform=\"scale({})\">\n", number(page.scale)));
    let left = page.margin();
    let pen = Pen { weight: 0.16, ..Pen::plain(13.0, INK) };
    strokes::write(svg, (left, 38.0), pen, title);
    for (i, line) in small_print.iter().enumerate() {
        strokes::write(svg, (left, 55.0 + 14.0 * i as f64), Pen::plain(7.4, SOFT), line);
    }
    svg.put("</g>\n");
}

/// The names of floors and rooms.
fn captions(svg: &mut Svg, level: &Level, tiles: &Tiles, places: &Places, look: &Look) {
    if tiles.floors.len() > 1 {
        for floor in 0..tiles.floors.len().min(MOST_LABELS) {
            let (x, y) = places.shown(floor);
            strokes::write(svg, (x, y - 6.0), Pen::plain(7.4, SOFT), &format!("floor {floor}"));
        }
    }
    for room in tiles.rooms.iter().take(MOST_LABELS) {
        let (x, y) = places.corner(room.corner);
        let on_wall = tiles.tile(room.corner) == Some(Tile::Wall);
        let on_wall = on_wall.then(|| look.colours.letters.to_string());
        let colour = on_wall.as_deref().unwrap_or(SOFT);
        let most = (f64::from(room.cols) * SIDE - 6.0).max(SIDE);
        let name = strokes::cut(&node_name(level, room.node), 6.4, most);
        strokes::write(svg, (x + 4.5, y + 12.0), Pen::plain(6.4, colour), &name);
    }
}

/// The id of a node, as printed on the picture.
fn node_name(level: &Level, node: NodeIndex) -> String {
    level.graph.id(node).map(NodeId::bare).unwrap_or_default()
}

/// Draws beside each stair of a room the nodes that the room's stairs lead to.
fn stairs(svg: &mut Svg, level: &Level, tiles: &Tiles, places: &Places) {
    for (cell, to) in stairs_of(tiles, &level.graph).into_iter().take(MOST_LABELS) {
        let names: Vec<String> = to.into_iter().map(|node| node_name(level, node)).collect();
        let text = strokes::cut(&format!("→ {}", names.join(", ")), 5.0, 3.0 * SIDE);
        let (x, y) = places.middle(cell);
        for (weight, colour) in [(0.6, PAGE), (0.16, INK)] {
            let pen = Pen { weight, ..Pen::plain(5.0, colour) };
            strokes::write(svg, (x + 10.0, y + 2.5), pen, &text);
        }
    }
}

/// Draws the parts of a level besides its tiles: labels, the start, and the goals.
fn over(
    svg: &mut Svg,
    level: &Level,
    names: &Names,
    tiles: &Tiles,
    places: &Places,
    badges: &[Badge],
) {
    stairs(svg, level, tiles, places);
    level_labels::draw(svg, places, tiles, names, badges);
    let said = tiles.start.iter().map(|&cell| (cell, Tile::Start));
    let goals = tiles.goals.iter().flatten().map(|&cell| (cell, Tile::Goal));
    for (cell, tile) in said.chain(goals).take(MOST_LABELS) {
        if let Some((name, _)) = icons::of_tile(tile) {
            scaled(svg, places.middle(cell), 0.85, name);
        }
    }
    level_names::tags(svg, places, tiles, names);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level_picture::End;
    use level::Cell;

    const LEVEL: &str = "quandary/level/1\nname: \"<a> & b\"\n\
        marks: [{\"floor\":0,\"row\":1,\"col\":2,\"gives\":\"symbol:A\"},{\"floor\":0,\"row\":1,\"col\":3,\"gives\":\"toggle:0\"}]\n\
        locks: [{\"cells\":[[0,1,5]],\"needs\":[\"symbol:A\",\"toggle:0=off\"]}]\n\n\
        #########\n#@../.+k#\n#~oe%?X*#\n#########\n";

    fn way() -> Overlay {
        Overlay {
            title: "one step".to_owned(),
            cells: vec![Cell::new(0, 1, 1), Cell::new(0, 1, 2), Cell::new(0, 2, 7)],
            warps: [2].into(),
            events: vec![(1, "takes symbol:A".to_owned())],
            end: End::DeadState,
        }
    }

    #[test]
    fn a_picture_is_well_formed_and_says_what_is_there() {
        let level = level::formats::text::read(LEVEL).unwrap();
        for overlay in [None, Some(&way())] {
            let text = picture(&level, overlay).unwrap();
            let page = roxmltree::Document::parse(&text).unwrap();
            let title = page.descendants().find(|node| node.has_tag_name("title")).unwrap();
            assert_eq!(title.text(), Some("<a> & b"));
            let used: Vec<_> =
                page.descendants().filter_map(|node| node.attribute("href")).collect();
            for name in ["#start", "#triforce", "#key", "#block", "#locked", "#crack", "#skull"] {
                assert!(used.contains(&name), "{name}");
            }
            let ids: Vec<_> = page.descendants().filter_map(|node| node.attribute("id")).collect();
            assert!(used.iter().all(|name| ids.contains(&name.trim_start_matches('#'))));
            assert!(!text.contains("NaN") && !text.contains("inf") && !text.contains("<text"));
            assert_eq!(text.contains("stroke-dasharray=\"5 3.4\""), overlay.is_some(), "the warp");
        }
    }

    #[test]
    fn a_board_is_the_floors_alone() {
        let level = level::formats::text::read(LEVEL).unwrap();
        let board = board(&level, &PLAIN).unwrap();
        assert_eq!((board.size, &board.corners[..]), ((144.0, 64.0), &[(0.0, 0.0)][..]));
        let page = roxmltree::Document::parse(&board.svg).unwrap();
        assert!(page.descendants().any(|node| node.attribute("href") == Some("#key")));
        assert!(!board.svg.contains("<title>") && !board.svg.contains("height=\"100%\""));
    }

    #[test]
    fn what_wins_and_the_rules_stand_under_the_title() {
        let with = |header: &str| {
            let drawn = format!("quandary/level/1\n{header}\n\n@.\n");
            let level = level::formats::text::read(&drawn).unwrap();
            let page = Page { width: NARROWEST, scale: 1.0 };
            small_print(&level, level.tiles.as_ref().unwrap(), &page, None)[1..].to_vec()
        };
        let win = "win: [\"symbol:bell\",\"toggle:0=off\"]";
        assert_eq!(with(win), ["won with symbol:bell and toggle:0=off"]);
        assert_eq!(with("rules: {\"push\":\"free\"}"), ["rules: strict, push=free"]);
        assert_eq!(with("rules: {\"preset\":\"classic\"}"), ["rules: classic"]);
        assert_eq!(with("rules: {}"), [""; 0]);
        let long = with(&win.replace("bell", &"bell ".repeat(100)));
        assert!(long[0].ends_with('…'), "{long:?}");
    }

    #[test]
    fn a_graph_alone_has_no_picture() {
        let graph =
            r#"{"format":"quandary/level/1","graph":{"nodes":[{"id":0,"contents":["start"]}]}}"#;
        assert_eq!(picture(&level::formats::json::read(graph).unwrap(), None), None);
    }
}
