// An inverse by nested dissection: parts of a tree, each with dense blocks.

const NOWHERE: u32 = 0xffffffffu;

// When a pass has something to do, and with which lines.
struct Lines {
    phase: u32,
    first: u32,
    count: u32,
    pad: u32,
}

// What an invocation works on.
struct Line {
    part: u32,
    unknown: u32, // of the part: its own, and then those around it
}

// Where a part's data are.
struct Place {
    own: u32,     // its first own unknown
    count: u32,   // how many it has
    around: u32,  // where the list of those around it begins, and what it gives to them
    rim: u32,     // how many these are
    origins: u32, // where those of all its unknowns begin
    blocks: u32,  // G by columns, E by columns, E by rows
    pad0: u32,
    pad1: u32,
}

// What an unknown of a part has from the two parts below it, or NOWHERE.
struct Origin {
    near: u32,
    far: u32,
}

// How much of a row, or of a point, along each tangent.
struct Push {
    item: u32,
    x: f32,
    y: f32,
}
