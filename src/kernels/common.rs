//! What `shaders/common` shares among the kernels.

pub mod block;
pub mod body;
pub mod cg;
pub mod contact;
pub mod developable;
pub mod dissection;
pub mod field;
pub mod guide;
pub mod implicit;
pub mod shell;
pub mod spring;
pub mod tally;

use crate::gpu_struct;

/// Invocations per workgroup; `WORKGROUP` in `common/invocation.wgsl`.
pub const WORKGROUP: u32 = 64;

gpu_struct! {
    /// What may change from step to step without recording anew.
    pub struct Sim {
        /// Acceleration of gravity [m/s²].
        pub gravity: [f32; 4],
        /// Velocity of the air [m/s]; the last is its density times the drag coefficient [kg/m³].
        pub wind: [f32; 4],
        /// Substep [s].
        pub h: f32,
        /// Factor on velocities per substep.
        pub damping: f32,
        /// Stiffness of stretch per iteration, 0 to 1.
        pub stretch: f32,
        /// Stiffness of bending per iteration, 0 to 1.
        pub bending: f32,
        /// κ, added to every rest height [m].
        pub kappa: f32,
        /// Stiffness of volume per iteration, 0 to 1.
        pub volume: f32,
        /// Volume aimed at [m³].
        pub volume_target: f32,
        /// Number of this step, from 1.
        pub step: u32,
    }
}

gpu_struct! {
    /// A stretch of constraints of one colour.
    pub struct Range {
        /// The first constraint.
        pub first: u32,
        /// How many.
        pub count: u32,
        /// Variant of the projection; the kernels say which bits they know.
        pub mode: u32,
        /// How often a yarn is swept before the next; others ignore it.
        pub sweeps: u32,
    }
}

/// The sum over a workgroup, in the order of `common/reduce.wgsl`.
pub fn reduce(partial: &mut [[f32; 2]; WORKGROUP as usize]) -> [f32; 2] {
    let mut half = partial.len() / 2;
    while half > 0 {
        for local in 0..half {
            let [a, b] = partial[local + half];
            partial[local] = [partial[local][0] + a, partial[local][1] + b];
        }
        half /= 2;
    }
    partial[0]
}

gpu_struct! {
    /// A sum and a maximum.
    pub struct Sum {
        /// The sum.
        pub total: f32,
        /// The maximum.
        pub worst: f32,
    }
}

impl Sum {
    /// Of two; what is not a number is the worst.
    #[must_use]
    pub fn join(self, b: Self) -> Self {
        // Both sides of each are taken: a branch would be guessed wrong about as often as right.
        let worse = !self.worst.is_nan() & (b.worst.is_nan() | (b.worst > self.worst));
        Self { total: self.total + b.total, worst: if worse { b.worst } else { self.worst } }
    }

    /// Over a workgroup, in the order of `common/worst.wgsl`.
    pub fn over(halves: &mut [Self; WORKGROUP as usize]) -> Self {
        let mut half = halves.len() / 2;
        while half > 0 {
            for local in 0..half {
                halves[local] = halves[local].join(halves[local + half]);
            }
            half /= 2;
        }
        halves[0]
    }

    /// Over what invocations of each workgroup find, as `of` says of each.
    pub fn of_groups(sums: &mut [Self], invocations: usize, mut of: impl FnMut(usize) -> Self) {
        for (group, sum) in sums.iter_mut().enumerate() {
            let mut halves = [Self::default(); WORKGROUP as usize];
            let first = group * WORKGROUP as usize;
            for i in first..(first + WORKGROUP as usize).min(invocations) {
                halves[i - first] = of(i);
            }
            *sum = Self::over(&mut halves);
        }
    }

    /// Over sums of workgroups, as a single one joins them.
    pub fn of_all(sums: impl Iterator<Item = Self>) -> Self {
        let mut halves = [Self::default(); WORKGROUP as usize];
        for (k, sum) in sums.enumerate() {
            let slot = &mut halves[k % WORKGROUP as usize];
            *slot = slot.join(sum);
        }
        Self::over(&mut halves)
    }
}
