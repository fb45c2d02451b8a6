//! Why a mutant may live, as a comment beside the code says:
//!
//! ```text
//! // mutants: `returns 0`, `+ becomes *`: a worse hash finds the same, later
//! fn hash(&self) -> u64 {
//! ```
//!
//! Between backticks stand parts of what the tool prints of the mutants that live. The comment is within the function, or before the
//! function, impl or module that it is about.

use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// A part of a mutant's name, and where that counts.
pub struct Reason {
    pub file: String,
    /// The line of the comment.
    pub line: usize,
    pub part: String,
    first: usize,
    last: usize,
}

impl Reason {
    /// Whether the mutant on a line, which is so described, may live for this reason.
    pub fn covers(&self, file: &str, line: usize, what: &str) -> bool {
        self.file == file && (self.first..=self.last).contains(&line) && what.contains(&self.part)
    }
}

/// The first and last lines of functions, and of what may hold some.
#[derive(Default)]
struct Items {
    functions: Vec<(usize, usize)>,
    all: Vec<(usize, usize)>,
}

impl Items {
    fn add(&mut self, item: &impl Spanned, is_function: bool) {
        let lines = (item.span().start().line, item.span().end().line);
        self.all.push(lines);
        if is_function {
            self.functions.push(lines);
        }
    }
}

impl<'ast> Visit<'ast> for Items {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.add(item, true);
        visit::visit_item_fn(self, item);
    }
    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.add(item, true);
        visit::visit_impl_item_fn(self, item);
    }
    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        self.add(item, true);
        visit::visit_trait_item_fn(self, item);
    }
    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        self.add(item, false);
        visit::visit_item_impl(self, item);
    }
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.add(item, false);
        visit::visit_item_mod(self, item);
    }
}

/// The reasons that stand in a file.
///
/// # Panics
/// If a comment that begins as one is none.
pub fn of(file: &str, source: &str, tree: &syn::File) -> Vec<Reason> {
    let mut items = Items::default();
    items.visit_file(tree);
    let mut reasons = Vec::new();
    for (line, text) in source.lines().enumerate().map(|(n, text)| (n + 1, text.trim())) {
        let Some(text) = text.strip_prefix("// mutants: ") else { continue };
        let (parts, why) = text.rsplit_once("`: ").unwrap_or((text, ""));
        assert!(text.starts_with('`') && !why.is_empty(), "{file}:{line}: a reason is `PART`, `PART`: WHY");
        let within = items.functions.iter().filter(|(first, last)| (first..=last).contains(&&line));
        let behind = items.all.iter().filter(|(first, _)| *first > line);
        let scope = within.min_by_key(|(first, last)| last - first);
        let scope = scope.or_else(|| behind.min_by_key(|(first, last)| (*first, usize::MAX - last)));
        let &(first, last) = scope.unwrap_or_else(|| panic!("{file}:{line}: a reason without a function"));
        reasons.extend(parts.split('`').skip(1).step_by(2).map(|part| Reason {
            file: file.into(),
            line,
            part: part.into(),
            first,
            last,
        }));
    }
    reasons
}
