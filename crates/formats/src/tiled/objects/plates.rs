//! Objects that are pressure plates: those of one name are cells of one plate.

use super::super::TiledError;
use super::super::layers::ObjectLayer;
use super::super::object::Object;
use super::{Over, Placed};
use indexmap::IndexSet;
use level::formats::json::symbol;
use level::model::graph::PlateId;
use rustc_hash::FxBuildHasher;

/// The names of all plates, in the order of the numbers of their first objects.
pub(in super::super) fn names(layers: &[ObjectLayer<'_>]) -> IndexSet<String, FxBuildHasher> {
    let objects = layers.iter().flat_map(|layer| &layer.objects);
    let mut plates: Vec<&Object<'_>> = objects.filter(|object| object.is_plate()).collect();
    plates.sort_by_key(|object| object.id);
    plates.into_iter().map(name).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// The name of a plate: its property, or else the name of its object.
fn name<'a>(object: &'a Object<'_>) -> &'a str {
    let said = object.property("name").and_then(serde_json::Value::as_str);
    said.unwrap_or_else(|| object.name())
}

impl Over<'_> {
    /// Cells of a plate. All plates are known by name, so that what asks for them could come first.
    pub(super) fn plate(&mut self, placed: &Placed<'_>) -> Result<(), TiledError> {
        placed.text("name")?;
        let name = name(placed.object);
        let Some(id) = self.parts.names().plate(name) else {
            let message =
                "has no name, by which a lock could ask for it; objects of one name are one plate";
            return Err(placed.wrong(message));
        };
        let area = self.area(placed)?;
        self.count(placed, &area)?;
        for cell in area.cells() {
            let tile = self.tiles.tile(cell).unwrap_or_default();
            if !self.tiles.bears_blocks(tile) {
                let message = format!(
                    "covers a cell that is {tile} (row {}, column {}); a plate lies on FLOOR, ELEMENT_FLOOR or BLOCK",
                    cell.row, cell.col
                );
                return Err(placed.wrong(message));
            }
            if !self.pressed.insert((id, cell)) {
                let message = format!(
                    "covers row {}, column {}, which the plate {name:?} covers already",
                    cell.row, cell.col
                );
                return Err(placed.wrong(message));
            }
        }
        self.gives_symbol(placed, id)?;
        if let Some(plate) = self.tiles.plates.get_mut(id as usize) {
            plate.cells.extend(area.cells());
        }
        Ok(())
    }

    /// Notes the symbol that a plate gives, if this object of it says so.
    fn gives_symbol(&mut self, placed: &Placed<'_>, id: PlateId) -> Result<(), TiledError> {
        let Some(said) = placed.text("gives")? else { return Ok(()) };
        let gives = symbol(said, self.parts.names()).map_err(|message| placed.wrong(message))?;
        let Some(plate) = self.tiles.plates.get_mut(id as usize) else { return Ok(()) };
        match plate.gives.replace(gives) {
            Some(other) if other != gives => {
                let first = self.from.get(&("plates", id as usize)).cloned().unwrap_or_default();
                Err(placed
                    .wrong(format!("gives something else than {first}, which has the same name")))
            }
            _ => {
                self.from.entry(("plates", id as usize)).or_insert_with(|| placed.place.clone());
                Ok(())
            }
        }
    }
}
