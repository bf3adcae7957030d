//! A queue without branches: entries that are written first and counted then.

/// A queue that is taken from at its front while it grows at its end.
///
/// An entry is written first and counted then, so that pushing needs no branch on whether it is wanted.
#[derive(Clone, Debug, Default)]
pub(super) struct List<T> {
    pub(super) list: Vec<T>,
    begin: usize,
    end: usize,
}

/// Least number of entries for which room is made.
const ROOM: usize = 256;

impl<T: Clone + Default> List<T> {
    pub(super) fn clear(&mut self) {
        (self.begin, self.end) = (0, 0);
    }

    /// Makes room for [`ROOM`] entries.
    #[inline]
    pub(super) fn make_room(&mut self) {
        if self.list.len() < self.end + ROOM {
            self.grow();
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.list.resize(2 * self.end + 2 * ROOM, T::default());
    }

    #[inline]
    pub(super) fn has_room(&self) -> bool {
        self.end < self.list.len()
    }

    #[inline]
    pub(super) fn has_next(&self) -> bool {
        self.begin < self.end
    }

    /// The entry at the front.
    #[inline]
    pub(super) fn next(&mut self) -> &mut T {
        &mut self.list[self.begin]
    }

    /// Takes the entry at the front away.
    #[inline]
    pub(super) fn done_if(&mut self, done: bool) {
        self.begin += usize::from(done);
    }

    /// Writes an entry, and adds it to the list if it is wanted; where it was written.
    #[inline]
    pub(super) fn push_if(&mut self, wanted: bool, entry: T) -> usize {
        let at = self.end;
        self.list[at] = entry;
        self.end += usize::from(wanted);
        at
    }

    /// Everything that was added.
    pub(super) fn made(&self) -> &[T] {
        self.list.get(..self.end).unwrap_or_default()
    }
}
