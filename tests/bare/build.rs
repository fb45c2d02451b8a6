//! Links without the C library and its start-up code.

fn main() {
    for arg in ["-nostdlib", "-nostartfiles", "-nodefaultlibs", "-static", "-no-pie"] {
        println!("cargo:rustc-link-arg={arg}");
    }
}
