//! The twin of `common/shell.wgsl`: what discrete shells read in every pass, and positions in fixed point.

use crate::gpu_struct;
use crate::real::V3;

gpu_struct! {
    /// What discrete shells read in every pass.
    pub struct Shell {
        /// What positions count from [m].
        pub origin: [f32; 4],
        /// One unit of fixed point, a power of two [m].
        pub tick: f32,
        /// What the end of a step counts: 1 for backward Euler, 1/2 for Newmark.
        pub theta: f32,
        /// How many of the members are hinges.
        pub hinges: u32,
        /// How many are faces; the rest are edges.
        pub faces: u32,
    }
}

gpu_struct! {
    /// A position, in ticks from the origin.
    pub struct Place {
        /// Along x.
        pub x: u32,
        /// Along y.
        pub y: u32,
        /// Along z.
        pub z: u32,
        /// Padding.
        pub pad: u32,
    }
}

/// Beyond this many ticks a position has left the range.
pub const RANGE: f32 = 2.0e9;

impl Shell {
    /// From b to a [m].
    pub fn way(&self, a: Place, b: Place) -> V3<f32> {
        let d = |a: u32, b: u32| a.wrapping_sub(b) as i32 as f32;
        V3(d(a.x, b.x), d(a.y, b.y), d(a.z, b.z)) * self.tick
    }

    /// A place as a position [m].
    pub fn shown(&self, a: Place) -> V3<f32> {
        counted(a) * self.tick + V3::of(self.origin)
    }

    /// The nearest place; one out of range is at the end of it.
    pub fn placed(&self, position: V3<f32>) -> Place {
        let to = (position - V3::of(self.origin)) * (1.0 / self.tick);
        let near = |t: f32| t.round_ties_even().clamp(-RANGE, RANGE) as i32 as u32;
        Place { x: near(to.0), y: near(to.1), z: near(to.2), pad: 0 }
    }

    /// Where a way [m] leads; a step out of range ends where it began.
    pub fn moved(&self, a: Place, by: V3<f32>) -> Place {
        let to = by * (1.0 / self.tick);
        let ticks = V3(to.0.round_ties_even(), to.1.round_ties_even(), to.2.round_ties_even());
        let end = counted(a) + ticks;
        let inside = |t: f32| t.abs() < RANGE;
        if !(inside(end.0) && inside(end.1) && inside(end.2)) {
            return a;
        }
        let to = |a: u32, by: f32| a.wrapping_add(by as i32 as u32);
        Place { x: to(a.x, ticks.0), y: to(a.y, ticks.1), z: to(a.z, ticks.2), pad: 0 }
    }
}

/// In ticks from the origin.
pub fn counted(a: Place) -> V3<f32> {
    V3(a.x as i32 as f32, a.y as i32 as f32, a.z as i32 as f32)
}

gpu_struct! {
    /// What stores energy, K/2 (q − q̄)².
    pub struct Member {
        /// A hinge's edge and its wings; a face's three; an edge's two.
        pub corners: [u32; 4],
        /// Where the last is 1, the normal of the second wing, which is held: the last corner is then a load's number.
        pub normal: [f32; 4],
        /// q̄ [rad], [m²], [m].
        pub rest: f32,
        /// K.
        pub stiffness: f32,
        /// By the rate of q: K times a time.
        pub damping: f32,
        /// Of a load [N·m].
        pub torque: f32,
    }
}

gpu_struct! {
    /// A particle's part in a member.
    pub struct Slot {
        /// Its slope.
        pub slope: u32,
        /// The member.
        pub member: u32,
        /// The other end of an edge; itself in other members.
        pub other: u32,
        /// −1 at an edge's second end.
        pub sign: f32,
    }
}

impl Member {
    /// Whether its second wing is held.
    pub fn is_alone(&self) -> bool {
        self.normal[3] != 0.0
    }
}

impl Shell {
    /// Where the slopes of a member begin.
    pub fn first_slope(&self, member: u32) -> u32 {
        let (hinges, faces) = (self.hinges, self.faces);
        match member {
            m if m < hinges => 4 * m,
            m if m < hinges + faces => 4 * hinges + 3 * (m - hinges),
            m => 4 * hinges + 3 * faces + m - hinges - faces,
        }
    }

    /// How many slots a member has.
    pub fn slots(&self, member: u32) -> u32 {
        match member {
            m if m < self.hinges => 4,
            m if m < self.hinges + self.faces => 3,
            _ => 2,
        }
    }
}
