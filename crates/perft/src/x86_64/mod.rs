//! The back ends for x86-64. With `std` the machine is tested at run time; without `std` the target features of the build decide.

#![expect(clippy::many_single_char_names, reason = "eight lanes are a to h")]

pub(super) mod avx2;
pub(super) mod avx512;
