//! The back ends for x86-64. Every one is compiled on every build; which one runs is chosen at
//! run time, or by target features where there is no run time to ask.

#![expect(clippy::many_single_char_names, reason = "eight lanes are a to h")]

pub(crate) mod avx2;
pub(crate) mod avx512;

/// Whether the machine has all these features: asked at run time, or of the compiler where there is no run time to ask.
macro_rules! has_features {
    ([$($feature:tt)*]) => {{
        #[cfg(feature = "std")]
        let found = true $(&& std::arch::is_x86_feature_detected!($feature))*;
        #[cfg(not(feature = "std"))]
        let found = cfg!(all($(target_feature = $feature),*));
        found
    }};
}
pub(crate) use has_features;

/// A function compiled with all these features.
macro_rules! with_features {
    ([$($feature:tt)*] $($function:tt)*) => { $(#[target_feature(enable = $feature)])* $($function)* };
}
pub(crate) use with_features;

/// A back end: its token, and the lane operations as ordinary functions with `#[target_feature]`, in which the intrinsics
/// are safe to call, each wired to the trait method of the same name.
///
/// The features stand once, and this is the one place where they are vouched for: the methods take the token, and a token
/// exists only after the features were detected.
macro_rules! back_end {
    (
        $(#[$token_doc:meta])* $token:ident needs $features:tt;
        $($(#[$type_doc:meta])* type $type:ident = $is:ty;)*
        $(const $const:ident: $const_ty:ty = $value:expr;)*
        $(fn $name:ident $(<const $n:ident: $kind:ty>)? ($($arg:ident: $ty:ty),*) $(-> $out:ty)? $body:block)*
    ) => {
        $(#[$token_doc])*
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $token(());

        impl $token {
            /// The token, if this machine can run the back end.
            pub(crate) fn detect() -> Option<Self> {
                has_features!($features).then_some(Self(()))
            }
        }

        impl Lanes for $token {
            $($(#[$type_doc])* type $type = $is;)*
            $(const $const: $const_ty = $value;)*

            #[inline(always)]
            fn enter<T: Task<Self>>(self, task: T) -> T::Output {
                with_features! { $features
                    fn enabled<L: Lanes, T: Task<L>>(lanes: L, task: T) -> T::Output {
                        task.run(lanes)
                    }
                }
                // SAFETY: the token `self` exists, so the machine has the features.
                unsafe { enabled(self, task) }
            }
            $(
                #[inline(always)]
                fn $name $(<const $n: $kind>)? (self, $($arg: $ty),*) $(-> $out)? {
                    with_features! { $features
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
pub(crate) use back_end;
