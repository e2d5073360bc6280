import LinuxSystem
package import SittaSQLite

/// The columns of the table `document` that hold properties.
extension DocumentProperties {
  /// The columns that are not searched as text, each with a function that returns its value.
  static let columns: [(name: String, value: @Sendable (DocumentProperties) -> SQLiteValue)] = [
    ("created", { .integer($0.created?.seconds) }),
    ("language", { .text($0.language) }),
    ("declared", { .integer($0.declaresLanguage ? 1 : 0) }),
    ("pages", { .integer($0.pages.map(Int64.init)) }),
    ("attachments", { .integer(Int64($0.attachments)) }),
    ("charset", { .text($0.charset) }),
    ("time", { .integer($0.readingTime) }),
  ]

  /// The names of the columns that ``init(_:at:)`` reads.
  package static let columnNames =
    (["title", "tags", "authors", "recipients"] + columns.map(\.name)).joined(separator: ", ")

  /// Reads the columns ``columnNames``; in the row, they begin at column `first`.
  package init(_ row: borrowing Row, at first: Int32) {
    self.init()
    title = row.text(at: first)
    tags = Self.lines(row.text(at: first + 1))
    authors = Self.lines(row.text(at: first + 2))
    recipients = Self.lines(row.text(at: first + 3))
    created = row.isNull(at: first + 4) ? nil : row.unixTime(at: first + 4)
    language = row.text(at: first + 5)
    declaresLanguage = row.integer(at: first + 6) == 1
    pages = row.isNull(at: first + 7) ? nil : Int(clamping: row.integer(at: first + 7))
    attachments = Int(clamping: row.integer(at: first + 8))
    charset = row.text(at: first + 9)
    readingTime = row.integer(at: first + 10)
  }

  private static func lines(_ text: String?) -> [String] {
    (text ?? "").split(separator: "\n").map(String.init)
  }
}
