//! Versions of algorithms: names such as `mission/1`, by which what a seed gives stays the same.
//!
//! Each part of the author lists its own with `versions!`, the newest last: that is the usual one. Invariant:
//! under a version that has been released, a request, a seed and an attempt give the same bytes.

/// A name that no version has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", voice::unknown("algorithm", name, known))]
#[non_exhaustive]
pub struct UnknownVersion {
    /// The name that was asked for.
    pub name: String,
    /// The known names.
    pub known: Vec<&'static str>,
}

/// Makes the enum `Version` of a part: a variant for each version with its words and its name, and the usual one.
macro_rules! versions {
    ($($(#[$words:meta])+ $variant:ident = $name:literal,)+) => {
        /// The version of the algorithm: with it, a request, a seed and an attempt give the same.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Version {
            $($(#[$words])+ $variant,)+
        }

        impl Version {
            /// All versions, the oldest first.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name that provenance has.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }

        impl std::str::FromStr for Version {
            type Err = $crate::version::UnknownVersion;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                let is = |version: &Self| version.name().eq_ignore_ascii_case(name);
                Self::ALL.iter().copied().find(is).ok_or_else(|| {
                    let known = Self::ALL.iter().map(|version| version.name()).collect();
                    $crate::version::UnknownVersion { name: name.to_owned(), known }
                })
            }
        }
    };
}
pub(crate) use versions;

#[cfg(test)]
mod tests {
    use crate::mission::Version;

    #[test]
    fn versions_go_by_their_names() {
        for &version in Version::ALL {
            assert_eq!(version.name().parse(), Ok(version));
        }
        assert_eq!(Version::ALL.last(), Some(&Version::default()));
        let said = "mission/9".parse::<Version>().unwrap_err().to_string();
        assert_eq!(said, "unknown algorithm \"mission/9\"; known are mission/1, mission/2");
    }
}
