//! An object of a map: its own fields, the fields of its template (a file beside the map), and its cells.

use super::raw::{self, RawObject, RawTemplate};
use super::sets::{Files, KnownSets, Sets, TEMPLATES};
use super::{TiledError, wrong};
use crate::Area;
use crate::import::ForeignName;
use crate::ways::{covered, within};
use diagnostics::counted;
use level::model::grid::Cell;
use rustc_hash::FxHashMap;
use serde_json::Value;
use std::rc::Rc;

/// The meaning of a tile: `None` inside for no tile, a message if its number is wrong.
pub(super) type TileMeaning = Result<Option<Rc<ForeignName>>, Rc<str>>;

/// A template.
pub(super) struct Template {
    /// The object that others are copies of.
    pub(super) object: RawObject,
    /// The meaning of its tile, if it is one. Its number refers to the tile set of the template.
    pub(super) tile: Option<TileMeaning>,
}

/// An object.
pub(super) struct Object<'a> {
    /// Its number on the map.
    pub(super) id: u64,
    /// Its position in pixels.
    pub(super) at: (f64, f64),
    own: &'a RawObject,
    template: Option<Rc<Template>>,
}

impl<'a> Object<'a> {
    /// An object of a layer, without a template.
    pub(super) fn of(own: &'a RawObject, layer: &str) -> Result<Self, TiledError> {
        let no = |place: String, field: &str| wrong(place, format!("has no {field:?}"));
        // Old versions of Tiled give no numbers.
        let id = own.id.unwrap_or_default();
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

    /// The object as written, then its template. The first part that has a field decides.
    fn parts(&self) -> impl Iterator<Item = &RawObject> {
        [self.own].into_iter().chain(self.template.as_ref().map(|template| &template.object))
    }

    /// Its name; empty if it has none.
    pub(super) fn name(&self) -> &str {
        self.parts().find_map(|part| part.name.as_deref()).unwrap_or_default()
    }

    /// Its class; empty if it has none.
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

    /// Width and height in pixels; 0 if it has none.
    pub(super) fn size(&self) -> (f64, f64) {
        let pixels = |of: fn(&RawObject) -> Option<f64>| self.parts().find_map(of).unwrap_or(0.0);
        (pixels(|part| part.width).max(0.0), pixels(|part| part.height).max(0.0))
    }

    /// Its rotation in degrees.
    pub(super) fn rotation(&self) -> f64 {
        self.parts().find_map(|part| part.rotation).unwrap_or(0.0)
    }

    /// Its shape, if it is neither a point nor a rectangle nor a tile.
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

    /// The meaning of its tile, if it is one.
    pub(super) fn tile(&self, sets: &Sets, layer: &str) -> Option<TileMeaning> {
        match self.own.gid {
            Some(gid) => Some(sets.meaning(gid, layer).map_err(Rc::from)),
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

    /// A property that is an integer.
    pub(super) fn int(&self, name: &str, place: &str) -> Result<Option<i64>, TiledError> {
        raw::int(self.property(name), name, place)
    }
}

/// The templates of a map, each read once.
pub(super) struct Templates<'f, 'a> {
    files: &'f mut Files<'a>,
    sets: &'f mut KnownSets<'a>,
    /// The folder of the map.
    folder: &'f str,
    known: FxHashMap<String, Rc<Template>>,
}

impl<'f, 'a> Templates<'f, 'a> {
    /// No template is read yet.
    pub(super) fn new(
        files: &'f mut Files<'a>,
        sets: &'f mut KnownSets<'a>,
        folder: &'f str,
    ) -> Self {
        Self { files, sets, folder, known: FxHashMap::default() }
    }

    /// An object of a layer, with its template if it has one.
    pub(super) fn object<'o>(
        &mut self,
        own: &'o RawObject,
        layer: &str,
    ) -> Result<Object<'o>, TiledError> {
        let object = Object::of(own, layer)?;
        let Some(source) = &own.template else { return Ok(object) };
        if let Some(known) = self.known.get(source) {
            return Ok(object.with(Rc::clone(known)));
        }
        let place = format!("layer {layer:?}, object {}, template {source:?}", object.id);
        let template = Rc::new(self.read(source, &place)?);
        self.known.insert(source.clone(), Rc::clone(&template));
        Ok(object.with(template))
    }

    fn read(&mut self, source: &str, place: &str) -> Result<Template, TiledError> {
        let source = &super::sets::beside(self.folder, source);
        let RawTemplate { tileset, object } = self.files.read(&TEMPLATES, source, place)?;
        if object.template.is_some() {
            return Err(wrong(place, format!("leads to another template; {}", TEMPLATES.instead)));
        }
        let tile = match object.gid {
            None => None,
            Some(gid) => {
                // Its tile set is relative to the template, not to the map.
                let folder = source.rfind('/').and_then(|at| source.get(..=at)).unwrap_or("");
                let named = |_| format!("{place}, tileset");
                let sets = Sets::of(tileset.as_slice(), folder, &named, self.files, self.sets)?;
                Some(sets.meaning(gid, "").map_err(Rc::from))
            }
        };
        Ok(Template { object, tile })
    }
}

/// A floor with objects: its size in cells, and its corner in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ground {
    /// The floor.
    pub(super) floor: u32,
    /// The number of rows.
    pub(super) rows: u32,
    /// The number of columns.
    pub(super) cols: u32,
    /// Its corner, relative to the corner of the objects' layer.
    pub(super) corner: (f64, f64),
    /// The width and height of a cell, in pixels.
    pub(super) side: (f64, f64),
}

impl Ground {
    /// The cell under the middle of an object.
    pub(super) fn cell(&self, object: &Object<'_>) -> Result<Cell, String> {
        let (left, top, right, bottom) = self.edges(object)?;
        let row = inside(f64::midpoint(top, bottom).floor(), self.rows);
        let col = inside(f64::midpoint(left, right).floor(), self.cols);
        match (row, col) {
            (Some(row), Some(col)) => Ok(Cell::new(self.floor, row, col)),
            _ => Err(self.off()),
        }
    }

    /// The cells that an object covers by more than half. A point or a narrow rectangle has one cell.
    pub(super) fn area(&self, object: &Object<'_>) -> Result<Area, String> {
        let (left, top, right, bottom) = self.edges(object)?;
        let ends = |from: f64, to: f64, many: u32| {
            let (first, end) = covered(from, to);
            inside(first, many).is_some() && inside(end - 1.0, many).is_some()
        };
        match ends(top, bottom, self.rows) && ends(left, right, self.cols) {
            true => self.covered(object),
            false => Err(self.off()),
        }
    }

    /// The same for an object that may extend beyond the floor.
    pub(super) fn covered(&self, object: &Object<'_>) -> Result<Area, String> {
        let (left, top, right, bottom) = self.edges(object)?;
        let rows = within(covered(top, bottom), self.rows);
        let cols = within(covered(left, right), self.cols);
        let ((row, rows), (col, cols)) = rows.zip(cols).ok_or_else(|| self.off())?;
        Ok(Area { corner: Cell::new(self.floor, row, col), rows, cols })
    }

    /// The edges of an object in cells: left, top, right, bottom. The origin of a tile is its lower left corner.
    fn edges(&self, object: &Object<'_>) -> Result<(f64, f64, f64, f64), String> {
        let turned = object.rotation();
        if turned != 0.0 {
            return Err(format!("is turned by {turned} degrees; only upright ones are read"));
        }
        if let Some(kind) = object.shape() {
            return Err(format!("is {kind}; a point, a rectangle or a tile is asked for"));
        }
        let ((x, y), (wide, high)) = (object.at, object.size());
        let left = x - self.corner.0;
        let top = y - self.corner.1 - if object.is_tile() { high } else { 0.0 };
        let (side_x, side_y) = self.side;
        Ok((left / side_x, top / side_y, (left + wide) / side_x, (top + high) / side_y))
    }

    fn off(&self) -> String {
        format!(
            "does not lie on floor {}, which has {} and {}",
            self.floor,
            counted(self.rows.into(), "row", "rows"),
            counted(self.cols.into(), "column", "columns")
        )
    }
}

/// The index of a row or column, if it exists.
fn inside(at: f64, many: u32) -> Option<u32> {
    (at >= 0.0 && at < f64::from(many)).then_some(at as u32)
}
