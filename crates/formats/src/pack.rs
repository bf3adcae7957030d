//! A level in all formats at once, with a page that explains the files.

use crate::format::{FloorPicture, Format, Using};
use crate::ldtk::Worlds;
use crate::place::{ExportError, Place, Sheet};
use crate::tmj;
use std::fmt::Write as _;

/// The name of the page.
pub const README: &str = "README.md";
/// The name of the file with the licence of the pictures.
pub const LICENCE: &str = "LICENSE-pictures.txt";

/// The pictures of a level.
#[derive(Clone, Debug, Default)]
pub struct Art {
    /// Pictures of the tiles: the file name, the side of a tile in pixels, and the bytes of a PNG. Files refer to the
    /// first.
    pub sheets: Vec<(String, u32, Vec<u8>)>,
    /// The picture of each floor, with the pixels of a cell's side; none if it would be too large.
    pub floors: Vec<Option<(Vec<u8>, u32)>>,
}

/// A file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: String,
    /// Its contents, in a few words.
    pub about: &'static str,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The files of a place in all formats. `json` is the file from which it was read.
///
/// # Errors
/// When one of the formats cannot hold the place.
pub fn files(place: &Place, art: &Art, json: &str) -> Result<Vec<File>, ExportError> {
    let stem = stem(&place.title);
    let none = (String::new(), 32, Vec::new());
    let (sheet, side, _) = art.sheets.first().unwrap_or(&none);
    let using = Using {
        sheet: Sheet { file: sheet, side: *side },
        worlds: Worlds::Floors,
        floor: None,
        picture: None,
    };
    let mut files = Vec::new();
    let mut put = |name: String, about, bytes: Vec<u8>| files.push(File { name, about, bytes });
    put(format!("{stem}.json"), "everything, as Quandary reads it", json.into());
    for format in [Format::Tscn, Format::Ldtk, Format::Tmj] {
        let text = format.print(place, &using)?;
        put(format!("{stem}.{}", format.ending()), about(format), text.into());
    }
    let rooms = Using { worlds: Worlds::Rooms, ..using };
    let mut left_out = Vec::new();
    match Format::Ldtk.print(place, &rooms) {
        Ok(text) => put(
            format!("{stem}-rooms.ldtk"),
            "the same for LDtk, a level for each room",
            text.into(),
        ),
        Err(why) => left_out.push(format!("a project of LDtk with a level for each room ({why})")),
    }
    put(
        tmj::PROJECT.to_owned(),
        "classes and enums for Tiled: open it before the map",
        tmj::project().into(),
    );
    for (floor, drawn) in (0..).zip(&art.floors).take(place.floors.len()) {
        let picture = format!("{stem}-{floor}.png");
        let drawn_as =
            drawn.as_ref().map(|(png, side)| FloorPicture { file: &picture, png, side: *side });
        let using = Using { floor: Some(floor), picture: drawn_as, ..using };
        let (uvtt, foundry) =
            (Format::Uvtt.print(place, &using)?, Format::Foundry.print(place, &using)?);
        put(format!("{stem}-{floor}.dd2vtt"), about(Format::Uvtt), uvtt.into());
        put(format!("{stem}-{floor}.foundry.json"), about(Format::Foundry), foundry.into());
        match drawn {
            Some((png, _)) => {
                put(picture.clone(), "the picture of a floor, for Foundry", png.clone());
            }
            None => left_out.push(format!("the picture of floor {floor} (it would be too large)")),
        }
    }
    for (name, side, png) in &art.sheets {
        let about = match side {
            16 => "the picture of the tiles, 16 pixels a tile",
            _ => "the picture of the tiles, 32 pixels a tile",
        };
        put(name.clone(), about, png.clone());
    }
    put(LICENCE.to_owned(), "the licence of the pictures", licence().into());
    let page = readme(place, &files, &left_out);
    files.push(File { name: README.to_owned(), about: "this page", bytes: page.into() });
    Ok(files)
}

fn about(format: Format) -> &'static str {
    match format {
        Format::Tscn => "a scene for Godot 4.3 and later",
        Format::Ldtk => "a project for LDtk 1.5.3, a level for each floor",
        Format::Tmj => "a map for Tiled 1.10 and later",
        Format::Uvtt => "a floor for virtual tables (Universal VTT)",
        Format::Foundry => "a floor as a scene for Foundry VTT 13",
    }
}

/// The stem of file names, from a title.
#[must_use]
pub fn stem(title: &str) -> String {
    let mut stem = String::new();
    for letter in title.chars().flat_map(char::to_lowercase) {
        match letter {
            'a'..='z' | '0'..='9' => stem.push(letter),
            '\'' | '’' => {}
            _ if stem.ends_with('-') || stem.is_empty() => {}
            _ => stem.push('-'),
        }
    }
    let stem: String = stem.trim_end_matches('-').chars().take(60).collect();
    if stem.is_empty() { "level".to_owned() } else { stem }
}

/// The licence of the pictures.
#[must_use]
pub fn licence() -> String {
    "The pictures of tiles and floors in this folder are drawn by Quandary. To the extent possible under law, their authors\n\
     have waived all copyright and related or neighbouring rights to them: CC0 1.0 Universal,\n\
     https://creativecommons.org/publicdomain/zero/1.0/legalcode\n\n\
     SPDX-License-Identifier: CC0-1.0\n"
        .to_owned()
}

/// The page: each file, and how to open it in each program.
fn readme(place: &Place, files: &[File], left_out: &[String]) -> String {
    let mut page = format!("# {}\n\n| file | what it is |\n|---|---|\n", place.title);
    for File { name, about, .. } in files {
        let _ = writeln!(page, "| `{name}` | {about} |");
    }
    if !left_out.is_empty() {
        let _ = writeln!(page, "\nLeft out: {}.", left_out.join("; "));
    }
    let find = |ending: &str| {
        let found = files.iter().find(|file| file.name.ends_with(ending));
        found.map_or(String::new(), |file| file.name.clone())
    };
    let (tscn, ldtk, tmj) = (find(".tscn"), find(".ldtk"), find(".tmj"));
    let (uvtt, foundry) = (find(".dd2vtt"), find(".foundry.json"));
    let _ = write!(
        page,
        "\n- **Godot**: copy `{tscn}` and the picture of the tiles into one folder of a project. A lock is a node in the \
         group `lock`; `get_meta(\"needs\")` says what it asks for, `get_meta(\"keys\")` where that lies. Freeing the node \
         opens it. Water stops on physics layer 2.\n\
         - **LDtk**: open `{ldtk}`. Every `Lock` refers to its keys, every `Key` to what it opens.\n\
         - **Tiled**: open `{project}`, then `{tmj}`.\n\
         - **Virtual tables**: import `{uvtt}` as Universal VTT.\n\
         - **Foundry**: make a scene, choose Import Data, take `{foundry}`, and set its background to the picture of the \
         floor.\n\
         - **Unity**: `{ldtk}` by LDtkToUnity, or `{tmj}`, saved as .tmx in Tiled, by SuperTiled2Unity.\n\
         - **Bevy**: `{ldtk}` by bevy_ecs_ldtk, or `{tmj}`, saved as .tmx in Tiled, by bevy_ecs_tiled.\n",
        project = tmj::PROJECT,
    );
    page
}
