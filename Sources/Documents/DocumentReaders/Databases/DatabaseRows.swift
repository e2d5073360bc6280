/// Reads the rows of a table one after another, each with the wanted columns.
struct DatabaseRows {
  /// A row.
  struct Row {
    /// Its number, which is also the value of a column `INTEGER PRIMARY KEY`.
    let number: Int64
    /// The values of the wanted columns, in the order in which they were wanted.
    fileprivate(set) var values: [DatabaseValue]

    /// The text of a wanted column; nil if it has none.
    func text(_ index: Int) -> String? {
      if case .text(let text) = values[index] { text } else { nil }
    }

    /// The whole number in a wanted column; nil if it has none.
    func integer(_ index: Int) -> Int64? {
      if case .integer(let number) = values[index] { number } else { nil }
    }
  }

  /// The deepest tree of pages; SQLite's own has at most 20 levels.
  private static let deepest = 20

  private let file: DatabaseFile
  /// For each wanted column its position in a record; nil if the table lacks it.
  private let positions: [Int?]
  /// The pages on the way to the next row, each with its next cell.
  private var path: [(page: DatabaseFile.Page, next: Int)] = []
  /// The first page, until it is read.
  private var root: Int?
  /// The number of pages that may still be read: each page of a sound table is read once.
  private var remaining: Int

  /// - Parameters:
  ///   - table: the table.
  ///   - columns: the names of the wanted columns.
  ///   - file: the database.
  init(of table: DatabaseFile.Table, _ columns: [String], in file: DatabaseFile) {
    self.file = file
    positions = columns.map { table.columns.firstIndex(of: $0) }
    (root, remaining) = (table.root, file.pageCount)
  }

  /// Reads the next row; rows that are damaged or too long are left out.
  ///
  /// - Returns: nil at the end.
  /// - Throws: `damaged` if a page is not one of a table.
  mutating func next(in bytes: Span<UInt8>) throws(ReadingFailure) -> Row? {
    if let root {
      self.root = nil
      try enter(root, in: bytes)
    }
    while let (page, index) = path.last {
      if index >= page.count + (page.isLeaf ? 0 : 1) {
        path.removeLast()
        continue
      }
      path[path.count - 1].next += 1
      if !page.isLeaf {
        try enter(file.child(index, of: page, in: bytes), in: bytes)
      } else if let (number, record) = file.record(index, of: page, in: bytes),
        let values = values(record)
      {
        return Row(number: number, values: values)
      }
    }
    return nil
  }

  private mutating func enter(_ number: Int?, in bytes: Span<UInt8>) throws(ReadingFailure) {
    remaining -= 1
    guard remaining >= 0, path.count < Self.deepest,
      let page = number.flatMap({ file.page($0, in: bytes) })
    else { throw .damaged("A page of the database is wrong.") }
    path.append((page, 0))
  }

  /// The wanted values of a record, of which missing ones are null; nil if its header is damaged.
  private func values(_ record: [UInt8]) -> [DatabaseValue]? {
    let bytes = record.span
    var offset = 0
    guard let headerSize = DatabaseFile.number(at: &offset, before: record.count, in: bytes),
      0...Int64(record.count) ~= headerSize
    else { return nil }
    var values = [DatabaseValue](repeating: .null, count: positions.count)
    var (position, start) = (0, Int(headerSize))
    while offset < Int(headerSize) {
      guard let type = DatabaseFile.number(at: &offset, before: Int(headerSize), in: bytes),
        let size = DatabaseValue.size(ofType: type), size <= record.count - start
      else { return nil }
      for (index, wanted) in positions.enumerated() where wanted == position {
        values[index] = DatabaseValue(type, record[start..<start + size], file.encoding)
      }
      start += size
      position += 1
    }
    return values
  }
}

/// A value in a database.
enum DatabaseValue: Equatable {
  case null
  case integer(Int64)
  case text(String)
  /// A number with a fraction, or bytes; nothing needs them.
  case other

  /// The size in bytes of a value of a serial type; nil for types that do not exist.
  static func size(ofType type: Int64) -> Int? {
    switch type {
    case 0, 8, 9: 0
    case 1...4: Int(type)
    case 5: 6
    case 6, 7: 8
    case 12...(Int64.max - 1): Int((type - 12) / 2)
    default: nil
    }
  }

  fileprivate init(_ type: Int64, _ bytes: ArraySlice<UInt8>, _ encoding: DatabaseEncoding) {
    switch type {
    case 0: self = .null
    case 1...6:
      let isNegative = bytes.first.map { $0 >= 0x80 } ?? false
      let bits = bytes.reduce(isNegative ? UInt64.max : 0) { $0 << 8 | UInt64($1) }
      self = .integer(Int64(bitPattern: bits))
    case 8, 9: self = .integer(type - 8)
    case 13... where type % 2 == 1: self = .text(encoding.text(bytes))
    default: self = .other
    }
  }
}
