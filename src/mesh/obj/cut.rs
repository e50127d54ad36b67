use glam::{DVec3, Vec3};

/// A diagonal counts as shorter when it is so by more than this fraction, so that the noise in a
/// grid's coordinates does not turn its diagonals at random.
const SHORTER: f64 = 1e-4;

/// Cuts polygons into triangles, in buffers that it keeps.
#[derive(Default)]
pub(super) struct Cutter {
    points: Vec<DVec3>,
    remaining: Vec<usize>,
    triangles: Vec<[u32; 3]>,
}

impl Cutter {
    /// The triangles of the polygon with these corners, in its winding.
    pub(super) fn cut(&mut self, positions: &[Vec3], corners: &[u32]) -> &[[u32; 3]] {
        self.triangles.clear();
        self.points.clear();
        let points = corners.iter().map(|&v| positions[v as usize].as_dvec3());
        self.points.extend(points);
        match *corners {
            [a, b, c] => self.triangles.push([a, b, c]),
            [a, b, c, d] => {
                let rising = self.prefers_second_diagonal();
                let halves = if rising { [[b, c, d], [b, d, a]] } else { [[a, b, c], [a, c, d]] };
                self.triangles.extend(halves);
            }
            _ => self.clip_ears(corners),
        }
        &self.triangles
    }

    /// Whether a quad is better cut from its second corner to its fourth: that diagonal is inside
    /// where the other is not, or else it is the shorter one.
    fn prefers_second_diagonal(&self) -> bool {
        let p = &self.points;
        let normal = newell(p);
        let inside = |i: usize, j: usize, k: usize| normal.dot((p[j] - p[i]).cross(p[k] - p[i])) > 0.0;
        let first = inside(0, 1, 2) && inside(0, 2, 3);
        let second = inside(1, 2, 3) && inside(1, 3, 0);
        if first != second {
            return second;
        }
        p[1].distance_squared(p[3]) < p[0].distance_squared(p[2]) * (1.0 - SHORTER)
    }

    /// Clips the best-shaped ear until a triangle is left.
    fn clip_ears(&mut self, corners: &[u32]) {
        let normal = newell(&self.points);
        self.remaining.clear();
        self.remaining.extend(0..corners.len());
        while self.remaining.len() > 3 {
            let ear = self.best_ear(normal);
            self.push_triangle(corners, ear);
            self.remaining.remove(ear);
        }
        if self.remaining.len() == 3 {
            self.push_triangle(corners, 1);
        }
    }

    fn push_triangle(&mut self, corners: &[u32], ear: usize) {
        let triangle = self.around(ear).map(|i| corners[i]);
        self.triangles.push(triangle);
    }

    /// The ear's corner between its two neighbours.
    fn around(&self, ear: usize) -> [usize; 3] {
        let count = self.remaining.len();
        [ear + count - 1, ear, ear + 1].map(|i| self.remaining[i % count])
    }

    /// The place of the ear with the best shape among those that hold no other corner; where a
    /// polygon crosses itself and has no such ear, the first place.
    fn best_ear(&self, normal: DVec3) -> usize {
        let mut best = (0, 0.0);
        for ear in 0..self.remaining.len() {
            let score = self.shape(ear, normal);
            if score > best.1 && self.is_empty(ear, normal) {
                best = (ear, score);
            }
        }
        best.0
    }

    /// Area over squared sides: largest for an equilateral triangle, negative at a reflex corner.
    fn shape(&self, ear: usize, normal: DVec3) -> f64 {
        let [a, b, c] = self.around(ear).map(|i| self.points[i]);
        let sides = a.distance_squared(b) + b.distance_squared(c) + c.distance_squared(a);
        normal.dot((b - a).cross(c - a)) / sides.max(f64::MIN_POSITIVE)
    }

    /// Whether no other corner lies in the ear. Corners at the place of the ear's own do not
    /// count: a polygon with a hole passes its bridge twice.
    fn is_empty(&self, ear: usize, normal: DVec3) -> bool {
        let own = self.around(ear);
        let [a, b, c] = own.map(|i| self.points[i]);
        let left = |p: DVec3, q: DVec3, r: DVec3| normal.dot((q - p).cross(r - p)) >= 0.0;
        !self.remaining.iter().any(|&i| {
            let p = self.points[i];
            let is_own = own.contains(&i) || p == a || p == b || p == c;
            !is_own && left(a, b, p) && left(b, c, p) && left(c, a, p)
        })
    }
}

/// The polygon's normal after Newell, about its first corner to keep the digits; not a unit vector.
fn newell(points: &[DVec3]) -> DVec3 {
    let Some(&origin) = points.first() else {
        return DVec3::ZERO;
    };
    let sides = points.windows(2);
    let cross = |pair: &[DVec3]| (pair[0] - origin).cross(pair[1] - origin);
    sides.map(cross).sum::<DVec3>().normalize_or_zero()
}
