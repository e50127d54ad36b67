// A sum and a maximum over a workgroup in a fixed order: halves are joined until one is left.

#import common/invocation

struct Sum {
    total: f32,
    worst: f32,
}

var<workgroup> halves: array<Sum, WORKGROUP>;

fn join(a: Sum, b: Sum) -> Sum {
    // What is not a number is the worst.
    return Sum(a.total + b.total, select(a.worst, b.worst, a.worst == a.worst && !(b.worst <= a.worst)));
}

fn sum_and_worst(value: Sum, local: u32) -> Sum {
    halves[local] = value;
    for (var half = WORKGROUP / 2u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if (local < half) {
            halves[local] = join(halves[local], halves[local + half]);
        }
    }
    workgroupBarrier();
    return halves[0];
}
