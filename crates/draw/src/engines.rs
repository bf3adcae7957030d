//! A level as files for engines, with pictures in the look of its family.
//!
//! The crate `formats` writes the files but knows no pictures and no families; this module adds both.

use crate::{level_picture, level_png, look, look_of, tile_sheet};
use anyhow::{Result, bail};
use dungeon::dungeon::rooms::Family;
use formats::annotations::{self, Annotations};
use formats::format::{FloorPicture, Format, Using};
use formats::ldtk::Worlds;
use formats::pack::{self, Art, File};
use formats::tiled::{COLUMNS, IMAGE, ROWS, Way};
use formats::{ExportError, Floor, Place, Sheet, tmj};
use level::Level;
use serde::Serialize;

/// Pixels of a cell's side on the picture of a floor, the preferred one first. Foundry has no smaller grid than the
/// last.
const SIDES: [u32; 2] = [64, 50];
/// The longest side of the picture of a floor in pixels, for each of [`SIDES`].
const LONGEST: [u32; 2] = [4096, 8192];

/// A level to export to engines.
pub struct Engines {
    place: Place,
    family: Option<Family>,
}

/// The options of an export.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cut {
    /// The part of the level that becomes a level of LDtk.
    pub worlds: Worlds,
    /// Pixels of a tile's side: 16 or 32; the default is 32.
    pub side: Option<u32>,
    /// The floor, for formats whose files hold one.
    pub floor: Option<u32>,
}

/// A picture that belongs to the files, not yet rendered to pixels.
#[derive(Clone, Debug, Serialize)]
pub struct Picture {
    /// The name of its file, which ends with `.png`.
    pub name: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The picture as SVG.
    pub svg: String,
    /// Pixels of the side of a tile, or of a cell.
    #[serde(skip)]
    side: u32,
    /// The floor it shows; none for the picture of the tiles.
    #[serde(skip)]
    floor: Option<u32>,
}

impl Picture {
    fn painted(&self) -> Result<Vec<u8>> {
        level_png::clear(&self.svg, self.side as f32 / level_picture::SIDE as f32)
    }
}

impl Engines {
    /// A level with its annotations.
    ///
    /// # Errors
    /// When the level has no tiles.
    pub fn of(level: &Level, annotations: &Annotations) -> Result<Self, ExportError> {
        let family = annotations.category.as_deref().and_then(Family::of);
        Ok(Self { place: Place::of(level, annotations)?, family })
    }

    /// A level with the annotations from the JSON of its dungeon.
    ///
    /// # Errors
    /// When the level has no tiles, or the JSON cannot be written.
    pub fn of_artefact(level: &Level, artefact: &impl Serialize) -> Result<Self> {
        Self::of_text(level, &serde_json::to_string(artefact)?)
    }

    /// A level with the annotations from the text that it was read from.
    ///
    /// # Errors
    /// When the level has no tiles, or the text is a dungeon that cannot be read.
    pub fn of_text(level: &Level, text: &str) -> Result<Self> {
        Ok(Self::of(level, &annotations::read(text)?)?)
    }

    /// A map of Tiled with the plain picture of the tiles, and a way drawn over it.
    ///
    /// # Errors
    /// When the level is larger than a map that can be read back.
    pub fn map(&self, way: Option<&Way>) -> Result<String, ExportError> {
        tmj::print(&self.place, IMAGE, way)
    }

    /// The typed description from which all files are written.
    #[must_use]
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The file name of the picture of the tiles, and the pixels of a tile's side.
    #[must_use]
    pub fn sheet(&self, asked: &Cut) -> (String, u32) {
        let side = asked.side.unwrap_or(formats::tiled::SIDE);
        (tile_sheet::file(self.family, side), side)
    }

    /// The picture of the tiles as PNG.
    ///
    /// # Errors
    /// When the picture cannot be rendered.
    pub fn drawn_sheet(&self, asked: &Cut) -> Result<Vec<u8>> {
        self.tiles(self.sheet(asked).1).painted()
    }

    /// The level in a format.
    ///
    /// # Errors
    /// When the format cannot hold the level, or its picture cannot be rendered.
    pub fn text(&self, format: Format, asked: &Cut) -> Result<String> {
        let (file, side) = self.sheet(asked);
        let floor = asked.floor.unwrap_or(0);
        let drawn = match format {
            Format::Uvtt => self.floor(floor)?,
            _ => None,
        };
        let name = self.file(floor);
        let picture = match (&drawn, format) {
            (Some((png, side)), _) => Some(FloorPicture { file: &name, png, side: *side }),
            (None, Format::Foundry) => {
                let side = self.side(floor).unwrap_or(SIDES[0]);
                Some(FloorPicture { file: &name, png: &[], side })
            }
            (None, _) => None,
        };
        let sheet = Sheet { file: &file, side };
        let using = Using { sheet, worlds: asked.worlds, floor: asked.floor, picture };
        Ok(format.print(&self.place, &using)?)
    }

    /// The picture of the requested floor as PNG, with the file name that a scene of Foundry refers to; none if it
    /// would be too large.
    ///
    /// # Errors
    /// When the picture cannot be rendered.
    pub fn drawn_floor(&self, asked: &Cut) -> Result<Option<(String, Vec<u8>)>> {
        let floor = asked.floor.unwrap_or(0);
        Ok(self.floor(floor)?.map(|(png, _)| (self.file(floor), png)))
    }

    /// The pictures for all formats: the tiles in both sizes, and each floor whose picture is not too large.
    #[must_use]
    pub fn pictures(&self, asked: &Cut) -> Vec<Picture> {
        let first = self.sheet(asked).1;
        let sheets = [first, if first == 16 { 32 } else { 16 }].map(|side| self.tiles(side));
        let floors = (0..self.place.floors.len() as u32).filter_map(|floor| self.picture(floor));
        sheets.into_iter().chain(floors).collect()
    }

    /// The level in all formats. `json` is the text that it was read from.
    ///
    /// # Errors
    /// When one of the formats cannot hold the level, or a picture cannot be rendered.
    pub fn files(&self, json: &str, asked: &Cut) -> Result<Vec<File>> {
        let painted = self.pictures(asked).iter().map(Picture::painted).collect::<Result<_>>()?;
        self.files_with(json, asked, painted)
    }

    /// The level in all formats, with pictures that the caller rendered: a PNG for each of [`pictures`].
    ///
    /// # Errors
    /// When one of the formats cannot hold the level, or the number of pictures is wrong.
    ///
    /// [`pictures`]: Self::pictures
    pub fn files_with(&self, json: &str, asked: &Cut, painted: Vec<Vec<u8>>) -> Result<Vec<File>> {
        let pictures = self.pictures(asked);
        if pictures.len() != painted.len() {
            bail!("expected {} pictures, and {} were painted", pictures.len(), painted.len());
        }
        let mut art = Art { sheets: Vec::new(), floors: vec![None; self.place.floors.len()] };
        for (picture, png) in pictures.into_iter().zip(painted) {
            match picture.floor.and_then(|floor| art.floors.get_mut(floor as usize)) {
                Some(floor) => *floor = Some((png, picture.side)),
                None => art.sheets.push((picture.name, picture.side, png)),
            }
        }
        Ok(pack::files(&self.place, &art, json)?)
    }

    /// The file name of the picture of a floor.
    fn file(&self, floor: u32) -> String {
        format!("{}-{floor}.png", pack::stem(&self.place.title))
    }

    /// Pixels of a cell's side on the picture of a floor; none if the picture would be too large.
    fn side(&self, floor: u32) -> Option<u32> {
        let floor = self.place.floors.get(floor as usize)?;
        let longest = floor.rows.max(floor.cols);
        let fits = |(side, most): &(u32, u32)| {
            longest.checked_mul(*side).is_some_and(|long| long <= *most)
        };
        SIDES.into_iter().zip(LONGEST).find(fits).map(|(side, _)| side)
    }

    /// The picture of the tiles, with `side` pixels for the side of a tile.
    fn tiles(&self, side: u32) -> Picture {
        Picture {
            name: tile_sheet::file(self.family, side),
            width: COLUMNS * side,
            height: ROWS * side,
            svg: tile_sheet::svg_of(self.family),
            side,
            floor: None,
        }
    }

    /// The picture of a floor; none where it would be too large.
    fn picture(&self, floor: u32) -> Option<Picture> {
        let side = self.side(floor)?;
        let Floor { rows, cols, .. } = *self.place.floors.get(floor as usize)?;
        let look = self.family.map(look_of::plain_of);
        let look = look.as_ref().unwrap_or(&look::PLAIN);
        Some(Picture {
            name: self.file(floor),
            width: cols * side,
            height: rows * side,
            svg: tile_sheet::table(self.place.tiles(), floor as usize, look)?,
            side,
            floor: Some(floor),
        })
    }

    /// The picture of a floor as PNG, with the pixels of a cell's side; none if it would be too large, or without the
    /// feature `png`.
    fn floor(&self, floor: u32) -> Result<Option<(Vec<u8>, u32)>> {
        match self.picture(floor).filter(|_| cfg!(feature = "png")) {
            Some(picture) => Ok(Some((picture.painted()?, picture.side))),
            None => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pixels;

    #[test]
    fn the_picture_of_a_floor_has_every_cell_in_its_place() {
        let level = level::formats::text::read("-----\n-###-\n-#@#-\n-#*#-\n-###-\n").unwrap();
        let engines = Engines::of(&level, &Annotations::default()).unwrap();
        let (png, side) = engines.floor(0).unwrap().unwrap();
        let picture = pixels::read(&png, 9999).unwrap();
        assert_eq!((side, picture.width, picture.height), (64, 5 * 64, 5 * 64));
        let at = |row: u32, col: u32| picture.at(col * 64 + 20, row * 64 + 20).unwrap();
        assert_eq!(at(0, 0)[3], 0);
        assert_eq!([at(2, 2), at(1, 1)].map(|pixel| pixel[3]), [255; 2]);
        assert_ne!(at(2, 2), at(1, 2));
        assert_eq!(at(2, 2), at(3, 2));
        assert!(engines.floor(1).unwrap().is_none());
    }

    #[test]
    fn a_family_is_that_of_the_category() {
        let level = level::formats::text::read("####\n#@*#\n####\n").unwrap();
        let annotations =
            Annotations { category: Some("crypt".to_owned()), ..Annotations::default() };
        let engines = Engines::of(&level, &annotations).unwrap();
        let small = Cut { side: Some(16), ..Cut::default() };
        assert_eq!(engines.sheet(&small), ("quandary-tiles-tomb-16.png".to_owned(), 16));
        let scene = engines.text(Format::Tscn, &small).unwrap();
        assert!(scene.contains("quandary-tiles-tomb-16.png"));
        let files = engines.files("{}", &Cut::default()).unwrap();
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        assert!(
            names.contains(&"quandary-tiles-tomb.png") && names.contains(&"level-0.png"),
            "{names:?}"
        );
        let pictures = engines.pictures(&Cut::default());
        for picture in &pictures {
            let painted = pixels::read(&picture.painted().unwrap(), 9999).unwrap();
            assert_eq!((painted.width, painted.height), (picture.width, picture.height));
        }
        let few = engines.files_with("{}", &Cut::default(), vec![Vec::new(); 2]);
        assert_eq!(few.unwrap_err().to_string(), "expected 3 pictures, and 2 were painted");
    }
}
