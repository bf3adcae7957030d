//! Times and sizes on the command line: `2s`, `500ms`, `1m`; `512M`, `4G`.

use std::time::Duration;

/// Reads a time. A number alone is seconds.
///
/// # Errors
/// The values that are allowed.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("", 1.0)];
    let seconds = scaled(text, &units).ok_or("a time is wanted, such as 2s, 500ms or 1m")?;
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| "a shorter time is wanted, such as 2s".to_owned())
}

/// Reads a size in bytes. A number alone is bytes; K, M and G are powers of 1024, in either case, and so are KB and KiB.
///
/// # Errors
/// The values that are allowed.
pub(crate) fn memory(text: &str) -> Result<u64, String> {
    let units = [("K", 1024.0), ("M", 1_048_576.0), ("G", 1_073_741_824.0), ("", 1.0)];
    let size = text.to_ascii_uppercase();
    let size = size.strip_suffix("IB").or(size.strip_suffix('B')).unwrap_or(&size);
    let bytes = scaled(size, &units);
    let bytes = bytes.ok_or(
        "a size is wanted, such as 512M or 4G: a number, with K, M or G for 1024 and its powers",
    )?;
    Ok(bytes as u64)
}

/// A number that is not negative, with the first unit that it ends with.
fn scaled(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let (number, scale) =
        units.iter().find_map(|(unit, scale)| Some((text.strip_suffix(unit)?, scale)))?;
    let number: f64 = number.trim().parse().ok()?;
    (number.is_finite() && number >= 0.0).then_some(number * scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes() {
        assert_eq!(time("2s"), Ok(Duration::from_secs(2)));
        assert_eq!(time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(time("1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(time("1m"), Ok(Duration::from_secs(60)));
        assert_eq!(memory("2K"), Ok(2048));
        assert_eq!(memory("7"), Ok(7));
        for same in ["4G", "4GB", "4GiB", "4g", "4gb", "4 GB", "4096M", "4194304KiB"] {
            assert_eq!(memory(same), Ok(4 << 30), "{same}");
        }
        for wrong in ["", "s", "-1s", "nan", "2h", "inf", "1e300"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
        assert!(["4T", "-1", "B", "iB", "4Gi", "1e30x"].map(memory).iter().all(Result::is_err));
    }
}
