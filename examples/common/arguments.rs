//! The arguments of a tool. Its help says which options there are, and which of them take a value.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::Failure;

/// The arguments that are still to be asked for.
pub(crate) struct Arguments {
    /// With an empty value if an option takes none.
    options: Vec<(String, OsString)>,
    values: VecDeque<OsString>,
}

impl Arguments {
    /// Reads the command line. `None` if it asks for help.
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
                    options.push((name, value));
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

    /// Refuses options that make no sense beside this one.
    pub(crate) fn apart(&self, name: &str, others: &[&str]) -> Result<(), Failure> {
        match others.iter().find(|other| self.has(name) && self.has(other)) {
            Some(other) => Err(Failure::at(name, format!("goes without {other}"))),
            None => Ok(()),
        }
    }

    /// Refuses an option that says something about another, if that is missing.
    pub(crate) fn needs(&self, name: &str, other: &str) -> Result<(), Failure> {
        if self.has(name) && !self.has(other) { Err(Failure::at(name, format!("goes with {other}"))) } else { Ok(()) }
    }

    /// Takes an option without a value.
    pub(crate) fn flag(&mut self, name: &str) -> bool {
        self.take(name).is_some()
    }

    /// Takes an option's value.
    pub(crate) fn value<T: FromStr<Err: Display>>(&mut self, name: &str) -> Result<Option<T>, Failure> {
        self.take(name).map(|value| read(name, value)).transpose()
    }

    /// Takes an option's value, a number in this range.
    pub(crate) fn within<T>(&mut self, name: &str, range: RangeInclusive<T>) -> Result<Option<T>, Failure>
    where
        T: FromStr<Err: Display> + PartialOrd + Display,
    {
        match self.value(name)? {
            Some(value) if !range.contains(&value) => {
                Err(Failure::at(name, format!("{value} is not from {} to {}", range.start(), range.end())))
            }
            value => Ok(value),
        }
    }

    /// Takes the values of an option that may be repeated; a comma stands between two values of one.
    pub(crate) fn list<T: FromStr<Err: Display>>(&mut self, name: &str) -> Result<Vec<T>, Failure> {
        let mut list = Vec::new();
        while let Some(values) = self.value::<String>(name)? {
            for value in values.split(',') {
                list.push(read(name, value.into())?);
            }
        }
        Ok(list)
    }

    /// Takes the next argument that is no option.
    pub(crate) fn optional<T: FromStr<Err: Display>>(&mut self, name: &str) -> Result<Option<T>, Failure> {
        self.values.pop_front().map(|value| read(name, value)).transpose()
    }

    /// Takes the next argument that is no option, and refuses to go without.
    pub(crate) fn required<T: FromStr<Err: Display>>(&mut self, name: &str) -> Result<T, Failure> {
        self.optional(name)?.ok_or_else(|| Failure::at(name, "missing; --help says what there is"))
    }

    /// Takes all arguments that are no options.
    pub(crate) fn rest<T: FromStr<Err: Display>>(&mut self, name: &str) -> Result<Vec<T>, Failure> {
        std::iter::from_fn(|| self.optional(name).transpose()).collect()
    }

    /// Takes all arguments that are no options, at least one.
    pub(crate) fn some<T: FromStr<Err: Display>>(&mut self, name: &str) -> Result<Vec<T>, Failure> {
        let first = self.required(name)?;
        let mut all = self.rest(name)?;
        all.insert(0, first);
        Ok(all)
    }

    /// Refuses what was not asked for.
    pub(super) fn finish(self) -> Result<(), Failure> {
        if let Some((name, _)) = self.options.first() {
            return Err(Failure::at(name, "given twice, or of no use here"));
        }
        match self.values.front() {
            Some(value) => Err(Failure::at(value.display(), "one argument too many")),
            None => Ok(()),
        }
    }

    fn take(&mut self, name: &str) -> Option<OsString> {
        let at = self.options.iter().position(|(option, _)| option == name)?;
        Some(self.options.remove(at).1)
    }
}

fn read<T: FromStr<Err: Display>>(name: &str, value: OsString) -> Result<T, Failure> {
    let value = value.into_string().map_err(|value| Failure::at(name, format!("{}: no text", value.display())))?;
    value.parse().map_err(|error| Failure::at(name, format!("{value}: {error}")))
}

/// The value with this name.
pub(crate) fn named<T: Copy>(name: &str, all: &[(&str, T)]) -> Result<T, String> {
    let names = || all.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    all.iter()
        .find(|(other, _)| *other == name)
        .map(|&(_, value)| value)
        .ok_or_else(|| format!("is none of {}", names()))
}
