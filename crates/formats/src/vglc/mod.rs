//! Import from the Video Game Level Corpus (Summerville, Snodgrass, Mateas and Ontañón, 2016): the
//! dungeons of The Legend of Zelda, as tiles, as room graphs, or as both in one.
//!
//! [`import`] reads a room graph, tiles, or both. With both, the nodes of the graph are matched with the rooms of the
//! map, and the two are stitched into one level. Invariant: an imported level is checked, and the same texts give the
//! same level.

pub mod tiles;
pub mod report;
pub mod graph;
mod embed;
mod stitch;

use crate::aliases::Aliases;
use graph::{EdgeS, GraphImport};
use level::{Graph, Level, LevelError, NodeIndex};
use tiles::Map;

/// An imported level, with a report.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// The level.
    pub level: Level,
    /// The report of the import.
    pub report: Report,
}

/// The report of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The number of door pairs: touching rooms with doors that face each other.
    pub door_pairs: usize,
    /// The number of door pairs that an edge of the graph explains.
    pub explained: usize,
    /// The number of rooms on the map.
    pub rooms: usize,
    /// The number of nodes in the graph's file, including the start pointer.
    pub nodes: usize,
    /// The number of nodes without a room on the map, not counting the start pointer.
    pub unplaced_nodes: usize,
    /// Faults of the data and their interpretation, in a fixed order.
    pub notes: Vec<String>,
}

/// The reason why nothing was imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// Neither tiles nor a graph is given.
    #[error("neither tiles nor a graph is given")]
    Nothing,
    /// The tile text has a fault.
    #[error(transparent)]
    Tiles(#[from] tiles::MapError),
    /// The graph has a fault.
    #[error(transparent)]
    Graph(#[from] graph::DotError),
    /// No door of the map leads off it, so there is no entrance.
    #[error("no door of the map leads off it: the entrance is missing")]
    NoEntrance,
    /// The level breaks an invariant of levels.
    #[error(transparent)]
    Level(#[from] LevelError),
}

/// Imports a dungeon from its tile text, its room graph, or both.
///
/// # Errors
/// A fault of either text; a map without an entrance.
///
/// ```
/// use quandary_formats::vglc::{graph::EdgeS, import};
/// let mut room = vec!["WWWWWWWWWWW"; 2];
/// room.extend(["WWFFFFFFFWW"; 5]);
/// room.extend(["WWFFFFFFFDW"; 2]);
/// room.extend(["WWFFFFFFFWW"; 5]);
/// room.extend(["WWWWWWWWWWW"; 2]);
/// let dot = "digraph {\n0 [label=\"s\"]\n1 [label=\"t\"]\n0 -> 1 [label=\"\"]\n}";
/// let import = import(Some(&room.join("\n")), Some(dot), EdgeS::Stair)?;
/// assert_eq!(import.level.tiles.map(|tiles| tiles.goal_cells().len()), Some(1));
/// # Ok::<(), quandary_formats::vglc::ImportError>(())
/// ```
pub fn import(
    tiles: Option<&str>,
    graph: Option<&str>,
    edge_s: EdgeS,
) -> Result<Import, ImportError> {
    import_with(tiles, graph, edge_s, &Aliases::default())
}

/// Imports a dungeon, with a table of letters for the tile text.
///
/// # Errors
/// As [`import`].
pub fn import_with(
    tiles: Option<&str>,
    graph: Option<&str>,
    edge_s: EdgeS,
    aliases: &Aliases,
) -> Result<Import, ImportError> {
    match (tiles, graph) {
        (None, None) => Err(ImportError::Nothing),
        (None, Some(graph)) => {
            let GraphImport { level, notes } = graph::import(graph, edge_s)?;
            let nodes = level.graph.nodes.len();
            Ok(Import { level, report: Report { nodes, notes, ..Report::default() } })
        }
        (Some(tiles), None) => {
            let mut import =
                stitched(&tiles::read_with(tiles, aliases)?, &Graph::default(), edge_s)?;
            import.report.notes.push("without a graph there is no goal".to_owned());
            Ok(import)
        }
        (Some(tiles), Some(graph)) => {
            let map = tiles::read_with(tiles, aliases)?;
            // The embedding always uses the edges marked `s`, because they help to locate rooms.
            let GraphImport { level, mut notes } = graph::import_for_tiles(graph, EdgeS::Stair)?;
            let mut import = stitched(&map, &level.graph, edge_s)?;
            notes.append(&mut import.report.notes);
            import.report.notes = notes;
            Ok(import)
        }
    }
}

/// Embeds, merges and stitches.
fn stitched(map: &Map, graph: &Graph, edge_s: EdgeS) -> Result<Import, ImportError> {
    let entrance = *map.ways_out().first().ok_or(ImportError::NoEntrance)?;
    let (first, mut notes) = first_node(graph);
    let embedding = embed::embed(map, graph, first.map(|node| (entrance.0, node)));
    let mut merged = stitch::merge(map, graph, &embedding, entrance.0, edge_s);
    notes.append(&mut merged.notes);
    let (level, mut odd) = stitch::stitch(map, &merged, entrance, edge_s);
    notes.append(&mut odd);
    let report = Report {
        door_pairs: embedding.door_pairs,
        explained: embedding.explained,
        rooms: map.rooms.len(),
        nodes: graph.nodes.len(),
        unplaced_nodes: merged.unplaced,
        notes,
    };
    Ok(Import { level: level.checked()?, report })
}

/// The node of the entrance, which is the target of the start pointer.
fn first_node(graph: &Graph) -> (Option<NodeIndex>, Vec<String>) {
    let Some(pointer) = graph.start else { return (None, Vec::new()) };
    let from = graph.edges.iter().filter(|edge| edge.from == pointer).map(|edge| edge.to);
    let into = graph.edges.iter().filter(|edge| edge.to == pointer).map(|edge| edge.from);
    let mut ends: Vec<NodeIndex> = from.chain(into).filter(|&end| end != pointer).collect();
    let first = ends.first().copied();
    ends.sort_unstable();
    ends.dedup();
    let note = match ends.len() {
        0 => "the start pointer points at no node",
        1 => return (first, Vec::new()),
        _ => "the start pointer points at several nodes; the first is the entrance",
    };
    (first, vec![note.to_owned()])
}
