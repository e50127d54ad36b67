use glam::DVec3;

/// The rabbit as a field [m] that is zero on its skin and negative inside: ellipsoids and limbs
/// blended into each other. Only square roots and arithmetic, so that every machine agrees.
pub(super) struct Rabbit;

impl Rabbit {
    /// About the distance to the skin [m].
    pub(super) fn distance(&self, p: DVec3) -> f64 {
        let mirrored = DVec3::new(p.x, p.y, -p.z);
        let pair = |part: fn(DVec3) -> f64| (part(p), part(mirrored));
        let mut d = trunk(p);
        d = blend_pair(d, pair(haunch), 0.03);
        d = blend_pair(d, pair(hind_foot), 0.024);
        d = blend_pair(d, pair(front_leg), 0.026);
        d = blend(d, ellipsoid(p, TAIL.0, TAIL.1), 0.012);
        let mut h = head(p);
        h = blend_pair(h, pair(cheek), 0.02);
        h = blend_pair(h, pair(ear), 0.022);
        h = blend_pair(h, pair(eye), 0.007);
        blend(d, h, 0.03)
    }
}

/// The radius of an ear's rim [m]: thinner parts would fall through the grid.
const EAR_RIM: f64 = 0.0072;
/// Half the length of an ear without its rim [m].
const EAR_REACH: f64 = 0.062;

const TAIL: (DVec3, DVec3) = (DVec3::new(-0.137, 0.062, 0.0), DVec3::new(0.025, 0.027, 0.025));

/// Rump, loin, chest and neck.
fn trunk(p: DVec3) -> f64 {
    let rump = ellipsoid(p, DVec3::new(-0.058, 0.083, 0.0), DVec3::new(0.076, 0.075, 0.066));
    let chest = ellipsoid(p, DVec3::new(0.035, 0.092, 0.0), DVec3::new(0.052, 0.066, 0.05));
    let bib = ellipsoid(p, DVec3::new(0.058, 0.108, 0.0), DVec3::new(0.032, 0.04, 0.036));
    blend(blend(rump, chest, 0.06), bib, 0.025)
}

fn haunch(p: DVec3) -> f64 {
    let thigh = ellipsoid(p, DVec3::new(-0.05, 0.066, 0.05), DVec3::new(0.055, 0.056, 0.03));
    let knee = ellipsoid(p, DVec3::new(-0.012, 0.04, 0.06), DVec3::new(0.03, 0.03, 0.022));
    blend(thigh, knee, 0.03)
}

fn hind_foot(p: DVec3) -> f64 {
    let sole = limb(p, DVec3::new(-0.075, 0.016, 0.06), DVec3::new(0.02, 0.015, 0.068), 0.016, 0.016);
    let toes = ellipsoid(p, DVec3::new(0.028, 0.015, 0.069), DVec3::new(0.025, 0.0145, 0.0185));
    blend(sole, toes, 0.012)
}

fn front_leg(p: DVec3) -> f64 {
    let arm = limb(p, DVec3::new(0.052, 0.082, 0.03), DVec3::new(0.078, 0.022, 0.028), 0.022, 0.0135);
    let paw = ellipsoid(p, DVec3::new(0.09, 0.014, 0.029), DVec3::new(0.024, 0.014, 0.0165));
    blend(arm, paw, 0.012)
}

/// Skull and muzzle.
fn head(p: DVec3) -> f64 {
    let skull = ellipsoid(p, DVec3::new(0.076, 0.18, 0.0), DVec3::new(0.045, 0.041, 0.037));
    let muzzle = ellipsoid(p, DVec3::new(0.116, 0.164, 0.0), DVec3::new(0.026, 0.023, 0.023));
    let nose = ellipsoid(p, DVec3::new(0.138, 0.17, 0.0), DVec3::new(0.008, 0.008, 0.01));
    blend(blend(skull, muzzle, 0.032), nose, 0.008)
}

fn cheek(p: DVec3) -> f64 {
    ellipsoid(p, DVec3::new(0.092, 0.163, 0.02), DVec3::new(0.028, 0.025, 0.022))
}

fn eye(p: DVec3) -> f64 {
    ellipsoid(p, DVec3::new(0.102, 0.188, 0.0285), DVec3::new(0.0115, 0.0115, 0.0085))
}

/// A long ear, all around a leaf that is bent backward and whose sides are curled forward: the
/// distance to the leaf less the radius of the rim, so that no place is thinner than that.
fn ear(p: DVec3) -> f64 {
    let along = DVec3::new(-0.36, 0.9, 0.24).normalize();
    let front = DVec3::new(0.75, 0.0, 0.66);
    let across = along.cross(front).normalize();
    let front = across.cross(along);
    let q = p - DVec3::new(0.047, 0.24, 0.031);
    let u = q.dot(along).clamp(-EAR_REACH, EAR_REACH);
    let t = (u / EAR_REACH + 1.0) / 2.0;
    // Narrow at the root, widest above the middle.
    let side = 0.066 * t * (1.0 - t) * (0.45 + 0.95 * t) * (1.0 + t * (1.0 - t)) + 0.002;
    let w = q.dot(across).clamp(-side, side);
    let n = 10.0 * w * w - 4.0 * u * u;
    q.distance(along * u + across * w + front * n) - EAR_RIM
}

/// About the distance to an ellipsoid; exact on its surface.
fn ellipsoid(p: DVec3, centre: DVec3, radii: DVec3) -> f64 {
    let q = (p - centre) / radii;
    let slope = (q / radii).length();
    let k = q.length();
    if slope == 0.0 {
        return -radii.min_element();
    }
    k * (k - 1.0) / slope
}

/// The distance to a rod whose radius changes from one end to the other.
fn limb(p: DVec3, a: DVec3, b: DVec3, radius_a: f64, radius_b: f64) -> f64 {
    let axis = b - a;
    let t = ((p - a).dot(axis) / axis.length_squared()).clamp(0.0, 1.0);
    p.distance(a + axis * t) - (radius_a + (radius_b - radius_a) * t)
}

/// The union of two fields, rounded over `width` [m].
fn blend(a: f64, b: f64, width: f64) -> f64 {
    let h = (width - (a - b).abs()).max(0.0) / width;
    a.min(b) - h * h * width / 4.0
}

fn blend_pair(d: f64, (left, right): (f64, f64), width: f64) -> f64 {
    blend(d, left.min(right), width)
}
