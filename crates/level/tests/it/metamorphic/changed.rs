//! Changes of levels with a known effect on the verdict.

use quandary_level::{
    Cell, Content, Grid, Level, Node, NodeId, NodeIndex, Requirement, Room, Tile, Tiles,
};
use testing::dice::Random;

/// A transformation of floors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// Mirrors left and right.
    Mirror,
    /// Rotates by a quarter, top to the right.
    Quarter,
}

impl Turn {
    /// Rows and columns of a transformed floor.
    fn size(self, [rows, cols]: [u32; 2]) -> [u32; 2] {
        match self {
            Self::Mirror => [rows, cols],
            Self::Quarter => [cols, rows],
        }
    }

    /// The image of a cell.
    fn cell(self, [rows, cols]: [u32; 2], cell: Cell) -> Cell {
        match self {
            Self::Mirror => Cell { col: cols - 1 - cell.col, ..cell },
            Self::Quarter => Cell { row: cell.col, col: rows - 1 - cell.row, ..cell },
        }
    }
}

/// The size of a floor.
fn size(floor: &Grid) -> [u32; 2] {
    [floor.rows(), floor.cols()]
}

/// A level with transformed floors.
pub(crate) fn turned(level: &Level, turn: Turn) -> Level {
    let Some(tiles) = &level.tiles else { return level.clone() };
    let sizes: Vec<[u32; 2]> = tiles.floors.iter().map(size).collect();
    let cell = |cell: Cell| turn.cell(sizes[cell.floor as usize], cell);
    let all = |cells: &[Cell]| cells.iter().copied().map(cell).collect::<Vec<_>>();
    let mut floors: Vec<Grid> = Vec::new();
    for &whole in &sizes {
        let [rows, cols] = turn.size(whole);
        floors.push(Grid::filled(rows, cols, Tile::Void));
    }
    for (from, tile) in tiles.cells() {
        let to = cell(from);
        floors[to.floor as usize].set(to.row, to.col, tile);
    }
    let room = |room: &Room| {
        let far = Cell {
            row: room.corner.row + room.rows - 1,
            col: room.corner.col + room.cols - 1,
            ..room.corner
        };
        let [a, b] = [cell(room.corner), cell(far)];
        let corner = Cell { row: a.row.min(b.row), col: a.col.min(b.col), ..a };
        let [rows, cols] = turn.size([room.rows, room.cols]);
        Room { corner, rows, cols, ..*room }
    };
    let mut turned = Tiles {
        floors,
        start: tiles.start.map(cell),
        goals: tiles.goals.as_deref().map(all),
        rooms: tiles.rooms.iter().map(room).collect(),
        ..tiles.clone()
    };
    turned.marks.iter_mut().for_each(|mark| mark.cell = cell(mark.cell));
    turned.locks.iter_mut().for_each(|lock| lock.cells = all(&lock.cells));
    turned.plates.iter_mut().for_each(|plate| plate.cells = all(&plate.cells));
    Level { tiles: Some(turned), ..level.clone() }
}

/// A random permutation: the new index of each thing.
fn order(many: usize, random: &mut Random) -> Vec<u32> {
    let mut places: Vec<u32> = (0..many as u32).collect();
    for i in (1..many).rev() {
        places.swap(i, random.below(i as u32 + 1) as usize);
    }
    places
}

/// Things in permuted order.
fn moved<T: Clone>(things: &[T], places: &[u32]) -> Vec<T> {
    let mut moved: Vec<(u32, T)> = places.iter().copied().zip(things.iter().cloned()).collect();
    moved.sort_by_key(|(place, _)| *place);
    moved.into_iter().map(|(_, thing)| thing).collect()
}

/// A level with renumbered and reordered nodes, symbols, edges, rooms, marks and locks.
pub(crate) fn renumbered(level: &Level, random: &mut Random) -> Level {
    let mut level = level.clone();
    let nodes = order(level.graph.nodes.len(), random);
    let symbols = order(level.graph.symbols.len(), random);
    let node = |old: NodeIndex| nodes[old as usize];
    let content = |held: &mut Content| {
        if let Content::Symbol(symbol) = held {
            *symbol = symbols[*symbol as usize];
        }
    };
    let needs = |asked: &mut Requirement| match asked {
        Requirement::Symbol(symbol) | Requirement::Lacks(symbol) => {
            *symbol = symbols[*symbol as usize];
        }
        _ => {}
    };
    let graph = &mut level.graph;
    graph.nodes.iter_mut().flat_map(|node| &mut node.contents).for_each(content);
    graph.nodes = moved(&graph.nodes, &nodes);
    graph.symbols = moved(&graph.symbols, &symbols);
    for edge in &mut graph.edges {
        (edge.from, edge.to) = (node(edge.from), node(edge.to));
        edge.requires.iter_mut().for_each(needs);
    }
    let edges = order(graph.edges.len(), random);
    graph.edges = moved(&graph.edges, &edges);
    graph.start = graph.start.map(node);
    graph.goals.iter_mut().for_each(|goal| *goal = node(*goal));
    level.win.iter_mut().for_each(needs);
    if let Some(tiles) = &mut level.tiles {
        tiles.rooms.iter_mut().for_each(|room| room.node = node(room.node));
        tiles.marks.iter_mut().for_each(|mark| content(&mut mark.gives));
        tiles.locks.iter_mut().flat_map(|lock| &mut lock.needs).for_each(needs);
        let plates = tiles.plates.iter_mut().filter_map(|plate| plate.gives.as_mut());
        plates.for_each(|symbol| *symbol = symbols[*symbol as usize]);
        let [rooms, marks, locks] = [tiles.rooms.len(), tiles.marks.len(), tiles.locks.len()]
            .map(|many| order(many, random));
        tiles.rooms = moved(&tiles.rooms, &rooms);
        tiles.marks = moved(&tiles.marks, &marks);
        tiles.locks = moved(&tiles.locks, &locks);
    }
    level
}

/// A level with an additional unreachable room on a floor of its own, with things in it.
pub(crate) fn with_a_far_room(level: &Level) -> Level {
    let mut level = level.clone();
    let node = level.graph.nodes.len() as NodeIndex;
    let contents = [Content::Key, Content::Enemy].into_iter().collect();
    level.graph.nodes.push(Node { id: NodeId::Name("far".to_owned()), contents });
    if let Some(tiles) = &mut level.tiles {
        let floor = tiles.floors.len() as u32;
        let mut grid = Grid::filled(2, 3, Tile::Floor);
        grid.set(0, 1, Tile::KeySmall);
        grid.set(1, 2, Tile::Block);
        tiles.floors.push(grid);
        let corner = Cell { floor, row: 0, col: 0 };
        tiles.rooms.push(Room { node, corner, rows: 2, cols: 3 });
    }
    level
}

/// A level with an additional small key on bare floor or in a node; `None` if there is no free place, or if a block
/// might be pushed onto the cell.
pub(crate) fn with_a_key(level: &Level, random: &mut Random) -> Option<Level> {
    let mut level = level.clone();
    let Some(tiles) = &mut level.tiles else {
        let node = random.below(level.graph.nodes.len() as u32) as usize;
        let contents = &mut level.graph.nodes[node].contents;
        if contents.contains(&Content::Key) {
            return None;
        }
        contents.push(Content::Key);
        return Some(level);
    };
    if tiles.holding(Tile::Block).next().is_some() {
        return None;
    }
    let plates: Vec<Cell> = tiles.plates.iter().flat_map(|plate| plate.cells.clone()).collect();
    let bare: Vec<Cell> =
        tiles.holding(Tile::Floor).filter(|cell| !plates.contains(cell)).collect();
    let cell = (!bare.is_empty()).then(|| random.pick(&bare))?;
    tiles.floors[cell.floor as usize].set(cell.row, cell.col, Tile::KeySmall);
    Some(level)
}
