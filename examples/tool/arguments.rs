//! The arguments of a tool. Its help text lists the options, and shows which of them have a value.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fmt::Display;
use std::num::ParseIntError;
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;

use super::{Failure, Variant};

/// The arguments that the tool has not taken yet.
pub struct Arguments {
    /// The options, each with its value (empty if it has none) until the tool takes it.
    options: Vec<(String, Option<OsString>)>,
    values: VecDeque<OsString>,
}

impl Arguments {
    /// Reads the command line. Returns `None` for a request for help.
    pub(super) fn new(help: &str) -> Result<Option<Arguments>, lexopt::Error> {
        use lexopt::prelude::*;
        let (mut options, mut values) = (Vec::new(), VecDeque::new());
        let mut parser = lexopt::Parser::from_env();
        while let Some(argument) = parser.next()? {
            match argument {
                Short('h') | Long("help") => return Ok(None),
                Long(name) => {
                    let name = format!("--{name}");
                    let mut lines = help.lines().map(|line| line.split_whitespace());
                    let Some(mut line) = lines.find(|line| line.clone().next() == Some(&name)) else {
                        return Err(lexopt::Error::UnexpectedOption(name));
                    };
                    let takes_value = line.nth(1).is_some_and(|word| word.starts_with('<'));
                    let value = if takes_value { parser.value()? } else { OsString::new() };
                    options.push((name, Some(value)));
                }
                Value(value) => values.push_back(value),
                Short(_) => return Err(argument.unexpected()),
            }
        }
        Ok(Some(Arguments { options, values }))
    }

    fn has(&self, name: &str) -> bool {
        self.options.iter().any(|(option, _)| option == name)
    }

    /// Rejects options that contradict this option.
    pub fn apart(&mut self, name: &str, others: &[&str]) -> Result<&mut Self, Failure> {
        match others.iter().find(|other| self.has(name) && self.has(other)) {
            Some(other) => Err(Failure::at(name, format!("goes without {other}"))),
            None => Ok(self),
        }
    }

    /// Rejects an option that needs another one, if that is missing.
    pub fn needs(&mut self, name: &str, other: &str) -> Result<&mut Self, Failure> {
        if self.has(name) && !self.has(other) { Err(Failure::at(name, format!("goes with {other}"))) } else { Ok(self) }
    }

    /// Takes an option without a value.
    pub fn flag(&mut self, name: &str) -> bool {
        self.take(name).is_some()
    }

    /// Takes the value of an option.
    pub fn value<T: FromStr<Err: Display>>(&mut self, name: &str) -> Result<Option<T>, Failure> {
        self.take(name).map(|value| read(name, value)).transpose()
    }

    /// Takes the value of an option, a number in this range.
    pub fn within<T>(&mut self, name: &str, range: impl RangeBounds<T>) -> Result<Option<T>, Failure>
    where
        T: FromStr<Err = ParseIntError> + PartialOrd + Display,
    {
        self.value(name)?.map(|value: String| number(name, &value, &range)).transpose()
    }

    /// Takes the next argument that is not an option, a number in this range.
    pub fn required_within<T>(&mut self, name: &str, range: impl RangeBounds<T>) -> Result<T, Failure>
    where
        T: FromStr<Err = ParseIntError> + PartialOrd + Display,
    {
        let value = self.required::<String>(name)?;
        number(name, &value, &range)
    }

    /// Takes the next argument that is not an option, if there is one, a number in this range.
    pub fn optional_within<T>(&mut self, name: &str, range: impl RangeBounds<T>) -> Result<Option<T>, Failure>
    where
        T: FromStr<Err = ParseIntError> + PartialOrd + Display,
    {
        self.optional(name)?.map(|value: String| number(name, &value, &range)).transpose()
    }

    /// Takes the value of an option, one of these words, and returns its meaning.
    pub fn choice<T: Copy>(&mut self, name: &str, words: &[(&str, T)]) -> Result<Option<T>, Failure> {
        let Some(value) = self.value::<String>(name)? else { return Ok(None) };
        let Some(&(_, choice)) = words.iter().find(|(word, _)| *word == value) else {
            let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            return Err(Failure::at(name, format!("{value:?} is none of {}", words.join(", "))));
        };
        Ok(Some(choice))
    }

    /// Takes the option for the game.
    pub fn variant(&mut self) -> Result<Variant, Failure> {
        let words = [("chess", Variant::Chess), ("makruk", Variant::Makruk)];
        Ok(self.choice("--variant", &words)?.unwrap_or_default())
    }

    /// Takes the values of an option that may be repeated. Commas separate the values of one option.
    pub fn list<T: FromStr<Err: Display>>(&mut self, name: &str) -> Result<Vec<T>, Failure> {
        let mut list = Vec::new();
        while let Some(values) = self.value::<String>(name)? {
            for value in values.split(',') {
                list.push(read(name, value.into())?);
            }
        }
        Ok(list)
    }

    /// Takes the next argument that is not an option.
    pub fn optional<T: FromStr<Err: Display>>(&mut self, name: &str) -> Result<Option<T>, Failure> {
        self.values.pop_front().map(|value| read(name, value)).transpose()
    }

    /// Takes the next argument that is not an option. It is an error if there is none.
    pub fn required<T: FromStr<Err: Display>>(&mut self, name: &str) -> Result<T, Failure> {
        self.optional(name)?.ok_or_else(|| Failure::at(name, "missing; --help says what there is"))
    }

    /// Takes all arguments that are not options.
    pub fn rest<T: FromStr<Err: Display>>(&mut self, name: &str) -> Result<Vec<T>, Failure> {
        std::iter::from_fn(|| self.optional(name).transpose()).collect()
    }

    /// Takes all arguments that are not options, at least one.
    pub fn some<T: FromStr<Err: Display>>(&mut self, name: &str) -> Result<Vec<T>, Failure> {
        let first = self.required(name)?;
        Ok(std::iter::once(first).chain(self.rest(name)?).collect())
    }

    /// Rejects arguments that the tool has not taken.
    pub(super) fn finish(self) -> Result<(), Failure> {
        if let Some((name, _)) = self.options.iter().find(|(_, value)| value.is_some()) {
            return Err(Failure::at(name, "given twice, or of no use here"));
        }
        match self.values.front() {
            Some(value) => Err(Failure::at(value.display(), "one argument too many")),
            None => Ok(()),
        }
    }

    fn take(&mut self, name: &str) -> Option<OsString> {
        self.options.iter_mut().filter(|(option, _)| option == name).find_map(|(_, value)| value.take())
    }
}

fn read<T: FromStr<Err: Display>>(name: &str, value: OsString) -> Result<T, Failure> {
    let value = value.into_string().map_err(|value| Failure::at(name, format!("{}: no text", value.display())))?;
    value.parse().map_err(|error| Failure::at(name, format!("{value:?}: {error}")))
}

/// Reads a number in this range. The error says what the argument can be, as those of the standard library do not.
fn number<T>(name: &str, value: &str, range: &impl RangeBounds<T>) -> Result<T, Failure>
where
    T: FromStr<Err = ParseIntError> + PartialOrd + Display,
{
    value.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
        let least = match range.start_bound() {
            Bound::Included(least) | Bound::Excluded(least) => format!(" from {least}"),
            Bound::Unbounded => String::new(),
        };
        let most = match range.end_bound() {
            Bound::Included(most) | Bound::Excluded(most) => format!(" to {most}"),
            Bound::Unbounded => String::new(),
        };
        Failure::at(name, format!("{value:?} is no whole number{least}{most}"))
    })
}

/// Declares the arguments of a tool, each with its type and the way to read it: the struct `Args`, and `read`, which makes one.
#[macro_export]
macro_rules! declare_arguments {
    ($given:ident: $($name:ident: $type:ty = $value:expr,)*) => {
        #[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
        struct Args {
            $($name: $type,)*
        }

        fn read($given: &mut tool::Arguments) -> Result<Args, Failure> {
            Ok(Args { $($name: $value,)* })
        }
    };
}
pub use declare_arguments as arguments;
