//! The report's own formulas, as printed, against differences.

use super::super::context::Context;
use super::super::finding::{Finding, Row};
use super::{Random, TOLERANCE};
use crate::error::Result;
use glam::{DMat3, DVec3};

/// Step of the differences, by sizes of about 1.
const STEP: f64 = 1e-5;

/// ⟦w⟧, the matrix of w × (the report's first definition).
fn skew(w: DVec3) -> DMat3 {
    DMat3::from_cols(DVec3::new(0.0, w.z, -w.y), DVec3::new(-w.z, 0.0, w.x), DVec3::new(w.y, -w.x, 0.0))
}

/// The derivative of a vector by a point, by differences.
fn slope(f: impl Fn(DVec3) -> DVec3, at: DVec3) -> DMat3 {
    let column = |axis: DVec3| (f(at + axis * STEP) - f(at - axis * STEP)) / (2.0 * STEP);
    DMat3::from_cols(column(DVec3::X), column(DVec3::Y), column(DVec3::Z))
}

/// The gradient of a number, by differences.
fn gradient(f: impl Fn(DVec3) -> f64, at: DVec3) -> DVec3 {
    slope(|p| DVec3::new(f(p), 0.0, 0.0), at).transpose().x_axis
}

fn size(m: DMat3) -> f64 {
    m.to_cols_array().iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// How far what is printed is from what it should be, relative to that.
fn off(printed: DMat3, right: DMat3) -> f64 {
    size(printed - right) / size(right)
}

fn off_vector(printed: DVec3, right: DVec3) -> f64 {
    (printed - right).length() / right.length()
}

/// P1 and P2 are the wings, P3 and P4 the ends of the edge.
type Points = [DVec3; 4];

/// Twice a triangle's area, along its normal.
fn double(i: DVec3, j: DVec3, k: DVec3) -> DVec3 {
    (j - i).cross(k - i)
}

/// n1, n2 and the unit edge.
fn frame([p1, p2, p3, p4]: Points) -> [DVec3; 3] {
    [double(p1, p3, p4).normalize(), double(p2, p4, p3).normalize(), (p4 - p3).normalize()]
}

fn angle(p: Points) -> f64 {
    let [n1, n2, e] = frame(p);
    n1.cross(n2).dot(e).atan2(n1.dot(n2))
}

/// ∂θ/∂P by the report's cos θ ∂sin θ − sin θ ∂cos θ, with these derivatives of n1, n2 and e.
fn angle_gradient(p: Points, [d1, d2, de]: [DMat3; 3]) -> DVec3 {
    let [n1, n2, e] = frame(p);
    let (sin, cos) = (n1.cross(n2).dot(e), n1.dot(n2));
    let of_cross = skew(n1) * d2 - skew(n2) * d1;
    let of_sin = of_cross.transpose() * e + de.transpose() * n1.cross(n2);
    let of_cos = d1.transpose() * n2 + d2.transpose() * n1;
    of_sin * cos - of_cos * sin
}

/// The printed derivatives of n1, n2 and e by P1 and by P3.
fn printed_frame([p1, p2, p3, p4]: Points) -> [[DMat3; 3]; 2] {
    let [first, second] = [double(p1, p3, p4).length(), double(p2, p4, p3).length()];
    let by = |w: DVec3, double: f64| skew(w) * (-1.0 / double);
    let edge = DMat3::IDENTITY * (-0.5 / (p4 - p3).length());
    [[by(p3 - p4, first), DMat3::ZERO, DMat3::ZERO], [by(p4 - p1, first), by(p2 - p4, second), edge]]
}

/// Largest errors of the printed formulas, in the order of [`FORMULAS`].
fn errors(p: Points) -> [f64; 10] {
    let [p1, _, p3, p4] = p;
    // At rest lengths and areas are others than now.
    let (rest, rest_area) = (1.3, 0.7);
    let length = |a: DVec3| f64::sqrt(rest) * (1.0 - (a - p4).length() / rest);
    let length_gradient = |a: DVec3| (p4 - a).normalize() / f64::sqrt(rest);
    let area = |a: DVec3| f64::sqrt(rest_area) * (1.0 - 0.5 * double(a, p3, p4).length() / rest_area);
    let factor = |a: DVec3| 1.0 / (2.0 * f64::sqrt(rest_area) * 0.5 * double(a, p3, p4).length());
    let area_gradient = |a: DVec3| (p3 - p4).cross(double(a, p3, p4)) * factor(a);
    let right_area_gradient = |a: DVec3| gradient(area, a);
    let l = (p3 - p4).length();
    let printed_length_second = DMat3::IDENTITY * (-1.0 / (f64::sqrt(rest) * l));
    let printed_area_second = skew(p3 - p4) * skew(p3 - p4) * -factor(p1);
    let at = |k: usize, x: DVec3| {
        let mut moved = p;
        moved[k] = x;
        moved
    };
    let normal = |x: DVec3| frame(at(0, x))[0];
    let edge = |x: DVec3| frame(at(2, x))[2];
    let [by_wing, by_end] = printed_frame(p);
    let right_frame = |k: usize| [0, 1, 2].map(|i| slope(|x| frame(at(k, x))[i], p[k]));
    let right = |k: usize| gradient(|x| angle(at(k, x)), p[k]);
    let with_right = [0, 2].map(|k| off_vector(angle_gradient(p, right_frame(k)), right(k)));
    [
        off_vector(length_gradient(p3), gradient(length, p3)),
        off(printed_length_second, slope(length_gradient, p3)),
        off_vector(area_gradient(p1), right_area_gradient(p1)),
        off_vector(area_gradient(p1) * -0.5, right_area_gradient(p1)),
        off(printed_area_second, slope(area_gradient, p1)),
        off(by_wing[0], slope(normal, p1)),
        off(by_end[2], slope(edge, p3)),
        with_right[0].max(with_right[1]),
        off_vector(angle_gradient(p, by_wing), right(0)),
        off_vector(angle_gradient(p, by_end), right(2)),
    ]
}

/// What is checked, and what is missing where it is not right.
const FORMULAS: [(&str, &str); 10] = [
    ("∂C_L/∂P = (P_j − P_i)/(√ē e)", ""),
    ("∂²C_L/∂P² = −I/(√ē e)", "lacks the projection I − êêᵀ"),
    ("∂C_A/∂P = (P_j − P_k) × A/(2 √Ā A)", "is twice too large and has the wrong sign"),
    ("−1/2 of it", ""),
    ("∂²C_A/∂P² = −a ⟦P_j − P_k⟧², as the derivative of that ∂C_A/∂P", "takes the area in a as constant"),
    ("∂n1/∂P1 = −⟦P3 − P4⟧/(2 A)", "lacks the projection I − nnᵀ"),
    ("∂e/∂P3 = −I/(2 e)", "lacks the projection I − êêᵀ, and has a factor 1/2 too many"),
    ("∂θ/∂P = cos θ ∂sin θ − sin θ ∂cos θ, with right ∂n and ∂e", ""),
    ("the same with the printed ∂n, by a wing", ""),
    ("the same with the printed ∂n and ∂e, by an end of the edge", "has left what ∂e lacks"),
];

/// Backward Euler of one damped spring: how far the velocity of the printed system is from the right one.
fn system_error() -> f64 {
    // f = −k x − c v, m = 1, one step from x, v.
    let (k, c, x, v, h) = (50.0, 2.0, 0.3, -0.4, 0.05f64);
    let right_side = h * (-k * x - c * v - h * k * v);
    let printed = right_side / (1.0 + h * k + h * h * c);
    // x' = x + h v', v' = v + h (−k x' − c v').
    let next = (v - h * k * x) / (1.0 + h * c + h * h * k);
    ((printed - (next - v)) / (next - v)).abs()
}

/// The report's formulas.
pub fn check(context: &Context) -> Result<Finding> {
    let count = context.pick(20, 200);
    let mut random = Random(5);
    let mut worst = [0f64; 10];
    for _ in 0..count {
        let mut near = |x: f64, y: f64| {
            let v = random.vector();
            DVec3::new(x, y, 0.0) + 0.3 * DVec3::new(v.0, v.1, v.2)
        };
        // A hinge with wings on both sides, far from degenerate.
        let points = [near(0.5, 1.0), near(0.5, -1.0), near(0.0, 0.0), near(1.0, 0.0)];
        worst.iter_mut().zip(errors(points)).for_each(|(worst, error)| *worst = worst.max(error));
    }
    let mut finding = Finding::new(format!(
        "The formulas of the report's section \"Forces and their derivatives\" as they are printed, on {count} random hinges, against central differences over ±{STEP:.0e} \
         in f64: the largest difference, relative to the right value. C_L, C_A and θ are the report's."
    ));
    let mut wrong = 0;
    for ((formula, lack), error) in FORMULAS.iter().zip(worst) {
        let holds = error < TOLERANCE;
        wrong += usize::from(!holds);
        let note = if holds || lack.is_empty() { String::new() } else { format!(": it {lack}") };
        finding.row(
            Row::new(*formula, error, format!("{error:.1e}{note}"))
                .paper("as printed")
                .agrees_if(format!("below {TOLERANCE:.0e}"), holds),
        );
    }
    let error = system_error();
    finding.row(
        Row::new(
            "(I − h ∂f/∂x − h² ∂f/∂v) Δv = …, a damped spring",
            error,
            format!("{error:.1e}: h and h² have changed places"),
        )
        .paper("as printed")
        .agrees_if("below 1e-12", error < 1e-12),
    );
    wrong += usize::from(error >= 1e-12);
    finding.sentence = format!(
        "Of {} formulas {wrong} are not right as printed: derivatives of unit vectors lack their projections, the gradient of areas has another factor, and the system has h and h² swapped; toile uses none of them.",
        FORMULAS.len() + 1
    );
    if wrong == 0 {
        finding.sentence = "All formulas are right as printed.".into();
    }
    finding.command("toile repro --only mi-printed");
    Ok(finding)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_formulas_pass_and_misprints_do_not() {
        let p =
            [DVec3::new(0.4, 1.1, 0.2), DVec3::new(0.6, -0.9, 0.3), DVec3::ZERO, DVec3::new(1.0, 0.1, -0.1)];
        let errors = errors(p);
        for (i, (formula, lack)) in FORMULAS.iter().enumerate() {
            assert_eq!(errors[i] < TOLERANCE, lack.is_empty(), "{formula}: {}", errors[i]);
        }
        // −2 for 1: off by three times its size.
        assert!((errors[2] - 3.0).abs() < 1e-6);
        assert!(system_error() > 0.1);
    }
}
