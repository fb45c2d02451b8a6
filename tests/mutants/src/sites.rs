//! Where code can be changed, and into what.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ReturnType, Type, UnOp};

/// A place in a file that can be changed while the program runs.
pub struct Site {
    /// The bytes that give way.
    pub start: usize,
    pub end: usize,
    pub line: usize,
    pub how: How,
}

pub enum How {
    /// An operator between two operands becomes one of others.
    Binary { left: (usize, usize), right: (usize, usize), old: String, new: &'static [&'static str] },
    /// An operator before an operand goes.
    Unary { operand: (usize, usize), old: String },
    /// A function returns this at once. `start` is behind the brace that opens it.
    Returns { name: String, values: Vec<String> },
    /// An arm of a match is never taken. `start` is behind its pattern.
    Arm { pattern: String },
}

impl Site {
    /// What each mutant does, as it is told.
    pub fn mutants(&self) -> Vec<String> {
        match &self.how {
            How::Binary { old, new, .. } => new.iter().map(|new| format!("replace {old} with {new}")).collect(),
            How::Unary { old, .. } => vec![format!("delete {old}")],
            How::Returns { name, values } => values.iter().map(|value| format!("{name} returns {value}")).collect(),
            How::Arm { pattern } => vec![format!("delete arm {pattern}")],
        }
    }
}

const fn others(op: &BinOp) -> &'static [&'static str] {
    match op {
        BinOp::Eq(_) => &["!="],
        BinOp::Ne(_) => &["=="],
        BinOp::Lt(_) => &["==", ">", "<="],
        BinOp::Gt(_) => &["==", "<", ">="],
        BinOp::Le(_) => &[">", "<"],
        BinOp::Ge(_) => &["<", ">"],
        BinOp::And(_) => &["||"],
        BinOp::Or(_) => &["&&"],
        BinOp::Add(_) => &["-", "*"],
        BinOp::Sub(_) => &["+", "/"],
        BinOp::Mul(_) => &["+", "/"],
        BinOp::Div(_) => &["%", "*"],
        BinOp::Rem(_) => &["/", "+"],
        BinOp::Shl(_) => &[">>"],
        BinOp::Shr(_) => &["<<"],
        BinOp::BitAnd(_) => &["|", "^"],
        BinOp::BitOr(_) => &["&", "^"],
        BinOp::BitXor(_) => &["|", "&"],
        BinOp::AddAssign(_) => &["-=", "*="],
        BinOp::SubAssign(_) => &["+=", "/="],
        BinOp::BitAndAssign(_) => &["|=", "^="],
        BinOp::BitOrAssign(_) => &["&=", "^="],
        BinOp::BitXorAssign(_) => &["|=", "&="],
        BinOp::ShlAssign(_) => &[">>="],
        BinOp::ShrAssign(_) => &["<<="],
        _ => &[],
    }
}

fn range(span: Span) -> (usize, usize) {
    let range = span.byte_range();
    (range.start, range.end)
}

/// Whether anything binds names in a condition, which takes no parentheses.
fn binds(expr: &Expr) -> bool {
    struct Finder(bool);
    impl Visit<'_> for Finder {
        fn visit_expr_let(&mut self, _: &syn::ExprLet) {
            self.0 = true;
        }
    }
    let mut finder = Finder(false);
    finder.visit_expr(expr);
    finder.0
}

/// Finds the sites of a file.
#[derive(Default)]
pub struct Finder {
    pub sites: Vec<Site>,
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let syn::Meta::List(list) = &attribute.meta else { return attribute.path().is_ident("test") };
        list.path.is_ident("cfg") && list.tokens.to_string() == "test"
    })
}

impl Finder {
    fn function(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let values: Vec<String> = match &signature.output {
            ReturnType::Default => vec!["()".into()],
            ReturnType::Type(_, ty) => match &**ty {
                Type::Path(path) => match path.path.segments.last() {
                    Some(last) if last.ident == "bool" => vec!["true".into(), "false".into()],
                    Some(last) if last.ident == "Option" => vec!["None".into()],
                    Some(last)
                        if ["u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64"]
                            .iter()
                            .any(|name| last.ident == name) =>
                    {
                        vec!["0".into(), "1".into()]
                    }
                    Some(last) if last.ident == "SquareSet" => {
                        vec!["crate::SquareSet::EMPTY".into(), "crate::SquareSet::ALL".into()]
                    }
                    _ => Vec::new(),
                },
                _ => Vec::new(),
            },
        };
        if !values.is_empty() && !block.stmts.is_empty() {
            let open = range(block.brace_token.span.open());
            let line = block.brace_token.span.open().start().line;
            let how = How::Returns { name: signature.ident.to_string(), values };
            self.sites.push(Site { start: open.1, end: open.1, line, how });
        }
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }
    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let is_debug =
            item.trait_.as_ref().is_some_and(|(_, path, _)| path.segments.last().is_some_and(|it| it.ident == "Debug"));
        if !is_debug {
            visit::visit_item_impl(self, item);
        }
    }
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        // What is reckoned by the compiler cannot be switched while the program runs.
        if item.sig.constness.is_none() && !is_test(&item.attrs) {
            self.function(&item.sig, &item.block);
            self.visit_block(&item.block);
        }
    }
    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if item.sig.constness.is_none() {
            self.function(&item.sig, &item.block);
            self.visit_block(&item.block);
        }
    }
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_item_enum(&mut self, _: &'ast syn::ItemEnum) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_expr_repeat(&mut self, expr: &'ast syn::ExprRepeat) {
        self.visit_expr(&expr.expr);
    }

    fn visit_expr_binary(&mut self, expr: &'ast syn::ExprBinary) {
        let new = others(&expr.op);
        if !new.is_empty() && !binds(&expr.left) && !binds(&expr.right) {
            let (start, end) = range(expr.span());
            let (left, right, op) = (range(expr.left.span()), range(expr.right.span()), expr.op.span());
            let old = op.source_text().unwrap_or_default();
            let how = How::Binary { left, right, old, new };
            self.sites.push(Site { start, end, line: op.start().line, how });
        }
        visit::visit_expr_binary(self, expr);
    }
    fn visit_expr_unary(&mut self, expr: &'ast syn::ExprUnary) {
        if matches!(expr.op, UnOp::Not(_) | UnOp::Neg(_)) && !matches!(&*expr.expr, Expr::Lit(_)) {
            let (start, end) = range(expr.span());
            let old = expr.op.span().source_text().unwrap_or_default();
            let how = How::Unary { operand: range(expr.expr.span()), old };
            self.sites.push(Site { start, end, line: expr.span().start().line, how });
        }
        visit::visit_expr_unary(self, expr);
    }
    fn visit_expr_match(&mut self, expr: &'ast syn::ExprMatch) {
        let catches_all = |arm: &syn::Arm| matches!(arm.pat, syn::Pat::Wild(_)) && arm.guard.is_none();
        if expr.arms.last().is_some_and(catches_all) {
            for arm in expr.arms.iter().filter(|arm| arm.guard.is_none() && !catches_all(arm)) {
                let (_, end) = range(arm.pat.span());
                let pattern = arm.pat.span().source_text().unwrap_or_default().replace('\n', " ");
                let line = arm.pat.span().start().line;
                self.sites.push(Site { start: end, end, line, how: How::Arm { pattern } });
            }
        }
        visit::visit_expr_match(self, expr);
    }
}
