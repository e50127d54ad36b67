//! Plots over time, and times per pass.

use super::super::player::{Reading, Side};
use super::parameters::significant;
use egui::{Color32, Grid, RichText, ScrollArea, Ui};
use egui_plot::{Line, Plot, PlotPoints};

/// The height of a plot [points].
const HEIGHT: f32 = 82.0;
const COLORS: [Color32; 4] = [
    Color32::from_rgb(226, 122, 84),
    Color32::from_rgb(96, 156, 214),
    Color32::from_rgb(226, 180, 120),
    Color32::from_rgb(140, 190, 226),
];

/// What tells curves of two sides apart.
const SIDES: [&str; 2] = [" left", " right"];

/// A curve: its name, and a number of a reading.
type Curve = (&'static str, fn(&Reading) -> Option<f64>);

/// Plots of energies, stretch, iterations and residual, of all sides in one.
pub fn plots(ui: &mut Ui, sides: &[Side]) {
    plot(
        ui,
        "energy [J]",
        sides,
        &[("kinetic", |r| Some(r.kinetic_energy)), ("elastic", |r| r.elastic_energy)],
    );
    plot(
        ui,
        "stretch [%]",
        sides,
        &[("mean", |r| Some(100.0 * r.stretch)), ("largest", |r| Some(100.0 * r.stretch_max))],
    );
    if any(sides, |r| r.iterations) {
        plot(ui, "iterations per solve", sides, &[("iterations", |r| r.iterations)]);
        plot(
            ui,
            "residual [log₁₀]",
            sides,
            &[("residual", |r| r.residual.filter(|x| *x > 0.0).map(f64::log10))],
        );
    }
    if any(sides, |r| r.penetration) {
        plot(ui, "penetration [mm]", sides, &[("deepest", |r| r.penetration.map(|x| 1e3 * x))]);
    }
}

fn any(sides: &[Side], number: fn(&Reading) -> Option<f64>) -> bool {
    sides.iter().any(|side| side.readings.iter().any(|r| number(r).is_some()))
}

/// A plot below its title and the names of its curves with their last values, in their colours.
fn plot(ui: &mut Ui, title: &str, sides: &[Side], curves: &[Curve]) {
    let mut lines = Vec::new();
    for (j, (name, number)) in curves.iter().enumerate() {
        for (i, side) in sides.iter().enumerate() {
            let points: Vec<[f64; 2]> = side
                .readings
                .iter()
                .filter_map(|r| Some([r.time, number(r).filter(|y| y.is_finite())?]))
                .collect();
            if !points.is_empty() {
                let side = if sides.len() > 1 { SIDES[i % SIDES.len()] } else { "" };
                lines.push((format!("{name}{side}"), COLORS[(2 * j + i) % COLORS.len()], points));
            }
        }
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(title).small());
        for (name, color, points) in &lines {
            let last = points.last().map(|[_, y]| significant(*y)).unwrap_or_default();
            ui.label(RichText::new(format!("{name} {last}")).small().color(*color));
        }
    });
    let plot = Plot::new(title)
        .height(HEIGHT)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .show_x(false);
    plot.show(ui, |plot| {
        for (name, color, points) in lines {
            plot.line(Line::new(name, PlotPoints::from(points)).color(color).width(1.4));
        }
    });
}

/// Times per pass, the longest first.
pub fn timings(ui: &mut Ui, side: &Side) {
    let (timings, steps) = &*side.timings;
    if timings.is_empty() || *steps == 0 {
        ui.label(RichText::new("no step was timed yet").small().weak());
        return;
    }
    let mut rows: Vec<_> = timings.iter().collect();
    rows.sort_by(|(_, a), (_, b)| b.seconds.total_cmp(&a.seconds));
    let total: f64 = rows.iter().map(|(_, timing)| timing.seconds).sum();
    let per_step = |seconds: f64| 1e3 * seconds / *steps as f64;
    ScrollArea::vertical().id_salt("passes").max_height(170.0).show(ui, |ui| {
        Grid::new("passes").striped(true).num_columns(4).min_col_width(40.0).show(ui, |ui| {
            for heading in ["pass", "calls", "ms/step", "share"] {
                ui.label(RichText::new(heading).small().strong());
            }
            ui.end_row();
            for (label, timing) in rows {
                ui.label(RichText::new(*label).small());
                let calls = timing.calls as f64 / *steps as f64;
                ui.label(RichText::new(format!("{calls:.0}")).small());
                ui.label(RichText::new(format!("{:.3}", per_step(timing.seconds))).small());
                ui.label(
                    RichText::new(format!("{:.0} %", 100.0 * timing.seconds / total.max(1e-30))).small(),
                );
                ui.end_row();
            }
            ui.label(RichText::new("all").small().strong());
            ui.label("");
            ui.label(RichText::new(format!("{:.3}", per_step(total))).small().strong());
            ui.label("");
            ui.end_row();
        });
    });
}
