//! Contact at points inside triangles and edges: the point of each triangle that would end deepest in a body.

use crate::engine::Kernel;
use crate::engine::cpu::Bindings;
use crate::kernels::common::body::{Body, Pose};
use crate::kernels::common::cg::Cg;
use crate::kernels::common::contact::{Contact, Span};
use crate::kernels::common::field::field;
use crate::kernels::kernel;
use crate::real::V3;

/// The kernel.
pub const KERNEL: Kernel = kernel!(
    "collide/inside",
    bindings: &["contact", "cg", "bodies", "fields", "corners", "x", "u", "inner"],
    structs: [Span, Contact, Cg, Body],
    cpu: cpu
);

/// Speed at which a triangle comes out of a body [m/s].
const RECOVERY: f32 = 0.1;

/// A body and a triangle where the substep ends.
struct Pair<'a> {
    body: &'a Body,
    fields: &'a [f32],
    pose: Pose<f32>,
    triangle: [V3<f32>; 3],
}

/// The lowest point of a triangle: its weights, and its distance from the body [m].
#[derive(Clone, Copy)]
struct Lowest {
    weights: [f32; 3],
    distance: f32,
}

fn point([a, b, c]: [V3<f32>; 3], w: [f32; 3]) -> V3<f32> {
    a + (b - a) * w[1] + (c - a) * w[2]
}

const CENTRE: [f32; 3] = [0.3333, 0.3333, 0.3334];

impl Pair<'_> {
    fn lower(&self, best: Lowest, w: [f32; 3]) -> Lowest {
        if w[0].min(w[1]).min(w[2]) < 0.0 {
            return best;
        }
        let s = field(self.body, self.pose.to_local(point(self.triangle, w)), self.fields);
        if s.distance < best.distance { Lowest { weights: w, distance: s.distance } } else { best }
    }

    /// The lowest of corners, middles and centre; and of points nearer and nearer to that if the triangle may come below
    /// `keep`.
    fn lowest(&self, keep: f32) -> Lowest {
        let mut best = Lowest { weights: [0.0; 3], distance: 3.0e38 };
        let seven = [
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, 0.0, 1.0],
            [0.5, 0.5, 0.0],
            [0.0, 0.5, 0.5],
            [0.5, 0.0, 0.5],
            CENTRE,
        ];
        for w in seven {
            best = self.lower(best, w);
        }
        let [a, b, c] = self.triangle;
        let edge = (b - a).length().max((c - a).length()).max((c - b).length());
        if best.distance > keep + 0.3 * edge {
            return best;
        }
        let mut step = 0.25;
        while step > 0.01 {
            let [x, y, z] = best.weights;
            for [dx, dy, dz] in [
                [step, -step, 0.0],
                [-step, step, 0.0],
                [0.0, step, -step],
                [0.0, -step, step],
                [step, 0.0, -step],
                [-step, 0.0, step],
            ] {
                best = self.lower(best, [x + dx, y + dy, z + dz]);
            }
            step *= 0.5;
        }
        best
    }
}

fn cpu(invocations: u32, b: &Bindings) {
    let (span, contact, cg): (Span, Contact, Cg) = (b.params(), b.uniform(0), b.uniform(1));
    if cg.is_unseen(span.again) {
        return;
    }
    let (bodies, fields, corners) = (b.read::<Body>(2), b.read::<f32>(3), b.read::<u32>(4));
    let (x, u, mut inner) = (b.read::<[f32; 4]>(5), b.read::<[f32; 4]>(6), b.write::<[f32; 4]>(7));
    let keep = 0.5 * contact.keep;
    for k in 0..invocations as usize {
        let triangle = [0, 1, 2].map(|c| {
            let i = corners[3 * k + c] as usize;
            V3::<f32>::of(x[i]) + V3::of(u[i]) * contact.h
        });
        let centre = point(triangle, CENTRE);
        let [a, b, c] = triangle.map(|p| (p - centre).length());
        let size = a.max(b).max(c);
        let (mut deepest, mut name) = ([0.0; 4], 0.0);
        for (b, body) in bodies[..contact.count as usize].iter().enumerate() {
            let radius = body.from_position[3];
            let pose = body.pose_at(span.end);
            if radius < 0.0 || (centre - pose.position).length() > radius + size + keep {
                continue;
            }
            let pair = Pair { body, fields: &fields, pose, triangle };
            let Lowest { weights, distance } = pair.lowest(keep);
            if distance >= keep - contact.band {
                continue;
            }
            let place = point(triangle, weights);
            let n = pair.pose.turn(field(body, pair.pose.to_local(place), &fields).normal);
            let moves = [0, 1, 2].map(|c| V3::of(u[corners[3 * k + c] as usize]));
            let into = (body.velocity_at(&pair.pose, place) - point(moves, weights)).dot(n);
            // It stops, and comes out slowly: as fast as it takes to be out at once it would be thrown.
            let push = ((keep - distance) / contact.h).min(into.max(0.0) + RECOVERY);
            if push > deepest[3] {
                deepest = n.vec4(push);
                name = (b + 1) as f32;
            }
        }
        inner[2 * k] = deepest;
        inner[2 * k + 1] = [0.0, 0.0, 0.0, name];
    }
}
