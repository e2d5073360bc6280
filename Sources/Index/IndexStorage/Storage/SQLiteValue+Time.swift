package import LinuxSystem
package import SittaSQLite

extension SQLiteValue {
  /// A time of a file, as nanoseconds since 1970, or NULL for nil.
  package static func fileTime(_ time: FileTime?) -> SQLiteValue { .integer(time?.nanoseconds) }

  /// A time as seconds since 1970.
  package static func unixTime(_ time: UnixTime) -> SQLiteValue { .integer(time.seconds) }
}

extension Row {
  package func fileTime(at column: Int32) -> FileTime { FileTime(nanoseconds: integer(at: column)) }

  /// Reads a time that was stored as seconds since 1970; 0 if the column is not a number.
  package func unixTime(at column: Int32) -> UnixTime { UnixTime(seconds: integer(at: column)) }
}
