//! Things as entities.

use super::Project;
use super::fields::{self, Def};
use super::uids::{icon, identifier};
use crate::kind::Field;
use crate::place::{Thing, Value as Held};
use level::Tile;
use serde_json::{Value, json};

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
            "__identifier": identifier(thing.kind),
            "__grid": grid,
            "__pivot": [0, 0],
            "__tags": if thing.kind == crate::kind::Kind::Room { vec!["room"] } else { Vec::new() },
            "__tile": tile,
            "__smartColor": thing.kind.colour(),
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
            fields::instance(field.name(), Def::of(field), self.uids.field(kind, field), value)
        };
        let mut all: Vec<Value> = kind.fields().iter().map(field).collect();
        all.push(fields::instance("name", Def::Text, self.uids.name(kind), json!(thing.name)));
        all
    }

    fn held(&self, value: &Held) -> Value {
        match value {
            Held::Text(text) => json!(text),
            Held::Int(number) => json!(number),
            Held::Texts(texts) => json!(texts),
            Held::Ref(thing) => self.reference(*thing),
            Held::Refs(things) => things.iter().map(|&thing| self.reference(thing)).collect(),
        }
    }
}
