//! A mask or a colour map from a PNG picture.
//!
//! A pixel is opaque when its alpha is at least one half. In a mask, opaque pixels that are not black
//! are marked; in a colour map every opaque colour is a room, wherever its pixels lie.

use super::cells::{Cell, ColourMap, MOST_ROOMS, MOST_SIDE, cell};
use draw::pixels::{self, Pixels};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The first bytes of every PNG file.
const MAGIC: &[u8] = b"\x89PNG\r\n\x1a\n";

/// True if this is a PNG file, by its first bytes.
pub(super) fn is_png(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The marked cells of a mask, in reading order. The error is the fault in words.
pub(super) fn marked(bytes: &[u8]) -> Result<Vec<Cell>, String> {
    let picture = decode(bytes)?;
    let rows = picture.height as usize;
    let marked = placed(&picture).filter(|&(_, _, [red, green, blue, alpha])| {
        alpha >= 128 && (red, green, blue) != (0, 0, 0)
    });
    Ok(marked.map(|(x, y, _)| cell(x, y, rows)).collect())
}

/// The rooms of a colour map. The error is the fault in words.
pub(super) fn colours(bytes: &[u8]) -> Result<ColourMap, String> {
    let picture = decode(bytes)?;
    let (width, rows) = (picture.width as usize, picture.height as usize);
    let mut ids = HashMap::new();
    let mut map = ColourMap { rooms: Vec::new(), neighbours: Vec::new() };
    let mut north: Vec<Option<u32>> = vec![None; width];
    let mut west = None;
    for (column, row, colour) in placed(&picture) {
        let here = room_of(colour, &mut ids, &mut map)?;
        if let Some(id) = here {
            if let Some(cells) = map.rooms.get_mut(id as usize) {
                cells.push(cell(column, row, rows));
            }
            touch(&mut map, id, if column == 0 { None } else { west });
            touch(&mut map, id, north.get(column).copied().flatten());
        }
        west = here;
        if let Some(above) = north.get_mut(column) {
            *above = here;
        }
    }
    Ok(map)
}

/// The room of a pixel, a new one for a new colour; none for a transparent pixel.
fn room_of(
    [red, green, blue, alpha]: [u8; 4],
    ids: &mut HashMap<[u8; 3], u32>,
    map: &mut ColourMap,
) -> Result<Option<u32>, String> {
    if alpha < 128 {
        return Ok(None);
    }
    let next = ids.len();
    match ids.entry([red, green, blue]) {
        Entry::Occupied(known) => Ok(Some(*known.get())),
        Entry::Vacant(_) if next >= MOST_ROOMS => {
            Err(format!("has more than {MOST_ROOMS} colours, and every one becomes a room"))
        }
        Entry::Vacant(new) => {
            map.rooms.push(Vec::new());
            map.neighbours.push(Vec::new());
            Ok(Some(*new.insert(next as u32)))
        }
    }
}

/// Notes that two rooms touch, once and in rising order.
fn touch(map: &mut ColourMap, here: u32, there: Option<u32>) {
    let Some(there) = there.filter(|&there| there != here) else { return };
    for (a, b) in [(here, there), (there, here)] {
        if let Some(known) = map.neighbours.get_mut(a as usize)
            && let Err(place) = known.binary_search(&b)
        {
            known.insert(place, b);
        }
    }
}

fn decode(bytes: &[u8]) -> Result<Pixels, String> {
    pixels::read(bytes, MOST_SIDE).map_err(|error| error.to_string())
}

/// The pixels of a picture, each with its column and its row.
fn placed(picture: &Pixels) -> impl Iterator<Item = (usize, usize, [u8; 4])> {
    let width = picture.width as usize;
    picture.colours.iter().enumerate().map(move |(at, &colour)| (at % width, at / width, colour))
}

#[cfg(test)]
mod tests {
    use super::*;
    use png::{BitDepth, ColorType, Encoder};

    const PALETTE: [(char, [u8; 4]); 7] = [
        ('.', [0, 0, 0, 0]),
        ('k', [0, 0, 0, 255]),
        ('t', [255, 255, 255, 127]),
        ('w', [255, 255, 255, 255]),
        ('h', [1, 0, 0, 128]),
        ('r', [255, 0, 0, 255]),
        ('g', [0, 255, 0, 255]),
    ];

    /// A PNG of a drawing with one letter a pixel.
    fn png(drawing: &str) -> Vec<u8> {
        let lines: Vec<&str> = drawing.split_whitespace().collect();
        let colour = |letter| PALETTE.iter().find(|(known, _)| *known == letter).unwrap().1;
        let colours: Vec<u8> = lines.concat().chars().flat_map(colour).collect();
        written(lines[0].len() as u32, lines.len() as u32, &colours)
    }

    fn written(width: u32, height: u32, colours: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, width, height);
        encoder.set_color(ColorType::Rgba);
        encoder.set_depth(BitDepth::Eight);
        encoder.write_header().unwrap().write_image_data(colours).unwrap();
        bytes
    }

    #[test]
    fn marked_is_opaque_and_not_black() {
        let cells = marked(&png("w.k  thr")).unwrap();
        assert_eq!(cells, [(0, 1), (1, 0), (2, 0)]);
        assert_eq!(marked(&png("..")), Ok(vec![]));
    }

    #[test]
    fn a_room_for_each_colour_in_order_of_appearance() {
        let map = colours(&png("wwr  w.r  gkk  w..")).unwrap();
        assert_eq!(
            map.rooms,
            [
                vec![(0, 3), (1, 3), (0, 2), (0, 0)],
                vec![(2, 3), (2, 2)],
                vec![(0, 1)],
                vec![(1, 1), (2, 1)],
            ]
        );
        assert_eq!(map.neighbours, [vec![1, 2], vec![0, 3], vec![0, 3], vec![1, 2]]);
    }

    #[test]
    fn the_edge_of_a_row_touches_nothing_of_the_next() {
        let map = colours(&png("w.r  g..")).unwrap();
        assert_eq!(map.neighbours, [vec![2], vec![], vec![0]]);
    }

    #[test]
    fn damaged_pictures_are_errors() {
        let bytes = png("wrg  grw");
        assert!(is_png(&bytes) && !is_png(b"PNG"));
        for end in 8..bytes.len() - 12 {
            let error = marked(&bytes[..end]).unwrap_err();
            assert_eq!(error, "the picture is damaged or cut short", "{end}");
        }
        let mut bent = bytes;
        let middle = bent.len() / 2;
        bent[middle] ^= 0x55;
        assert!(marked(&bent).is_err());
    }

    #[test]
    fn pictures_have_a_limit() {
        let error = colours(&written(4097, 1, &[0; 4 * 4097])).unwrap_err();
        assert!(error.contains("at most 4096 × 4096 pixels"), "{error}");
    }
}
