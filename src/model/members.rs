//! The members of a shell: its hinges, faces and edges with their stiffness, from the material (Grinspun 2003; Mi).
//!
//! Each has the energy K/2 (q − q̄)² of one number q: an angle with K = D/3 · 3 l²/(A1 + A2), an area with K = k_A/Ā, a length with
//! K = 2/√3 · E t/(1 + ν), half of that on the boundary. On the equilateral lattice these are a plate of the material's
//! bending stiffness D and a membrane of its E t and ν; areas need ν above 1/3, and below it the membrane has 1/3.

use super::Model;
use super::bends::Bend;
use super::constraints::Violation;
use super::groups::Group;
use crate::kernels::common::shell::{Member, Shell, Slot};
use crate::kernels::shell::members::{Wing, angle, area};
use crate::real::{Real, V3};
use crate::scene::Scene;
use glam::Vec3;

/// All members, hinges first, then faces, then edges.
#[derive(Debug, Clone)]
pub struct Members {
    /// The members.
    pub list: Vec<Member>,
    /// How many of them are hinges.
    pub hinges: u32,
    /// How many are faces.
    pub faces: u32,
}

/// A position in f64 [m].
pub fn vector(p: Vec3) -> V3<f64> {
    V3(p.x.into(), p.y.into(), p.z.into())
}

/// Stiffness of lengths K [N/m].
pub fn length_stiffness(scene: &Scene) -> f64 {
    let m = &scene.material;
    2.0 / 3f64.sqrt() * m.stretching_stiffness() / (1.0 + m.poisson)
}

/// Stiffness of areas k_A [N/m]; 0 where Poisson's ratio is not above 1/3.
pub fn area_stiffness(scene: &Scene) -> f64 {
    let (m, nu) = (&scene.material, scene.material.poisson);
    (m.stretching_stiffness() * (3.0 * nu - 1.0) / (2.0 * (1.0 - nu * nu))).max(0.0)
}

impl Members {
    /// The members of a model.
    pub fn new(scene: &Scene, model: &Model) -> Self {
        let mut list = hinges(scene, model);
        let hinges = list.len() as u32;
        list.extend(faces(scene, model));
        let faces = list.len() as u32 - hinges;
        list.extend(edges(scene, model));
        Self { list, hinges, faces }
    }

    /// The hinges and the edges as lines; a face has its edges.
    pub fn groups(&self) -> impl Iterator<Item = Group> {
        let (hinges, edges) = (self.hinges as usize, (self.hinges + self.faces) as usize);
        let lines = |members: &[Member]| members.iter().map(|m| [m.corners[0], m.corners[1]]).collect();
        let groups = [("bending", &self.list[..hinges]), ("stretch", &self.list[edges..])];
        groups.into_iter().map(move |(name, members)| Group { name: name.into(), lines: lines(members) })
    }

    /// Every particle's slots in the order of the members, and where each particle's begin.
    pub fn by_particle(&self, count: usize) -> (Vec<u32>, Vec<Slot>) {
        let shell = Shell { hinges: self.hinges, faces: self.faces, ..Shell::default() };
        let mut slots: Vec<(u32, Slot)> = Vec::new();
        for (member, m) in self.list.iter().enumerate() {
            let member = member as u32;
            let first = shell.first_slope(member);
            if shell.slots(member) == 2 {
                let [a, b, ..] = m.corners;
                let end = |other, sign| Slot { slope: first, member, other, sign };
                slots.extend([(a, end(b, 1.0)), (b, end(a, -1.0))]);
                continue;
            }
            let corners = if m.is_alone() { 3 } else { shell.slots(member) };
            slots.extend((0..corners).map(|k| {
                let own = m.corners[k as usize];
                (own, Slot { slope: first + k, member, other: own, sign: 1.0 })
            }));
        }
        slots.sort_by_key(|(particle, _)| *particle);
        let offset = |i: u32| slots.partition_point(|(particle, _)| *particle < i) as u32;
        ((0..=count as u32).map(offset).collect(), slots.into_iter().map(|(_, slot)| slot).collect())
    }

    /// How many slopes there are.
    pub fn slopes(&self) -> usize {
        let shell = Shell { hinges: self.hinges, faces: self.faces, ..Shell::default() };
        shell.first_slope(self.list.len() as u32) as usize
    }

    /// The number q of member `i` at these positions, with its gradients at its corners; none where it is degenerate.
    pub fn number<R: Real>(&self, i: usize, positions: &[V3<R>]) -> Option<(R, Vec<V3<R>>)> {
        let m = &self.list[i];
        let way = |a: usize, b: usize| positions[m.corners[a] as usize] - positions[m.corners[b] as usize];
        if i < self.hinges as usize {
            let second =
                if m.is_alone() { Wing::Held(V3::of(m.normal)) } else { Wing::Free([way(3, 0), way(3, 1)]) };
            let (q, slopes) = angle(way(1, 0), [way(2, 0), way(2, 1)], second)?;
            Some((q, slopes[..if m.is_alone() { 3 } else { 4 }].to_vec()))
        } else if i < (self.hinges + self.faces) as usize {
            let (double, slopes) = area(way(1, 0), way(2, 0), way(2, 1));
            Some((R::of(0.5) * double, slopes.to_vec()))
        } else {
            let l = way(0, 1);
            let n = l * (R::of(1.0) / l.length());
            Some((l.length(), vec![n, n * R::of(-1.0)]))
        }
    }

    /// The energy that one member stores at these positions, ½ K (q − q̄)² [J].
    pub fn energy_of(&self, i: usize, positions: &[V3<f64>]) -> f64 {
        let m = &self.list[i];
        let q = self.number(i, positions).map_or(f64::from(m.rest), |(q, _)| q);
        0.5 * f64::from(m.stiffness) * (q - f64::from(m.rest)).powi(2)
    }

    /// The energy that all members store at these positions [J].
    pub fn energy(&self, positions: &[V3<f64>]) -> f64 {
        (0..self.list.len()).map(|i| self.energy_of(i, positions)).sum()
    }

    /// The gradient of that, Σ K (q − q̄) ∇q [N]. Of dual numbers, its slopes are the product of the energy's second derivatives
    /// with theirs.
    pub fn gradient<R: Real>(&self, positions: &[V3<R>]) -> Vec<V3<R>> {
        let mut all = vec![V3::zero(); positions.len()];
        for (i, m) in self.list.iter().enumerate() {
            let Some((q, slopes)) = self.number(i, positions) else { continue };
            let pull = R::of(m.stiffness.into()) * (q - R::of(m.rest.into()));
            for (corner, slope) in m.corners.iter().zip(slopes) {
                all[*corner as usize] += slope * pull;
            }
        }
        all
    }

    /// The square of what rounding may leave of a residual in steps of `h` [s]. The stiffest members, edges, decide: their lengths
    /// are known to a tick and to a few roundings of f32, and what velocities round to is about as much.
    pub fn floor(&self, h: f64, theta: f64, tick: f64) -> f64 {
        let one = |m: &Member| {
            let length = tick + f64::from(f32::EPSILON) * f64::from(m.rest);
            let impulse = 2.0 * f64::from(m.stiffness) * theta * theta * h * length;
            2.0 * impulse * impulse
        };
        self.list[(self.hinges + self.faces) as usize..].iter().map(one).sum()
    }

    /// How far lengths and areas are from rest, relative to it, and angles [rad].
    pub fn violations(&self, positions: &[Vec3]) -> Vec<(&'static str, Violation)> {
        let positions: Vec<V3<f64>> = positions.iter().map(|p| vector(*p)).collect();
        let (hinges, faces) = (self.hinges as usize, self.faces as usize);
        let kinds = [
            ("bending", 0..hinges),
            ("area", hinges..hinges + faces),
            ("stretch", hinges + faces..self.list.len()),
        ];
        let one = |(label, range): (&'static str, std::ops::Range<usize>)| {
            // The wings of moments resist nothing.
            let range: Vec<usize> = range.filter(|i| self.list[*i].stiffness > 0.0).collect();
            let off = |i: usize| {
                let rest = f64::from(self.list[i].rest);
                let q = self.number(i, &positions).map_or(rest, |(q, _)| q);
                (q - rest).abs() / if i < hinges { 1.0 } else { rest }
            };
            (label, Violation::of(range.into_iter().map(off)))
        };
        kinds.into_iter().filter(|(_, range)| !range.is_empty()).map(one).collect()
    }
}

fn hinges(scene: &Scene, model: &Model) -> Vec<Member> {
    let rest = &model.mesh.positions;
    let d = scene.material.bending_stiffness();
    let at = |v: u32| rest[v as usize].as_dvec3();
    let double = |[a, b, c]: [u32; 3]| (at(b) - at(a)).cross(at(c) - at(a)).length();
    let time = scene.discrete_shells.bending_damping;
    let hinge = |corners: [u32; 4]| {
        let Bend { rest, stiffness, .. } = Bend::hinge(corners, rest, d)?;
        let damping = (stiffness * time) as f32;
        Some(Member { corners, rest: rest as f32, stiffness: stiffness as f32, damping, ..Member::default() })
    };
    let mut all: Vec<Member> = model.topology.hinges.iter().filter_map(|h| hinge(h.vertices)).collect();
    // Where a slope is held, as at the start: half a hinge, and so twice as stiff.
    let wing = |w: &super::Wing| {
        let [a, b, c] = w.corners;
        let start = |v: u32| model.start[v as usize].as_dvec3();
        let normal = (start(b) - start(a)).cross(start(c) - start(a)).normalize_or_zero().as_vec3();
        let stiffness = d * at(a).distance_squared(at(b)) / (0.5 * double([a, b, c]));
        let corners = [a, b, c, w.by as u32];
        (Member { corners, normal: normal.extend(1.0).to_array(), ..Member::default() }, stiffness)
    };
    all.extend(model.clamped.iter().map(|w| {
        let (member, stiffness) = wing(w);
        let corners = [member.corners[0], member.corners[1], member.corners[2], 0];
        Member { corners, stiffness: stiffness as f32, damping: (stiffness * time) as f32, ..member }
    }));
    all.extend(model.turned.iter().map(|w| {
        let torque = (w.share * scene.load[w.by].moment) as f32;
        Member { torque, ..wing(w).0 }
    }));
    all
}

fn faces(scene: &Scene, model: &Model) -> Vec<Member> {
    let k = area_stiffness(scene);
    let time = scene.discrete_shells.stretch_damping;
    let face = |&[a, b, c]: &[u32; 3]| {
        let at = |v: u32| model.mesh.positions[v as usize].as_dvec3();
        let area = 0.5 * (at(b) - at(a)).cross(at(c) - at(a)).length();
        let stiffness = k / area;
        Member {
            corners: [a, b, c, 0],
            rest: area as f32,
            stiffness: stiffness as f32,
            damping: (stiffness * time) as f32,
            ..Member::default()
        }
    };
    let all = model.mesh.triangles.iter().map(face);
    if k == 0.0 { Vec::new() } else { all.filter(|m| m.rest > 0.0).collect() }
}

fn edges(scene: &Scene, model: &Model) -> Vec<Member> {
    let k = length_stiffness(scene);
    let time = scene.discrete_shells.stretch_damping;
    let edge = |e: &crate::mesh::topology::Edge| {
        let [a, b] = e.vertices;
        let at = |v: u32| model.mesh.positions[v as usize].as_dvec3();
        let stiffness = if e.is_boundary() { 0.5 * k } else { k };
        Member {
            corners: [a, b, 0, 0],
            rest: at(a).distance(at(b)) as f32,
            stiffness: stiffness as f32,
            damping: (stiffness * time) as f32,
            ..Member::default()
        }
    };
    model.topology.edges.iter().map(edge).collect()
}
