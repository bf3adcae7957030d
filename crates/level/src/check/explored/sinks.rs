//! Sinks among dead states: sets of states that all lead to each other and nowhere else.
//!
//! Found as strongly connected components (Tarjan's "Depth-first search and linear graph algorithms", 1972), without
//! recursion.

/// A state by its number.
type Number = u32;
const UNSEEN: u32 = u32::MAX;

/// At most so many sinks among some of the states, each in rising order. What the states lead to is among them, or
/// is no number of a state.
pub(super) fn sinks<'a>(
    states: usize,
    is_among: impl Fn(Number) -> bool,
    next: impl Fn(Number) -> &'a [Number],
    most: usize,
) -> Vec<Vec<Number>> {
    let mut search = Search {
        order: vec![UNSEEN; states],
        low: vec![UNSEEN; states],
        stack: Vec::new(),
        sinks: Vec::new(),
        met: 0,
    };
    for first in (0..states as Number).filter(|&state| is_among(state)) {
        if search.sinks.len() >= most {
            break;
        }
        if search.order[first as usize] == UNSEEN {
            search.from(first, &next);
        }
    }
    search.sinks.truncate(most);
    search.sinks
}

struct Search {
    /// By state: its number in the order in which states were met.
    order: Vec<u32>,
    /// By state: the least order that is known to be reached from it. [`UNSEEN`] for one whose component is done.
    low: Vec<u32>,
    /// The states whose component is not done.
    stack: Vec<Number>,
    sinks: Vec<Vec<Number>>,
    met: u32,
}

impl Search {
    fn meet(&mut self, state: Number) {
        self.order[state as usize] = self.met;
        self.low[state as usize] = self.met;
        self.met += 1;
        self.stack.push(state);
    }

    fn from<'a>(&mut self, first: Number, next: &impl Fn(Number) -> &'a [Number]) {
        self.meet(first);
        // Each with the number of moves that were followed, and true where one leads out of its component.
        let mut way = vec![(first, 0, false)];
        while let Some((state, followed, leaves)) = way.last_mut() {
            let at = *state as usize;
            let Some(&to) = next(*state).get(*followed) else {
                let (state, leaves) = (*state, *leaves);
                way.pop();
                let is_done = self.low[at] == self.order[at];
                let low = self.low[at];
                if is_done {
                    self.finish(state, leaves);
                }
                if let Some((before, _, out)) = way.last_mut() {
                    *out |= is_done || leaves;
                    let before = &mut self.low[*before as usize];
                    *before = if is_done { *before } else { low.min(*before) };
                }
                continue;
            };
            *followed += 1;
            match self.order.get(to as usize) {
                None => {}
                Some(&UNSEEN) => {
                    self.meet(to);
                    way.push((to, 0, false));
                }
                Some(_) if self.low[to as usize] == UNSEEN => *leaves = true,
                Some(&order) => self.low[at] = self.low[at].min(order),
            }
        }
    }

    /// Takes a component off the stack, down to its first state; it is a sink unless some move leaves it.
    fn finish(&mut self, first: Number, leaves: bool) {
        let begin = self.stack.iter().rposition(|&state| state == first).unwrap_or_default();
        let mut component = self.stack.split_off(begin);
        component.iter().for_each(|&state| self.low[state as usize] = UNSEEN);
        if !leaves {
            component.sort_unstable();
            self.sinks.push(component);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(moves: &[&[Number]]) -> Vec<Vec<Number>> {
        sinks(moves.len(), |_| true, |state| moves[state as usize], usize::MAX)
    }

    #[test]
    fn sinks_lead_nowhere_else() {
        assert_eq!(found(&[&[1, 2], &[0], &[3], &[2]]), [[2, 3]]);
        assert_eq!(found(&[&[1, 3], &[2], &[1], &[3]]), [vec![1, 2], vec![3]]);
        assert_eq!(found(&[&[], &[0], &[0, 2]]), [[0]]);
        // The way back is found after the way out.
        assert_eq!(found(&[&[1], &[2, 0], &[]]), [[2]]);
        assert_eq!(found(&[&[1], &[2], &[0, 1]]), [[0, 1, 2]]);
        assert_eq!(sinks(3, |state| state > 0, |_| &[], 1), [[1]]);
    }
}
