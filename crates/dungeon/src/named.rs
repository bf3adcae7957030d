//! Enums whose variants have names in files and commands: one table of variants and names.

/// Defines such an enum with the list of all variants, a name for each, and look-up by name. It serialises as its name.
macro_rules! named {
    ($(#[$about:meta])+ pub enum $of:ident { $($(#[$words:meta])+ $variant:ident = $name:literal,)+ }) => {
        $(#[$about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $of {
            $($(#[$words])+ $variant,)+
        }

        impl $of {
            /// All variants in order.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// The name as in files.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// The variant with this name.
            #[must_use]
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.name() == name)
            }
        }

        impl serde::Serialize for $of {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> serde::Deserialize<'de> for $of {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let name = <std::borrow::Cow<'de, str>>::deserialize(from)?;
                Self::named(&name).ok_or_else(|| {
                    let known = Self::ALL.map(Self::name);
                    <D::Error as serde::de::Error>::custom(diagnostics::unknown("name", &name, known))
                })
            }
        }
    };
}
pub(crate) use named;
