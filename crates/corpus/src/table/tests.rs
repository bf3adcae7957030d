//! Tables read back as written, and damaged ones are refused.

use super::*;

fn columns() -> Vec<Column> {
    let forms = [Form::Whole, Form::Name, Form::Number, Form::YesNo, Form::Text];
    let column = |(at, form): (usize, Form)| Column { name: format!("c{at}"), form };
    forms.into_iter().enumerate().map(column).collect()
}

fn rows(count: usize) -> Vec<Row> {
    let row = |n: usize| {
        let all = vec![
            Value::Whole(n as i64 - 3),
            Value::Text(["a", "b"][n % 2].to_owned()),
            Value::Number(n as f64 / 7.0),
            Value::YesNo(n.is_multiple_of(3)),
            Value::Text(format!("{{\"n\":{n},\"þ\":\"\u{1F511}\"}}").repeat(n % 5)),
        ];
        let values = all.into_iter().enumerate();
        // Every column is sometimes empty.
        let gap = |(at, value)| if n % 11 == at { Value::Null } else { value };
        Row { values: values.map(gap).collect() }
    };
    (0..count).map(row).collect()
}

fn written(rows: &[Row]) -> Vec<u8> {
    let columns = columns();
    let mut writer = Writer::new(Vec::new(), &columns, "{\"a\":1}").unwrap();
    rows.iter().for_each(|row| writer.write(row.clone()).unwrap());
    writer.finish().unwrap()
}

#[test]
fn what_is_written_is_read() {
    for count in [0, 1, GROUP - 1, GROUP, GROUP + 1, 3 * GROUP + 17] {
        let rows = rows(count);
        let bytes = written(&rows);
        assert_eq!(bytes, written(&rows), "the same rows are the same bytes");
        let table = read(bytes, &columns()).unwrap();
        assert_eq!((table.rows == rows, table.note.as_str()), (true, "{\"a\":1}"), "{count}");
    }
}

#[test]
fn what_was_damaged_is_refused() {
    let bytes = written(&rows(300));
    for length in [0, 3, 4, bytes.len() / 2, bytes.len() - 1] {
        assert!(read(bytes[..length].to_vec(), &columns()).is_err(), "{length}");
    }
    let mut other = columns();
    other[2].name = "x".to_owned();
    let said = read(bytes.clone(), &other).unwrap_err().to_string();
    assert_eq!(said, "has other columns: `c2` stands where `x` is to be");
    other = columns();
    other.pop();
    let said = read(bytes, &other).unwrap_err().to_string();
    assert_eq!(said, "has other columns: column c4 is too many");
}

#[test]
fn a_full_disk_is_told_as_such() {
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::from(io::ErrorKind::StorageFull))
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let columns = columns();
    let said = Writer::new(Full, &columns, "").and_then(|mut writer| {
        rows(2 * GROUP).into_iter().try_for_each(|row| writer.write(row))?;
        writer.finish().map(|_| ())
    });
    assert!(
        matches!(said, Err(TableError::Io(error)) if error.kind() == io::ErrorKind::StorageFull)
    );
}

#[test]
fn no_damage_of_a_byte_ends_the_program() {
    let (bytes, columns) = (written(&rows(20)), columns());
    let mut refused = 0;
    for at in 0..bytes.len() {
        for by in [0x01, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[at] ^= by;
            refused += usize::from(read(damaged, &columns).is_err());
        }
    }
    assert!(refused > bytes.len() / 4, "{refused} of {}", bytes.len());
}
