//! Names that nothing else has, in the form that LDtk gives them: drawn from what is named, so that they stay the same.

/// Names in a row.
pub(crate) struct Iids {
    state: u64,
}

impl Iids {
    /// The names of something that a text stands for.
    pub(crate) fn of(text: &str) -> Self {
        let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Self { state: text.bytes().fold(0xcbf2_9ce4_8422_2325, mix) }
    }

    /// The next name. A full period passes before one comes again.
    pub(crate) fn next(&mut self) -> String {
        let (a, b) = (self.draw(), self.draw());
        format!(
            "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
            a >> 32,
            a >> 16 & 0xffff,
            a & 0xffff,
            b >> 48,
            b & 0xffff_ffff_ffff
        )
    }

    /// The next number: the state counts on, and a number is the state, well mixed.
    fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_the_same_each_time_and_no_two_are_alike() {
        let names = |text| {
            let mut iids = Iids::of(text);
            (0..10_000).map(|_| iids.next()).collect::<Vec<_>>()
        };
        assert_eq!(names("a"), names("a"));
        let all: BTreeSet<String> = names("a").into_iter().chain(names("b")).collect();
        assert_eq!(all.len(), 20_000);
        assert!(all.iter().all(|name| name.len() == 36));
    }
}
