//! A smooth function over a square, as a table.

use glam::Vec2;

use super::fill::in_parallel;

/// Values at the cells' middles of a square whose sides are at −1 and 1.
pub(super) struct Grid {
    /// Cells per row and column.
    size: usize,
    values: Vec<f32>,
}

impl Grid {
    /// A grid of `size` × `size` values of a function of both coordinates.
    pub(super) fn new(size: usize, function: impl Fn(f32, f32) -> f32 + Sync) -> Self {
        let coordinate = |i: usize| 2.0 * (i as f32 + 0.5) / size as f32 - 1.0;
        let rows = in_parallel(size, |row| {
            let value = |column: usize| function(coordinate(column), coordinate(row));
            (0..size).map(value).collect::<Vec<f32>>()
        });
        Self { size, values: rows.concat() }
    }

    /// The grid with each cell mixed with its neighbours, two in each direction.
    pub(super) fn blurred(&self) -> Self {
        let rows = self.blurred_along(1);
        rows.blurred_along(self.size)
    }

    fn blurred_along(&self, stride: usize) -> Self {
        let mixed = |cell: usize| {
            let along = cell / stride % self.size;
            let at = |step: usize| {
                // `step` runs from 0 to 4 for two cells before to two cells after.
                let other = (along + step).clamp(2, self.size + 1) - 2;
                self.values[cell - along * stride + other * stride]
            };
            (at(0) + at(4) + 4.0 * (at(1) + at(3)) + 6.0 * at(2)) / 16.0
        };
        Self { size: self.size, values: (0..self.values.len()).map(mixed).collect() }
    }

    /// The value at a place inside the square, interpolated.
    pub(super) fn at(&self, place: Vec2) -> f32 {
        let place = (place + Vec2::ONE) * (0.5 * self.size as f32) - Vec2::splat(0.5);
        let limit = Vec2::splat(self.size as f32 - 2.0);
        let low = place.clamp(Vec2::ZERO, limit).floor();
        let part = (place - low).clamp(Vec2::ZERO, Vec2::ONE);
        let cell = low.y as usize * self.size + low.x as usize;
        let mix = |a: f32, b: f32, t: f32| a + (b - a) * t;
        let row = |cell: usize| mix(self.values[cell], self.values[cell + 1], part.x);
        mix(row(cell), row(cell + self.size), part.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_linear_function_comes_back() {
        let grid = Grid::new(16, |x, y| 3.0 * x - y);
        for place in [Vec2::ZERO, Vec2::new(0.3, -0.7), Vec2::new(-0.9, 0.1)] {
            assert!((grid.at(place) - (3.0 * place.x - place.y)).abs() < 1e-5);
            assert!(grid.at(place * 50.0).is_finite());
        }
    }

    #[test]
    fn a_blur_spreads_a_spot_and_keeps_what_is_even() {
        assert!(Grid::new(9, |_, _| 2.0).blurred().values.iter().all(|&value| value == 2.0));
        let mut spot = Grid::new(16, |_, _| 0.0);
        spot.values[5 * 16 + 7] = 256.0;
        let blurred = spot.blurred().values;
        assert_eq!((blurred[5 * 16 + 7], blurred[4 * 16 + 7]), (36.0, 24.0));
        assert_eq!(blurred[3 * 16 + 5], 1.0);
    }
}
