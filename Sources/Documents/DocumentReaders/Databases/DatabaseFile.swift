/// The file of an SQLite database: finds its tables, and reads pages and overflow chains.
///
/// Only tables with row numbers are read, without indexes, triggers and write-ahead logs. Nothing is executed:
/// statements in the schema are only searched for the names of columns.
///
/// Source: <https://www.sqlite.org/fileformat2.html>.
struct DatabaseFile {
  /// A table.
  struct Table: Equatable {
    /// The name.
    let name: String
    /// The number of its first page.
    let root: Int
    /// The names of its columns.
    let columns: [String]
  }

  /// A page of a table: the range of its cells, and whether it is a leaf.
  struct Page {
    /// The number of the first byte of the page in the file.
    let start: Int
    /// The offset of the page's header in the page.
    let header: Int
    /// The number of cells.
    let count: Int
    /// Whether the cells are rows; otherwise they name other pages.
    let isLeaf: Bool
  }

  /// The most bytes of a row that is read.
  static let longestRow = 8 << 20
  /// The most tables that are looked at.
  private static let mostTables = 1_000

  /// The size of a page in bytes.
  let pageSize: Int
  /// The number of pages that are in the file as a whole.
  let pageCount: Int
  /// The number of bytes of a page that SQLite uses.
  let usable: Int
  /// How texts are encoded.
  let encoding: DatabaseEncoding

  /// Reads the header.
  ///
  /// - Throws: `damaged` if it is not that of a database.
  init(_ bytes: Span<UInt8>) throws(ReadingFailure) {
    guard bytes.count >= 100, bytes.hasBytes("SQLite format 3"), let size = bytes.big(16, 2),
      let encoding = bytes.big(56, 4).flatMap(DatabaseEncoding.init)
    else { throw .damaged("The header of the database is wrong.") }
    pageSize = size == 1 ? 65_536 : size
    let reserved = Int(bytes[20])
    guard pageSize >= 512, pageSize & (pageSize - 1) == 0, pageSize - reserved >= 480 else {
      throw .damaged("The size of the pages is wrong.")
    }
    (usable, pageCount) = (pageSize - reserved, bytes.count / pageSize)
    self.encoding = encoding
  }

  /// The tables in the schema.
  func tables(in bytes: Span<UInt8>) throws(ReadingFailure) -> [Table] {
    let schema = Table(
      name: "sqlite_schema", root: 1, columns: ["type", "name", "tbl_name", "rootpage", "sql"])
    var rows = DatabaseRows(of: schema, ["type", "name", "rootpage", "sql"], in: self)
    var tables: [Table] = []
    while tables.count < Self.mostTables, let row = try rows.next(in: bytes) {
      guard row.text(0) == "table", let name = row.text(1), let root = row.integer(2),
        let statement = row.text(3)
      else { continue }
      tables.append(
        Table(name: name, root: Int(truncatingIfNeeded: root), columns: Self.columns(statement)))
    }
    return tables
  }

  /// The page with a number, from 1 on; nil if it is not a page of a table.
  func page(_ number: Int, in bytes: Span<UInt8>) -> Page? {
    guard 1...max(1, pageCount) ~= number, pageCount > 0 else { return nil }
    let start = (number - 1) * pageSize
    let header = number == 1 ? 100 : 0
    guard let count = bytes.big(start + header + 3, 2) else { return nil }
    switch bytes[start + header] {
    case 0x0d where header + 8 + 2 * count <= usable:
      return Page(start: start, header: header, count: count, isLeaf: true)
    case 0x05 where header + 12 + 2 * count <= usable:
      return Page(start: start, header: header, count: count, isLeaf: false)
    default: return nil
    }
  }

  /// The number of the page to which a cell of an inner page leads; the last one is in the header.
  func child(_ index: Int, of page: Page, in bytes: Span<UInt8>) -> Int? {
    if index == page.count { return bytes.big(page.start + page.header + 8, 4) }
    guard let cell = bytes.big(page.start + page.header + 12 + 2 * index, 2), cell + 4 <= usable
    else { return nil }
    return bytes.big(page.start + cell, 4)
  }

  /// The row number and the record in a cell of a leaf; nil if the record is damaged or too long.
  func record(
    _ index: Int, of page: Page, in bytes: Span<UInt8>
  ) -> (row: Int64, record: [UInt8])? {
    guard let cell = bytes.big(page.start + page.header + 8 + 2 * index, 2), cell < usable else {
      return nil
    }
    let end = page.start + usable
    var offset = page.start + cell
    guard let length = Self.number(at: &offset, before: end, in: bytes),
      let row = Self.number(at: &offset, before: end, in: bytes),
      0...Int64(Self.longestRow) ~= length
    else { return nil }
    let size = Int(length)
    let local = localSize(of: size)
    guard local <= end - offset else { return nil }
    var record: [UInt8] = []
    record.append(bytes.extracting(offset..<offset + local))
    if local == size { return (row, record) }
    guard var next = bytes.big(offset + local, 4), offset + local + 4 <= end else { return nil }
    // Each page of a chain adds bytes, so a chain that leads back to itself ends, too.
    while record.count < size {
      guard 2...max(2, pageCount) ~= next, next <= pageCount else { return nil }
      let start = (next - 1) * pageSize
      let part = min(usable - 4, size - record.count)
      record.append(bytes.extracting(start + 4..<start + 4 + part))
      guard let following = bytes.big(start, 4) else { return nil }
      next = following
    }
    return (row, record)
  }

  /// The number of bytes of a record that are in its cell.
  private func localSize(of size: Int) -> Int {
    if size <= usable - 35 { return size }
    let least = (usable - 12) * 32 / 255 - 23
    let local = least + (size - least) % (usable - 4)
    return local <= usable - 35 ? local : least
  }

  /// Reads a number of one to nine bytes; nil if it does not end before `end`.
  static func number(at offset: inout Int, before end: Int, in bytes: Span<UInt8>) -> Int64? {
    var value: UInt64 = 0
    for position in 0..<9 {
      guard offset < end, offset < bytes.count else { return nil }
      let byte = bytes[offset]
      offset += 1
      if position == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
      value = value << 7 | UInt64(byte & 0x7f)
      if byte < 0x80 { return Int64(bitPattern: value) }
    }
    return nil
  }

  /// The names of the columns in a statement `CREATE TABLE name (column type …, …)`.
  static func columns(_ statement: String) -> [String] {
    var columns: [String] = []
    for definition in definitions(statement) {
      let text = definition.drop(while: \.isWhitespace)
      guard let first = text.first else { continue }
      if let last = ["\"": "\"", "'": "'", "`": "`", "[": "]"][first] as Character? {
        columns.append(String(text.dropFirst().prefix { $0 != last }))
        continue
      }
      let name = text.prefix { !$0.isWhitespace && $0 != "(" }
      let isConstraint = ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"]
        .contains(name.uppercased())
      if !isConstraint { columns.append(String(name)) }
    }
    return columns
  }

  /// The parts between the outermost parentheses, split at commas.
  private static func definitions(_ statement: String) -> [String] {
    var (parts, part, depth, quote) = ([String](), "", 0, Character?.none)
    for character in statement {
      if let open = quote {
        if character == open { quote = nil }
      } else {
        switch character {
        case "\"", "'", "`": quote = character
        case "[": quote = "]"
        case "(":
          depth += 1
          if depth == 1 { continue }
        case ")":
          depth -= 1
          if depth == 0 { return parts + [part] }
        case "," where depth == 1:
          parts.append(part)
          part = ""
          continue
        default: break
        }
      }
      if depth > 0 { part.append(character) }
    }
    return []
  }
}

/// How the texts of a database are encoded.
enum DatabaseEncoding: Int {
  case utf8 = 1
  case utf16LittleEndian
  case utf16BigEndian

  /// Decodes a text; what is no text becomes U+FFFD.
  func text(_ bytes: ArraySlice<UInt8>) -> String {
    if self == .utf8 { return String(decoding: bytes, as: UTF8.self) }
    let isLittle = self == .utf16LittleEndian
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
      let (low, high) = isLittle ? (index, index + 1) : (index + 1, index)
      return UInt16(bytes[high]) << 8 | UInt16(bytes[low])
    }
    return String(decoding: units, as: UTF16.self)
  }
}
