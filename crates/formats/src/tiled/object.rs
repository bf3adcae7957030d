//! An object of a map, with what it has from its template.

use super::raw::{self, RawObject};
use super::sets::Sets;
use super::{TiledError, wrong};
use level::model::tile::Tile;
use serde_json::Value;
use std::rc::Rc;

/// The meaning of a tile: `None` inside where it means nothing, a message where it says nothing.
pub(super) type Meaning = Result<Option<Tile>, Rc<str>>;

/// A template that was read.
pub(super) struct Template {
    /// The object that others are made after.
    pub(super) object: RawObject,
    /// What its tile means, if it is one: its number counts in the tile set of the template.
    pub(super) tile: Option<Meaning>,
}

/// An object.
pub(super) struct Object<'a> {
    /// Its number on the map.
    pub(super) id: u64,
    /// The pixels of its place.
    pub(super) at: (f64, f64),
    own: &'a RawObject,
    template: Option<Rc<Template>>,
}

impl<'a> Object<'a> {
    /// An object of a layer, without a template.
    pub(super) fn of(own: &'a RawObject, layer: &str) -> Result<Self, TiledError> {
        let no = |place: String, field: &str| wrong(place, format!("has no {field:?}"));
        let id = own.id.ok_or_else(|| no(format!("layer {layer:?}, an object"), "id"))?;
        let pixels = |at: Option<f64>, field: &str| {
            at.ok_or_else(|| no(format!("layer {layer:?}, object {id}"), field))
        };
        let at = (pixels(own.x, "x")?, pixels(own.y, "y")?);
        Ok(Self { id, at, own, template: None })
    }

    /// The same object, with a template.
    pub(super) fn with(self, template: Rc<Template>) -> Self {
        Self { template: Some(template), ..self }
    }

    /// The object as it is written, then its template: what comes first counts.
    fn parts(&self) -> impl Iterator<Item = &RawObject> {
        [self.own].into_iter().chain(self.template.as_ref().map(|template| &template.object))
    }

    /// Its name; empty where it has none.
    pub(super) fn name(&self) -> &str {
        self.parts().find_map(|part| part.name.as_deref()).unwrap_or_default()
    }

    /// Its class; empty where it has none.
    pub(super) fn class(&self) -> &str {
        let part = self.parts().find(|part| part.kind.is_some() || part.class.is_some());
        part.map_or("", |RawObject { kind, class, .. }| {
            raw::class(kind.as_deref().unwrap_or_default(), class.as_deref().unwrap_or_default())
        })
    }

    /// True if it is a pressure plate.
    pub(super) fn is_plate(&self) -> bool {
        self.class().eq_ignore_ascii_case("plate")
    }

    /// The pixels of its width and height; 0 where it has none.
    pub(super) fn size(&self) -> (f64, f64) {
        let pixels = |of: fn(&RawObject) -> Option<f64>| self.parts().find_map(of).unwrap_or(0.0);
        (pixels(|part| part.width).max(0.0), pixels(|part| part.height).max(0.0))
    }

    /// The degrees by which it is turned.
    pub(super) fn rotation(&self) -> f64 {
        self.parts().find_map(|part| part.rotation).unwrap_or(0.0)
    }

    /// What it is, if it is neither a point nor a rectangle nor a tile.
    pub(super) fn shape(&self) -> Option<&'static str> {
        self.parts().find_map(|part| {
            let kinds = [
                ("a polygon", part.polygon.is_some()),
                ("a line", part.polyline.is_some()),
                ("a text", part.text.is_some()),
            ];
            kinds.into_iter().find(|(_, is)| *is).map(|(kind, _)| kind)
        })
    }

    /// True if it is a tile.
    pub(super) fn is_tile(&self) -> bool {
        self.parts().any(|part| part.gid.is_some())
    }

    /// What its tile means, if it is one.
    pub(super) fn tile(&self, sets: &Sets) -> Option<Meaning> {
        match self.own.gid {
            Some(gid) => Some(sets.tile(gid).map_err(Rc::from)),
            None => self.template.as_ref()?.tile.clone(),
        }
    }

    /// The value of a property.
    pub(super) fn property(&self, name: &str) -> Option<&Value> {
        self.parts().find_map(|part| part.properties.get(name))
    }

    /// A property that is text.
    pub(super) fn text(&self, name: &str, place: &str) -> Result<Option<&str>, TiledError> {
        raw::text(self.property(name), name, place)
    }

    /// A property that is a whole number.
    pub(super) fn int(&self, name: &str, place: &str) -> Result<Option<i64>, TiledError> {
        raw::int(self.property(name), name, place)
    }
}
