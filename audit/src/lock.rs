//! The things that a player has and has opened, as bits; and the locks that ask for them.

use std::array;
use std::collections::HashMap;

/// The means that are used up: small keys, and bombs, of which a pick-up brings four.
const KEY: usize = 0;
const BOMB: usize = 1;
const EACH: [u32; 2] = [1, 4];

/// The means that are kept, of which any one of its kind is enough.
const BOSS_KEY: usize = 0;
const KEY_ITEM: usize = 1;
const SWITCH: usize = 2;

/// The bits of names and of means.
#[derive(Clone, Default)]
pub(crate) struct Bits {
    names: HashMap<String, u64>,
    /// Of what is used up the bits of those taken, and of the locks that took one.
    means: [u64; 2],
    paid: [u64; 2],
    /// The bits of what is kept.
    kept: [u64; 3],
}

/// A lock in a way. Everything must hold; what is paid once stays paid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lock {
    /// Symbols that must be held and toggles that must be on, toggles that must be off.
    set: u64,
    clear: u64,
    /// The bit of a lock that takes a small key, and of one that takes a bomb.
    price: [u64; 2],
    /// Of what is kept whether one must be held.
    kept: [bool; 3],
    pub(crate) never: bool,
}

impl Lock {
    /// True if it asks for nothing.
    pub(crate) fn is_open(&self) -> bool {
        *self == Self::default()
    }

    /// True if it asks for something and uses nothing up.
    pub(crate) fn keeps(&self) -> bool {
        !self.is_open() && self.price == [0; 2]
    }

    /// Both at once, in one place: what each takes is one thing.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            set: self.set | other.set,
            clear: self.clear | other.clear,
            price: array::from_fn(|kind| self.price[kind] | other.price[kind]),
            kept: array::from_fn(|kind| self.kept[kind] || other.kept[kind]),
            never: self.never || other.never,
        }
    }
}

impl Bits {
    /// The bit of a name, a new one for a new name.
    pub(crate) fn bit(&mut self, name: &str) -> Result<u64, String> {
        if let Some(bit) = self.names.get(name) {
            return Ok(*bit);
        }
        let number = self.names.len() as u32;
        let bit = 1u64.checked_shl(number).ok_or("more than 64 things make a state")?;
        self.names.insert(name.to_owned(), bit);
        Ok(bit)
    }

    /// The bit of a small key.
    pub(crate) fn small_key(&mut self, place: &str) -> Result<u64, String> {
        let bit = self.bit(&format!("small key {place}"))?;
        self.means[KEY] |= bit;
        Ok(bit)
    }

    /// Number of small keys that were taken.
    pub(crate) fn small_keys(&self, bits: u64) -> u32 {
        (bits & self.means[KEY]).count_ones()
    }

    /// The bit of what lies on a tile of this number, 0 where nothing does.
    pub(crate) fn pick_up(&mut self, tile: u8, place: &str) -> Result<u64, String> {
        if tile == 30 {
            return self.small_key(place);
        }
        if !(31..=33).contains(&tile) {
            return Ok(0);
        }
        let bit = self.bit(&format!("pick-up {place}"))?;
        match tile {
            31 => self.kept[BOSS_KEY] |= bit,
            32 => self.kept[KEY_ITEM] |= bit,
            _ => {}
        }
        self.means[BOMB] |= if tile == 31 { 0 } else { bit };
        Ok(bit)
    }

    /// The bit of a node with a switch.
    pub(crate) fn switch(&mut self, node: &str) -> Result<u64, String> {
        let bit = self.bit(&format!("switch in {node}"))?;
        self.kept[SWITCH] |= bit;
        Ok(bit)
    }

    /// The lock of a door tile or of water.
    pub(crate) fn tile_lock(&mut self, tile: u8, place: &str) -> Result<Lock, String> {
        let name = match tile {
            11 => "key_locked",
            12 => "bombable",
            14 => "boss_locked",
            40 => "item_locked",
            _ => return Ok(Lock::default()),
        };
        self.lock(&[name], place)
    }

    /// The lock of requirements by name; what is paid is paid once for the place.
    pub(crate) fn lock(&mut self, names: &[impl AsRef<str>], place: &str) -> Result<Lock, String> {
        let mut lock = Lock::default();
        for name in names.iter().map(AsRef::as_ref) {
            match name {
                "open" | "stair" | "soft_locked" => {}
                "key_locked" => lock.price[KEY] = self.bit(&format!("key lock {place}"))?,
                "bombable" => lock.price[BOMB] = self.bit(&format!("wall {place}"))?,
                "boss_locked" => lock.kept[BOSS_KEY] = true,
                "item_locked" => lock.kept[KEY_ITEM] = true,
                "switch" => lock.kept[SWITCH] = true,
                _ => match (name.strip_suffix("=on"), name.strip_suffix("=off")) {
                    (Some(toggle), _) if is_toggle(toggle) => lock.set |= self.bit(toggle)?,
                    (_, Some(toggle)) if is_toggle(toggle) => lock.clear |= self.bit(toggle)?,
                    _ if is_symbol(name) => lock.set |= self.bit(name)?,
                    _ => return Err(format!("{name:?} is no requirement")),
                },
            }
        }
        self.paid = array::from_fn(|kind| self.paid[kind] | lock.price[kind]);
        Ok(lock)
    }

    /// The bits after the lock was passed; None if it cannot be.
    #[inline]
    pub(crate) fn pass(&self, lock: &Lock, bits: u64) -> Option<u64> {
        if lock.is_open() { Some(bits) } else { self.pay(lock, bits) }
    }

    fn pay(&self, lock: &Lock, mut bits: u64) -> Option<u64> {
        let held = |kind: usize| !lock.kept[kind] || bits & self.kept[kind] != 0;
        let fits = bits & lock.set == lock.set && bits & lock.clear == 0 && !lock.never;
        if !fits || !(0..lock.kept.len()).all(held) {
            return None;
        }
        for (kind, price) in lock.price.into_iter().enumerate() {
            if price != 0 && bits & price == 0 {
                let had = (bits & self.means[kind]).count_ones() * EACH[kind];
                if had <= (bits & self.paid[kind]).count_ones() {
                    return None;
                }
                bits |= price;
            }
        }
        Some(bits)
    }
}

/// True if it is the name of a toggle.
pub(crate) fn is_toggle(name: &str) -> bool {
    let number = name.strip_prefix("toggle:").unwrap_or_default();
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// True if it is the name of a symbol.
pub(crate) fn is_symbol(name: &str) -> bool {
    name.strip_prefix("symbol:").is_some_and(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_spent_once_a_lock() {
        let mut bits = Bits::default();
        let key = bits.small_key("a").unwrap();
        let [door, other] = ["b", "c"].map(|place| bits.tile_lock(11, place).unwrap());
        assert_eq!(bits.pass(&door, 0), None);
        let open = bits.pass(&door, key).unwrap();
        assert_eq!(bits.pass(&door, open), Some(open));
        assert_eq!(bits.pass(&other, open), None);
    }

    #[test]
    fn toggles_symbols_and_things_are_kept() {
        let mut bits = Bits::default();
        let names = ["symbol:bone key", "toggle:0=off", "open"];
        let lock = bits.lock(&names, "").unwrap();
        let (symbol, toggle) =
            (bits.bit("symbol:bone key").unwrap(), bits.bit("toggle:0").unwrap());
        assert_eq!(bits.pass(&lock, symbol), Some(symbol));
        assert_eq!(bits.pass(&lock, symbol | toggle), None);
        assert!(bits.lock(&["symbol:"], "").is_err());
        let (water, item) = (bits.tile_lock(40, "w").unwrap(), bits.pick_up(32, "i").unwrap());
        assert_eq!((bits.pass(&water, 0), bits.pass(&water, item)), (None, Some(item)));
        let wall = bits.tile_lock(12, "x").unwrap();
        assert!(bits.pass(&wall, item).is_some_and(|after| after != item));
    }
}
