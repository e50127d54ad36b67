//! How high a body bounces off cloth.

/// Follows one body until its first rebound is over.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) enum Rebound {
    /// Not yet touched by cloth.
    #[default]
    Untouched,
    /// Touched; `falling` once it was seen to fall.
    Touched { falling: bool },
    /// On its way up; the highest so far [m].
    Rising(f64),
    /// The highest [m].
    Over(f64),
}

impl Rebound {
    /// After a step in which cloth pushed or not: the centre of mass's height [m] and vertical velocity [m/s].
    pub(super) fn observe(self, pushed: bool, height: f64, velocity: f64) -> Self {
        match self {
            Self::Untouched if pushed => Self::Touched { falling: velocity < 0.0 },
            Self::Touched { falling: true } if velocity > 0.0 => Self::Rising(height),
            Self::Touched { .. } if velocity < 0.0 => Self::Touched { falling: true },
            Self::Rising(peak) if velocity < 0.0 => Self::Over(peak.max(height)),
            Self::Rising(peak) => Self::Rising(peak.max(height)),
            unchanged => unchanged,
        }
    }

    /// The first rebound's height [m], so far or for good.
    pub(super) fn height(self) -> Option<f64> {
        match self {
            Self::Rising(peak) | Self::Over(peak) => Some(peak),
            Self::Untouched | Self::Touched { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn follow(steps: &[(bool, f64, f64)]) -> Option<f64> {
        let step = |r: Rebound, &(pushed, height, velocity): &_| r.observe(pushed, height, velocity);
        steps.iter().fold(Rebound::default(), step).height()
    }

    #[test]
    fn the_first_rebound_counts() {
        let bounce = [(false, 2.0, -1.0), (true, 1.0, -2.0), (true, 0.9, 1.0), (false, 1.5, 0.5)];
        assert_eq!(follow(&bounce), Some(1.5));
        let again = [(false, 1.4, -0.5), (true, 1.0, 5.0), (false, 3.0, 1.0), (false, 2.0, -1.0)];
        assert_eq!(follow(&[&bounce[..], &again[..]].concat()), Some(1.5));
    }

    #[test]
    fn without_cloth_or_without_a_turn_there_is_none() {
        assert_eq!(follow(&[(false, 2.0, -1.0), (false, 1.0, 2.0), (false, 3.0, -1.0)]), None);
        assert_eq!(follow(&[(true, 2.0, -1.0), (true, 1.0, -2.0), (false, 0.0, 0.0)]), None);
        assert_eq!(follow(&[(true, 2.0, 1.0), (true, 3.0, 2.0), (false, 2.0, -1.0)]), None, "thrown upward");
    }
}
