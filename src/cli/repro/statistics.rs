//! Medians, spreads and lines through points.

/// A value that was measured several times.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// Mean.
    pub mean: f64,
    /// Median.
    pub median: f64,
    /// Largest.
    pub max: f64,
    /// A quarter of the values is below it.
    pub lower: f64,
    /// A quarter is above it.
    pub upper: f64,
}

impl Spread {
    /// Of these values; all NaN if there are none.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let place = share * (values.len().max(1) - 1) as f64;
            let value = |i: usize| values.get(i).copied().unwrap_or(f64::NAN);
            let (low, high) = (value(place.floor() as usize), value(place.ceil() as usize));
            low + (high - low) * place.fract()
        };
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        Self { mean, median: at(0.5), max: at(1.0), lower: at(0.25), upper: at(0.75) }
    }
}

/// The best line through points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Line {
    /// How steep it is.
    pub slope: f64,
    /// Its value at 0.
    pub start: f64,
    /// R²: which share of the variation it explains.
    pub explained: f64,
}

impl Line {
    /// By least squares.
    pub fn through(points: &[[f64; 2]]) -> Self {
        let n = points.len() as f64;
        let mean = |f: &dyn Fn(&[f64; 2]) -> f64| points.iter().map(f).sum::<f64>() / n;
        let (x, y) = (mean(&|p| p[0]), mean(&|p| p[1]));
        let xx = mean(&|p| (p[0] - x).powi(2));
        let xy = mean(&|p| (p[0] - x) * (p[1] - y));
        let yy = mean(&|p| (p[1] - y).powi(2));
        let slope = xy / xx;
        Self { slope, start: y - slope * x, explained: xy * xy / (xx * yy) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreads() {
        let spread = Spread::of([5.0, 1.0, 2.0, 4.0, 3.0]);
        assert_eq!((spread.mean, spread.median, spread.max), (3.0, 3.0, 5.0));
        assert_eq!((spread.lower, spread.upper), (2.0, 4.0));
        assert_eq!(Spread::of([1.0, 2.0]).median, 1.5);
        assert!(Spread::of([]).median.is_nan());
    }

    #[test]
    fn lines() {
        let line = Line::through(&[[0.0, 1.0], [1.0, 3.0], [2.0, 5.0]]);
        assert!((line.slope - 2.0).abs() < 1e-12 && (line.start - 1.0).abs() < 1e-12);
        assert!((line.explained - 1.0).abs() < 1e-12);
        assert!(Line::through(&[[0.0, 0.0], [1.0, 1.0], [2.0, 0.0]]).explained < 0.1);
    }
}
