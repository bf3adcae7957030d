//! Tile objects of several cells.

use super::back;
use super::layers::{drawing, layer, map};
use quandary_formats::tiled::{Read, TiledError};

/// A room of 5 by 3 cells with a start, and tile objects: number of the tile, left and lower edge, width, height.
fn with(objects: &[(u32, f64, f64, f64, f64)]) -> Result<Read, TiledError> {
    let object = |(id, (gid, x, y, wide, high)): (usize, &(u32, f64, f64, f64, f64))| {
        format!(
            "<object id=\"{}\" gid=\"{gid}\" x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\"/>",
            id + 1
        )
    };
    let objects: String = objects.iter().enumerate().map(object).collect();
    let room = layer("name=\"r\"", "31112 21112 22222");
    back(&map(&format!("{room}<objectgroup name=\"o\">{objects}</objectgroup>")))
}

fn drawn(objects: &[(u32, f64, f64, f64, f64)]) -> String {
    drawing(&with(objects).unwrap_or_else(|error| panic!("{error}")))
}

#[test]
fn a_tile_of_several_cells_covers_them_all() {
    assert_eq!(drawn(&[(6, 32.0, 32.0, 32.0, 16.0)]), "@...#\n#.++#\n#####\n");
    assert_eq!(drawn(&[(1, 16.0, 48.0, 48.0, 48.0)]), "@...#\n#...#\n#...#\n");
    assert_eq!(
        drawn(&[(4, 32.0, 32.0, 32.0, 16.0)]),
        "@...#\n#.**#\n#####\n",
        "any of them is the goal"
    );
    // Cells covered by more than half, at least one; nothing beyond the map.
    assert_eq!(drawn(&[(6, 20.0, 30.0, 25.0, 16.0)]), "@...#\n#++.#\n#####\n");
    assert_eq!(drawn(&[(6, 38.0, 30.0, 4.0, 4.0)]), "@...#\n#.+.#\n#####\n");
    assert_eq!(drawn(&[(1, 32.0, 80.0, 1000.0, 64.0)]), "@...#\n#....\n##...\n");
    // Two objects with the same tile may share a cell.
    assert_eq!(
        drawn(&[(6, 16.0, 32.0, 32.0, 16.0), (6, 32.0, 32.0, 32.0, 16.0)]),
        "@...#\n#+++#\n#####\n"
    );
}

#[test]
fn a_thing_is_one_however_large_it_is_drawn() {
    assert_eq!(drawn(&[(5, 16.0, 32.0, 48.0, 16.0)]), "@...#\n#.k.#\n#####\n");
    assert_eq!(drawn(&[(5, 32.0, 32.0, 16.0, 26.0)]), "@...#\n#.k.#\n#####\n");
}

#[test]
fn what_cannot_be_is_refused() {
    let said = |objects: &[(u32, f64, f64, f64, f64)]| with(objects).unwrap_err().to_string();
    let place = "layer \"o\", object 2 \"\": ";
    let key = (5, 32.0, 32.0, 16.0, 16.0);
    assert_eq!(
        said(&[(6, 16.0, 32.0, 32.0, 16.0), key]),
        format!("{place}lies on the same cell as layer \"o\", object 1 \"\"")
    );
    assert!(said(&[key, key]).starts_with(&format!("{place}lies on the same cell as")));
    assert!(
        said(&[key, (6, 320.0, 32.0, 16.0, 16.0)])
            .starts_with(&format!("{place}does not lie on floor 0"))
    );
}
