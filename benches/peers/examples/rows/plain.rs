//! What a value says, in words that all libraries share: `‹e2e4›` is a move, `«...»` a position, `{...}` a list whose order means
//! nothing, `-` no value or an error, nothing at all what a call returns that only changes something.

use std::cell::RefCell;

pub trait Plain {
    fn plain(&self) -> String;
}

/// A result, which [`say`](ViaPlain::say) puts into words: of its own, or those of its items.
pub struct Given<T>(RefCell<Option<T>>);

impl<T> Given<T> {
    pub fn new(value: T) -> Given<T> {
        Given(RefCell::new(Some(value)))
    }
}

pub trait ViaPlain {
    fn say(&self) -> String;
}

impl<T: Plain> ViaPlain for &Given<T> {
    fn say(&self) -> String {
        self.0.borrow().as_ref().expect("a value").plain()
    }
}

pub trait ViaItems {
    fn say(&self) -> String;
}

impl<I: Iterator<Item: Plain>> ViaItems for Given<I> {
    fn say(&self) -> String {
        items(self.0.take().expect("a value"))
    }
}

pub fn items<T: Plain>(items: impl Iterator<Item = T>) -> String {
    let items: Vec<String> = items.map(|item| item.plain()).filter(|item| !item.is_empty()).collect();
    format!("{{{}}}", items.join("; "))
}

/// A move that a visitor was given.
pub struct Visited(String);

impl Plain for Visited {
    fn plain(&self) -> String {
        self.0.clone()
    }
}

thread_local! {
    /// What a visitor was given, once it is made.
    pub static VISITED: RefCell<Option<Vec<Visited>>> = const { RefCell::new(None) };
}

pub fn visited(value: &impl Plain) {
    VISITED.with_borrow_mut(|visited| visited.get_or_insert_default().push(Visited(value.plain())));
}

/// The words for what a sequence of calls returned, and for each value that they changed.
pub fn answer(values: Vec<String>, before: Vec<String>, after: Vec<String>) -> String {
    let visited = VISITED.take();
    let mut parts = visited.map_or(values, |visited| vec![items(visited.into_iter())]);
    parts.extend(before.into_iter().zip(after).filter(|(before, after)| before != after).map(|(_, after)| after));
    parts.retain(|part| !part.is_empty());
    parts.dedup();
    parts.join(" ")
}

/// Implements [`Plain`] by a closure.
macro_rules! plain {
    ($($type:ty: $words:expr;)*) => {
        $(impl Plain for $type {
            fn plain(&self) -> String {
                let words: fn(&$type) -> String = $words;
                words(self)
            }
        })*
    };
}
pub(crate) use plain;

plain! {
    (): |_| String::new();
    bool: bool::to_string;
    u8: u8::to_string;
    u16: u16::to_string;
    u32: u32::to_string;
    i32: i32::to_string;
    u64: u64::to_string;
    usize: usize::to_string;
    std::num::NonZeroU32: |number| number.to_string();
    str: |text| format!("\"{text}\"");
    String: |text| text.as_str().plain();
    char: |char| format!("\"{char}\"");
    std::ops::ControlFlow<()>: |_| String::new();
    [u8; 32]: |bytes| format!("{bytes:x?}");
}

impl<T: Plain + ?Sized> Plain for &T {
    fn plain(&self) -> String {
        (**self).plain()
    }
}

impl<T: Plain> Plain for Option<T> {
    fn plain(&self) -> String {
        self.as_ref().map_or("-".to_owned(), Plain::plain)
    }
}

impl<T: Plain, E> Plain for Result<T, E> {
    fn plain(&self) -> String {
        self.as_ref().ok().plain()
    }
}

impl<T: Plain> Plain for [T] {
    fn plain(&self) -> String {
        format!("[{}]", self.iter().map(Plain::plain).collect::<Vec<_>>().join("; "))
    }
}

impl<T: Plain> Plain for Vec<T> {
    fn plain(&self) -> String {
        self.as_slice().plain()
    }
}

impl<A: Plain, B: Plain> Plain for (A, B) {
    fn plain(&self) -> String {
        format!("{} {}", self.0.plain(), self.1.plain())
    }
}
