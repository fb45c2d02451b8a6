//! The SIMD back ends of perft: the last two plies counted in eight-lane vectors, without playing a move.
//!
//! ```text
//!    lanes         the lane operations, a small trait; each instruction set implements it, by the macro of `back_end`
//!    portable      in plain Rust      x86_64    in AVX2 and in AVX-512      aarch64    in NEON
//!    directions    the direction of each lane
//!    fill          sliding attacks in all lanes at once
//!    attack_info   checks, check mask, pins and king danger; the number of legal moves
//!    replies       the replies after a null move
//!    perft_2       all moves, and how many replies each has             neutral     to moves that change no line that matters
//!                                                                      moved    to the others
//! ```

#[macro_use]
mod back_end;

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod aarch64;
mod attack_info;
mod neutral;
mod directions;
mod fill;
mod lanes;
mod moved;
#[allow(dead_code, reason = "bitboards are faster on x86-64: there only tests use these lanes")]
mod portable;
mod perft_2;
mod replies;
#[cfg(test)]
mod tests;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod x86_64;

use core::marker::PhantomData;

use super::bitboard::position::BitboardPosition;
use crate::rules::Rules;
use lanes::Lanes;
use perft_2::Perft2;

/// The back ends, the fastest first, each with its token, its name and its builds. New back ends are added here.
macro_rules! back_ends {
    ($(#[$build:meta] { $($kind:ident($token:ty) = $name:literal;)* })*) => {
        /// A SIMD back end that this machine has.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Simd {
            $($(#[$build] $kind($token),)*)*
        }

        impl Simd {
            /// The back ends that this machine has, the fastest first.
            pub(super) fn available() -> impl Iterator<Item = Simd> {
                [$($(#[$build] <$token>::detect().map(Simd::$kind),)*)*].into_iter().flatten()
            }

            /// The name of the back end.
            pub(super) const fn name(self) -> &'static str {
                match self {
                    $($(#[$build] Simd::$kind(_) => $name,)*)*
                }
            }

            /// The number of moves and replies of a position, if the vectors can count them: see [`Perft2`].
            #[inline]
            pub(super) fn perft_2<R: Rules>(self, position: &BitboardPosition) -> Option<u64> {
                match self {
                    $($(#[$build] Simd::$kind(l) => l.enter(Perft2::<R>(position, PhantomData)),)*)*
                }
            }

            /// The findings of a back end about a position, for tests.
            #[cfg(test)]
            fn find<R: Rules>(self, position: &BitboardPosition, color: crate::piece::Color) -> tests::Found {
                match self {
                    $($(#[$build] Simd::$kind(l) => l.enter(tests::Find::<R>(position, color, PhantomData)),)*)*
                }
            }
        }
    };
}

back_ends! {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))] {
        Avx512(x86_64::avx512::Avx512) = "avx512";
        Avx2(x86_64::avx2::Avx2) = "avx2";
    }
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))] {
        Neon(aarch64::Neon) = "neon";
    }
    #[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2"))))] {
        Portable(portable::Portable) = "portable";
    }
}
