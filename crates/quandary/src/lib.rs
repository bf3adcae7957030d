//! Makes puzzles, proves them, and ranks them: the whole engine behind one name.

pub use crossword;
pub use draw;
pub use dungeon;
pub use level;
pub use search;
