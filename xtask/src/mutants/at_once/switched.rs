//! A file in which a variable of the environment chooses the change.

use super::change::{At, Change, Genre};
use anyhow::{Context, Result};
use proc_macro2::Span;
use std::collections::{BTreeSet, HashMap};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Arm, BinOp, Block, Expr, ExprBinary, Stmt, parse_quote, parse_str};

/// What stands at the end of `lib.rs`: whether a change is chosen.
pub(super) const MODULE: &str = "
#[doc(hidden)]
pub mod change {
    #[inline]
    pub fn on(number: u32) -> bool {
        static CHOSEN: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
        let read = || std::env::var(\"CHANGE\").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
        *CHOSEN.get_or_init(read) == number
    }
}
";
/// How a choice begins in a file that was printed.
pub(super) const CHOICE: &str = "crate::change::on(";
/// The variable.
pub(super) const VARIABLE: &str = "CHANGE";

/// A file with choices of these changes, printed anew, and the numbers of those that are in it.
pub(super) fn switched(text: &str, changes: &[&Change]) -> Result<(String, BTreeSet<u32>)> {
    let mut file = syn::parse_file(text).context("is not understood")?;
    let mut at: HashMap<At, Vec<&Change>> = HashMap::new();
    changes.iter().for_each(|change| at.entry(change.span.start).or_default().push(change));
    let mut switch = Switch { at, placed: BTreeSet::new(), constant: false };
    switch.visit_file_mut(&mut file);
    Ok((prettyplease::unparse(&file), switch.placed))
}

struct Switch<'a> {
    at: HashMap<At, Vec<&'a Change>>,
    placed: BTreeSet<u32>,
    /// Within a function that may run when the program is compiled.
    constant: bool,
}

fn start(span: Span) -> At {
    let start = span.start();
    At { line: start.line, column: start.column + 1 }
}

impl<'a> Switch<'a> {
    fn of(&self, at: At, genre: Genre) -> Vec<&'a Change> {
        let there = self.at.get(&at).filter(|_| !self.constant);
        there.into_iter().flatten().copied().filter(|change| change.genre == genre).collect()
    }

    /// An expression, or another one where a change is chosen.
    fn choice(&mut self, change: &Change, instead: &Expr, usual: &Expr) -> Expr {
        self.placed.insert(change.number);
        let number = change.number;
        parse_quote!((if crate::change::on(#number) { #instead } else { #usual }))
    }

    /// Answers before the body of a function does.
    fn answer(&mut self, block: &mut Block, first: At) {
        let mut answers: Vec<Stmt> = Vec::new();
        for change in self.of(first, Genre::FnValue) {
            let Ok(value) = parse_str::<Expr>(&change.replacement) else { continue };
            let number = change.number;
            self.placed.insert(number);
            answers.push(parse_quote!(if crate::change::on(#number) { return #value; }));
        }
        block.stmts.splice(0..0, answers);
    }

    /// Visits a function with what is in it; `visit` does the latter.
    fn function<T>(
        &mut self,
        item: &mut T,
        constant: bool,
        visit: fn(&mut Self, &mut T),
        body: fn(&mut T) -> Option<&mut Block>,
    ) {
        let before = self.constant;
        self.constant |= constant;
        let first =
            body(item).and_then(|block| block.stmts.first()).map(|first| start(first.span()));
        visit(self, item);
        if let (Some(block), Some(first)) = (body(item), first) {
            self.answer(block, first);
        }
        self.constant = before;
    }
}

impl VisitMut for Switch<'_> {
    fn visit_item_const_mut(&mut self, _: &mut syn::ItemConst) {}
    fn visit_impl_item_const_mut(&mut self, _: &mut syn::ImplItemConst) {}
    fn visit_item_static_mut(&mut self, _: &mut syn::ItemStatic) {}
    fn visit_type_mut(&mut self, _: &mut syn::Type) {}
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}
    /// The length of an array is a constant.
    fn visit_expr_repeat_mut(&mut self, repeat: &mut syn::ExprRepeat) {
        self.visit_expr_mut(&mut repeat.expr);
    }

    fn visit_item_fn_mut(&mut self, item: &mut syn::ItemFn) {
        let constant = item.sig.constness.is_some();
        self.function(item, constant, visit_mut::visit_item_fn_mut, |item| Some(&mut item.block));
    }

    fn visit_impl_item_fn_mut(&mut self, item: &mut syn::ImplItemFn) {
        let constant = item.sig.constness.is_some();
        self.function(item, constant, visit_mut::visit_impl_item_fn_mut, |item| {
            Some(&mut item.block)
        });
    }

    fn visit_trait_item_fn_mut(&mut self, item: &mut syn::TraitItemFn) {
        self.function(item, false, visit_mut::visit_trait_item_fn_mut, |item| {
            item.default.as_mut()
        });
    }

    fn visit_arm_mut(&mut self, arm: &mut Arm) {
        let pattern = start(arm.pat.span());
        let guard = arm.guard.as_ref().map(|(_, guard)| start(guard.span()));
        visit_mut::visit_arm_mut(self, arm);
        for change in guard.map_or_else(Vec::new, |at| self.of(at, Genre::MatchArmGuard)) {
            if let (Some((_, guard)), Ok(value)) =
                (&mut arm.guard, parse_str::<Expr>(&change.replacement))
            {
                let chosen = self.choice(change, &value, guard);
                **guard = chosen;
            }
        }
        // An arm that is left out is one whose guard does not hold.
        for change in self.of(pattern, Genre::MatchArm) {
            let usual = arm.guard.take().map_or_else(|| parse_quote!(true), |(_, guard)| guard);
            let chosen = self.choice(change, &parse_quote!(false), &usual);
            arm.guard = Some((<syn::Token![if]>::default(), Box::new(chosen)));
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        // Where it began before what is in it was changed.
        let at = match expr {
            Expr::Binary(binary) => start(binary.op.span()),
            Expr::Unary(unary) => start(unary.op.span()),
            _ => return visit_mut::visit_expr_mut(self, expr),
        };
        visit_mut::visit_expr_mut(self, expr);
        let mut chosen = expr.clone();
        match expr {
            // `if let` cannot be chosen.
            Expr::Binary(ExprBinary { left, right, .. }) if is_let(left) || is_let(right) => {}
            Expr::Binary(binary) => {
                for change in self.of(at, Genre::BinaryOperator) {
                    let Ok(op) = parse_str::<BinOp>(&change.replacement) else { continue };
                    let instead = Expr::Binary(ExprBinary { op, ..binary.clone() });
                    chosen = self.choice(change, &instead, &chosen);
                }
            }
            Expr::Unary(unary) => {
                for change in self.of(at, Genre::UnaryOperator) {
                    chosen = self.choice(change, &unary.expr, &chosen);
                }
            }
            _ => {}
        }
        *expr = chosen;
    }
}

fn is_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => is_let(&binary.left) || is_let(&binary.right),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::change::Span;
    use super::*;

    fn change(
        number: u32,
        genre: Genre,
        (line, column): (usize, usize),
        replacement: &str,
    ) -> Change {
        let span = Span { start: At { line, column } };
        Change {
            file: String::new(),
            name: String::new(),
            genre,
            replacement: replacement.into(),
            span,
            number,
        }
    }

    /// The text with these changes, without white space, and what is in it.
    fn told(text: &str, changes: &[Change]) -> (String, BTreeSet<u32>) {
        let (text, placed) = switched(text, &changes.iter().collect::<Vec<_>>()).unwrap();
        (text.split_whitespace().collect(), placed)
    }

    #[test]
    fn what_is_compared_answered_and_left_out_is_chosen() {
        let text = "fn f(a: i32) -> bool {\n    match a {\n        0 => a < 1,\n        n if n > 2 => !true,\n        _ => false,\n    }\n}\n";
        let changes = [
            change(1, Genre::BinaryOperator, (3, 16), "<="),
            change(2, Genre::BinaryOperator, (3, 16), "=="),
            change(3, Genre::UnaryOperator, (4, 23), ""),
            change(4, Genre::MatchArmGuard, (4, 14), "true"),
            change(5, Genre::MatchArm, (3, 9), ""),
            change(6, Genre::FnValue, (2, 5), "true"),
        ];
        let (text, placed) = told(text, &changes);
        assert_eq!(placed, BTreeSet::from([1, 2, 3, 4, 5, 6]), "{text}");
        for part in [
            "{ifcrate::change::on(6u32){returntrue;}matcha",
            "ifcrate::change::on(2u32){a==1}else{(ifcrate::change::on(1u32){a<=1}else{a<1})}",
            "ifcrate::change::on(3u32){true}else{!true}",
            "nif(ifcrate::change::on(4u32){true}else{n>2})=>",
            "0if(ifcrate::change::on(5u32){false}else{true})=>",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    #[test]
    fn constants_and_patterns_that_are_asked_for_stay() {
        let text = "const A: u8 = 1 + 2;\nconst fn g() -> u8 { 1 + 2 }\nfn h(a: Option<u8>) { if let Some(1) = a && true {} }\n";
        let changes = [
            change(1, Genre::BinaryOperator, (1, 17), "-"),
            change(2, Genre::BinaryOperator, (2, 24), "-"),
            change(3, Genre::BinaryOperator, (3, 42), "||"),
        ];
        let (text, placed) = told(text, &changes);
        assert!(placed.is_empty() && !text.contains("change"), "{text}");
    }
}
