//! Templates of objects, which lie in files beside a map.

use super::files::{Files, TEMPLATES};
use super::object::{Object, Template};
use super::raw::{RawObject, RawTemplate};
use super::sets::{KnownSets, Sets};
use super::{TiledError, wrong};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The templates of a map that were read, each once.
pub(super) struct Templates<'f, 'a> {
    files: &'f mut Files<'a>,
    sets: &'f mut KnownSets<'a>,
    known: FxHashMap<String, Rc<Template>>,
}

impl<'f, 'a> Templates<'f, 'a> {
    /// None is read yet.
    pub(super) fn new(files: &'f mut Files<'a>, sets: &'f mut KnownSets<'a>) -> Self {
        Self { files, sets, known: FxHashMap::default() }
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
        let RawTemplate { tileset, object } = self.files.read(&TEMPLATES, source, place)?;
        if object.template.is_some() {
            return Err(wrong(place, format!("leads to another template; {}", TEMPLATES.instead)));
        }
        let tile = match object.gid {
            None => None,
            Some(gid) => {
                // Its tile set lies beside the template, and not beside the map.
                let folder = source.rfind('/').and_then(|at| source.get(..=at)).unwrap_or("");
                let named = |_| format!("{place}, tileset");
                let sets = Sets::of(tileset.as_slice(), folder, &named, self.files, self.sets)?;
                Some(sets.tile(gid).map_err(Rc::from))
            }
        };
        Ok(Template { object, tile })
    }
}
