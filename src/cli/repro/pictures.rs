//! Pictures of states, side by side.

use super::super::sketch::Sketch;
use super::context::{Cast, Take};
use crate::error::Result;
use crate::render::{Moment, Picture, Shot};
use crate::simulation::State;

/// Width of all pictures of a row together [pixels].
const WIDTH: u32 = 1400;
/// Of one that stands alone.
const SINGLE: u32 = 760;

/// The moments of one run, side by side, seen from one place.
pub fn strip(take: &Take, shot: &Shot) -> Result<Vec<u8>> {
    let states: Vec<_> = take.moments.iter().map(|state| (&take.cast, state)).collect();
    side_by_side(&states, shot)
}

/// The last states of several runs side by side, seen from one place.
pub fn ends(takes: &[Take], shot: &Shot) -> Result<Vec<u8>> {
    let states: Vec<_> = takes.iter().map(|take| (&take.cast, &take.tally.state)).collect();
    side_by_side(&states, shot)
}

/// States side by side, all seen from a place that shows every one of them.
pub fn side_by_side(states: &[(&Cast, &State)], shot: &Shot) -> Result<Vec<u8>> {
    let count = states.len().max(1) as u32;
    let width = if count == 1 { SINGLE } else { WIDTH / count };
    let size = (width, (width * 3 / 4).max(300));
    let placed: Vec<Vec<_>> =
        states.iter().map(|(_, state)| state.bodies.iter().map(|body| body.pose).collect()).collect();
    let moments: Vec<Moment> = states
        .iter()
        .zip(&placed)
        .map(|((_, state), placed)| Moment { cloth: &state.positions, placed })
        .collect();
    let mut pictures = Vec::new();
    for ((cast, _), moment) in states.iter().zip(&moments) {
        let sketch = Sketch::new(&cast.scene, &cast.model);
        let camera = sketch.camera(shot, &moments, size);
        pictures.push(sketch.draw(moment, &moments, camera, size));
    }
    Picture::strip(&pictures).to_png()
}
