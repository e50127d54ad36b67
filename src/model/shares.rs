//! How stiff the bending of positions is where a material says so.
//!
//! A correction by the share s of its violation C does what a force −k C does in a substep h if s = q, q = W k h² with W = Σ w |∇C|², as
//! long as q is small. With n projections per substep it is 1 − exp(−q/n): many small corrections, whose sum is that force where a shape
//! varies over many constraints. XPBD's q/(1 + q) (Macklin 2016) is exact for one constraint alone; in a cloth, whose constraints share
//! particles, one projection of it is softer by 1 + q.

use super::bends::{Bend, Bends};
use super::{Model, Pinned};
use crate::scene::Scene;

/// How far a triple may turn in the surface [rad].
const TURNED: f64 = 0.5;

/// What may be asked of a projection while a cloth is as stiff as its material, and what to aim at.
const ASKED: [f64; 2] = [1.0, 0.5];

/// Constraints by their particles, with what the material asks of one projection, q/n; infinite without a material.
pub(super) type Asked<T> = Vec<(T, f64)>;

/// The share of a correction where so much is asked: all of it without a material.
fn share(asked: f64) -> f32 {
    -(-asked).exp_m1() as f32
}

/// The median of what is asked of constraints, and each made from its particles and its share; without those that cannot be.
pub(super) fn weighed<T, C>(list: Asked<T>, make: impl Fn(T, f32) -> Option<C>) -> (f64, Vec<C>) {
    let mut all: Vec<f64> = list.iter().map(|(_, asked)| *asked).collect();
    all.sort_by(f64::total_cmp);
    let median = all.get(all.len() / 2).copied().unwrap_or(0.0);
    (median, list.into_iter().filter_map(|(one, asked)| make(one, share(asked))).collect())
}

/// A sentence if the bending constraints cannot be as stiff as the material, by the median of what it asks of a projection.
pub fn warning(scene: &Scene, asked: f64) -> Option<String> {
    let [most, good] = ASKED;
    (asked.is_finite() && asked > most).then(|| {
        let substeps = (f64::from(scene.solver.substeps) * (asked / good).sqrt()).ceil();
        format!(
            "a projection can correct a whole violation, and the material's bending asks for {asked:.1} times that: the cloth is softer; \
             use {substeps} substeps, or more iterations"
        )
    })
}

/// What a material asks of bending constraints.
pub(super) struct Shares<'a> {
    /// None without a material.
    bends: Option<Bends<'a>>,
    inverse_masses: Vec<f64>,
    /// h²/n [s²].
    step: f64,
}

impl<'a> Shares<'a> {
    /// Of a scene's material, if it has one.
    pub(super) fn new(scene: &Scene, model: &'a Model) -> Self {
        let h = scene.solver.dt / f64::from(scene.solver.substeps);
        let step = h * h / f64::from(scene.solver.iterations.max(1));
        let lasting = |p: &Pinned| scene.pin[p.pin].until.is_infinite();
        let inverse_masses = model.inverse_masses(lasting).into_iter().map(f64::from).collect();
        let bends = (scene.material.young > 0.0).then(|| Bends::new(scene, model));
        Self { bends, inverse_masses, step }
    }

    /// Of triples; where a material decides, without those that turn in the surface, which say little of bending.
    pub(super) fn triples(&self, triples: Vec<[u32; 3]>) -> Asked<[u32; 3]> {
        let Some(bends) = &self.bends else { return free(triples) };
        let found = bends.triples(&triples, TURNED);
        let one = |(triple, bend): ([u32; 3], Option<Bend>)| {
            let [a, b, v] = triple.map(|v| self.inverse_masses[v as usize]);
            Some((triple, self.of_height(&bend?, a + b + 4.0 * v)))
        };
        triples.into_iter().zip(found).filter_map(one).filter(|(_, asked)| *asked > 0.0).collect()
    }

    /// Of the heights of hinges.
    pub(super) fn heights(&self, hinges: impl Iterator<Item = [u32; 4]>) -> Asked<[u32; 4]> {
        self.hinges(hinges, |bend| {
            let sum: f64 = bend.vertices.iter().map(|v| self.inverse_masses[*v as usize]).sum();
            self.of_height(bend, sum)
        })
    }

    /// Of the angles of hinges.
    pub(super) fn angles(&self, hinges: impl Iterator<Item = [u32; 4]>) -> Asked<[u32; 4]> {
        self.hinges(hinges, |bend| {
            let one = |k: usize| self.inverse_masses[bend.vertices[k] as usize] * bend.weights[k].powi(2);
            self.step * bend.stiffness * (0..4).map(one).sum::<f64>()
        })
    }

    /// Of sticks between the tips of triples.
    pub(super) fn sticks(&self, triples: &[[u32; 3]], sticks: Vec<[u32; 2]>) -> Asked<[u32; 2]> {
        let Some(bends) = &self.bends else { return free(sticks) };
        let mut stiffness = vec![0.0; sticks.len()];
        for (&[a, b, _], bend) in triples.iter().zip(bends.triples(triples, TURNED)) {
            let found = sticks.binary_search(&[a.min(b), a.max(b)]);
            if let (Ok(i), Some(bend)) = (found, bend) {
                stiffness[i] += bends.stick(&bend);
            }
        }
        let asked = |(ends, k): ([u32; 2], f64)| {
            let [a, b] = ends.map(|v| self.inverse_masses[v as usize]);
            (ends, self.step * k * (a + b))
        };
        sticks.into_iter().zip(stiffness).map(asked).filter(|(_, asked)| *asked > 0.0).collect()
    }

    fn hinges(
        &self,
        hinges: impl Iterator<Item = [u32; 4]>,
        asked: impl Fn(&Bend) -> f64,
    ) -> Asked<[u32; 4]> {
        let Some(bends) = &self.bends else { return free(hinges) };
        let one = |h: [u32; 4]| Some((h, asked(&bends.hinge(h)?)));
        hinges.filter_map(one).filter(|(_, asked)| *asked > 0.0).collect()
    }

    /// Of a height C = ⅔ θ/(1/h1 + 1/h2), whose W is `w`/9.
    fn of_height(&self, bend: &Bend, w: f64) -> f64 {
        let slope = 1.5 * (1.0 / bend.arms[0] + 1.0 / bend.arms[1]);
        self.step * bend.stiffness * slope * slope * w / 9.0
    }
}

/// Constraints that no material weighs.
fn free<T>(list: impl IntoIterator<Item = T>) -> Asked<T> {
    list.into_iter().map(|one| (one, f64::INFINITY)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_material_all_of_a_violation_is_corrected() {
        assert_eq!(share(f64::INFINITY), 1.0);
        assert_eq!(free([[0u32, 1]]), [([0, 1], f64::INFINITY)]);
        let scene = Scene::default();
        let (asked, made) = weighed(free([7, 8]), |one, share| Some((one, share)));
        assert_eq!((asked, made), (f64::INFINITY, vec![(7, 1.0), (8, 1.0)]));
        assert_eq!(warning(&scene, asked), None);
    }

    #[test]
    fn the_median_is_of_all() {
        let (asked, made) = weighed(vec![(1, 5.0), (2, 0.1), (3, 0.2)], |one, _| (one > 1).then_some(one));
        assert_eq!((asked, made), (0.2, vec![2, 3]));
        assert_eq!(weighed(Vec::<(u32, f64)>::new(), |one, _| Some(one)), (0.0, vec![]));
    }

    #[test]
    fn small_shares_are_what_a_force_does() {
        for asked in [1e-9, 1e-4, 1e-2] {
            assert!((f64::from(share(asked)) / asked - 1.0).abs() < 0.6 * asked + 1e-7);
        }
        // However often it is projected, the same is left of one constraint alone.
        let left = |n: i32| (1.0 - f64::from(share(3.0 / f64::from(n)))).powi(n);
        assert!((left(1) - left(16)).abs() < 1e-5);
    }

    #[test]
    fn too_much_is_said_with_what_to_do() {
        let mut scene = Scene::default();
        scene.solver.substeps = 4;
        assert_eq!(warning(&scene, 0.9), None);
        let said = warning(&scene, 8.0).unwrap_or_default();
        assert!(
            said.contains("asks for 8.0 times that") && said.ends_with("use 16 substeps, or more iterations")
        );
    }
}
