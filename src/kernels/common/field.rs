//! The twin of `common/field.wgsl`: signed distances to bodies in their own axes, negative inside.

use super::body::Body;
use crate::real::{Real, V3};

/// A ball; `size[0]` is its radius.
pub const SPHERE: u32 = 0;
/// A box; `size` has half its edges.
pub const BOX: u32 = 1;
/// A capsule along y; `size` has the radius and half the distance of its centres.
pub const CAPSULE: u32 = 2;
/// A cylinder along y; `size` has the radius and half the height.
pub const CYLINDER: u32 = 3;
/// A torus around y; `size` has the radius of the circle and that of the tube.
pub const TORUS: u32 = 4;
/// What is below the xz plane.
pub const HALF_SPACE: u32 = 5;
/// A mesh with sampled distances.
pub const MESH: u32 = 6;

/// Words before a sampled field's values: origin, cell, counts and how far beyond its box the mesh is at least.
pub const HEADER: u32 = 8;

/// A distance and its gradient.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample<R> {
    /// Unit normal, towards larger distances.
    pub normal: V3<R>,
    /// Distance [m], negative inside.
    pub distance: R,
}

fn direction<R: Real>(v: V3<R>, norm: R) -> V3<R> {
    if norm == R::zero() { V3(R::zero(), R::of(1.0), R::zero()) } else { v * (R::of(1.0) / norm) }
}

fn sign_of<R: Real>(a: R) -> R {
    if a < R::zero() { R::of(-1.0) } else { R::of(1.0) }
}

fn ball<R: Real>(l: V3<R>, radius: R) -> Sample<R> {
    let r = l.length();
    Sample { normal: direction(l, r), distance: r - radius }
}

fn cuboid<R: Real>(l: V3<R>, half: V3<R>) -> Sample<R> {
    let zero = R::zero();
    let q = V3(l.0.abs() - half.0, l.1.abs() - half.1, l.2.abs() - half.2);
    let signs = V3(sign_of(l.0), sign_of(l.1), sign_of(l.2));
    let largest = q.0.max(q.1).max(q.2);
    if largest > zero {
        let m = V3(q.0.max(zero), q.1.max(zero), q.2.max(zero));
        let r = m.length();
        let normal = V3(signs.0 * m.0, signs.1 * m.1, signs.2 * m.2) * (R::of(1.0) / r);
        return Sample { normal, distance: r };
    }
    let normal = if q.0 == largest {
        V3(signs.0, zero, zero)
    } else if q.1 == largest {
        V3(zero, signs.1, zero)
    } else {
        V3(zero, zero, signs.2)
    };
    Sample { normal, distance: largest }
}

fn can<R: Real>(l: V3<R>, radius: R, half_length: R) -> Sample<R> {
    let zero = R::zero();
    let r = (l.0 * l.0 + l.2 * l.2).sqrt();
    let outward = direction(V3(l.0, zero, l.2), r);
    let along = V3(zero, sign_of(l.1), zero);
    let (wall, end) = (r - radius, l.1.abs() - half_length);
    if wall > zero && end > zero {
        let d = (wall * wall + end * end).sqrt();
        return Sample { normal: outward * (wall / d) + along * (end / d), distance: d };
    }
    if wall > end {
        let normal = if r == zero { V3(R::of(1.0), zero, zero) } else { outward };
        return Sample { normal, distance: wall };
    }
    Sample { normal: along, distance: end }
}

fn ring<R: Real>(l: V3<R>, radius: R, tube: R) -> Sample<R> {
    let (zero, one) = (R::zero(), R::of(1.0));
    let r = (l.0 * l.0 + l.2 * l.2).sqrt();
    let outward = if r > zero { V3(l.0, zero, l.2) * (one / r) } else { V3(one, zero, zero) };
    let (across, up) = (r - radius, l.1);
    let d = (across * across + up * up).sqrt();
    let n = outward * across + V3(zero, up, zero);
    Sample { normal: direction(n, d), distance: d - tube }
}

fn sampled<R: Real>(l: V3<R>, first: u32, fields: &[f32]) -> Sample<R> {
    let word = |i: u32| R::of(fields[(first + i) as usize].into());
    let (zero, one) = (R::zero(), R::of(1.0));
    let (origin, cell) = (V3(word(0), word(1), word(2)), word(3));
    let counts = [4, 5, 6].map(|i| fields[(first + i) as usize]);
    let last = counts.map(|n| R::of(f64::from(n) - 1.0));
    let g = (l - origin) * (one / cell);
    let inside = V3(g.0.max(zero).min(last[0]), g.1.max(zero).min(last[1]), g.2.max(zero).min(last[2]));
    let beyond = (g - inside) * cell;
    let out = beyond.length();
    if out > zero {
        return Sample { normal: beyond * (one / out), distance: out + word(7) };
    }
    let corner = |g: R, n: f32| g.floor().min(f64::from(n) - 2.0);
    let c = [corner(g.0, counts[0]), corner(g.1, counts[1]), corner(g.2, counts[2])];
    let f = g - V3(R::of(c[0]), R::of(c[1]), R::of(c[2]));
    let [n0, n1] = [counts[0] as u32, counts[1] as u32];
    let at = HEADER + c[0] as u32 + n0 * (c[1] as u32 + n1 * c[2] as u32);
    let v = |x: u32, y: u32, z: u32| word(at + x + n0 * (y + n1 * z));
    let [v000, v100, v010, v110] = [v(0, 0, 0), v(1, 0, 0), v(0, 1, 0), v(1, 1, 0)];
    let [v001, v101, v011, v111] = [v(0, 0, 1), v(1, 0, 1), v(0, 1, 1), v(1, 1, 1)];
    let x00 = v000 + (v100 - v000) * f.0;
    let x10 = v010 + (v110 - v010) * f.0;
    let x01 = v001 + (v101 - v001) * f.0;
    let x11 = v011 + (v111 - v011) * f.0;
    let y0 = x00 + (x10 - x00) * f.1;
    let y1 = x01 + (x11 - x01) * f.1;
    let along_z = y1 - y0;
    let along_y = (x10 - x00) + ((x11 - x01) - (x10 - x00)) * f.2;
    let low = (v100 - v000) + ((v110 - v010) - (v100 - v000)) * f.1;
    let high = (v101 - v001) + ((v111 - v011) - (v101 - v001)) * f.1;
    let gradient = V3(low + (high - low) * f.2, along_y, along_z);
    Sample { normal: direction(gradient, gradient.length()), distance: y0 + along_z * f.2 }
}

/// The distance from a body to a point in the body's axes; `fields` has the sampled distances of meshes.
pub fn field<R: Real>(body: &Body, l: V3<R>, fields: &[f32]) -> Sample<R> {
    let [x, y, z] = [0, 1, 2].map(|i| R::of(body.size[i].into()));
    match body.shape {
        SPHERE => ball(l, x),
        BOX => cuboid(l, V3(x, y, z)),
        CAPSULE => {
            let nearest = l.1.max(-y).min(y);
            ball(V3(l.0, l.1 - nearest, l.2), x)
        }
        CYLINDER => can(l, x, y),
        TORUS => ring(l, x, y),
        HALF_SPACE => Sample { normal: V3(R::zero(), R::of(1.0), R::zero()), distance: l.1 },
        _ => sampled(l, body.field, fields),
    }
}
