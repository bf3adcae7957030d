//! Reasons for which a dungeon cannot be played in words.

use voice::counted;

/// Reason for which a dungeon cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// Rooms and nodes are not as many.
    #[error("has {}, and the dungeon {}; each room is a node", counted(*nodes as u64, "node", "nodes"), counted(*rooms as u64, "room", "rooms"))]
    Nodes {
        /// Number of nodes.
        nodes: usize,
        /// Number of rooms.
        rooms: usize,
    },
    /// There is no room to begin in.
    #[error("no node holds \"start\"")]
    Start,
    /// Nothing is to be reached.
    #[error("no node holds \"goal\"")]
    Goal,
    /// A room has no cells, or they lie apart.
    #[error("{why}; a room has cells [x, y, z] side by side, and each belongs to one room")]
    Cells {
        /// The room.
        room: usize,
        /// Its fault.
        why: &'static str,
    },
    /// An edge between rooms that do not touch.
    #[error("leads from room {from} to room {to}, which do not touch")]
    Apart {
        /// The edge.
        edge: usize,
        /// The room it leaves.
        from: usize,
        /// The room it leads to.
        to: usize,
    },
    /// An edge beside another one.
    #[error("leads from room {from} to room {to}, as another edge does")]
    Twice {
        /// The edge.
        edge: usize,
        /// The room it leaves.
        from: usize,
        /// The room it leads to.
        to: usize,
    },
    /// An edge asks for a plate that is down at times.
    #[error(
        "asks for plate:{plate}; in words only plates that give a symbol can be played, asked for as symbol:NAME"
    )]
    Plate {
        /// The edge.
        edge: usize,
        /// The plate.
        plate: String,
    },
}

impl SceneError {
    /// The field of `quandary/dungeon/2` that is wrong.
    #[must_use]
    pub fn field(&self) -> String {
        match self {
            Self::Nodes { .. } | Self::Start | Self::Goal => "level.graph.nodes".to_owned(),
            Self::Cells { room, .. } => format!("rooms[{room}].cells"),
            Self::Apart { edge, .. } | Self::Twice { edge, .. } => {
                format!("level.graph.edges[{edge}]")
            }
            Self::Plate { edge, .. } => format!("level.graph.edges[{edge}].requires"),
        }
    }
}
