//! Plots of curves and points, as SVG.

use plotters::coord::ranged1d::{BoldPoints, DefaultFormatting, KeyPointHint, LightPoints, Ranged};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use std::ops::Range;

/// Size of a plot [pixels].
const SIZE: (u32, u32) = (960, 560);
/// Colours that people tell apart whatever colours they see (Okabe, Ito 2008, with a brown in the place of their yellow, and the last one
/// not quite black).
const COLORS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(125, 78, 45),
    RGBColor(60, 60, 60),
];
/// The number of the last one, for what others are compared with.
pub const DARK: usize = COLORS.len() - 1;
const FONT: &str = "sans-serif";
/// Lines with a number, and those between two of them, at most.
const LINES: usize = 11;
const BETWEEN: usize = 10;

/// An axis as it is drawn: places, and the lines with and without a number.
struct Scale {
    even: RangedCoordf64,
    bold: Vec<f64>,
    light: Vec<f64>,
}

impl Ranged for Scale {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        self.even.map(value, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() { self.light.clone() } else { self.bold.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.even.range()
    }
}

/// Curves and points over two axes.
#[derive(Debug, Clone)]
pub struct Plot {
    /// What it shows; stands below it.
    pub caption: String,
    x: Axis,
    y: Axis,
    series: Vec<Series>,
}

/// An axis.
#[derive(Debug, Clone)]
pub struct Axis {
    label: String,
    is_log: bool,
}

/// A curve, or points.
#[derive(Debug, Clone)]
pub struct Series {
    label: String,
    points: Vec<[f64; 2]>,
    has_line: bool,
    has_marks: bool,
    /// Its place among the colours; by its order if none.
    color: Option<usize>,
}

impl Axis {
    /// An axis with even steps; its label has the unit in brackets.
    pub fn linear(label: impl Into<String>) -> Self {
        Self { label: label.into(), is_log: false }
    }

    /// A logarithmic axis, for what is above 0.
    pub fn log(label: impl Into<String>) -> Self {
        Self { label: label.into(), is_log: true }
    }

    /// Where a value stands; none for what cannot be drawn.
    fn place(&self, value: f64) -> Option<f64> {
        let place = if self.is_log { value.log10() } else { value };
        place.is_finite().then_some(place)
    }

    /// What is written at a place.
    fn tick(&self, place: f64) -> String {
        let value = if self.is_log { 10f64.powf(place) } else { place };
        match value.abs() {
            // Rounding of a place that is meant to be 0.
            size if size == 0.0 || (!self.is_log && size < 1e-12) => "0".into(),
            size if !(1e-3..1e5).contains(&size) => format!("{value:.0e}"),
            size => format!("{:.*}", (2.0 - size.log10().floor()).clamp(0.0, 5.0) as usize, value)
                .trim_end_matches(|c| c == '0' && size < 100.0)
                .trim_end_matches('.')
                .into(),
        }
    }

    /// From the least to the greatest place, with some air.
    fn range(&self, values: impl Iterator<Item = f64>) -> Range<f64> {
        let places: Vec<f64> = values.filter_map(|value| self.place(value)).collect();
        let least = places.iter().copied().fold(f64::INFINITY, f64::min);
        let most = places.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if least > most {
            return 0.0..1.0;
        }
        let air = if most > least { 0.05 * (most - least) } else { 0.5 };
        // What starts near 0 starts there.
        let start = if !self.is_log && least >= 0.0 && least < 0.3 * most { 0.0 } else { least - air };
        start..most + air
    }

    /// The axis of these values, with lines at round numbers.
    fn scale(&self, values: impl Iterator<Item = f64>) -> Scale {
        let range = self.range(values);
        let even = RangedCoordf64::from(range.clone());
        let [bold, light] = if self.is_log {
            // Numbers at 1, 2, 5 of each power of ten, fewer over many powers and more within one.
            let digits: &[u8] = match range.end - range.start {
                decades if decades > 4.0 => &[1],
                decades if decades > 0.7 => &[1, 2, 5],
                _ => &[1, 2, 3, 4, 5, 6, 7, 8, 9],
            };
            [digits, &[1, 2, 3, 4, 5, 6, 7, 8, 9]].map(|digits| log_places(&range, digits))
        } else {
            [even.key_points(BoldPoints(LINES)), even.key_points(LightPoints::new(LINES, LINES * BETWEEN))]
        };
        Scale { even, bold, light }
    }
}

/// The logarithms of these digits times powers of ten that lie in a range of logarithms.
fn log_places(range: &Range<f64>, digits: &[u8]) -> Vec<f64> {
    let powers = range.start.floor() as i32..=range.end.ceil() as i32;
    let places =
        powers.flat_map(|n| digits.iter().map(move |digit| f64::from(n) + f64::from(*digit).log10()));
    places.filter(|place| range.contains(place)).collect()
}

impl Series {
    /// A curve.
    pub fn line(label: impl Into<String>, points: Vec<[f64; 2]>) -> Self {
        Self { label: label.into(), points, has_line: true, has_marks: false, color: None }
    }

    /// Points alone.
    pub fn marks(label: impl Into<String>, points: Vec<[f64; 2]>) -> Self {
        Self { has_line: false, has_marks: true, ..Self::line(label, points) }
    }

    /// Points joined by a curve.
    pub fn both(label: impl Into<String>, points: Vec<[f64; 2]>) -> Self {
        Self { has_marks: true, ..Self::line(label, points) }
    }

    /// The same in the colour with this number, so that several series or plots agree.
    pub fn colored(self, color: usize) -> Self {
        Self { color: Some(color), ..self }
    }
}

impl Plot {
    /// A plot with nothing in it.
    pub fn new(caption: impl Into<String>, x: Axis, y: Axis) -> Self {
        Self { caption: caption.into(), x, y, series: Vec::new() }
    }

    /// The same with one more series.
    pub fn with(mut self, series: Series) -> Self {
        self.series.push(series);
        self
    }

    /// The plot as SVG. What cannot be drawn (not finite, or not above 0 on a logarithmic axis) is left out.
    pub fn svg(&self) -> String {
        let mut text = String::new();
        // Drawing into memory fails for nothing but a mistake in the lines below.
        self.draw(&mut text).expect("a plot is drawn into memory");
        text
    }

    fn draw(&self, text: &mut String) -> Result<(), Box<dyn std::error::Error>> {
        let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let values =
            |axis: usize| self.series.iter().flat_map(move |s| s.points.iter().map(move |p| p[axis]));
        let mut chart = ChartBuilder::on(&root)
            .margin(16)
            .x_label_area_size(50)
            .y_label_area_size(80)
            .build_cartesian_2d(self.x.scale(values(0)), self.y.scale(values(1)))?;
        chart
            .configure_mesh()
            .x_desc(&self.x.label)
            .y_desc(&self.y.label)
            .label_style((FONT, 15))
            .axis_desc_style((FONT, 17))
            .bold_line_style(BLACK.mix(0.15))
            .light_line_style(BLACK.mix(0.04))
            .x_label_formatter(&|place| self.x.tick(*place))
            .y_label_formatter(&|place| self.y.tick(*place))
            .draw()?;
        for (i, series) in self.series.iter().enumerate() {
            self.draw_series(&mut chart, series, COLORS[series.color.unwrap_or(i) % COLORS.len()])?;
        }
        if self.series.len() > 1 {
            chart
                .configure_series_labels()
                .position(self.free_corner())
                .margin(12)
                .legend_area_size(34)
                .label_font((FONT, 15))
                .background_style(WHITE.mix(0.85))
                .border_style(BLACK.mix(0.25))
                .draw()?;
        }
        root.present()?;
        Ok(())
    }

    /// The corner with the fewest points near it: the place of the legend.
    fn free_corner(&self) -> SeriesLabelPosition {
        let values =
            |axis: usize| self.series.iter().flat_map(move |s| s.points.iter().map(move |p| p[axis]));
        let (x, y) = (self.x.range(values(0)), self.y.range(values(1)));
        let share = |axis: &Axis, range: &Range<f64>, value: f64| {
            axis.place(value).map(|place| (place - range.start) / (range.end - range.start))
        };
        let near = |right: bool, top: bool| {
            let is_near = |p: &&[f64; 2]| {
                let (Some(x), Some(y)) = (share(&self.x, &x, p[0]), share(&self.y, &y, p[1])) else {
                    return false;
                };
                (if right { x > 0.65 } else { x < 0.35 }) && (if top { y > 0.65 } else { y < 0.35 })
            };
            self.series.iter().flat_map(|s| &s.points).filter(is_near).count()
        };
        let corners = [
            (SeriesLabelPosition::UpperRight, near(true, true)),
            (SeriesLabelPosition::UpperLeft, near(false, true)),
            (SeriesLabelPosition::LowerRight, near(true, false)),
            (SeriesLabelPosition::LowerLeft, near(false, false)),
        ];
        let [first, ..] = &corners;
        corners.iter().fold(first, |best, corner| if corner.1 < best.1 { corner } else { best }).0.clone()
    }

    fn draw_series<'a, B: DrawingBackend + 'a>(
        &self,
        chart: &mut ChartContext<'a, B, Cartesian2d<Scale, Scale>>,
        series: &Series,
        color: RGBColor,
    ) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
        let place = |p: &[f64; 2]| Some((self.x.place(p[0])?, self.y.place(p[1])?));
        let points: Vec<_> = series.points.iter().filter_map(place).collect();
        let (has_line, has_marks) = (series.has_line, series.has_marks);
        if has_line {
            chart.draw_series(LineSeries::new(points.iter().copied(), color.stroke_width(2)))?;
        }
        let marks = points.iter().filter(|_| has_marks).map(|&at| Circle::new(at, 4, color.filled()));
        chart.draw_series(marks)?.label(&series.label).legend(move |(x, y)| {
            let end = if has_line { 28 } else { 0 };
            let radius = if has_marks { 4 } else { 0 };
            EmptyElement::at((x, y))
                + PathElement::new([(0, 0), (end, 0)], color.stroke_width(2))
                + Circle::new((14, 0), radius, color.filled())
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stand_at_round_numbers() {
        let numbers = |axis: &Axis, values: [f64; 2]| {
            let scale = axis.scale(values.into_iter());
            scale.bold.iter().map(|place| axis.tick(*place)).collect::<Vec<_>>()
        };
        let log = Axis::log("x");
        assert_eq!(numbers(&log, [0.003, 0.07]), ["0.005", "0.01", "0.02", "0.05"]);
        assert_eq!(numbers(&log, [1.0, 1e6]), ["1", "10", "100", "1000", "10000", "1e5", "1e6"]);
        assert_eq!(numbers(&log, [200.0, 400.0]), ["200", "300", "400"]);
        assert_eq!(log.scale([1.0, 10.0].into_iter()).light.len(), 11);
        assert_eq!(numbers(&Axis::linear("x"), [0.0, 4.0])[..3], ["0", "0.5", "1"]);
    }
}
