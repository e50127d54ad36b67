//! Structs that live on both sides: their Rust layout as data, to be compared with naga's view of the WGSL.

/// The kind of one 32-bit word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// A float.
    F32,
    /// An unsigned integer.
    U32,
    /// Padding, whose value has no meaning.
    Pad,
}

/// A Rust type that a field of a GPU struct may have.
pub trait GpuType: bytemuck::Pod {
    /// The type as WGSL spells it.
    const WGSL: &'static str;
    /// The kinds of its words.
    const WORDS: &'static [Word];
}

impl GpuType for f32 {
    const WGSL: &'static str = "f32";
    const WORDS: &'static [Word] = &[Word::F32];
}
impl GpuType for u32 {
    const WGSL: &'static str = "u32";
    const WORDS: &'static [Word] = &[Word::U32];
}
impl GpuType for [f32; 4] {
    const WGSL: &'static str = "vec4<f32>";
    const WORDS: &'static [Word] = &[Word::F32; 4];
}
impl GpuType for [u32; 4] {
    const WGSL: &'static str = "vec4<u32>";
    const WORDS: &'static [Word] = &[Word::U32; 4];
}

/// One field of a struct.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldLayout {
    /// Its name, the same on both sides.
    pub name: &'static str,
    /// Its type as WGSL spells it.
    pub wgsl: &'static str,
    /// Where it starts [bytes].
    pub offset: usize,
    /// The kinds of its words.
    pub words: &'static [Word],
}

/// The layout of a struct as Rust has it.
#[derive(Debug, PartialEq, Eq)]
pub struct StructLayout {
    /// Its name, the same on both sides.
    pub name: &'static str,
    /// Its size [bytes].
    pub size: usize,
    /// Its fields in order.
    pub fields: &'static [FieldLayout],
}

impl StructLayout {
    /// The kinds of the struct's words; fields whose names start with `pad` are padding.
    pub fn words(&self) -> Vec<Word> {
        let kind = |f: &FieldLayout, w: Word| if f.name.starts_with("pad") { Word::Pad } else { w };
        self.fields.iter().flat_map(|f| f.words.iter().map(move |&w| kind(f, w))).collect()
    }
}

/// A struct with a [`StructLayout`].
pub trait GpuStruct: bytemuck::Pod {
    /// Its layout.
    const LAYOUT: StructLayout;
    /// The same, with an address for the tables of kernels.
    fn layout() -> &'static StructLayout;
}

/// Declares a `#[repr(C)]` struct together with its [`StructLayout`].
#[macro_export]
macro_rules! gpu_struct {
    ($(#[$meta:meta])* pub struct $name:ident { $($(#[$field_meta:meta])* pub $field:ident: $ty:ty,)* }) => {
        $(#[$meta])*
        #[repr(C)]
        #[derive(Debug, Clone, Copy, PartialEq, Default, bytemuck::Pod, bytemuck::Zeroable)]
        pub struct $name { $($(#[$field_meta])* pub $field: $ty,)* }

        impl $crate::engine::layout::GpuStruct for $name {
            const LAYOUT: $crate::engine::layout::StructLayout = $crate::engine::layout::StructLayout {
                name: stringify!($name),
                size: std::mem::size_of::<$name>(),
                fields: &[$($crate::engine::layout::FieldLayout {
                    name: stringify!($field),
                    wgsl: <$ty as $crate::engine::layout::GpuType>::WGSL,
                    offset: std::mem::offset_of!($name, $field),
                    words: <$ty as $crate::engine::layout::GpuType>::WORDS,
                },)*],
            };
            fn layout() -> &'static $crate::engine::layout::StructLayout {
                static LAYOUT: $crate::engine::layout::StructLayout =
                    <$name as $crate::engine::layout::GpuStruct>::LAYOUT;
                &LAYOUT
            }
        }
    };
}

/// What a buffer's elements are.
#[derive(Debug, Clone, Copy)]
pub enum Element {
    /// Floats.
    F32,
    /// Unsigned integers.
    U32,
    /// Vectors of four floats.
    Vec4,
    /// Structs.
    Struct(&'static StructLayout),
}

impl Element {
    /// Size of one element [bytes].
    pub fn size(&self) -> usize {
        match self {
            Self::F32 | Self::U32 => 4,
            Self::Vec4 => 16,
            Self::Struct(layout) => layout.size,
        }
    }

    /// For each word the group it is measured with: the first three of a vec4 belong together, its last is something else.
    pub fn groups(&self) -> Vec<usize> {
        let four = |first: usize| [first, first, first, first + 1];
        match self {
            Self::F32 | Self::U32 => vec![0],
            Self::Vec4 => four(0).to_vec(),
            Self::Struct(layout) => {
                let field = |(i, f): (usize, &FieldLayout)| four(2 * i)[..f.words.len()].to_vec();
                layout.fields.iter().enumerate().flat_map(field).collect()
            }
        }
    }

    /// The kinds of an element's words.
    pub fn words(&self) -> Vec<Word> {
        match self {
            Self::F32 => vec![Word::F32],
            Self::U32 => vec![Word::U32],
            Self::Vec4 => vec![Word::F32; 4],
            Self::Struct(layout) => layout.words(),
        }
    }
}
