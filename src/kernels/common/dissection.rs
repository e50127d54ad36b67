//! The twin of `common/dissection.wgsl`: an inverse by nested dissection.

use crate::gpu_struct;

/// Where nothing comes from.
pub const NOWHERE: u32 = u32::MAX;

gpu_struct! {
    /// When a pass has something to do, and with which lines.
    pub struct Lines {
        /// The phase of [`super::cg::When`].
        pub phase: u32,
        /// The first line.
        pub first: u32,
        /// How many.
        pub count: u32,
        /// Padding.
        pub pad: u32,
    }
}

gpu_struct! {
    /// What an invocation works on.
    pub struct Line {
        /// The part.
        pub part: u32,
        /// Its unknown: its own, and then those around it.
        pub unknown: u32,
    }
}

gpu_struct! {
    /// Where a part's data are.
    pub struct Place {
        /// Its first own unknown.
        pub own: u32,
        /// How many it has.
        pub count: u32,
        /// Where the list of those around it begins, and what it gives to them.
        pub around: u32,
        /// How many these are.
        pub rim: u32,
        /// Where those of all its unknowns begin.
        pub origins: u32,
        /// Where G is, by columns, and after it E by columns, and then by rows.
        pub blocks: u32,
        /// Padding.
        pub pad0: u32,
        /// Padding.
        pub pad1: u32,
    }
}

gpu_struct! {
    /// What an unknown of a part has from the two parts below it, or [`NOWHERE`].
    pub struct Origin {
        /// From the first.
        pub near: u32,
        /// From the second.
        pub far: u32,
    }
}

gpu_struct! {
    /// How much of a row, or of a point, along each tangent.
    pub struct Push {
        /// Which.
        pub item: u32,
        /// Along the first tangent.
        pub x: f32,
        /// Along the second.
        pub y: f32,
    }
}
