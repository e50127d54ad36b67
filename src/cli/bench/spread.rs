//! Medians with their spread, and lines through points.

use serde::{Deserialize, Serialize};

/// The median of measurements, and the range around it that eight in ten of them lie in.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// Half of the measurements are below it.
    pub median: f64,
    /// One in ten measurements is below it.
    pub low: f64,
    /// One in ten measurements is above it.
    pub high: f64,
}

impl Spread {
    /// Of measurements; none without any.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sorted: Vec<f64> = values.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().checked_sub(1)?;
        let at = |part: f64| {
            let place = part * last as f64;
            let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
            below + (above - below) * place.fract()
        };
        Some(Self { median: at(0.5), low: at(0.1), high: at(0.9) })
    }

    /// The same in another unit.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self { median: self.median * factor, low: self.low * factor, high: self.high * factor }
    }

    /// With a range of this share of the median to both sides at least.
    #[must_use]
    pub fn at_least(self, share: f64) -> Self {
        let Self { median, low, high } = self;
        Self { median, low: low.min(median * (1.0 - share)), high: high.max(median * (1.0 + share)) }
    }

    /// Half the range as a share of the median: what stands behind ±.
    pub fn relative(&self) -> f64 {
        0.5 * (self.high - self.low) / self.median
    }
}

/// The line that comes nearest to points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Line {
    /// What y grows by with x.
    pub slope: f64,
    /// y where x is 0.
    pub start: f64,
}

impl Line {
    /// Through points by least squares; none unless two of them have another x.
    pub fn through(points: &[[f64; 2]]) -> Option<Self> {
        let count = points.len() as f64;
        let mean = |f: &dyn Fn(&[f64; 2]) -> f64| points.iter().map(f).sum::<f64>() / count;
        let (x, y) = (mean(&|p| p[0]), mean(&|p| p[1]));
        let (xx, xy) = (mean(&|p| (p[0] - x).powi(2)), mean(&|p| (p[0] - x) * (p[1] - y)));
        (xx > 0.0).then(|| Self { slope: xy / xx, start: y - xy / xx * x })
    }

    /// The power of x that y grows with: the slope of the logarithms.
    pub fn power(points: &[[f64; 2]]) -> Option<f64> {
        let logarithms: Vec<_> = points.iter().map(|p| p.map(f64::ln)).collect();
        Some(Self::through(&logarithms)?.slope)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_lie_between_measurements() {
        assert_eq!(Spread::of([]), None);
        let one = Spread { median: 3.0, low: 3.0, high: 3.0 };
        assert_eq!((Spread::of([3.0]), one.relative()), (Some(one), 0.0));
        let eleven = Spread::of((0..11).rev().map(f64::from)).unwrap();
        assert_eq!(eleven, Spread { median: 5.0, low: 1.0, high: 9.0 });
        let six = Spread::of([6.0, 1.0, 5.0, 2.0, 4.0, 3.0]).unwrap().times(2.0);
        assert_eq!(six, Spread { median: 7.0, low: 3.0, high: 11.0 });
        assert_eq!(six.relative(), 4.0 / 7.0);
        assert_eq!(six.at_least(0.1), six);
        assert_eq!(one.at_least(0.5), Spread { median: 3.0, low: 1.5, high: 4.5 });
    }

    #[test]
    fn lines_and_powers_are_found() {
        let line = Line::through(&[[1.0, 5.0], [2.0, 7.0], [4.0, 11.0]]).unwrap();
        assert!((line.slope - 2.0).abs() < 1e-12 && (line.start - 3.0).abs() < 1e-12, "{line:?}");
        assert_eq!(Line::through(&[[1.0, 5.0], [1.0, 7.0]]), None);
        let power = Line::power(&[[1.0, 2.0], [10.0, 2e3], [100.0, 2e6]]).unwrap();
        assert!((power - 3.0).abs() < 1e-12, "{power}");
    }
}
