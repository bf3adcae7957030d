//! Enums whose variants go by names, as files and commands have them: one table for the variants and their names.

/// Makes such an enum: all variants, the name of each, the variant of a name; as JSON it is its name.
macro_rules! named {
    ($(#[$about:meta])+ pub enum $of:ident { $($(#[$words:meta])+ $variant:ident = $name:literal,)+ }) => {
        $(#[$about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $of {
            $($(#[$words])+ $variant,)+
        }

        impl $of {
            /// All of them, in their order.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// Its name, as in files.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// The one that goes by a name.
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
