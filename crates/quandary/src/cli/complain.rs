//! Prints all errors in one form on the terminal.
//!
//! A fault of the command line names the option as it was typed, the value, and a valid value; a fault of a file
//! names the file. Error texts of the system are replaced by plain ones.

use super::exit::{Exit, of_error};
use crate::shown::note;
use anstyle::{AnsiColor, Style};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error as _;
use std::io::{self, Write};

/// The help that is printed without arguments.
const NO_COMMAND: ErrorKind = ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;

/// Prints an error with its causes.
pub(super) fn complain(error: &anyhow::Error) -> Exit {
    tell(AnsiColor::Red, "error", &with_causes(error));
    let exit = of_error(error);
    if exit == Exit::Usage {
        help();
    }
    exit
}

/// Prints the error of the command line, or the requested help, and returns the exit code. `commands` are the names
/// of all commands.
pub(super) fn misheard(error: &clap::Error, commands: &[String]) -> u8 {
    match misheard_as(error, commands) {
        Some(message) => {
            tell(AnsiColor::Red, "error", &message);
            help();
        }
        // Help goes to standard output, errors to standard error; a closed pipe is ignored.
        None if error.use_stderr() && error.kind() != NO_COMMAND => {
            note!("{}", error.render().to_string().trim_end());
        }
        None => {
            let _ = error.print();
        }
    }
    error.exit_code() as u8
}

/// An error with its causes, in one line.
pub(crate) fn with_causes(error: &anyhow::Error) -> String {
    error.chain().map(cause).collect::<Vec<_>>().join(": ")
}

/// Writes a message to standard error, after its kind in a colour. A write error is ignored, because the exit code
/// also reports the failure.
pub(crate) fn tell(colour: AnsiColor, what: &str, message: &str) {
    let style = Style::new().bold().fg_color(Some(colour.into()));
    let message = diagnostics::shown_lines(message);
    let _ = writeln!(anstream::stderr(), "{style}{what}:{style:#} {message}");
}

fn help() {
    note!("\nFor more information, try '--help'.");
}

/// One cause of an error.
fn cause(error: &(dyn std::error::Error + 'static)) -> String {
    error.downcast_ref::<io::Error>().map_or_else(|| error.to_string(), diagnostics::of_io)
}

/// The error of the command line in our words; `None` if the text of clap is used.
fn misheard_as(error: &clap::Error, commands: &[String]) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) => texts.first().cloned(),
        _ => None,
    };
    let known = |kind| match error.get(kind) {
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    };
    match error.kind() {
        ErrorKind::ValueValidation => {
            let (option, value) =
                (text(ContextKind::InvalidArg)?, text(ContextKind::InvalidValue)?);
            let why = error.source()?;
            Some(format!("{} {}: {why}", plain_option(&option), shown(&value)))
        }
        ErrorKind::InvalidValue => {
            let (option, value) =
                (text(ContextKind::InvalidArg)?, text(ContextKind::InvalidValue)?);
            let known = known(ContextKind::ValidValue);
            if value.is_empty() || known.is_empty() {
                return None;
            }
            let unknown = diagnostics::unknown("value", &value, known);
            Some(format!("{} {}: {unknown}", plain_option(&option), shown(&value)))
        }
        ErrorKind::MissingRequiredArgument => {
            let missing: Vec<String> =
                known(ContextKind::InvalidArg).iter().map(|one| required(one)).collect();
            let all = missing.join(", ");
            (!missing.is_empty()).then(|| format!("expected {all}{}", usage(error)))
        }
        ErrorKind::ArgumentConflict => {
            let option = text(ContextKind::InvalidArg)?;
            let other = text(ContextKind::PriorArg)?;
            let (option, other) = (plain_option(&option), plain_option(&other));
            if option == other {
                return Some(format!("{option} is given twice; leave out one of the two"));
            }
            Some(format!("{option} cannot be used with {other}{}", usage(error)))
        }
        ErrorKind::InvalidSubcommand => {
            let name = text(ContextKind::InvalidSubcommand)?;
            Some(diagnostics::unknown("command", &name, commands))
        }
        ErrorKind::UnknownArgument => {
            let option = text(ContextKind::InvalidArg).filter(|option| option.starts_with("--"))?;
            let near = text(ContextKind::SuggestedArg);
            let near = near.map(|near| format!(" (did you mean {near}?)")).unwrap_or_default();
            Some(format!("unknown option {option}{near}{}", usage(error)))
        }
        _ => None,
    }
}

/// Usage of the command, for the end of a message.
fn usage(error: &clap::Error) -> String {
    let usage = error.get(ContextKind::Usage).map(|usage| format!("\n\n{usage}"));
    usage.unwrap_or_default()
}

/// The missing argument, as it is typed: `LEVEL`, `--locale LOCALE`, `--tiles FILE or --graph FILE`.
fn required(arg: &str) -> String {
    arg.trim_end_matches("...").replace(['<', '>', '[', ']'], "").replace('|', " or ")
}

/// The option as it is typed, without the placeholder of its value.
fn plain_option(option: &str) -> &str {
    option.split(" <").next().unwrap_or(option).trim_matches(['<', '>', '[', ']'])
}

/// A value as it was typed; in quotes if it would be invisible without them.
fn shown(value: &str) -> String {
    let value = diagnostics::short(value);
    match value.is_empty()
        || value.contains(char::is_whitespace)
        || value.contains(char::is_control)
    {
        true => format!("{value:?}"),
        false => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_told_as_they_are_typed() {
        assert_eq!(plain_option("--rooms <N>"), "--rooms");
        assert_eq!(plain_option("<LEVEL>"), "LEVEL");
        assert_eq!(required("<LEVEL>..."), "LEVEL");
        assert_eq!(required("<--tiles <FILE>|--graph <FILE>>"), "--tiles FILE or --graph FILE");
        assert_eq!(
            (shown("-5"), shown("a b"), shown("")),
            ("-5".into(), "\"a b\"".into(), "\"\"".into())
        );
    }
}
