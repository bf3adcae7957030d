//! The JSON of an LDtk project, with the fields that are read.

use level::formats::json::{ReadError, parse, wrong};
use serde::Deserialize;
use serde_json::Value;

/// A project.
#[derive(Deserialize)]
pub(super) struct Project {
    pub(super) defs: Defs,
    pub(super) levels: Vec<RawLevel>,
    /// The levels of a project with several worlds are here.
    #[serde(default)]
    worlds: Vec<World>,
    #[serde(default, rename = "worldLayout")]
    layout: Option<String>,
}

impl Project {
    /// The levels of all worlds.
    pub(super) fn all(&self) -> impl Iterator<Item = &RawLevel> {
        self.worlds().flat_map(|(_, levels)| levels)
    }

    /// The layout of each world, and its levels.
    pub(super) fn worlds(&self) -> impl Iterator<Item = (&str, &[RawLevel])> {
        let first = (self.layout.as_deref().unwrap_or_default(), self.levels.as_slice());
        let others = self.worlds.iter().map(|World { layout, levels }| {
            (layout.as_deref().unwrap_or_default(), levels.as_slice())
        });
        [first].into_iter().chain(others)
    }

    /// Reads the levels in separate files.
    pub(super) fn load(&mut self, fetch: super::Fetch<'_>) -> Result<(), ReadError> {
        let mut bytes = 0;
        let worlds = self.worlds.iter_mut().flat_map(|world| &mut world.levels);
        for level in self.levels.iter_mut().chain(worlds) {
            let (None, Some(path)) = (&level.layer_instances, &level.file) else { continue };
            let place = format!("{}, file {path:?}", level.place());
            let text = fetch(path).map_err(|message| wrong(place.clone(), message))?;
            bytes += text.len();
            if bytes > super::MOST_BYTES {
                return Err(wrong(place, "with it the files have more bytes than are read"));
            }
            let read: RawLevel = parse(&text).map_err(|error| wrong(place, error.to_string()))?;
            level.layer_instances = read.layer_instances;
        }
        Ok(())
    }
}

#[derive(Deserialize)]
pub(super) struct World {
    #[serde(default, rename = "worldLayout")]
    layout: Option<String>,
    pub(super) levels: Vec<RawLevel>,
}

/// The definitions of layers and tile sets.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Defs {
    pub(super) layers: Vec<LayerDef>,
    pub(super) tilesets: Vec<TileSet>,
    #[serde(default)]
    pub(super) entities: Vec<EntityDef>,
    #[serde(default)]
    pub(super) level_fields: Vec<FieldDef>,
}

/// A kind of entities.
#[derive(Deserialize)]
pub(super) struct EntityDef {
    #[serde(default)]
    pub(super) identifier: String,
}

/// A field that levels have.
#[derive(Deserialize)]
pub(super) struct FieldDef {
    pub(super) identifier: String,
}

/// A layer of all levels, with the names of its values.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LayerDef {
    pub(super) uid: i64,
    #[serde(default)]
    pub(super) int_grid_values: Vec<ValueDef>,
}

#[derive(Deserialize)]
pub(super) struct ValueDef {
    pub(super) value: i64,
    pub(super) identifier: Option<String>,
}

/// A tile set, with the tags of its tiles.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TileSet {
    pub(super) uid: i64,
    #[serde(default)]
    pub(super) enum_tags: Vec<Tag>,
}

/// A value of an enum, with the tiles that are tagged with it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Tag {
    pub(super) enum_value_id: String,
    pub(super) tile_ids: Vec<i64>,
}

/// A level. Its layers may be in another file.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawLevel {
    pub(super) identifier: String,
    #[serde(default)]
    pub(super) world_x: i64,
    #[serde(default)]
    pub(super) world_y: i64,
    #[serde(default)]
    pub(super) world_depth: i64,
    #[serde(default)]
    pub(super) field_instances: Vec<Field>,
    pub(super) layer_instances: Option<Vec<Layer>>,
    /// The path of the file with the rest of the level.
    #[serde(rename = "externalRelPath")]
    file: Option<String>,
}

/// A field with its value.
#[derive(Deserialize)]
pub(super) struct Field {
    #[serde(rename = "__identifier")]
    pub(super) identifier: String,
    #[serde(rename = "__value", default)]
    pub(super) value: Value,
}

/// A layer of a level.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Layer {
    #[serde(rename = "__identifier")]
    pub(super) identifier: String,
    #[serde(rename = "__cWid")]
    pub(super) cols: u32,
    #[serde(rename = "__cHei")]
    pub(super) rows: u32,
    #[serde(rename = "__gridSize")]
    grid_size: i64,
    #[serde(rename = "layerDefUid")]
    pub(super) def: i64,
    #[serde(rename = "__tilesetDefUid")]
    pub(super) set: Option<i64>,
    #[serde(rename = "overrideTilesetUid")]
    pub(super) other_set: Option<i64>,
    #[serde(default)]
    pub(super) int_grid_csv: Vec<i64>,
    #[serde(default)]
    pub(super) grid_tiles: Vec<GridTile>,
    #[serde(default)]
    pub(super) entity_instances: Vec<Entity>,
}

/// A tile of a tile set, and its place in pixels.
#[derive(Deserialize)]
pub(super) struct GridTile {
    pub(super) px: [i64; 2],
    pub(super) t: i64,
}

/// An entity, and its cell.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Entity {
    #[serde(rename = "__identifier")]
    pub(super) identifier: String,
    #[serde(rename = "__grid")]
    pub(super) grid: [i64; 2],
    /// The position of its pivot in the level, in pixels.
    pub(super) px: Option<[i64; 2]>,
    /// The pivot, as fractions of its width and height.
    #[serde(rename = "__pivot", default)]
    pub(super) pivot: [f64; 2],
    #[serde(default)]
    pub(super) iid: String,
    #[serde(default)]
    pub(super) width: i64,
    #[serde(default)]
    pub(super) height: i64,
    #[serde(default)]
    pub(super) field_instances: Vec<Field>,
}

impl Entity {
    /// Its cell: computed from its pixels, as the editor computes `__grid`; `__grid` itself if it has no pixels.
    pub(super) fn cell(&self, layer: &Layer) -> [i64; 2] {
        let Some(px) = self.px else { return self.grid };
        let side = layer.side();
        // A pivot at the end of a cell belongs to that cell.
        let cell = |axis: usize| {
            px[axis].saturating_sub(i64::from(self.pivot[axis] == 1.0)).div_euclid(side)
        };
        [cell(0), cell(1)]
    }

    /// True if its pixels and `__grid` disagree.
    pub(super) fn is_moved(&self, layer: &Layer) -> bool {
        self.cell(layer) != self.grid
    }
}

/// The value of a field; null if it is missing.
pub(super) fn value<'a>(fields: &'a [Field], name: &str) -> &'a Value {
    fields.iter().find(|field| field.identifier == name).map_or(&Value::Null, |field| &field.value)
}

impl RawLevel {
    /// Its name in messages.
    pub(super) fn place(&self) -> String {
        format!("level {:?}", diagnostics::short(&self.identifier))
    }

    /// Its layers.
    pub(super) fn layers(&self) -> Result<&[Layer], ReadError> {
        self.layer_instances.as_deref().ok_or_else(|| {
            let message = "has no layers, and names no file with them";
            wrong(self.place(), message)
        })
    }
}

impl Layer {
    /// The side of a cell, in pixels.
    pub(super) fn side(&self) -> i64 {
        self.grid_size.clamp(1, 1 << 16)
    }

    /// Checks that there is a value for each cell.
    pub(super) fn check_values(&self) -> Result<(), String> {
        let many = self.int_grid_csv.len() as u64;
        if many == u64::from(self.rows) * u64::from(self.cols) {
            return Ok(());
        }
        let values = diagnostics::counted(many, "value", "values");
        Err(format!("has {values}, but {} cells", size(self.cols, self.rows)))
    }
}

/// Columns and rows, for a message.
pub(super) fn size(cols: u32, rows: u32) -> String {
    format!("{cols}x{rows}")
}
