//! The inverse of a sparse positive matrix by nested dissection, as a device applies it: a tree of parts, each with dense blocks, so that
//! all parts of one height work at once.
//!
//! Points with two unknowns each are cut in half over and over, and the points along each cut are eliminated after both halves
//! (George 1973). Of a part, F over its own unknowns I and the later ones around it N, the blocks are G = F_II⁻¹ and
//! E = F_NI G: leaves first, what is given goes to the part above as c_N = g_N − E g_I, and on the way back v_I = G g_I − Eᵀ v_N.

use crate::error::{Error, Result};
use crate::kernels::common::dissection::{Line, NOWHERE, Origin, Place};
use glam::DVec3;
use rapier3d::na::{Cholesky, DMatrix};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Points of a part that is not cut any further.
const LEAF: usize = 12;
/// Unknowns of a point.
pub const EACH: usize = 2;

/// A symmetric matrix by its blocks: of each point, those with itself and its neighbours.
pub type Blocks = Vec<BTreeMap<u32, [[f64; EACH]; EACH]>>;

/// Points that are eliminated together.
#[derive(Debug, Clone, Default)]
struct Part {
    /// Its own points, in the order of elimination.
    own: Range<usize>,
    /// Those around it, later in that order.
    around: Vec<usize>,
    children: Vec<usize>,
    /// Parts below it, one above the other.
    height: usize,
}

/// The parts of one height.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Level {
    /// Lines of their own unknowns.
    pub own: Range<u32>,
    /// Those of the unknowns around them, which follow.
    pub rim: Range<u32>,
}

/// The inverse of a matrix.
#[derive(Debug, Clone, Default)]
pub struct Dissection {
    /// Where each point is in the order of elimination.
    pub order: Vec<u32>,
    /// The parts.
    pub places: Vec<Place>,
    /// Unknowns around parts.
    pub around: Vec<u32>,
    /// For each unknown of a part, own or around: what two parts below give to it.
    pub origins: Vec<Origin>,
    /// The dense blocks.
    pub blocks: Vec<f32>,
    /// What each invocation works on.
    pub lines: Vec<Line>,
    /// The heights, leaves first.
    pub levels: Vec<Level>,
}

impl Dissection {
    /// Cuts points at these places apart, and inverts the matrix.
    ///
    /// # Errors
    /// [`Error::Input`] if the matrix is not positive, or its blocks are more than 32 bits can count.
    pub fn new(places: &[DVec3], matrix: &Blocks) -> Result<Self> {
        let mut cut = Cut { places, matrix, parts: Vec::new(), order: vec![0; places.len()], next: 0 };
        cut.split((0..places.len() as u32).collect());
        let Cut { mut parts, order, .. } = cut;
        let mut points = vec![0; order.len()];
        order.iter().enumerate().for_each(|(p, &at)| points[at as usize] = p);
        surround(&mut parts, matrix, &order, &points);
        let mut all = Self { order, ..Self::default() };
        all.invert(&parts, matrix, &points)?;
        all.list(&parts);
        Ok(all)
    }

    /// Eliminates part by part: the list of `parts` has children before the part above them.
    fn invert(&mut self, parts: &[Part], matrix: &Blocks, points: &[usize]) -> Result<()> {
        let mut rests: Vec<Option<DMatrix<f64>>> = vec![None; parts.len()];
        let mut local = vec![usize::MAX; points.len()];
        for (p, part) in parts.iter().enumerate() {
            let inside: Vec<usize> = part.own.clone().chain(part.around.iter().copied()).collect();
            inside.iter().enumerate().for_each(|(k, &at)| local[at] = k);
            let mut front = DMatrix::<f64>::zeros(EACH * inside.len(), EACH * inside.len());
            let place = Place {
                own: (EACH * part.own.start) as u32,
                count: (EACH * part.own.len()) as u32,
                around: self.around.len() as u32,
                rim: (EACH * part.around.len()) as u32,
                origins: self.origins.len() as u32,
                blocks: self.blocks.len() as u32,
                ..Place::default()
            };
            for at in part.own.clone() {
                for (&q, block) in &matrix[points[at]] {
                    let (i, j) = (local[at], self.order[q as usize] as usize);
                    // What was eliminated before has no place here.
                    if j < part.own.start {
                        continue;
                    }
                    for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                        front[(EACH * i + a, EACH * local[j] + b)] = block[a][b];
                        front[(EACH * local[j] + b, EACH * i + a)] = block[a][b];
                    }
                }
            }
            let mut origins = vec![Origin { near: NOWHERE, far: NOWHERE }; EACH * inside.len()];
            for (side, &child) in part.children.iter().enumerate() {
                let rest = rests[child].take().unwrap_or_default();
                let to = |k: usize| EACH * local[parts[child].around[k / EACH]] + k % EACH;
                for i in 0..rest.nrows() {
                    let origin = &mut origins[to(i)];
                    let given = self.places[child].around + i as u32;
                    *(if side == 0 { &mut origin.near } else { &mut origin.far }) = given;
                    (0..rest.ncols()).for_each(|j| front[(to(i), to(j))] += rest[(i, j)]);
                }
            }
            let (m, b) = (place.count as usize, place.rim as usize);
            let inverse = invert(front.view((0, 0), (m, m)).into_owned())?;
            let beside = front.view((m, 0), (b, m));
            let share = beside * &inverse;
            rests[p] = Some(front.view((m, m), (b, b)) - &share * beside.transpose());
            self.blocks.extend(inverse.iter().map(|&f| f as f32));
            self.blocks.extend(share.iter().map(|&f| f as f32));
            self.blocks.extend(share.transpose().iter().map(|&f| f as f32));
            if u32::try_from(self.blocks.len()).is_err() {
                let what = "the preconditioner of projection has more entries than 32 bits can count";
                return Err(Error::input(
                    "mesh",
                    what,
                    "use a coarser mesh, or nonconforming.preconditioner = \"diagonal\"",
                ));
            }
            let unknowns = |at: &usize| (0..EACH).map(move |a| (EACH * at + a) as u32).collect::<Vec<_>>();
            self.around.extend(part.around.iter().flat_map(unknowns));
            self.origins.extend(origins);
            self.places.push(place);
        }
        Ok(())
    }

    /// Lists what invocations work on, by heights.
    fn list(&mut self, parts: &[Part]) {
        let highest = parts.iter().map(|part| part.height).max().unwrap_or(0);
        for height in 0..=highest {
            let at: Vec<usize> = (0..parts.len()).filter(|&p| parts[p].height == height).collect();
            let first = self.lines.len() as u32;
            for &p in &at {
                self.lines.extend((0..self.places[p].count).map(|unknown| Line { part: p as u32, unknown }));
            }
            let middle = self.lines.len() as u32;
            for &p in &at {
                let Place { count, rim, .. } = self.places[p];
                self.lines.extend((count..count + rim).map(|unknown| Line { part: p as u32, unknown }));
            }
            self.levels.push(Level { own: first..middle, rim: middle..self.lines.len() as u32 });
        }
    }
}

fn invert(matrix: DMatrix<f64>) -> Result<DMatrix<f64>> {
    if matrix.is_empty() {
        return Ok(matrix);
    }
    let what = "the rest shape gives no positive matrix to precondition with";
    let bad = || Error::input("mesh", what, "look for needles and for masses of 0");
    Ok(Cholesky::new(matrix).ok_or_else(bad)?.inverse())
}

/// What lies around each part: neighbours of its own points, and what lies around the parts below, if it is eliminated later.
fn surround(parts: &mut [Part], matrix: &Blocks, order: &[u32], points: &[usize]) {
    for p in 0..parts.len() {
        let own = parts[p].own.clone();
        let neighbours =
            own.clone().flat_map(|at| matrix[points[at]].keys().map(|&q| order[q as usize] as usize));
        let below = parts[p].children.iter().flat_map(|&child| parts[child].around.iter().copied());
        let around: BTreeSet<usize> = neighbours.chain(below).filter(|&at| at >= own.end).collect();
        parts[p].around = around.into_iter().collect();
    }
}

/// Points that are being cut apart.
struct Cut<'a> {
    places: &'a [DVec3],
    matrix: &'a Blocks,
    parts: Vec<Part>,
    order: Vec<u32>,
    next: u32,
}

impl Cut<'_> {
    /// Cuts some points across their longest side, and their halves; gives the part on top.
    fn split(&mut self, mut points: Vec<u32>) -> usize {
        let mut children = Vec::new();
        if points.len() > LEAF {
            let at = |p: &u32| self.places[*p as usize];
            let low = points.iter().map(at).fold(DVec3::INFINITY, DVec3::min);
            let high = points.iter().map(at).fold(DVec3::NEG_INFINITY, DVec3::max);
            let axis = (high - low).max_position();
            points.sort_by(|p, q| at(p)[axis].total_cmp(&at(q)[axis]).then(p.cmp(q)));
            let far: BTreeSet<u32> = points.split_off(points.len() / 2).into_iter().collect();
            let is_beside = |p: &u32| self.matrix[*p as usize].keys().any(|q| far.contains(q));
            let (cut, near): (Vec<u32>, Vec<u32>) = points.iter().partition(|p| is_beside(p));
            points = cut;
            for half in [near, far.into_iter().collect()] {
                if !half.is_empty() {
                    children.push(self.split(half));
                }
            }
        }
        let first = self.next as usize;
        for &p in &points {
            self.order[p as usize] = self.next;
            self.next += 1;
        }
        let height = children.iter().map(|&child| self.parts[child].height + 1).max().unwrap_or(0);
        self.parts.push(Part { own: first..self.next as usize, around: Vec::new(), children, height });
        self.parts.len() - 1
    }
}
