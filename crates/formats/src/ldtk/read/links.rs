//! The meanings of entities, and references between them: a door and the key that opens it.

use super::raw::{Entity, Layer};
use crate::aliases::{Aliases, ours};
use crate::guess;
use crate::import::{Basis, ForeignName, named};
use crate::meaning::Meaning;
use level::model::tile::Tile;
use rustc_hash::FxHashMap;
use serde_json::Value;

/// The meanings of the entities that refer to each other, by their identifiers.
pub(super) struct Links(FxHashMap<String, Meaning>);

/// The entities to which an entity refers.
fn references(entity: &Entity) -> impl Iterator<Item = &str> {
    entity.field_instances.iter().flat_map(|field| {
        let several = field.value.as_array().map(Vec::as_slice).unwrap_or_default();
        [&field.value]
            .into_iter()
            .chain(several)
            .filter_map(|value| value.get("entityIid").and_then(Value::as_str))
    })
}

/// The meaning of an entity by its name alone.
fn plain(entity: &Entity, aliases: &Aliases) -> ForeignName {
    let name = entity.identifier.as_str();
    if let Some(meaning) = aliases.meaning(name) {
        return named("entity", name, meaning.clone(), Basis::Given);
    }
    if let Some(tile) = ours(name) {
        return named("entity", name, tile.into(), Basis::Own);
    }
    match guess::of_object(name) {
        Some(meaning) => named("entity", name, meaning, Basis::Guessed("its name")),
        None => named("entity", name, Meaning::default(), Basis::Unknown),
    }
}

impl Links {
    /// The references between the entities of a level.
    pub(super) fn of(layers: &[Layer], aliases: &Aliases) -> Self {
        let entities = || layers.iter().flat_map(|layer| &layer.entity_instances);
        let by_iid: FxHashMap<&str, &Entity> =
            entities().map(|entity| (entity.iid.as_str(), entity)).collect();
        let mut links = FxHashMap::default();
        for entity in entities() {
            for other in references(entity).filter_map(|iid| by_iid.get(iid)) {
                let is = |of: &Entity, tile: fn(Tile) -> bool| {
                    plain(of, aliases).meaning.tile().is_some_and(tile)
                };
                let (door, key) = match () {
                    () if is(entity, Tile::is_door) && is(other, Tile::is_item) => (entity, *other),
                    () if is(entity, Tile::is_item) && is(other, Tile::is_door) => (*other, entity),
                    () => continue,
                };
                let symbol = format!("symbol:{} {}", key.identifier, key.iid);
                links.insert(door.iid.clone(), Meaning::lock(symbol.clone()));
                links.insert(key.iid.clone(), Meaning::gives(symbol));
            }
        }
        Self(links)
    }

    /// The meaning of an entity.
    pub(super) fn entity(&self, entity: &Entity, aliases: &Aliases) -> ForeignName {
        let found = plain(entity, aliases);
        match self.0.get(&entity.iid) {
            Some(meaning) => ForeignName { meaning: meaning.clone(), ..found },
            None => found,
        }
    }
}
