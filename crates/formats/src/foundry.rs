//! Scenes of Foundry VTT, version 13: a file for each floor, to import into a scene.
//!
//! Walls become walls and ways become doors. A door is locked if it has requirements, secret if it is a bombable wall.
//! A one-way passage is a wall that blocks from one side. Edges of pits block movement but not sight. Keys, puzzles,
//! switches, plates, goals and stairs are notes; enemies are tokens without an actor. The fields of a thing are in the
//! flags of `quandary`; the level is in those of the scene, by which [`read`] gives back what was written. Invariant: ids
//! have sixteen letters and digits, and are unique.

mod read;

pub use read::{is, read};

use crate::kind::{Field, Kind};
use crate::place::{FieldValue, FloorPicture, Iids, Place, Thing};
use crate::ways::{Crossing, Ground, Line};
use level::Tile;
use serde_json::{Map, Value, json};

/// The version of Foundry that scenes are written for.
pub const VERSION: &str = "13.341";
/// Pixels of a cell's side if there is no picture.
pub const SIDE: u32 = 64;

/// The effect of a wall on a sense: none, or it blocks all.
const FREE: u32 = 0;
const STOPS: u32 = 20;
/// The kind of a wall: no door, a door, a secret door.
const NO_DOOR: u32 = 0;
const DOOR: u32 = 1;
const SECRET: u32 = 2;
/// The state of a door.
const CLOSED: u32 = 0;
const LOCKED: u32 = 2;
/// The side from which a wall blocks.
const BOTH: u32 = 0;
const LEFT: u32 = 1;
const RIGHT: u32 = 2;

/// A scene under construction.
struct Scene<'a> {
    place: &'a Place,
    side: u32,
    iids: Iids,
}

/// Prints a floor as a scene. A picture needs at least 50 pixels a cell; without one a cell has [`SIDE`] pixels.
#[must_use]
pub fn print(place: &Place, floor: u32, picture: Option<FloorPicture<'_>>) -> String {
    let (src, side) = picture.map_or(("", SIDE), |FloorPicture { file, side, .. }| (file, side));
    let iids = Iids::of(&format!("{}\n{floor}\n{:?}", place.title, place.level.provenance));
    let mut scene = Scene { place, side, iids };
    format!("{:#}\n", scene.value(floor, src))
}

impl Scene<'_> {
    fn id(&mut self) -> String {
        self.iids.next().replace('-', "").chars().take(16).collect()
    }

    fn value(&mut self, floor: u32, src: &str) -> Value {
        let grid = self.place.tiles().floors.get(floor as usize).cloned().unwrap_or_default();
        let depth = self.place.floors.get(floor as usize).map_or(0, |floor| floor.depth);
        let name = match self.place.floors.len() {
            1 => self.place.title.clone(),
            _ => format!("{}, floor {depth}", self.place.title),
        };
        let id = self.id();
        json!({
            "_id": id, "name": name, "active": false, "navigation": true, "navOrder": floor,
            "background": {
                "src": src, "anchorX": 0, "anchorY": 0, "offsetX": 0, "offsetY": 0, "fit": "fill", "scaleX": 1,
                "scaleY": 1, "rotation": 0,
            },
            "width": grid.cols() * self.side,
            "height": grid.rows() * self.side,
            "padding": 0, "backgroundColor": "#1e1e24",
            "grid": {
                "type": 1, "size": self.side, "style": "solidLines", "thickness": 1, "color": "#000000", "alpha": 0.2,
                "distance": 5, "units": "ft",
            },
            "tokenVision": true, "walls": self.walls(floor), "notes": self.notes(floor), "tokens": self.tokens(floor),
            "lights": self.lights(floor), "drawings": [], "tiles": [], "sounds": [], "templates": [], "regions": [],
            "flags": {"quandary": {
                "title": self.place.title, "category": self.place.category, "floor": floor, "depth": depth,
                "level": self.place.level,
            }},
            "_stats": {"coreVersion": VERSION, "systemId": null, "systemVersion": null},
        })
    }

    fn walls(&mut self, floor: u32) -> Vec<Value> {
        let grid = self.place.tiles().floors.get(floor as usize).cloned().unwrap_or_default();
        let ground = Ground::of(&grid);
        let mut walls = Vec::new();
        for (lines, senses) in [(ground.walls(), STOPS), (ground.pits(), FREE)] {
            for [from, to] in lines.iter().flat_map(pairs) {
                let c = [from[0], from[1], to[0], to[1]].map(|at| at * self.side);
                walls.push(self.wall(c, [NO_DOOR, CLOSED, BOTH], senses, &json!({})));
            }
        }
        let place = self.place;
        for way in place.ways.iter().filter(|way| way.floor == floor) {
            let [from, to] = way.line;
            let c = [from[0], from[1], to[0], to[1]].map(|at| at * self.side / 2);
            let Some(thing) = place.things.get(way.thing) else { continue };
            let flags = self.flags(thing);
            walls.push(self.wall(c, door(way, thing), STOPS, &flags));
        }
        walls
    }

    fn wall(
        &mut self,
        c: [u32; 4],
        [door, state, dir]: [u32; 3],
        senses: u32,
        flags: &Value,
    ) -> Value {
        let id = self.id();
        json!({
            "_id": id, "c": c, "light": senses, "sight": senses, "sound": senses,
            "move": STOPS,
            "dir": dir, "door": door, "ds": state,
            "threshold": {"light": null, "sight": null, "sound": null, "attenuation": false}, "flags": flags,
        })
    }

    /// The middle of a thing.
    fn middle(&self, thing: &Thing) -> [u32; 2] {
        let area = thing.area;
        let half = |from: u32, many: u32| (2 * from + many) * self.side / 2;
        [half(area.corner.col, area.cols), half(area.corner.row, area.rows)]
    }

    fn notes(&mut self, floor: u32) -> Vec<Value> {
        let place = self.place;
        let mut notes = Vec::new();
        for (_, thing) in place.on_floor(floor) {
            let Some(icon) = icon(thing.kind) else { continue };
            let (id, [x, y], flags) = (self.id(), self.middle(thing), self.flags(thing));
            notes.push(json!({
                "_id": id, "entryId": null, "pageId": null, "x": x, "y": y,
                "texture": {"src": icon, "tint": thing.kind.colour()}, "iconSize": 40, "text": note_text(thing),
                "fontFamily": "Signika", "fontSize": 24, "textAnchor": 1, "textColor": "#ffffff", "global": false,
                "flags": flags,
            }));
        }
        notes
    }

    fn tokens(&mut self, floor: u32) -> Vec<Value> {
        let place = self.place;
        let mut tokens = Vec::new();
        let foes = place
            .on_floor(floor)
            .filter(|(_, thing)| matches!(thing.kind, Kind::Enemy | Kind::Boss));
        for (_, thing) in foes {
            let (id, flags, corner) = (self.id(), self.flags(thing), thing.area.corner);
            tokens.push(json!({
                "_id": id, "name": thing.name, "displayName": 30, "actorId": null, "actorLink": false,
                "x": corner.col * self.side,
                "y": corner.row * self.side,
                "width": 1, "height": 1, "texture": {"src": "icons/svg/mystery-man.svg", "tint": thing.kind.colour()},
                "disposition": -1, "hidden": false, "flags": flags,
            }));
        }
        tokens
    }

    /// A light at each start.
    fn lights(&mut self, floor: u32) -> Vec<Value> {
        let place = self.place;
        let starts = place.on_floor(floor).filter(|(_, thing)| thing.kind == Kind::Start);
        let places: Vec<[u32; 2]> = starts.map(|(_, thing)| self.middle(thing)).collect();
        let mut lights = Vec::new();
        for [x, y] in places {
            let id = self.id();
            lights.push(json!({"_id": id, "x": x, "y": y, "config": {"dim": 40, "bright": 20}, "flags": {}}));
        }
        lights
    }

    /// The fields of a thing, for authors of modules.
    fn flags(&self, thing: &Thing) -> Value {
        let mut fields = Map::new();
        fields.insert("id".to_owned(), json!(thing.id));
        fields.insert("kind".to_owned(), json!(thing.kind.name()));
        let id = |at: &usize| self.place.things.get(*at).map(|thing| thing.id.clone());
        for (field, value) in &thing.fields {
            let value = match value {
                FieldValue::Text(text) => json!(text),
                FieldValue::Int(number) => json!(number),
                FieldValue::Texts(texts) => json!(texts),
                FieldValue::Ref(at) => json!(id(at)),
                FieldValue::Refs(all) => all.iter().map(|at| json!(id(at))).collect(),
            };
            fields.insert(field.name().to_owned(), value);
        }
        json!({"quandary": fields})
    }
}

/// The segments of a line.
fn pairs(line: &Line) -> Vec<[[u32; 2]; 2]> {
    line.windows(2).filter_map(|pair| pair.try_into().ok()).collect()
}

/// The kind, the state and the side of the door for a way.
fn door(way: &Crossing, thing: &Thing) -> [u32; 3] {
    let asks = !thing.texts(Field::Needs).is_empty() || !thing.texts(Field::NeedsBack).is_empty();
    match thing.kind {
        Kind::Secret => [SECRET, LOCKED, BOTH],
        Kind::OneWay => {
            // It blocks from the side of the room that it leads into. Lines run down or to the right. The left of a
            // line that runs down is the right side; the left of a line that runs right is the upper side.
            let into = thing.refs(Field::Into).first();
            let leads_on = way.rooms[1].as_ref() == into;
            let dir = match (way.is_upright(), leads_on) {
                (true, true) | (false, false) => LEFT,
                (true, false) | (false, true) => RIGHT,
            };
            if asks { [DOOR, LOCKED, dir] } else { [NO_DOOR, CLOSED, dir] }
        }
        _ if asks => [DOOR, LOCKED, BOTH],
        _ => [DOOR, CLOSED, BOTH],
    }
}

/// The icon of the note for a kind of thing; none for kinds without notes.
fn icon(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Start => Some("icons/svg/door-exit.svg"),
        Kind::Goal => Some("icons/svg/temple.svg"),
        Kind::Key => Some("icons/svg/key.svg"),
        Kind::Item => Some("icons/svg/chest.svg"),
        Kind::Puzzle => Some("icons/svg/mystery-man.svg"),
        Kind::Switch => Some("icons/svg/lever.svg"),
        Kind::Plate => Some("icons/svg/target.svg"),
        Kind::Stair => Some("icons/svg/stairs.svg"),
        Kind::Room => Some("icons/svg/book.svg"),
        Kind::Block
        | Kind::Door
        | Kind::Lock
        | Kind::Secret
        | Kind::OneWay
        | Kind::Enemy
        | Kind::Boss => None,
    }
}

/// The text of a note.
fn note_text(thing: &Thing) -> String {
    let text = thing.text(Field::Text);
    let tile = thing.text(Field::Tile);
    let named = match thing.name.as_str() {
        name if name == tile && Tile::from_name(name).is_some() => {
            name.to_lowercase().replace('_', " ")
        }
        name => name.to_owned(),
    };
    if text.is_empty() { named } else { format!("{named}: {text}") }
}

#[cfg(test)]
mod tests;
