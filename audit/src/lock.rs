//! The things that a player has and has opened, as bits; and the locks that ask for them.

use std::collections::HashMap;

/// The bits of names and of small keys.
#[derive(Clone, Default)]
pub(crate) struct Bits {
    names: HashMap<String, u64>,
    /// The bits of the small keys, and of the locks that take one.
    keys: u64,
    paid: u64,
}

/// A lock in a way. Everything must hold; what is paid once stays paid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lock {
    /// Symbols that must be held and toggles that must be on, toggles that must be off.
    set: u64,
    clear: u64,
    /// The bit of a lock that takes a small key.
    price: u64,
}

impl Lock {
    /// True if it asks for nothing.
    pub(crate) fn is_open(&self) -> bool {
        *self == Self::default()
    }

    /// True if it asks for something and uses nothing up.
    pub(crate) fn keeps(&self) -> bool {
        !self.is_open() && self.price == 0
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
        self.keys |= bit;
        Ok(bit)
    }

    /// Number of small keys that were taken.
    pub(crate) fn small_keys(&self, bits: u64) -> u32 {
        (bits & self.keys).count_ones()
    }

    /// The lock of requirements by name; what is paid is paid once for the place.
    pub(crate) fn lock(&mut self, names: &[impl AsRef<str>], place: &str) -> Result<Lock, String> {
        let mut lock = Lock::default();
        for name in names.iter().map(AsRef::as_ref) {
            match (name, name.strip_suffix("=on"), name.strip_suffix("=off")) {
                ("key_locked", ..) => lock.price = self.bit(&format!("key lock {place}"))?,
                (_, Some(toggle), _) if is_toggle(toggle) => lock.set |= self.bit(toggle)?,
                (_, _, Some(toggle)) if is_toggle(toggle) => lock.clear |= self.bit(toggle)?,
                _ if is_symbol(name) => lock.set |= self.bit(name)?,
                _ => return Err(format!("{name:?} is no requirement")),
            }
        }
        self.paid |= lock.price;
        Ok(lock)
    }

    /// The bits after the lock was passed; None if it cannot be.
    #[inline]
    pub(crate) fn pass(&self, lock: &Lock, bits: u64) -> Option<u64> {
        if bits & lock.set != lock.set || bits & lock.clear != 0 {
            return None;
        }
        if bits & lock.price != lock.price {
            let (taken, used) = (bits & self.keys, bits & self.paid);
            return (taken.count_ones() > used.count_ones()).then_some(bits | lock.price);
        }
        Some(bits)
    }
}

/// True if it is the name of a toggle.
fn is_toggle(name: &str) -> bool {
    let number = name.strip_prefix("toggle:").unwrap_or_default();
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// True if it is the name of a symbol.
fn is_symbol(name: &str) -> bool {
    name.strip_prefix("symbol:").is_some_and(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_spent_once_a_lock() {
        let mut bits = Bits::default();
        let key = bits.small_key("a").unwrap();
        let [door, other] = ["b", "c"].map(|place| bits.lock(&["key_locked"], place).unwrap());
        assert_eq!(bits.pass(&door, 0), None);
        let open = bits.pass(&door, key).unwrap();
        assert_eq!(bits.pass(&door, open), Some(open));
        assert_eq!(bits.pass(&other, open), None);
    }

    #[test]
    fn toggles_and_symbols_are_kept() {
        let mut bits = Bits::default();
        let lock = bits.lock(&["symbol:bone key", "toggle:0=off"], "").unwrap();
        let [symbol, toggle] = ["symbol:bone key", "toggle:0"].map(|name| bits.bit(name).unwrap());
        assert_eq!(bits.pass(&lock, symbol), Some(symbol));
        assert_eq!(bits.pass(&lock, symbol | toggle), None);
        assert_eq!(bits.pass(&lock, 0), None);
        assert!(bits.lock(&["symbol:"], "").is_err());
        assert!(bits.lock(&["boss_locked"], "").is_err());
    }
}
