//! The back ends for x86-64. Each build has all of them. With `std` the machine is asked at run time which of them it can
//! run; without, the target features of the build decide.

#![expect(clippy::many_single_char_names, reason = "eight lanes are a to h")]

pub(super) mod avx2;
pub(super) mod avx512;
