//! By configuration and place: the number of the state, if it was met.
//!
//! A search meets only some of the places under most configurations, so that the table is kept in pages of
//! 64 places, which come into being when one of them is met. Looking up a neighbour stays within a page
//! most of the time.

/// The number of no state and no page.
pub(crate) const NONE: u32 = u32::MAX;

const BITS: usize = 6;
const SIZE: usize = 1 << BITS;

/// The table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pages {
    /// How many pages a configuration can have.
    row: usize,
    /// By configuration and page: the place of the page, or [`NONE`].
    rows: Vec<u32>,
    pages: Vec<[u32; SIZE]>,
}

impl Pages {
    /// A table for so many places.
    pub(crate) fn for_places(places: usize) -> Self {
        Self { row: places.div_ceil(SIZE), rows: Vec::new(), pages: Vec::new() }
    }

    /// The state of a configuration and a place, or [`NONE`]. The slot can be set.
    #[inline(always)]
    pub(crate) fn slot(&mut self, config: u32, place: u32) -> &mut u32 {
        let at = config as usize * self.row + (place as usize >> BITS);
        if at >= self.rows.len() {
            self.rows.resize((config as usize + 1) * self.row, NONE);
        }
        let mut page = self.rows[at];
        if page == NONE {
            page = self.pages.len() as u32;
            self.rows[at] = page;
            self.pages.push([NONE; SIZE]);
        }
        &mut self.pages[page as usize][place as usize & (SIZE - 1)]
    }

    /// The state of a configuration and a place, or [`NONE`].
    #[inline]
    pub(crate) fn get(&self, config: u32, place: u32) -> u32 {
        let at = config as usize * self.row + (place as usize >> BITS);
        let page = self.rows.get(at).and_then(|&page| self.pages.get(page as usize));
        page.map_or(NONE, |page| page[place as usize & (SIZE - 1)])
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> u64 {
        (self.rows.len() * 4 + self.pages.len() * SIZE * 4) as u64
    }
}
