//! The back ends for x86-64. Every one is compiled on every build; which one runs is chosen at
//! run time, or by target features where there is no run time to ask.

pub(crate) mod avx2;
pub(crate) mod avx512;
pub(crate) mod sse2;

/// Whether the machine has all these features: asked at run time, or of the compiler where there is no run time to ask.
macro_rules! has_features {
    ($($feature:tt)*) => {{
        #[cfg(feature = "std")]
        let found = true $(&& std::arch::is_x86_feature_detected!($feature))*;
        #[cfg(not(feature = "std"))]
        let found = cfg!(all($(target_feature = $feature),*));
        found
    }};
}
pub(crate) use has_features;

/// Writes the lane operations of a back end as ordinary functions with `#[target_feature]`, in
/// which the intrinsics are safe to call, and wires each to the trait method of the same name.
///
/// This is the one place where the features are vouched for: the methods take the token, and a
/// token exists only after the features were detected.
macro_rules! operations {
    ($features:literal; $(fn $name:ident $(<const $n:ident: $kind:ty>)? ($($arg:ident: $ty:ty),*) $(-> $out:ty)? $body:block)*) => {
        #[inline(always)]
        fn enter<T: Task<Self>>(self, task: T) -> T::Output {
            #[target_feature(enable = $features)]
            fn enabled<L: Lanes, T: Task<L>>(lanes: L, task: T) -> T::Output {
                task.run(lanes)
            }
            // SAFETY: the token `self` exists, so the machine has the features.
            unsafe { enabled(self, task) }
        }
        $(
            #[inline(always)]
            fn $name $(<const $n: $kind>)? (self, $($arg: $ty),*) $(-> $out)? {
                #[inline]
                #[target_feature(enable = $features)]
                fn operation $(<const $n: $kind>)? ($($arg: $ty),*) $(-> $out)? $body
                // SAFETY: the token `self` exists, so the machine has the features.
                unsafe { operation $(::<$n>)? ($($arg),*) }
            }
        )*
    };
}
pub(crate) use operations;
