import LinuxSystem
import SQLite

extension SQLiteValue {
  /// A time of a file, as nanoseconds since 1970, or NULL for nil.
  static func fileTime(_ time: FileTime?) -> SQLiteValue { .integer(time?.nanoseconds) }
}

extension Row {
  func fileTime(at column: Int32) -> FileTime { FileTime(nanoseconds: integer(at: column)) }
}
