// Which invocation this is, over both dimensions of a dispatch.

const WORKGROUP: u32 = 64u;

fn invocation(id: vec3<u32>, groups: vec3<u32>) -> u32 {
    return id.x + id.y * groups.x * WORKGROUP;
}
