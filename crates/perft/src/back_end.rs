//! The macro that builds a back end from the lane operations of an instruction set.
#![allow(unused_macros, reason = "builds with the portable lanes alone use none of them")]

/// A back end: its token, and the lane operations as functions with `#[target_feature]`, in which the intrinsics are safe to call.
/// Each is called by the trait method of the same name.
///
/// The features are named once. The `unsafe` calls below are sound because the methods take the token, and a token exists only
/// after the features were detected.
macro_rules! back_end {
    // Tests if the machine has all these features: at run time on x86-64 with `std`, else at compile time.
    (has [$($feature:tt)*]) => {{
        let found = cfg!(all($(target_feature = $feature),*));
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        let found = found || true $(&& std::arch::is_x86_feature_detected!($feature))*;
        found
    }};
    // A function compiled with all these features.
    (with [$($feature:tt)*] $($function:tt)*) => { $(#[target_feature(enable = $feature)])* $($function)* };
    (
        $(#[$token_doc:meta])* $token:ident needs $features:tt;
        $($(#[$type_doc:meta])* type $type:ident = $is:ty;)*
        $(fn $name:ident $(<const $n:ident: $kind:ty>)? ($($arg:ident: $ty:ty),*) $(-> $out:ty)? $body:block)*
    ) => {
        $(#[$token_doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) struct $token(());

        impl $token {
            /// Returns the token if this machine can run the back end.
            pub(crate) fn detect() -> Option<Self> {
                back_end!(has $features).then_some(Self(()))
            }
        }

        impl Lanes for $token {
            $($(#[$type_doc])* type $type = $is;)*

            #[inline(always)]
            fn enter<K: Kernel<Self>>(self, kernel: K) -> K::Output {
                back_end! { with $features
                    #[inline(never)]
                    fn enabled<L: Lanes, K: Kernel<L>>(lanes: L, kernel: K) -> K::Output {
                        kernel.run(lanes)
                    }
                }
                // SAFETY: the token `self` exists, so the machine has the features.
                unsafe { enabled(self, kernel) }
            }
            $(
                #[inline(always)]
                fn $name $(<const $n: $kind>)? (self, $($arg: $ty),*) $(-> $out)? {
                    back_end! { with $features
                        #[inline]
                        fn operation $(<const $n: $kind>)? ($($arg: $ty),*) $(-> $out)? $body
                    }
                    // SAFETY: the token `self` exists, so the machine has the features.
                    unsafe { operation $(::<$n>)? ($($arg),*) }
                }
            )*
        }
    };
}
