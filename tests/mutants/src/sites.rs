//! Where code can be changed, and into what.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ReturnType, Type, UnOp};

/// Bytes of a file, from the first to before the last.
pub type Range = (usize, usize);

/// A place in a file that can be changed while the program runs.
pub struct Site {
    pub line: usize,
    /// The function it is in.
    pub function: String,
    /// Whether that is a `const fn`, which the compiler may have called.
    pub is_const: bool,
    pub how: How,
}

/// What can be changed, and into what. Behind each place stands the text that is there now.
pub enum How {
    /// An operator becomes one of others. Operands are taken by reference where they need not be numbers.
    Binary { left: Range, right: Range, old: String, new: &'static [&'static str], by_value: bool },
    /// An operator that assigns becomes one of others.
    Assign { left: Range, right: Range, old: String, new: &'static [&'static str] },
    /// *And* becomes *or*, or the other way round.
    Logic { left: Range, right: Range, and: bool },
    /// An operator before an operand goes.
    Unary { start: usize, operand: Range, old: String },
    /// A function returns one of these at once. `start` is behind the brace that opens it.
    Returns { start: usize, values: Vec<String> },
    /// An arm of a match is never taken. `end` is behind its pattern.
    Arm { end: usize, pattern: String },
    /// The condition of an arm always holds, or never.
    Guard { whole: Range },
    /// What is between the braces of a function is another text. Behind each stands why that is wrong.
    Body { whole: Range, others: Vec<(String, String)> },
}

impl Site {
    /// What each mutant does, as it is told.
    pub fn mutants(&self, source: &str) -> Vec<String> {
        let text = |(start, end): Range| {
            let text = source[start..end].split_whitespace().collect::<Vec<_>>().join(" ");
            if text.chars().count() > 70 { text.chars().take(67).chain("...".chars()).collect() } else { text }
        };
        match &self.how {
            How::Binary { left, right, old, new, .. } | How::Assign { left, right, old, new } => {
                new.iter().map(|new| format!("{old} becomes {new} in: {}", text((left.0, right.1)))).collect()
            }
            How::Logic { left, right, and } => {
                let (old, new) = if *and { ("&&", "||") } else { ("||", "&&") };
                vec![format!("{old} becomes {new} in: {}", text((left.0, right.1)))]
            }
            How::Unary { start, operand, old } => vec![format!("no {old} in: {}", text((*start, operand.1)))],
            How::Returns { values, .. } => values.iter().map(|value| format!("returns {value}")).collect(),
            How::Arm { pattern, .. } => vec![format!("no arm for: {pattern}")],
            How::Body { others, .. } => others.iter().map(|(_, why)| why.clone()).collect(),
            How::Guard { whole } => {
                ["always", "never"].iter().map(|holds| format!("{holds}: {}", text(*whole))).collect()
            }
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
        BinOp::Add(_) => &["-", "*"],
        BinOp::Sub(_) => &["+", "/"],
        BinOp::Mul(_) => &["+", "/"],
        BinOp::Div(_) => &["%", "*"],
        BinOp::Rem(_) => &["/", "+"],
        BinOp::Shl(_) => &[">>"],
        BinOp::Shr(_) => &["<<"],
        BinOp::BitAnd(_) => &["|", "^"],
        // Nearly all that is joined so has no bit in common, and then `^` is the same.
        BinOp::BitOr(_) => &["&"],
        BinOp::BitXor(_) => &["|", "&"],
        BinOp::AddAssign(_) => &["-=", "*="],
        BinOp::SubAssign(_) => &["+=", "/="],
        BinOp::BitAndAssign(_) => &["|=", "^="],
        BinOp::BitOrAssign(_) => &["&="],
        BinOp::BitXorAssign(_) => &["|=", "&="],
        BinOp::ShlAssign(_) => &[">>="],
        BinOp::ShrAssign(_) => &["<<="],
        _ => &[],
    }
}

fn range(span: Span) -> Range {
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

/// Whether it is written as a number or character, so that both sides can be copied.
fn is_plain(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(lit) => !matches!(lit.lit, syn::Lit::Str(_) | syn::Lit::ByteStr(_)),
        Expr::Unary(unary) => is_plain(&unary.expr),
        Expr::Paren(paren) => is_plain(&paren.expr),
        Expr::Cast(_) => true,
        _ => false,
    }
}

/// Finds the sites of a file; what lies within another comes after it.
#[derive(Default)]
pub struct Finder {
    pub sites: Vec<Site>,
    /// What is between the braces of each function, and its name.
    pub bodies: Vec<(Range, String)>,
    function: String,
    is_const: bool,
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let syn::Meta::List(list) = &attribute.meta else { return attribute.path().is_ident("test") };
        list.path.is_ident("cfg") && list.tokens.to_string() == "test"
    })
}

/// What a function of this type may return instead.
fn instead(ty: &Type) -> Vec<String> {
    let strings = |values: &[&str]| values.iter().map(ToString::to_string).collect();
    match ty {
        Type::Path(path) => match path.path.segments.last() {
            Some(last) => match last.ident.to_string().as_str() {
                "bool" => strings(&["true", "false"]),
                "Option" => strings(&["None"]),
                "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" => strings(&["0", "1"]),
                "SquareSet" => strings(&["crate::SquareSet::EMPTY", "crate::SquareSet::ALL"]),
                "String" | "Vec" => strings(&["Default::default()"]),
                "Result" => match &last.arguments {
                    syn::PathArguments::None => strings(&["Ok(())"]),
                    syn::PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
                        Some(syn::GenericArgument::Type(Type::Tuple(tuple))) if tuple.elems.is_empty() => {
                            strings(&["Ok(())"])
                        }
                        _ => Vec::new(),
                    },
                    syn::PathArguments::Parenthesized(_) => Vec::new(),
                },
                _ => Vec::new(),
            },
            None => Vec::new(),
        },
        Type::Reference(reference) => match &*reference.elem {
            Type::Path(path) if path.path.is_ident("str") => strings(&["\"\""]),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

impl Finder {
    fn push(&mut self, line: usize, how: How) {
        self.sites.push(Site { line, function: self.function.clone(), is_const: self.is_const, how });
    }

    fn function(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let (function, is_const) = (self.function.clone(), self.is_const);
        self.function = signature.ident.to_string();
        self.is_const = signature.constness.is_some();
        let (open, close) = (block.brace_token.span.open(), block.brace_token.span.close());
        self.bodies.push(((range(open).1, range(close).0), self.function.clone()));
        let values = match &signature.output {
            ReturnType::Default => vec!["()".into()],
            ReturnType::Type(_, ty) => instead(ty),
        };
        if !values.is_empty() && !block.stmts.is_empty() {
            self.push(open.start().line, How::Returns { start: range(open).1, values });
        }
        self.visit_block(block);
        (self.function, self.is_const) = (function, is_const);
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }
    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        // Debug output promises nothing.
        let is_debug =
            item.trait_.as_ref().is_some_and(|(_, path, _)| path.segments.last().is_some_and(|it| it.ident == "Debug"));
        if !is_debug {
            visit::visit_item_impl(self, item);
        }
    }
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_test(&item.attrs) {
            self.function(&item.sig, &item.block);
        }
    }
    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_test(&item.attrs) {
            self.function(&item.sig, &item.block);
        }
    }
    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(&item.sig, block);
        }
    }
    // What stands for a value of the compiler's is its own.
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_item_enum(&mut self, _: &'ast syn::ItemEnum) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_expr_repeat(&mut self, expr: &'ast syn::ExprRepeat) {
        self.visit_expr(&expr.expr);
    }

    fn visit_expr_binary(&mut self, expr: &'ast syn::ExprBinary) {
        let (left, right) = (range(expr.left.span()), range(expr.right.span()));
        let (line, new) = (expr.op.span().start().line, others(&expr.op));
        let old = expr.op.span().source_text().unwrap_or_default();
        match expr.op {
            _ if binds(&expr.left) || binds(&expr.right) => {}
            BinOp::And(_) | BinOp::Or(_) => {
                self.push(line, How::Logic { left, right, and: matches!(expr.op, BinOp::And(_)) });
            }
            _ if new.is_empty() => {}
            _ if old.ends_with('=') && !matches!(old.as_str(), "==" | "!=" | "<=" | ">=") => {
                self.push(line, How::Assign { left, right, old, new });
                // What is assigned to is written more than once.
                return self.visit_expr(&expr.right);
            }
            BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => {
                let by_value = self.is_const || is_plain(&expr.left) || is_plain(&expr.right);
                self.push(line, How::Binary { left, right, old, new, by_value });
            }
            _ => self.push(line, How::Binary { left, right, old, new, by_value: true }),
        }
        visit::visit_expr_binary(self, expr);
    }
    fn visit_expr_unary(&mut self, expr: &'ast syn::ExprUnary) {
        if matches!(expr.op, UnOp::Not(_) | UnOp::Neg(_)) && !matches!(&*expr.expr, Expr::Lit(_)) {
            let old = expr.op.span().source_text().unwrap_or_default();
            let (start, operand) = (range(expr.span()).0, range(expr.expr.span()));
            self.push(expr.span().start().line, How::Unary { start, operand, old });
        }
        visit::visit_expr_unary(self, expr);
    }
    fn visit_expr_match(&mut self, expr: &'ast syn::ExprMatch) {
        let catches_all = |arm: &syn::Arm| matches!(arm.pat, syn::Pat::Wild(_)) && arm.guard.is_none();
        let has_last = expr.arms.last().is_some_and(catches_all);
        self.visit_expr(&expr.expr);
        for arm in &expr.arms {
            match &arm.guard {
                Some((_, guard)) if !binds(guard) => {
                    self.push(guard.span().start().line, How::Guard { whole: range(guard.span()) });
                    self.visit_expr(guard);
                }
                None if has_last && !catches_all(arm) => {
                    let pattern = arm.pat.span().source_text().unwrap_or_default();
                    let pattern = pattern.split_whitespace().collect::<Vec<_>>().join(" ");
                    self.push(arm.pat.span().start().line, How::Arm { end: range(arm.pat.span()).1, pattern });
                }
                _ => {}
            }
            self.visit_expr(&arm.body);
        }
    }
}
