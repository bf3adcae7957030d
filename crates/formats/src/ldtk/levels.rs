//! The levels of a project, with their layers and neighbours.

use super::defs::{LEVEL_FIELDS, instance};
use super::{Once, Project, icon, identifier};
use crate::kind::{Field, Kind, Type};
use crate::place::{FieldValue, Sheet, Thing};
use level::{Cell, Tile};
use serde_json::{Value, json};

/// Indices of names: of the level itself, and of its layers.
const LEVEL: usize = 0;
const THINGS: usize = 1;
const ROOMS: usize = 2;

impl Project<'_> {
    pub(super) fn level(&self, at: usize) -> Value {
        let (Some(piece), Some(iids)) = (self.pieces.get(at), self.levels.get(at)) else {
            return Value::Null;
        };
        let side = self.sheet.side;
        let area = piece.area;
        json!({
            "identifier": piece.identifier,
            "iid": iids[LEVEL],
            "uid": self.uids.level(at),
            "worldX": area.corner.col * side,
            "worldY": area.corner.row * side,
            "worldDepth": piece.depth,
            "pxWid": area.cols * side,
            "pxHei": area.rows * side,
            "__bgColor": "#1E1E24", "bgColor": null, "useAutoIdentifier": false, "bgRelPath": null, "bgPos": null,
            "bgPivotX": 0.5, "bgPivotY": 0.5, "__smartColor": "#8E8E91", "__bgPos": null, "externalRelPath": null,
            "fieldInstances": self.level_fields(at), "layerInstances": self.layers_of(at),
            "__neighbours": self.neighbours(at),
        })
    }

    fn neighbours(&self, at: usize) -> Vec<Value> {
        let Some(piece) = self.pieces.get(at) else { return Vec::new() };
        let others =
            self.pieces.iter().zip(&self.levels).enumerate().filter(|(other, _)| *other != at);
        let lies = others.filter_map(|(_, (other, iids))| {
            let dir = piece.neighbour(other)?;
            Some(json!({"levelIid": iids[LEVEL], "dir": dir}))
        });
        lies.collect()
    }

    fn level_fields(&self, at: usize) -> Vec<Value> {
        let Some(piece) = self.pieces.get(at) else { return Vec::new() };
        let value = |name: &str| match name {
            "title" => json!(piece.name),
            "category" => json!(self.place.category),
            "floor" => json!(piece.area.corner.floor),
            "room" => match self.room_of(at) {
                Some(room) => json!(room),
                None => Value::Null,
            },
            _ if at == 0 => json!(self.place.rest().to_string()),
            _ => Value::Null,
        };
        let field = |(place, (name, def)): (usize, &(&str, Type))| {
            instance(name, *def, self.uids.level_field(place), value(name))
        };
        LEVEL_FIELDS.iter().enumerate().map(field).collect()
    }

    /// The node of the room of a part, if it is a room.
    fn room_of(&self, at: usize) -> Option<&str> {
        let room = self.place.things.get(at).filter(|thing| thing.kind == Kind::Room)?;
        let is_room = self.pieces.get(at).is_some_and(|piece| piece.identifier.starts_with("Room"));
        is_room.then(|| room.text(crate::kind::Field::Node))
    }

    /// The layers, from the top down.
    fn layers_of(&self, at: usize) -> Vec<Value> {
        let entities = |rooms: bool| -> Vec<Value> {
            let lies = self.place.things.iter().zip(&self.lies).enumerate();
            let here = lies
                .filter(|(_, (thing, lies))| **lies == at && (thing.kind == Kind::Room) == rooms);
            here.map(|(number, (thing, _))| self.thing(number, thing, at)).collect()
        };
        vec![
            self.layer_of(
                at,
                "Things",
                "Entities",
                Once::Things,
                "entityInstances",
                json!(entities(false)),
            ),
            self.layer_of(
                at,
                "Rooms",
                "Entities",
                Once::Rooms,
                "entityInstances",
                json!(entities(true)),
            ),
            self.layer_of(
                at,
                "Picture",
                "Tiles",
                Once::Picture,
                "gridTiles",
                json!(self.drawn(at)),
            ),
            self.layer_of(at, "Cells", "IntGrid", Once::Cells, "intGridCsv", json!(self.cells(at))),
        ]
    }

    fn layer_of(
        &self,
        at: usize,
        name: &str,
        kind: &str,
        def: Once,
        field: &str,
        value: Value,
    ) -> Value {
        let area = self.pieces.get(at).map(|piece| piece.area);
        let (rows, cols) = area.map_or((0, 0), |area| (area.rows, area.cols));
        let number = match def {
            Once::Things => THINGS,
            Once::Rooms => ROOMS,
            Once::Picture => 3,
            _ => 4,
        };
        let iid = self.levels.get(at).and_then(|iids| iids.get(number));
        let is_drawn = matches!(def, Once::Picture);
        let mut layer = json!({
            "__identifier": name, "__type": kind, "__cWid": cols, "__cHei": rows, "__gridSize": self.sheet.side,
            "__opacity": if matches!(def, Once::Cells) { 0.5 } else { 1.0 },
            "__pxTotalOffsetX": 0, "__pxTotalOffsetY": 0,
            "__tilesetDefUid": is_drawn.then_some(Once::TileSet as usize),
            "__tilesetRelPath": is_drawn.then_some(self.sheet.file), "iid": iid, "levelId": self.uids.level(at),
            "layerDefUid": def as usize,
            "pxOffsetX": 0, "pxOffsetY": 0, "visible": true, "optionalRules": [], "intGridCsv": [],
            "autoLayerTiles": [],
            "seed": 1_000 + at,
            "overrideTilesetUid": null, "gridTiles": [], "entityInstances": [],
        });
        if let Some(place) = layer.get_mut(field) {
            *place = value;
        }
        layer
    }

    /// The tiles of a part, row by row.
    fn tiles_of(&self, at: usize) -> impl Iterator<Item = (Cell, Tile)> {
        let cells = self.pieces.get(at).into_iter().flat_map(|piece| piece.area.cells());
        cells.map(|cell| (cell, self.place.tile(cell)))
    }

    fn cells(&self, at: usize) -> Vec<u8> {
        self.tiles_of(at).map(|(_, tile)| tile.id()).collect()
    }

    /// The cells, drawn with our picture. Empty cells are not drawn.
    fn drawn(&self, at: usize) -> Vec<Value> {
        let Some(area) = self.pieces.get(at).map(|piece| piece.area) else { return Vec::new() };
        let side = self.sheet.side;
        let tile = |(place, (cell, tile)): (usize, (Cell, Tile))| {
            let [col, row] = Sheet::place(tile);
            let at = [(cell.col - area.corner.col) * side, (cell.row - area.corner.row) * side];
            json!({"px": at, "src": [col * side, row * side], "f": 0, "t": tile.id(), "d": [place], "a": 1})
        };
        let there = self.tiles_of(at).enumerate().filter(|(_, (_, tile))| *tile != Tile::Void);
        there.map(tile).collect()
    }

    /// A reference to a thing.
    pub(super) fn reference(&self, thing: usize) -> Value {
        let lies = self.lies.get(thing).copied().unwrap_or(0);
        let is_room = self.place.things.get(thing).is_some_and(|thing| thing.kind == Kind::Room);
        let layer = if is_room { ROOMS } else { THINGS };
        let level = self.levels.get(lies);
        json!({
            "entityIid": self.things.get(thing),
            "layerIid": level.and_then(|iids| iids.get(layer)),
            "levelIid": level.and_then(|iids| iids.get(LEVEL)),
            "worldIid": self.world,
        })
    }
}

impl Project<'_> {
    /// The entity of a thing, in the level of a part.
    pub(super) fn thing(&self, number: usize, thing: &Thing, at: usize) -> Value {
        let side = self.sheet.side;
        let corner = self.pieces.get(at).map_or(thing.area.corner, |piece| piece.area.corner);
        let area = thing.area;
        let grid = [area.corner.col - corner.col, area.corner.row - corner.row];
        let world = [area.corner.col * side, area.corner.row * side];
        let shown = Tile::from_name(thing.text(Field::Tile)).or_else(|| icon(thing.kind));
        let tile = icon(thing.kind).and(shown).map(|tile| self.rect(tile));
        json!({
            "__identifier": identifier(thing.kind), "__grid": grid,
            "__pivot": [0, 0],
            "__tags": if thing.kind == crate::kind::Kind::Room { vec!["room"] } else { Vec::new() },
            "__tile": tile, "__smartColor": thing.kind.colour(),
            "__worldX": world[0],
            "__worldY": world[1],
            "iid": self.things.get(number),
            "width": area.cols * side,
            "height": area.rows * side,
            "defUid": self.uids.kind(thing.kind),
            "px": grid.map(|at| at * side),
            "fieldInstances": self.fields_of(thing),
        })
    }

    fn fields_of(&self, thing: &Thing) -> Vec<Value> {
        let kind = thing.kind;
        let field = |&field: &Field| {
            let value = thing.get(field).map_or(Value::Null, |value| self.held(value));
            instance(field.name(), field.kind(), self.uids.field(kind, field), value)
        };
        let mut all: Vec<Value> = kind.fields().iter().map(field).collect();
        all.push(instance("name", Type::Text, self.uids.name(kind), json!(thing.name)));
        all
    }

    fn held(&self, value: &FieldValue) -> Value {
        match value {
            FieldValue::Text(text) => json!(text),
            FieldValue::Int(number) => json!(number),
            FieldValue::Texts(texts) => json!(texts),
            FieldValue::Ref(thing) => self.reference(*thing),
            FieldValue::Refs(things) => things.iter().map(|&thing| self.reference(thing)).collect(),
        }
    }
}
