//! The window as a person meets it, on a screen of its own: real keys and a real mouse where they matter, a script elsewhere.
//!
//! Needs Xvfb, xdotool and ImageMagick, which `tests/run` installs.
#![cfg(all(feature = "viewer", target_os = "linux"))]

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use toile::scene::{MethodName, catalog};

/// The window's size, on a screen that is a little larger.
const SIZE: (u32, u32) = (900, 620);
/// The middle of the view, between the panels.
const MIDDLE: (i32, i32) = (455, 310);
/// Where a scene's name is written.
const SEARCH: (i32, i32) = (120, 58);
/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(90);

/// One window at a time: all share the processor.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn has(program: &str) -> bool {
    Command::new("which").arg(program).output().is_ok_and(|output| output.status.success())
}

/// A screen that nobody sees.
struct Screen {
    server: Child,
    display: String,
}

impl Screen {
    fn new() -> Self {
        let needed = [("Xvfb", "xvfb"), ("xdotool", "xdotool"), ("import", "imagemagick")];
        for (program, package) in needed {
            assert!(has(program), "the window is tested with {program}: install {package} (Debian, Ubuntu)");
        }
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1300x760x24", "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        Self { server, display: format!(":{}", number.trim()) }
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("DISPLAY", &self.display).env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
        command
    }

    fn xdotool(&self, arguments: &[&str]) -> String {
        let output = self.command("xdotool").args(arguments).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_string()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.server.kill().ok();
        self.server.wait().ok();
    }
}

/// An open window and what it says.
struct Window<'a> {
    screen: &'a Screen,
    child: Child,
    said: Arc<Mutex<Vec<String>>>,
    folder: TempDir,
    id: String,
    heard: usize,
}

impl<'a> Window<'a> {
    /// Opens a window; with a script, its lines are obeyed.
    fn open(screen: &'a Screen, arguments: &[&str], script: &str) -> Self {
        let size = format!("{}x{}", SIZE.0, SIZE.1);
        let mut all = [&["view", "--size", &size], arguments].concat();
        if !script.is_empty() {
            all.extend(["--script", "script"]);
        }
        Self::start(screen, &all, script)
    }

    /// Runs the program in a folder of its own, which has a script.
    fn start(screen: &'a Screen, arguments: &[&str], script: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("script"), script).unwrap();
        let mut command = screen.command(env!("CARGO_BIN_EXE_toile"));
        command.arg("-v").args(arguments).current_dir(folder.path());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let said = Arc::new(Mutex::new(Vec::new()));
        let (lines, errors) = (said.clone(), child.stderr.take().unwrap());
        std::thread::spawn(move || {
            for line in BufReader::new(errors).lines().map_while(Result::ok) {
                lines.lock().unwrap().push(line);
            }
        });
        Self { screen, child, said, folder, id: String::new(), heard: 0 }
    }

    /// Waits until there is a scene and the window can be seen.
    fn ready(mut self) -> Self {
        self.hear("opened");
        let start = Instant::now();
        while self.id.is_empty() && start.elapsed() < PATIENCE {
            let found = self.screen.xdotool(&["search", "--onlyvisible", "--name", "^toile"]);
            self.id = found.lines().next().unwrap_or_default().into();
            std::thread::sleep(Duration::from_millis(50));
        }
        self.screen.xdotool(&["windowmove", &self.id, "0", "0"]);
        self.focus();
        std::thread::sleep(Duration::from_millis(700));
        self
    }

    fn focus(&self) {
        self.screen.xdotool(&["windowfocus", "--sync", &self.id]);
    }

    /// All that was said, as one text.
    fn all(&self) -> String {
        self.said.lock().unwrap().join("\n")
    }

    /// Waits for a line that contains a text, after the last one that was heard.
    fn hear(&mut self, text: &str) -> String {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            let said = self.said.lock().unwrap();
            if let Some(i) = said.iter().skip(self.heard).position(|line| line.contains(text)) {
                let line = said[self.heard + i].clone();
                self.heard += i + 1;
                return line;
            }
            drop(said);
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("never heard `{text}` in:\n{}", self.all());
    }

    /// Presses a key as the keyboard does, which needs the focus.
    fn press(&self, key: &str) {
        self.focus();
        self.screen.xdotool(&["key", key]);
        std::thread::sleep(Duration::from_millis(150));
    }

    fn move_to(&self, (x, y): (i32, i32)) {
        // With --sync it would wait for ever where the mouse is there already.
        self.screen.xdotool(&["mousemove", &x.to_string(), &y.to_string()]);
        std::thread::sleep(Duration::from_millis(30));
    }

    /// Drags with a button from one place to another.
    fn drag(&self, button: &str, from: (i32, i32), to: (i32, i32)) {
        self.move_to(from);
        std::thread::sleep(Duration::from_millis(350));
        self.screen.xdotool(&["mousedown", button]);
        for i in 1..=10 {
            std::thread::sleep(Duration::from_millis(60));
            self.move_to((from.0 + (to.0 - from.0) * i / 10, from.1 + (to.1 - from.1) * i / 10));
        }
        std::thread::sleep(Duration::from_millis(600));
        self.screen.xdotool(&["mouseup", button]);
    }

    /// What the window shows.
    fn picture(&self) -> image::RgbImage {
        let path = self.folder.path().join("window.png");
        let path = path.to_str().unwrap();
        let taken = self.screen.command("import").args(["-window", &self.id, path]).status().unwrap();
        assert!(taken.success());
        image::open(path).unwrap().to_rgb8()
    }

    /// What the window shows as soon as that is neither blank nor uniform, which it must become.
    fn drawn(&self) -> image::RgbImage {
        let start = Instant::now();
        loop {
            let picture = self.picture();
            let (colors, commonest) = variety(&picture);
            if colors > 400 && commonest < 0.6 {
                return picture;
            }
            assert!(start.elapsed() < PATIENCE, "{colors} colours, {commonest} of one");
            std::thread::sleep(Duration::from_millis(200));
        }
    }

    /// Waits for the end: what was printed, and the exit code. Nothing may have panicked.
    fn end(mut self) -> (String, Option<i32>) {
        let start = Instant::now();
        let mut code = None;
        while code.is_none() && start.elapsed() < PATIENCE {
            code = self.child.try_wait().unwrap();
            std::thread::sleep(Duration::from_millis(20));
        }
        let code = code.unwrap_or_else(|| panic!("it does not end:\n{}", self.all())).code();
        let mut printed = String::new();
        self.child.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
        let all = self.all();
        assert!(!all.contains("panicked"), "{all}");
        (printed, code)
    }
}

impl Drop for Window<'_> {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// Runs a script to its end: what was printed, and what was said.
fn follow(screen: &Screen, arguments: &[&str], script: &str) -> (String, String) {
    let window = Window::open(screen, arguments, script);
    let said = window.said.clone();
    let (printed, code) = window.end();
    let said = said.lock().unwrap().join("\n");
    assert_eq!(code, Some(0), "{said}");
    (printed, said)
}

/// Colours that differ, and how many of the pixels have the commonest.
fn variety(picture: &image::RgbImage) -> (usize, f64) {
    let mut counts = std::collections::HashMap::new();
    picture.pixels().for_each(|p| *counts.entry(p.0).or_insert(0u32) += 1);
    let most = counts.values().max().copied().unwrap_or(0);
    (counts.len(), f64::from(most) / f64::from(picture.width() * picture.height()))
}

/// The number at the end of a line.
fn last_number(line: &str) -> u64 {
    line.rsplit(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap()
}

/// The place in a line such as `… at [0.1, 2, -3]`.
fn place(line: &str) -> [f32; 3] {
    let inside = line.split_once('[').unwrap().1.split_once(']').unwrap().0;
    let numbers: Vec<f32> = inside.split(',').map(|n| n.trim().parse().unwrap()).collect();
    numbers.try_into().unwrap()
}

fn hash_of(text: &str) -> String {
    let (_, rest) = text.split_once("\"state_hash\": \"").unwrap();
    rest[..16].into()
}

fn run_hash(arguments: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_toile")).arg("run").args(arguments).args(["--json", "-q"]).output();
    hash_of(&String::from_utf8(output.unwrap().stdout).unwrap())
}

#[test]
fn it_opens_obeys_keys_and_ends() {
    let (_alone, screen) = (alone(), Screen::new());
    let mut window = Window::open(&screen, &[], "").ready();
    let picture = window.drawn();
    assert_eq!((picture.width(), picture.height()), SIZE);
    // The cloth itself is there: something as red as it, in the middle part.
    let red = |x: u32, y: u32| {
        let [r, g, b] = picture.get_pixel(x, y).0;
        r > 90 && u32::from(r) > u32::from(g) + 30 && u32::from(r) > u32::from(b) + 30
    };
    let reds = (280..640).flat_map(|x| (60..560).map(move |y| (x, y))).filter(|(x, y)| red(*x, *y)).count();
    assert!(reds > 2000, "{reds}");
    window.press("space");
    let paused = last_number(&window.hear("paused at step"));
    std::thread::sleep(Duration::from_millis(700));
    window.press("period");
    assert_eq!(last_number(&window.hear("stepped to")), paused + 1);
    window.press("period");
    assert_eq!(last_number(&window.hear("stepped to")), paused + 2);
    for key in ["w", "h", "h", "f", "s", "l", "t", "t"] {
        window.press(key);
    }
    window.press("p");
    window.hear("Wrote out/sheet.png");
    assert!(image::open(window.folder.path().join("out/sheet.png")).unwrap().width() > 200);
    window.press("c");
    std::thread::sleep(Duration::from_millis(2500));
    window.press("c");
    window.hear("Wrote out/sheet.gif");
    window.press("r");
    window.hear("restarted");
    window.press("2");
    window.hear("opened sphere-drape with");
    window.press("Escape");
    assert_eq!(window.end().1, Some(0));
}

#[test]
fn the_program_alone_opens_the_window() {
    let (_alone, screen) = (alone(), Screen::new());
    let window = Window::start(&screen, &[], "").ready();
    window.drawn();
    window.press("Escape");
    assert_eq!(window.end().1, Some(0));
}

#[test]
fn a_drag_pulls_the_vertex_and_a_click_pins_it() {
    let (_alone, screen) = (alone(), Screen::new());
    let small = ["sheet", "--set", "rows=20", "--set", "columns=20", "--set", "mesh.rotation.0=0"];
    let mut window = Window::open(&screen, &small, "").ready();
    // Pulled while it runs: it hangs in the middle of the view.
    window.drag("1", MIDDLE, (MIDDLE.0 + 110, MIDDLE.1 - 60));
    let grabbed = window.hear("grabbed vertex");
    let dropped = window.hear("let go of vertex");
    let (from, to) = (place(&grabbed), place(&dropped));
    assert!(to[0] - from[0] > 0.08 && to[1] - from[1] > 0.03, "{grabbed} … {dropped}");
    let vertex = |line: &str| line.split("vertex ").nth(1).unwrap().split(' ').next().unwrap().to_string();
    assert_eq!(vertex(&grabbed), vertex(&dropped));
    // Where it hangs at the start.
    window.press("space");
    window.hear("paused");
    window.press("r");
    window.hear("restarted");
    window.move_to(MIDDLE);
    std::thread::sleep(Duration::from_millis(350));
    window.screen.xdotool(&["click", "1"]);
    window.hear(": pinned vertex");
    std::thread::sleep(Duration::from_millis(700));
    window.screen.xdotool(&["click", "1"]);
    window.hear("unpinned vertex");
    // Beside the cloth, a drag turns the view, and so do other buttons.
    let before = window.picture();
    window.drag("1", (330, 560), (430, 540));
    window.drag("2", (430, 500), (460, 480));
    window.drag("3", (430, 500), (400, 480));
    window.screen.xdotool(&["click", "4"]);
    std::thread::sleep(Duration::from_millis(400));
    assert_ne!(before, window.picture());
    assert_eq!(window.all().matches("grabbed").count(), 1);
    window.press("Escape");
    assert_eq!(window.end().1, Some(0));
}

#[test]
fn a_run_in_the_window_has_the_same_bits() {
    let (_alone, screen) = (alone(), Screen::new());
    for (scene, steps, backend) in [("sheet", 20, "gpu"), ("sheet", 20, "cpu"), ("implicit-drape", 4, "gpu")]
    {
        let small = ["--set", "rows=15", "--set", "columns=15"];
        let script = format!("run {steps}\nhash\nquit\n");
        let arguments = [&[scene, "--backend", backend, "--paused"][..], &small].concat();
        let (printed, _) = follow(&screen, &arguments, &script);
        let dt = catalog::resolve(scene).unwrap();
        let per_frame = (dt.frame_time / dt.solver.dt).round() as u64;
        let frames = (steps / per_frame).to_string();
        let alone = run_hash(&[&[scene, "--backend", backend, "--frames", &frames][..], &small].concat());
        assert_eq!(hash_of(&printed), alone, "{scene} {backend}");
    }
}

#[test]
fn every_scene_opens_from_the_browser() {
    let (_alone, screen) = (alone(), Screen::new());
    let mut window = Window::open(&screen, &["--paused"], "").ready();
    for entry in catalog::ALL {
        window.move_to(SEARCH);
        screen.xdotool(&["click", "1"]);
        window.hear("looking for a scene");
        screen.xdotool(&["type", "--delay", "4", entry.name]);
        screen.xdotool(&["key", "Return"]);
        window.hear(&format!("opened {} with", entry.name));
        window.press("period");
        window.hear("stepped to 1");
    }
    // And by the mouse: the first of the list.
    window.move_to((30, SEARCH.1 + 37));
    screen.xdotool(&["click", "1"]);
    window.hear(&format!("opened {} with", first_of_the_list()));
    assert!(!window.all().contains("error"), "{}", window.all());
    window.press("Escape");
    assert_eq!(window.end().1, Some(0));
}

/// The scene that the browser shows first.
fn first_of_the_list() -> &'static str {
    let is_first = |entry: &&catalog::Entry| entry.scene().unwrap().method == MethodName::ALL[0];
    catalog::ALL.iter().find(is_first).unwrap().name
}

#[test]
fn every_method_takes_over_and_stands_beside() {
    let (_alone, screen) = (alone(), Screen::new());
    // Every method on the mesh of every other, with the state taken along, and beside it.
    let mut steps = 2;
    let mut script = String::from("run 2\n");
    for method in MethodName::ALL.into_iter().chain(MethodName::ALL) {
        steps += 2;
        script += &format!("method {method}\nrun {steps}\n");
    }
    for method in MethodName::ALL {
        steps += 1;
        script += &format!("compare {method}\nrun {steps}\n");
    }
    script += "compare off\nhash\nopen torus-drape\nrun 1\nquit\n";
    let (printed, said) =
        follow(&screen, &["sheet", "--set", "rows=12", "--set", "columns=12", "--paused"], &script);
    assert!(!said.contains("error") && said.contains("opened torus-drape with"), "{said}");
    assert!(printed.contains(&format!("\"step\": {steps},")), "{printed}");
}

#[test]
fn bad_values_lost_devices_and_broken_states_do_no_harm() {
    let (_alone, screen) = (alone(), Screen::new());
    let script = "run 3\nset k=7\nset rows=1\nset nonsense=1\nset density=nan\nset wind.density=1.2\nset dt=0.004\n\
                  set gravity.1=-5\nset bending_model=dihedral\nrun 6\nhash\nopen nothing\ncolor stretch\nforces on\n\
                  profile on\nrun 8\ntimes\npicture a.png\nkeep\nback\nlose\nwait 1\nrun 4\nhash\nquit\n";
    let (printed, said) =
        follow(&screen, &["sheet", "--set", "rows=12", "--set", "columns=12", "--paused"], script);
    for error in ["triangle_bending.k", "mesh.rows", "nonsense", "material.density", "scene `nothing`"] {
        assert!(said.contains(error), "{error}: {said}");
    }
    assert!(said.contains("opening the device anew"), "{said}");
    for step in [6, 8, 4] {
        assert!(printed.contains(&format!("\"step\": {step},")), "{printed}");
    }
    // Explicit springs that are far too stiff for their steps.
    let script = "run 60\nrestart\nset mass_spring.stretch=1\nset mass_spring.shear=1\nset mass_spring.bending=0\n\
                  run 2\nhash\nquit\n";
    let unstable =
        ["sheet", "--set", "rows=12", "--set", "columns=12", "--set", "method=mass-spring", "--paused"];
    let stiff = [&unstable[..], &["--set", "mass_spring.stretch=1e7"]].concat();
    let (printed, said) = follow(&screen, &stiff, script);
    assert!(said.contains("non-finite"), "{said}");
    assert!(printed.contains("\"step\": 2,"), "{printed} {said}");
}

#[test]
fn no_event_is_too_much() {
    let (_alone, screen) = (alone(), Screen::new());
    let mut window = Window::open(&screen, &["ball", "--set", "rows=16", "--set", "columns=16"], "").ready();
    let size = |width: u32, height: u32| {
        screen.xdotool(&["windowsize", &window.id, &width.to_string(), &height.to_string()]);
        std::thread::sleep(Duration::from_millis(300));
    };
    size(1, 1);
    size(SIZE.0, SIZE.1);
    for gone in ["windowunmap", "windowmap", "windowminimize", "windowmap"] {
        screen.xdotool(&[gone, &window.id]);
        std::thread::sleep(Duration::from_millis(400));
    }
    window.drawn();
    // Always the same ones.
    let mut state = 12_345_u64;
    let mut chance = |limit: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % limit
    };
    let keys =
        ["space", "period", "r", "f", "w", "h", "s", "l", "1", "3", "t", "Return", "Tab", "Left", "a", "F1"];
    for _ in 0..200 {
        let (x, y) = ((chance(1000)).to_string(), (chance(700)).to_string());
        match chance(10) {
            0..=3 => {
                screen.xdotool(&["key", keys[chance(keys.len() as u64) as usize]]);
            }
            4 => {
                let (width, height) = ((1 + chance(990)).to_string(), (1 + chance(690)).to_string());
                screen.xdotool(&["windowsize", &window.id, &width, &height]);
            }
            5..=6 => {
                screen.xdotool(&["mousemove", &x, &y, "click", &(1 + chance(5)).to_string()]);
            }
            _ => {
                let (to_x, to_y) = (chance(1000).to_string(), chance(700).to_string());
                let button = (1 + chance(3)).to_string();
                screen.xdotool(&["mousemove", &x, &y, "mousedown", &button]);
                screen.xdotool(&["mousemove", &to_x, &to_y, "mouseup", &button]);
            }
        }
        std::thread::sleep(Duration::from_millis(15));
    }
    size(SIZE.0, SIZE.1);
    // Whatever is open, two of them end it: the first may close the help.
    assert!(window.child.try_wait().unwrap().is_none(), "{}", window.all());
    window.focus();
    screen.xdotool(&["mousemove", "450", "300", "key", "Escape"]);
    std::thread::sleep(Duration::from_millis(1500));
    if window.child.try_wait().unwrap().is_none() {
        window.press("Escape");
    }
    assert_eq!(window.end().1, Some(0));
}

#[test]
fn a_script_that_makes_no_sense_is_refused() {
    let (_alone, screen) = (alone(), Screen::new());
    let window = Window::open(&screen, &["sheet"], "fly to the moon");
    assert_eq!(window.end().1, Some(4));
}
