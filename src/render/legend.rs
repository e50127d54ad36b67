//! What colours, arrows and lines stand for, with units.

use super::color::{Map, PALETTE};
use super::look::{Coloring, Look};
use egui::{
    Align2, Color32, CornerRadius, FontId, Mesh, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2, vec2,
};

/// The bar of a colour map [points].
const BAR: egui::Vec2 = vec2(190.0, 11.0);
/// From a panel's border to what is in it [points].
const MARGIN: f32 = 10.0;
const TEXT: Color32 = Color32::from_rgb(33, 36, 42);
const PANEL: Color32 = Color32::from_rgba_premultiplied(214, 216, 220, 225);
/// Most groups that are listed.
const LISTED: usize = 12;

/// What a legend needs to know of what is drawn.
#[derive(Debug, Clone, Copy)]
pub struct Key<'a> {
    /// Names of the constraints' colours.
    pub groups: &'a [String],
    /// How long the arrow of [`Look::force`] is [m].
    pub arrow: f32,
    /// The distance at the end of a slice's colours [m].
    pub slice: f32,
}

/// Draws the legend of a look in the lower left corner of `rect`.
pub fn draw(painter: &Painter, rect: Rect, look: &Look, key: &Key) {
    let mut bottom = rect.left_bottom() + vec2(12.0, -12.0);
    let coloring = look.coloring;
    if coloring.has_values() {
        let (unit, factor) = coloring.unit();
        let heading = format!("{} [{unit}]", coloring.title());
        let ends = coloring.ends(look.range).map(|v| v * factor);
        bottom.y = scale(painter, bottom, &heading, coloring.map(), ends) - 8.0;
    }
    if coloring == Coloring::Constraints && !key.groups.is_empty() {
        bottom.y = swatches(painter, bottom, coloring.title(), key.groups) - 8.0;
    }
    if look.slice.is_some() {
        let end = 1000.0 * key.slice;
        bottom.y = scale(painter, bottom, "distance field [mm]", Map::Diverging, [-end, end]) - 8.0;
    }
    if look.forces {
        let length = number(100.0 * key.arrow);
        note(painter, bottom, &format!("contact: an arrow of {length} cm is {} N", number(look.force)));
    }
}

/// Writes a title at the top of `rect`, in the middle.
pub fn title(painter: &Painter, rect: Rect, text: &str, small: &str) {
    let at = rect.center_top() + vec2(0.0, 12.0);
    let first = painter.text(at, Align2::CENTER_TOP, text, FontId::proportional(17.0), TEXT);
    if !small.is_empty() {
        let color = Color32::from_rgb(70, 74, 82);
        painter.text(
            first.center_bottom() + vec2(0.0, 3.0),
            Align2::CENTER_TOP,
            small,
            FontId::proportional(13.0),
            color,
        );
    }
}

/// A number with as many digits as a legend needs.
pub fn number(value: f32) -> String {
    let size = value.abs();
    let digits = match size {
        s if s == 0.0 || s >= 100.0 => 0,
        s if s >= 10.0 => 1,
        s if s >= 1.0 => 2,
        s if s >= 1e-3 => 4,
        _ => return format!("{value:.0e}"),
    };
    let text = format!("{value:.digits$}");
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').into() } else { text };
    text.replace('-', "−")
}

/// A colour bar with its ends and its middle; the panel's top comes back.
fn scale(painter: &Painter, bottom: Pos2, heading: &str, map: Map, [low, high]: [f32; 2]) -> f32 {
    let size = BAR + vec2(2.0 * MARGIN + 16.0, 46.0);
    let panel = Rect::from_min_size(bottom - vec2(0.0, size.y), size);
    background(painter, panel);
    let at = panel.left_top() + vec2(MARGIN, 7.0);
    painter.text(at, Align2::LEFT_TOP, heading, FontId::proportional(13.0), TEXT);
    let bar = Rect::from_min_size(pos2(panel.left() + MARGIN + 6.0, panel.top() + 26.0), BAR);
    painter.add(Shape::mesh(gradient(bar, |t| map.at(t))));
    painter.rect_stroke(
        bar,
        CornerRadius::ZERO,
        Stroke::new(1.0, Color32::from_gray(90)),
        StrokeKind::Outside,
    );
    for t in [0.0, 0.5, 1.0] {
        let at = pos2(bar.left() + t * bar.width(), bar.bottom() + 3.0);
        let text = number(low + t * (high - low));
        painter.text(at, Align2::CENTER_TOP, text, FontId::proportional(12.0), TEXT);
    }
    panel.top()
}

/// A strip of colours from left to right.
fn gradient(rect: Rect, color: impl Fn(f32) -> [f32; 3]) -> Mesh {
    const STEPS: u32 = 64;
    let mut mesh = Mesh::default();
    for i in 0..=STEPS {
        let t = i as f32 / STEPS as f32;
        let [r, g, b] = color(t).map(|c| (255.0 * c + 0.5) as u8);
        let x = rect.left() + t * rect.width();
        mesh.colored_vertex(pos2(x, rect.top()), Color32::from_rgb(r, g, b));
        mesh.colored_vertex(pos2(x, rect.bottom()), Color32::from_rgb(r, g, b));
    }
    for i in 0..STEPS {
        mesh.add_triangle(2 * i, 2 * i + 1, 2 * i + 2);
        mesh.add_triangle(2 * i + 2, 2 * i + 1, 2 * i + 3);
    }
    mesh
}

/// A list of colours and their names; the panel's top comes back.
fn swatches(painter: &Painter, bottom: Pos2, heading: &str, names: &[String]) -> f32 {
    let more = names.len().saturating_sub(LISTED);
    let rows = names.len().min(LISTED) + usize::from(more > 0);
    let size = vec2(190.0, 30.0 + 16.0 * rows as f32);
    let panel = Rect::from_min_size(bottom - vec2(0.0, size.y), size);
    background(painter, panel);
    let at = panel.left_top() + vec2(MARGIN, 7.0);
    painter.text(at, Align2::LEFT_TOP, heading, FontId::proportional(13.0), TEXT);
    for row in 0..rows {
        let at = panel.left_top() + vec2(MARGIN, 27.0 + 16.0 * row as f32);
        if row == LISTED {
            let text = format!("and {more} more");
            painter.text(at, Align2::LEFT_TOP, text, FontId::proportional(12.0), TEXT);
            continue;
        }
        let [r, g, b] = PALETTE[row % PALETTE.len()].map(|c| (255.0 * c) as u8);
        let swatch = Rect::from_min_size(at + vec2(0.0, 2.0), vec2(18.0, 9.0));
        painter.rect_filled(swatch, CornerRadius::same(2), Color32::from_rgb(r, g, b));
        painter.text(at + vec2(25.0, 0.0), Align2::LEFT_TOP, &names[row], FontId::proportional(12.0), TEXT);
    }
    panel.top()
}

/// A line of text on a panel.
fn note(painter: &Painter, bottom: Pos2, text: &str) {
    let galley = painter.layout_no_wrap(text.into(), FontId::proportional(13.0), TEXT);
    let size = galley.size() + vec2(2.0 * MARGIN, 12.0);
    let panel = Rect::from_min_size(bottom - vec2(0.0, size.y), size);
    background(painter, panel);
    painter.galley(panel.left_top() + vec2(MARGIN, 6.0), galley, TEXT);
}

fn background(painter: &Painter, panel: Rect) {
    painter.rect_filled(panel, CornerRadius::same(5), PANEL);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, text) in [
            (0.0, "0"),
            (2.0, "2"),
            (0.5, "0.5"),
            (-20.0, "−20"),
            (0.02, "0.02"),
            (2.5, "2.5"),
            (0.005, "0.005"),
            (2e-5, "2e-5"),
        ] {
            assert_eq!(number(value), text);
        }
    }
}
