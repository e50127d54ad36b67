//! The drag of moving air.

use crate::support::{Random, run, scene, simulate, vector};
use toile::kernels::integrate::predict::drag;
use toile::real::V3;

#[test]
fn drag_solves_its_equation_for_any_step() {
    // m u' = −½ ρ A u|u| along the normal has the solution u = u₀/(1 + ½ ρ A |u₀| t/m).
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let (v, wind, area) =
            (vector(random.point()), vector(random.point()) * 10.0, vector::<f64>(random.point()));
        let (w, density) = (random.between(0.1, 100.0), random.between(0.1, 3.0));
        let n = area * (1.0 / area.length());
        let u0 = (wind - v).dot(n);
        for (t, steps) in [(1e-3, 1), (0.1, 1), (0.1, 16), (10.0, 5)] {
            let h = t / f64::from(steps);
            let mut velocity = v;
            for _ in 0..steps {
                velocity += drag(velocity, w, area, wind, density, h);
            }
            let u = (wind - velocity).dot(n);
            let expected = u0 / (1.0 + 0.5 * density * area.length() * u0.abs() * w * t);
            assert!((u - expected).abs() < 1e-12 * u0.abs(), "{u} {expected}");
            // Never past the wind, and nothing along the surface.
            assert!(u * u0 >= 0.0 && u.abs() <= u0.abs());
            let along = (velocity - v) - n * (velocity - v).dot(n);
            assert!(along.length() < 1e-12, "{along:?}");
        }
    }
}

#[test]
fn drag_follows_the_differential_equation() {
    // Independent of the closed form: a fine Runge–Kutta solution of m v' = ½ ρ A u|u| n.
    let (area, wind, density, w) = (V3(0.0, 0.0, 0.02), V3(1.0, 2.0, 6.0), 1.2, 40.0);
    let slope = |v: f64| 0.5 * density * 0.02 * w * (6.0 - v) * (6.0 - v).abs();
    let (steps, h) = (2000, 1e-4);
    let (mut exact, mut v) = (-1.0, V3(0.3, 0.4, -1.0));
    for _ in 0..steps {
        let k1 = slope(exact);
        let k2 = slope(exact + 0.5 * h * k1);
        let k3 = slope(exact + 0.5 * h * k2);
        let k4 = slope(exact + h * k3);
        exact += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
        v += drag(v, w, area, wind, density, h);
    }
    assert!((v.2 - exact).abs() < 1e-9, "{v:?} {exact}");
    assert_eq!((v.0, v.1), (0.3, 0.4));
}

#[test]
fn drag_in_single_precision_never_overshoots() {
    for seed in 0..1000 {
        let mut random = Random::new(seed);
        let (area, wind) = (vector::<f32>(random.point()), vector::<f32>(random.point()));
        let mut v = vector::<f32>(random.point());
        let n = area * (1.0 / area.length());
        let (w, h) = (random.between(0.0, 1e4) as f32, random.between(0.0, 1.0) as f32);
        for _ in 0..20 {
            let before = (wind - v).dot(n);
            v += drag(v, w, area, wind, 1.2, h);
            // Roundings of velocities up to 3 m/s.
            let after = (wind - v).dot(n);
            assert!(after.abs() <= before.abs() + 1e-6 && after * before >= -1e-12, "{before} {after}");
        }
    }
    assert_eq!(drag(V3(1.0f32, 2.0, 3.0), 1.0, V3::zero(), V3::zero(), 1.2, 0.1), V3::zero());
}

#[test]
fn a_free_sheet_across_the_wind_takes_on_its_velocity() {
    let changes = [
        ("pin", "[]"),
        ("gravity", "[0, 0, 0]"),
        ("wind.velocity", "[0, 0, 5]"),
        ("start.crumple", "0"),
        ("damping", "0"),
        ("rows", "8"),
        ("columns", "8"),
    ];
    let mut simulation = simulate(&scene("banner", &changes));
    let mut slowest = 0.0;
    for _ in 0..20 {
        let state = run(&mut simulation, 10);
        let speeds = state.velocities.iter().map(|v| v.z);
        let (low, high) = speeds.fold((f32::MAX, f32::MIN), |(a, b), v| (a.min(v), b.max(v)));
        assert!(low >= slowest - 1e-3 && high <= 5.0 + 1e-3, "{low} {high}");
        slowest = low;
    }
    // u = u₀/(1 + ½ ρ u₀ t/σ) with σ = 0.15 kg/m²: 0.07 m/s after 3.3 s. A vertex has the mass of its own area, so
    // all go alike.
    let time = 200.0 / 60.0;
    let expected = 5.0 - 5.0 / (1.0 + 0.5 * 1.2 * 5.0 * time / 0.15);
    assert!((f64::from(slowest) - expected).abs() < 1e-2, "{slowest} {expected}");
}
