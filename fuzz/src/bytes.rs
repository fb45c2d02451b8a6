//! A fuzzer's bytes, taken from the front. Where they end, zeros follow.

/// What is left.
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// So many bytes, or all that are left.
    pub(crate) fn take(&mut self, length: usize) -> &'a [u8] {
        let (first, rest) = self.0.split_at(length.min(self.0.len()));
        self.0 = rest;
        first
    }

    /// A text of up to 255 bytes; what is none is replaced.
    pub(crate) fn words(&mut self) -> String {
        let length = self.byte().into();
        String::from_utf8_lossy(self.take(length)).into_owned()
    }

    pub(crate) fn flag(&mut self) -> bool {
        self.byte() & 1 != 0
    }

    pub(crate) fn u16(&mut self) -> u16 {
        u16::from_be_bytes([self.byte(), self.byte()])
    }

    pub(crate) fn u32(&mut self) -> u32 {
        u32::from(self.u16()) << 16 | u32::from(self.u16())
    }

    pub(crate) fn u64(&mut self) -> u64 {
        u64::from(self.u32()) << 32 | u64::from(self.u32())
    }

    /// A small number mostly, and sometimes any.
    pub(crate) fn clock(&mut self) -> u32 {
        match self.byte() {
            255 => self.u32(),
            small => small.into(),
        }
    }

    /// One of these, if there are any. Takes one byte.
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        let byte = usize::from(self.byte());
        if items.is_empty() { None } else { Some(items[byte % items.len()]) }
    }

    /// All that is left, as a text if it is one.
    pub(crate) fn text(&self) -> Option<&'a str> {
        str::from_utf8(self.0).ok()
    }
}
