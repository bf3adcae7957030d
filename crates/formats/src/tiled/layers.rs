//! Layers of a map: its floors, the tiles on them, and the floor of each object.

use super::pieces::{Piece, pieces_of};
use super::raw::{RawLayer, RawMap, RawObject};
use super::sets::Sets;
use super::shape::Ground;
use super::{DEEPEST, TiledError, check_cells, wrong};
use level::model::grid::Grid;
use level::model::tile::Tile;
use rustc_hash::FxHashMap;

/// The class of layers that are passed over.
const DECORATION: &str = "decoration";

/// Offset, floor number and groups that a layer inherits from the groups around it.
#[derive(Clone, Default)]
struct Around {
    offset: (f64, f64),
    floor: Option<i64>,
    /// The groups that it lies in, the outermost first, by number.
    groups: Vec<usize>,
}

/// A layer of tiles with its inherited settings.
struct Drawn<'a> {
    layer: &'a RawLayer,
    around: Around,
}

/// A layer of objects with its inherited settings.
pub(super) struct ObjectLayer<'a> {
    /// Its name.
    pub(super) name: &'a str,
    /// Its objects.
    pub(super) objects: &'a [RawObject],
    around: Around,
}

/// All layers of a map that mean something.
#[derive(Default)]
pub(super) struct Layers<'a> {
    drawn: Vec<Drawn<'a>>,
    /// The layers of objects.
    pub(super) objects: Vec<ObjectLayer<'a>>,
    groups: usize,
}

/// The floors of a map.
pub(super) struct Floors {
    /// The tiles.
    pub(super) grids: Vec<Grid>,
    /// The number of rows and columns each has.
    sizes: Vec<(u32, u32)>,
    /// The marks by which floors differ: the number of each, its corner on the map, and the groups of its layers.
    places: Vec<Place>,
    side: (f64, f64),
}

struct Place {
    number: Option<i64>,
    /// The pixels of its corner.
    corner: (f64, f64),
    groups: Vec<Vec<usize>>,
}

impl<'a> Layers<'a> {
    /// The layers of a map.
    pub(super) fn of(map: &'a RawMap) -> Result<Self, TiledError> {
        let mut layers = Self::default();
        layers.walk(&map.layers, &Around::default())?;
        Ok(layers)
    }

    fn walk(&mut self, layers: &'a [RawLayer], around: &Around) -> Result<(), TiledError> {
        for layer in layers {
            let place = format!("layer {:?}", layer.name);
            let decoration = layer.properties.get(DECORATION).is_some_and(|value| value == true);
            if decoration || layer.class.eq_ignore_ascii_case(DECORATION) {
                continue;
            }
            let mut around = around.clone();
            around.offset.0 += layer.offsetx;
            around.offset.1 += layer.offsety;
            around.floor = layer.properties.int("floor", &place)?.or(around.floor);
            match layer.kind.as_str() {
                "tilelayer" => self.drawn.push(Drawn { layer, around }),
                "objectgroup" => {
                    let (name, objects) = (layer.name.as_str(), layer.objects.as_slice());
                    self.objects.push(ObjectLayer { name, objects, around });
                }
                "group" if around.groups.len() >= DEEPEST => {
                    let message = format!("lies in {DEEPEST} groups, more than are read");
                    return Err(wrong(place, message));
                }
                "group" => {
                    around.groups.push(self.groups);
                    self.groups += 1;
                    self.walk(&layer.layers, &around)?;
                }
                "imagelayer" => {}
                other => {
                    let known = ["tilelayer", "objectgroup", "imagelayer", "group"];
                    let message = voice::unknown("type", other, known);
                    return Err(wrong(place, message));
                }
            }
        }
        Ok(())
    }

    /// The floors that the tile layers make.
    pub(super) fn floors(&self, map: &RawMap, sets: &Sets) -> Result<Floors, TiledError> {
        let side = (f64::from(map.tilewidth), f64::from(map.tileheight));
        let mut floors = Floors { grids: Vec::new(), sizes: Vec::new(), places: Vec::new(), side };
        let (mut cells, mut area) = (0u64, 0u64);
        for layers in self.by_floor()? {
            let mut pieces = Vec::new();
            for drawn in &layers {
                pieces.extend(pieces_of(drawn.layer, &mut cells)?);
            }
            floors.add(&layers, &pieces, sets, &mut area)?;
        }
        Ok(floors)
    }

    /// The tile layers of each floor.
    fn by_floor(&self) -> Result<Vec<Vec<&Drawn<'a>>>, TiledError> {
        let numbered = self.drawn.iter().find(|drawn| drawn.around.floor.is_some());
        let plain = self.drawn.iter().find(|drawn| drawn.around.floor.is_none());
        match (numbered, plain) {
            (Some(numbered), Some(plain)) => Err(wrong(
                format!("layer {:?}", plain.layer.name),
                format!(
                    "has no property \"floor\", but layer {:?} has one; give it to all tile layers, or to none, \
                     or make this one of the class {DECORATION:?}",
                    numbered.layer.name
                ),
            )),
            (None, _) => Ok(self.drawn.iter().map(|drawn| vec![drawn]).collect()),
            (Some(_), None) => {
                let mut floors = std::collections::BTreeMap::<_, Vec<_>>::new();
                for drawn in &self.drawn {
                    floors.entry(drawn.around.floor).or_default().push(drawn);
                }
                Ok(floors.into_values().collect())
            }
        }
    }
}

impl Floors {
    /// Lays the layers of one floor over each other.
    fn add(
        &mut self,
        layers: &[&Drawn<'_>],
        pieces: &[Piece<'_>],
        sets: &Sets,
        area: &mut u64,
    ) -> Result<(), TiledError> {
        let Some(first) = layers.first() else { return Ok(()) };
        let place = format!("layer {:?}", first.layer.name);
        if let Some(other) = layers.iter().find(|other| other.around.offset != first.around.offset)
        {
            let message = format!("lies on the floor of {place}, but has another offset");
            return Err(wrong(format!("layer {:?}", other.layer.name), message));
        }
        let x = pieces.iter().map(|piece| piece.x).min().unwrap_or(0);
        let y = pieces.iter().map(|piece| piece.y).min().unwrap_or(0);
        let wide = pieces.iter().map(|piece| piece.x + piece.wide - x).max().unwrap_or(0);
        let high = pieces.iter().map(|piece| piece.y + piece.high - y).max().unwrap_or(0);
        let size = (size(layers, "rows", high)?, size(layers, "cols", wide)?);
        *area = area.saturating_add(u64::from(size.0) * u64::from(size.1));
        check_cells(*area, &place)?;
        let mut grid = Grid::filled(size.0, size.1, Tile::Void);
        let mut known = FxHashMap::default();
        for piece in pieces {
            piece.lay(&mut grid, (x, y), sets, &mut known)?;
        }
        // A floor without cells has no columns either, whichever way it is written.
        let grid = if size.0 == 0 || size.1 == 0 { Grid::default() } else { grid };
        self.sizes.push((grid.rows(), grid.cols()));
        self.grids.push(grid);
        let (left, top) = first.around.offset;
        let corner = (left + x as f64 * self.side.0, top + y as f64 * self.side.1);
        let groups = layers.iter().map(|drawn| drawn.around.groups.clone()).collect();
        self.places.push(Place { number: first.around.floor, corner, groups });
        Ok(())
    }

    /// The floor that an object of a layer lies on.
    pub(super) fn ground(
        &self,
        layer: &ObjectLayer<'_>,
        number: Option<i64>,
    ) -> Result<Ground, String> {
        let floor = match number.or(layer.around.floor) {
            Some(number) => self.numbered(number)?,
            None => self.beside(&layer.around.groups).ok_or_else(|| self.which())?,
        };
        let (Some(place), Some(&(rows, cols))) = (self.places.get(floor), self.sizes.get(floor))
        else {
            return Err(format!("there is no floor {floor}"));
        };
        let (left, top) = layer.around.offset;
        let corner = (place.corner.0 - left, place.corner.1 - top);
        Ok(Ground { floor: floor as u32, rows, cols, corner, side: self.side })
    }

    /// The error of an object that may lie on any of several floors.
    fn which(&self) -> String {
        let many = self.places.len();
        let say = "say which one by the int property \"floor\" of the object or of its layer, or put the layer \
                   into a group with the floor";
        if self.places.iter().any(|place| place.number.is_some()) {
            return format!("the map has {many} floors: {say}");
        }
        format!(
            "the map has {many} tile layers, and each makes a floor of its own: to lay them over each other, give \
             all of them the int property \"floor\" with the same number; if they are floors, {say}"
        )
    }

    /// The floor of a number: as the layers say, else counted.
    fn numbered(&self, number: i64) -> Result<usize, String> {
        let said = self.places.iter().position(|place| place.number == Some(number));
        let counted = || {
            let plain = self.places.iter().all(|place| place.number.is_none());
            usize::try_from(number).ok().filter(|&at| plain && at < self.places.len())
        };
        said.or_else(counted).ok_or_else(|| format!("there is no floor {number}"))
    }

    /// The one floor in the innermost group that holds any.
    fn beside(&self, groups: &[usize]) -> Option<usize> {
        for depth in (0..=groups.len()).rev() {
            let within = groups.get(..depth)?;
            let holds = |place: &Place| place.groups.iter().any(|path| path.starts_with(within));
            let mut there = (0..).zip(&self.places).filter(|(_, place)| holds(place));
            match (there.next(), there.next()) {
                (Some((floor, _)), None) => return Some(floor),
                (Some(_), Some(_)) => return None,
                (None, _) => {}
            }
        }
        None
    }
}

/// The number of rows or columns a floor has: as a property of a layer says, else as there are.
fn size(layers: &[&Drawn<'_>], name: &str, drawn: i64) -> Result<u32, TiledError> {
    for drawn_on in layers {
        let place = format!("layer {:?}", drawn_on.layer.name);
        if let Some(said) = drawn_on.layer.properties.int(name, &place)? {
            let fits = u32::try_from(said).ok().filter(|_| said <= drawn);
            return fits.ok_or_else(|| {
                let message = format!("is {said}; a number from 0 to {drawn} is asked for");
                wrong(format!("{place}, property {name:?}"), message)
            });
        }
    }
    u32::try_from(drawn).map_err(|_| wrong("layers", "the chunks lie too far apart"))
}
