//! What Rust and the shaders of pictures share.

use crate::gpu_struct;

/// The most lights that a picture has; `LAMPS` in `draw/lights.wgsl`.
pub const LAMPS: usize = 192;

gpu_struct! {
    /// What every pass of a picture reads; see `draw/view.wgsl`.
    pub struct View {
        /// The picture's x of a point of the scene, before the division by its distance: slope and shift.
        pub across: [f32; 4],
        /// Its y.
        pub down: [f32; 4],
        /// Its distance along the camera's axis.
        pub away: [f32; 4],
        /// The eye [m]; the distance of the near plane [m].
        pub eye: [f32; 4],
        /// The camera's axis to the right.
        pub right: [f32; 4],
        /// Its axis upwards.
        pub up: [f32; 4],
        /// Its axis forward.
        pub forward: [f32; 4],
        /// Width and height [pixels], pixels per unit of slope, factor on the depth of solids.
        pub size: [f32; 4],
        /// Radiance of the key light; spread of the samples in one map, in radii of the stage.
        pub radiance: [f32; 4],
        /// Direction to the rim light.
        pub rim: [f32; 4],
        /// The floor's height [m], 1 where there is one, the room's share, light of the open floor.
        pub floor: [f32; 4],
        /// The backdrop above.
        pub sky_top: [f32; 4],
        /// The backdrop below.
        pub sky_bottom: [f32; 4],
        /// The cloth's front; its translucency.
        pub front: [f32; 4],
        /// Its back; its sheen.
        pub back: [f32; 4],
        /// First value, one over the range, 1 where values are shown, strength of the lines.
        pub map: [f32; 4],
        /// Size of a check [m], its strength, that of the weave, 1 where the cloth is plain grey.
        pub pattern: [f32; 4],
        /// Unit normal and place of the slice [m].
        pub slice: [f32; 4],
        /// Arrows: length by force [m/N], width [m]; spacing of the slice's lines [m].
        pub force: [f32; 4],
        /// Key maps, dome maps, samples per key map, bodies.
        pub counts: [u32; 4],
    }
}

gpu_struct! {
    /// A ball around what the picture is about.
    pub struct Stage {
        /// Centre and radius [m].
        pub ball: [f32; 4],
    }
}

gpu_struct! {
    /// A point of the key light, or a direction of the dome.
    pub struct Lamp {
        /// To the light.
        pub direction: [f32; 4],
        /// Across it.
        pub right: [f32; 4],
        /// Across both.
        pub up: [f32; 4],
        /// Radiance.
        pub radiance: [f32; 4],
    }
}

gpu_struct! {
    /// What a picture knows of a vertex, beside its position.
    pub struct Look {
        /// Unit normal; the value that is shown.
        pub normal: [f32; 4],
        /// The dome's light on the front.
        pub front: [f32; 4],
        /// And on the back.
        pub back: [f32; 4],
    }
}

gpu_struct! {
    /// A vertex of the rest shape.
    pub struct Rest {
        /// Position [m]; 1 on the boundary.
        pub position: [f32; 4],
        /// Unit normal; mean curvature [1/m].
        pub normal: [f32; 4],
    }
}

gpu_struct! {
    /// A vertex of a body.
    pub struct SolidVertex {
        /// In the body's axes [m]; the body's number.
        pub position: [f32; 4],
        /// In the body's axes.
        pub normal: [f32; 4],
    }
}

gpu_struct! {
    /// A body's material.
    pub struct Paint {
        /// Linear light; the room's share of the key light.
        pub color: [f32; 4],
        /// Sheen, 1 for a plane like the floor.
        pub gloss: [f32; 4],
    }
}
