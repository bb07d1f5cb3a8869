//! The one error type: opaque, with a stable code.

use std::borrow::Cow;
use std::fmt;

/// Why there is no answer.
///
/// What the model or Google sent never ends here, except an API error body; it becomes a
/// [`Diagnostic`](crate::Diagnostic). Compare errors by [`code`](Error::code), which is stable;
/// the message is for people and may change.
#[derive(Clone, Debug)]
pub struct Error(Box<Kind>);

#[derive(Clone, Debug)]
enum Kind {
    InvalidJson {
        line: usize,
        column: usize,
        reason: String,
    },
    NotAResponse {
        found: &'static str,
    },
    Api(ApiError),
    InvalidOption {
        name: &'static str,
        expected: Cow<'static, str>,
    },
    TooLarge {
        bytes: usize,
        limit: usize,
    },
}

/// The body of an API error, as Google sent it.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct ApiError {
    /// The numeric code, mostly the HTTP status; `None` when the body has none.
    pub code: Option<i64>,
    /// The status name, such as `INVALID_ARGUMENT`.
    pub status: Option<String>,
    /// Google's message. Untrusted text: escape it before showing it.
    pub message: Option<String>,
}

impl Error {
    pub(crate) fn invalid_json(line: usize, column: usize, reason: String) -> Self {
        Self(Box::new(Kind::InvalidJson {
            line,
            column,
            reason,
        }))
    }

    pub(crate) fn not_a_response(found: &'static str) -> Self {
        Self(Box::new(Kind::NotAResponse { found }))
    }

    pub(crate) fn api(error: ApiError) -> Self {
        Self(Box::new(Kind::Api(error)))
    }

    pub(crate) fn invalid_option(
        name: &'static str,
        expected: impl Into<Cow<'static, str>>,
    ) -> Self {
        let expected = expected.into();
        Self(Box::new(Kind::InvalidOption { name, expected }))
    }

    pub(crate) fn too_large(bytes: usize, limit: usize) -> Self {
        Self(Box::new(Kind::TooLarge { bytes, limit }))
    }

    /// The stable code: `invalid-json`, `not-a-response`, `api-error`, `invalid-option` or
    /// `too-large`.
    pub fn code(&self) -> &'static str {
        match *self.0 {
            Kind::InvalidJson { .. } => "invalid-json",
            Kind::NotAResponse { .. } => "not-a-response",
            Kind::Api(_) => "api-error",
            Kind::InvalidOption { .. } => "invalid-option",
            Kind::TooLarge { .. } => "too-large",
        }
    }

    /// The line of an `invalid-json` error, from 1.
    pub fn line(&self) -> Option<usize> {
        match *self.0 {
            Kind::InvalidJson { line, .. } => Some(line),
            _ => None,
        }
    }

    /// The column of an `invalid-json` error, from 1, in UTF-16 units as editors count them.
    pub fn column(&self) -> Option<usize> {
        match *self.0 {
            Kind::InvalidJson { column, .. } => Some(column),
            _ => None,
        }
    }

    /// What Google answered, for an `api-error`.
    pub fn api_error(&self) -> Option<&ApiError> {
        match &*self.0 {
            Kind::Api(error) => Some(error),
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Kind::InvalidJson {
                line,
                column,
                reason,
            } => write!(
                f,
                "the input is not JSON: {reason} at line {line} column {column}"
            ),
            Kind::NotAResponse { found } => {
                write!(f, "the input is no Gemini response: {found}")
            }
            Kind::Api(error) => {
                f.write_str("the API answered with an error")?;
                if let Some(code) = error.code {
                    write!(f, " {code}")?;
                }
                if let Some(status) = &error.status {
                    write!(f, " {status}")?;
                }
                match &error.message {
                    Some(message) => write!(f, ": {message}"),
                    None => Ok(()),
                }
            }
            Kind::InvalidOption { name, expected } => {
                write!(f, "the option {name} must be {expected}")
            }
            Kind::TooLarge { bytes, limit } => write!(
                f,
                "the input has {bytes} bytes, more than maxInputBytes allows ({limit})"
            ),
        }
    }
}

impl std::error::Error for Error {}
