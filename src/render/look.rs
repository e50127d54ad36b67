//! What a picture shows of the cloth, beside its shape.

use super::color::Map;
use std::fmt;
use std::str::FromStr;

use crate::error::Error;

/// What the cloth's colour says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Coloring {
    /// Nothing: it is cloth.
    #[default]
    Cloth,
    /// The principal strain that is farther from zero.
    Stretch,
    /// Mean curvature, less that of the rest shape.
    Bending,
    /// Speed.
    Speed,
    /// Constraints by the colour in which they are projected, or by kind.
    Constraints,
    /// Distance from the nearest body.
    Contact,
}

impl Coloring {
    /// Every one, in the order in which people are asked.
    pub const ALL: [Self; 6] =
        [Self::Cloth, Self::Stretch, Self::Bending, Self::Speed, Self::Constraints, Self::Contact];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cloth => "cloth",
            Self::Stretch => "stretch",
            Self::Bending => "bending",
            Self::Speed => "speed",
            Self::Constraints => "constraints",
            Self::Contact => "contact",
        }
    }

    /// What a legend says it is.
    pub fn title(self) -> &'static str {
        match self {
            Self::Cloth => "",
            Self::Stretch => "strain",
            Self::Bending => "curvature beyond rest",
            Self::Speed => "speed",
            Self::Constraints => "constraints by colour",
            Self::Contact => "distance from a body",
        }
    }

    /// The unit that legends have, and how many of it are one of the values'.
    pub fn unit(self) -> (&'static str, f32) {
        match self {
            Self::Cloth | Self::Constraints => ("", 1.0),
            Self::Stretch => ("%", 100.0),
            Self::Bending => ("1/m", 1.0),
            Self::Speed => ("m/s", 1.0),
            Self::Contact => ("mm", 1000.0),
        }
    }

    /// Whether vertices have a value that colours stand for.
    pub fn has_values(self) -> bool {
        !matches!(self, Self::Cloth | Self::Constraints)
    }

    /// Whether values lie on both sides of zero.
    pub fn is_signed(self) -> bool {
        matches!(self, Self::Stretch | Self::Bending)
    }

    /// The colours.
    pub fn map(self) -> Map {
        match self {
            Self::Stretch | Self::Bending => Map::Diverging,
            Self::Contact => Map::Closeness,
            _ => Map::Viridis,
        }
    }

    /// The end of the scale where none is given and none can be measured.
    pub fn usual_range(self) -> f32 {
        match self {
            Self::Cloth | Self::Constraints => 1.0,
            Self::Stretch => 0.02,
            Self::Bending => 20.0,
            Self::Speed => 2.0,
            Self::Contact => 0.05,
        }
    }

    /// The values at the two ends of a scale that reaches so far.
    pub fn ends(self, range: f32) -> [f32; 2] {
        [if self.is_signed() { -range } else { 0.0 }, range]
    }

    /// A round end of the scale for these values: almost all are within it.
    pub fn fitting_range(self, values: &[f32]) -> f32 {
        if self == Self::Contact || !self.has_values() {
            return self.usual_range();
        }
        let mut sizes: Vec<f32> = values.iter().map(|v| v.abs()).filter(|v| v.is_finite()).collect();
        sizes.sort_by(f32::total_cmp);
        // A few vertices at a pin would make everything else look like nothing.
        let almost_all = sizes.len().saturating_sub(1) * 99 / 100;
        let size = sizes.get(almost_all).copied().unwrap_or(0.0);
        round_up(size.max(1e-3 * self.usual_range()))
    }
}

/// The next of 1, 2, 5, 10, … times a power of ten.
pub fn round_up(value: f32) -> f32 {
    if !(value.is_finite() && value > 0.0) {
        return 1.0;
    }
    let power = 10f64.powf(f64::from(value).log10().floor());
    let first = f64::from(value) / power;
    let step = [1.0, 2.0, 5.0].into_iter().find(|s| first <= s * (1.0 + 1e-6)).unwrap_or(10.0);
    (step * power) as f32
}

impl fmt::Display for Coloring {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Coloring {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|c| c.name() == text);
        let names = Self::ALL.map(Self::name).join(", ");
        found.ok_or_else(|| {
            Error::input(format!("colour `{text}`"), "there is none", format!("use one of {names}"))
        })
    }
}

/// A plane across an axis, through the bodies' distance fields.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slice {
    /// 0 for x, 1 for y, 2 for z.
    pub axis: usize,
    /// Where on it [m].
    pub at: f32,
}

/// How things are drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    /// What the cloth's colour says.
    pub coloring: Coloring,
    /// The end of the colours' scale.
    pub range: f32,
    /// How dark the sides of the polygons are drawn: 0 not at all, 1 black.
    pub lines: f32,
    /// Whether contacts and their forces are drawn.
    pub forces: bool,
    /// The force whose arrow is a tenth of the cloth's size [N].
    pub force: f32,
    /// A plane through the distance fields.
    pub slice: Option<Slice>,
    /// Which of the method's surfaces is drawn.
    pub surface: usize,
}

impl Look {
    /// Cloth, and nothing else.
    pub const CLOTH: Self = Self {
        coloring: Coloring::Cloth,
        range: 1.0,
        lines: 0.0,
        forces: false,
        force: 1.0,
        slice: None,
        surface: 0,
    };

    /// Values as colours, on their usual scale.
    pub fn colored(coloring: Coloring) -> Self {
        Self { coloring, range: coloring.usual_range(), ..Self::CLOTH }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_round_and_hold_almost_all() {
        for (value, round) in [(0.0123, 0.02), (0.02, 0.02), (4.9, 5.0), (5.1, 10.0), (1e-4, 1e-4)] {
            assert!((round_up(value) / round - 1.0).abs() < 1e-5, "{value}: {}", round_up(value));
        }
        assert_eq!((round_up(f32::NAN), round_up(0.0)), (1.0, 1.0));
        let mut values = vec![0.003; 1000];
        (values[7], values[8]) = (9.0, f32::NAN);
        assert!((Coloring::Stretch.fitting_range(&values) - 0.005).abs() < 1e-6);
        assert!(Coloring::Speed.fitting_range(&[]) > 0.0);
    }

    #[test]
    fn names_come_back_and_a_wrong_one_lists_them() {
        for coloring in Coloring::ALL {
            assert_eq!(coloring.to_string().parse::<Coloring>().unwrap(), coloring);
        }
        let error = "strech".parse::<Coloring>().unwrap_err();
        assert!(error.to_string().contains("stretch, bending") && error.exit_code() == 4);
    }
}
