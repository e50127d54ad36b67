//! The first contact on a straight way, by steps as long as the distance allows, against dense samples in f64.

use crate::fields::shapes;
use crate::support::{Random, vector};
use toile::kernels::common::body::Body;
use toile::kernels::common::contact::sweep;
use toile::kernels::common::field::{TORUS, field};
use toile::real::V3;

const KEEP: f64 = 0.002;
const BAND: f64 = 1e-5;
const SAMPLES: usize = 4000;

fn distance(body: &Body, p: V3<f64>) -> f64 {
    field(body, p, &[]).distance
}

/// The first time of many at which a way is nearer than this [m].
fn first_nearer(body: &Body, [a, b]: [V3<f64>; 2], limit: f64) -> Option<f64> {
    let mut times = (0..=SAMPLES).map(|i| i as f64 / SAMPLES as f64);
    times.find(|t| distance(body, a + (b - a) * *t) < limit)
}

#[derive(Debug, Default)]
struct Tally {
    hits: u32,
    misses: u32,
    /// Ways that were not hit and came nearer than `KEEP`, by more than the rounding.
    missed: u32,
    /// Hits that are farther away than the band: the steps ran out.
    early: u32,
    /// The largest distance beyond the band at a hit [m].
    beyond: f64,
    /// The largest distance by which a hit is late [m].
    late: f64,
}

impl Tally {
    fn check(&mut self, body: &Body, way: [V3<f64>; 2]) {
        // 1e-6 for f32's rounding of coordinates and distances of a few metres.
        const SLACK: f64 = 1e-6;
        let way32 = way.map(|p| V3(p.0 as f32, p.1 as f32, p.2 as f32));
        let start = field(body, way32[0], &[]);
        if f64::from(start.distance) <= KEEP + BAND {
            return;
        }
        let t = f64::from(sweep(body, &[], way32, start, KEEP as f32, BAND as f32));
        let first = first_nearer(body, way, KEEP - SLACK);
        if t > 1.0 {
            self.misses += 1;
            self.missed += u32::from(first.is_some());
            return;
        }
        self.hits += 1;
        let length = (way[1] - way[0]).length();
        let at = distance(body, way[0] + (way[1] - way[0]) * t);
        self.early += u32::from(at > KEEP + BAND + SLACK);
        self.beyond = self.beyond.max(at - KEEP - BAND);
        if let Some(first) = first {
            self.late = self.late.max((t - first) * length);
        }
    }
}

fn print(name: &str, tally: &Tally) {
    let Tally { hits, misses, missed, early, beyond, late } = tally;
    println!(
        "{name}: {hits} hits, {misses} misses, {missed} missed; {early} early, by {beyond:.1e} m; late by {late:.1e} m"
    );
}

/// Two points at random, the way between them from slow to fast.
fn way(random: &mut Random) -> [V3<f64>; 2] {
    let a = vector::<f64>(random.point()) * 1.3;
    let reach = 10f64.powf(random.between(-3.0, 0.7));
    [a, a + vector::<f64>(random.point()) * reach]
}

/// A way that ends in or behind the body: towards a point near its middle, and beyond.
fn way_through(random: &mut Random) -> [V3<f64>; 2] {
    let a = vector::<f64>(random.point()) * 1.3;
    let aim = vector::<f64>(random.point()) * 0.3;
    [a, a + (aim - a) * random.between(0.5, 20.0)]
}

#[test]
fn no_way_goes_through_a_body() {
    for (name, body) in shapes() {
        let mut random = Random::new(7);
        let mut tally = Tally::default();
        for _ in 0..1000 {
            tally.check(&body, way(&mut random));
            tally.check(&body, way_through(&mut random));
        }
        print(name, &tally);
        assert!(tally.hits > 20 && tally.missed == 0, "{name}: {tally:?}");
        // A hit is where the distance is within the band, or before.
        assert!(tally.late < 1e-5 && tally.early == 0, "{name}: {tally:?}");
    }
}

/// Ways along the surface, just above the band.
fn grazing(random: &mut Random, body: &Body) -> [V3<f64>; 2] {
    let p = vector::<f64>(random.point());
    let sample = field(body, p, &[]);
    let above = KEEP + BAND * random.between(1.2, 3.0);
    let foot = p + sample.normal * (above - sample.distance);
    let along = vector::<f64>(random.point());
    let along = along - sample.normal * along.dot(sample.normal);
    [foot, foot + along * 0.01]
}

#[test]
fn grazing_ways_end_early_by_little() {
    for (name, body) in shapes() {
        let mut random = Random::new(8);
        let mut tally = Tally::default();
        for _ in 0..1000 {
            tally.check(&body, grazing(&mut random, &body));
        }
        print(name, &tally);
        assert_eq!(tally.missed, 0, "{name}");
        // Only beside a torus do the steps, of at least the band, run out: then it is taken to touch.
        assert!(tally.beyond < if body.shape == TORUS { 1e-3 } else { 1e-6 }, "{name}: {tally:?}");
    }
}
