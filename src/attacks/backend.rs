//! The back ends that answer questions about whole boards, by name: for tests and benchmarks.
//!
//! A program need not know of them: the fastest one that the machine has is chosen when the first question is asked. With
//! the feature `backends` any other can be chosen, for the whole process, to hold them equal and to time them.
//!
#![cfg_attr(feature = "backends", doc = "```")]
#![cfg_attr(not(feature = "backends"), doc = "```ignore")]
//! use chess0x88::{Chess, backends, perft};
//! for name in backends::available() {
//!     backends::choose(name)?;
//!     assert_eq!(perft(&Chess::startpos(), 3), 8902, "{name}");
//! }
//! assert_eq!(backends::choose("abacus").unwrap_err().to_string(), "this machine has no back end named abacus");
//! # Ok::<(), backends::UnknownBackend>(())
//! ```

use super::Question;
#[cfg(feature = "vector")]
use super::lanes::Plain;
#[cfg(all(feature = "vector", target_arch = "x86_64", target_feature = "sse2"))]
use super::lanes::x86_64::{avx2::Avx2, avx512::Avx512};
#[cfg(feature = "vector")]
use super::lanes::{Lanes, Task};

/// A way to answer. Holding one is the proof that this machine has it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Backend {
    Walk,
    #[cfg(feature = "vector")]
    Plain(Plain),
    #[cfg(all(feature = "vector", target_arch = "x86_64", target_feature = "sse2"))]
    Avx2(Avx2),
    #[cfg(all(feature = "vector", target_arch = "x86_64", target_feature = "sse2"))]
    Avx512(Avx512),
}

/// Every back end there may be, the fastest first.
type Found = [Option<Backend>; 4];

impl Backend {
    /// Those that this machine has.
    pub(crate) fn detect() -> Found {
        #[cfg(all(feature = "vector", target_arch = "x86_64", target_feature = "sse2"))]
        let [avx512, avx2] = [Avx512::detect().map(Backend::Avx512), Avx2::detect().map(Backend::Avx2)];
        #[cfg(not(all(feature = "vector", target_arch = "x86_64", target_feature = "sse2")))]
        let [avx512, avx2] = [None, None];
        #[cfg(feature = "vector")]
        let plain = Some(Backend::Plain(Plain));
        #[cfg(not(feature = "vector"))]
        let plain = None;
        [avx512, avx2, plain, Some(Backend::Walk)]
    }

    /// The fastest of them, asked for once and remembered where there is a place to remember it.
    #[inline]
    fn fastest() -> Backend {
        let find = || Backend::detect().into_iter().flatten().next().unwrap_or(Backend::Walk);
        #[cfg(feature = "std")]
        {
            static FASTEST: std::sync::OnceLock<Backend> = std::sync::OnceLock::new();
            *FASTEST.get_or_init(find)
        }
        #[cfg(not(feature = "std"))]
        find()
    }

    /// The one that has been chosen, or else the fastest.
    #[inline]
    pub(crate) fn best() -> Backend {
        #[cfg(feature = "backends")]
        if let Some(chosen) = choice::chosen() {
            return chosen;
        }
        Backend::fastest()
    }

    #[cfg(feature = "backends")]
    const fn name(self) -> &'static str {
        match self {
            Backend::Walk => "walk",
            #[cfg(feature = "vector")]
            Backend::Plain(_) => "plain",
            #[cfg(all(feature = "vector", target_arch = "x86_64", target_feature = "sse2"))]
            Backend::Avx2(_) => "avx2",
            #[cfg(all(feature = "vector", target_arch = "x86_64", target_feature = "sse2"))]
            Backend::Avx512(_) => "avx512",
        }
    }

    #[inline]
    pub(crate) fn ask<Q: Question>(self, question: Q) -> Q::Answer {
        match self {
            Backend::Walk => question.by_walk(),
            #[cfg(feature = "vector")]
            Backend::Plain(l) => l.enter(ByLanes(question)),
            #[cfg(all(feature = "vector", target_arch = "x86_64", target_feature = "sse2"))]
            Backend::Avx2(l) => l.enter(ByLanes(question)),
            #[cfg(all(feature = "vector", target_arch = "x86_64", target_feature = "sse2"))]
            Backend::Avx512(l) => l.enter(ByLanes(question)),
        }
    }
}

#[cfg(feature = "vector")]
struct ByLanes<Q>(Q);

#[cfg(feature = "vector")]
impl<L: Lanes, Q: Question> Task<L> for ByLanes<Q> {
    type Output = Q::Answer;

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "inside a function with target features, a call would lose them")]
    fn run(self, l: L) -> Q::Answer {
        self.0.by_lanes(l)
    }
}

#[cfg(feature = "backends")]
pub use choice::{UnknownBackend, available, choose};

#[cfg(feature = "backends")]
mod choice {
    use core::sync::atomic::{AtomicUsize, Ordering};

    use super::Backend;

    const NONE: usize = usize::MAX;
    /// The place of the chosen one among those that the machine has; or none.
    static CHOSEN: AtomicUsize = AtomicUsize::new(NONE);

    #[inline]
    pub(super) fn chosen() -> Option<Backend> {
        match CHOSEN.load(Ordering::Relaxed) {
            NONE => None,
            place => Backend::detect().get(place).copied().flatten(),
        }
    }

    /// A name that no back end of this machine has.
    #[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
    #[error("this machine has no back end named {name}")]
    pub struct UnknownBackend {
        /// The name.
        pub name: std::string::String,
    }

    /// The names of the back ends this machine has, the fastest first: some of `avx512`, `avx2`, `plain`, and always
    /// `walk`, the plain way along the offsets of the 0x88 board.
    pub fn available() -> impl Iterator<Item = &'static str> {
        Backend::detect().into_iter().flatten().map(Backend::name)
    }

    /// From now on, in all threads, this back end answers.
    ///
    /// # Errors
    /// [`UnknownBackend`] when this machine has none of that name; the choice stays as it was.
    pub fn choose(name: &str) -> Result<(), UnknownBackend> {
        let place = Backend::detect().into_iter().position(|found| found.is_some_and(|backend| backend.name() == name));
        let place = place.ok_or_else(|| UnknownBackend { name: name.into() })?;
        CHOSEN.store(place, Ordering::Relaxed);
        Ok(())
    }
}
