//! [`operators!`]: the operators of a set in one line each.

/// Implements binary operators for two values of a `Copy` type, with or without the assignment.
macro_rules! operators {
    ($type:ident: $(
        $(#[$doc:meta])*
        $trait:ident $method:ident $(($assign:ident $assign_method:ident))? = |$left:ident, $right:ident| $result:expr;
    )*) => {$(
        $(#[$doc])*
        impl core::ops::$trait for $type {
            type Output = $type;

            #[inline]
            fn $method(self, $right: $type) -> $type {
                let $left = self;
                $result
            }
        }

        $(impl core::ops::$assign for $type {
            #[inline]
            fn $assign_method(&mut self, other: $type) {
                *self = core::ops::$trait::$method(*self, other);
            }
        })?
    )*};
}

pub(crate) use operators;
