/// A table of an archive of iWork.
///
/// Source: the behaviour of readers. Cells have one of two forms: that of 2013, and that of later versions.
struct IWorkTable {
  /// Bits for the values that follow the beginning of a cell, in this order.
  private enum Flag {
    static let decimal = 1
    static let double = 2
    static let seconds = 4
    static let string = 8
  }

  /// Bits for the values in a cell of 2013, in this order; four bytes for each of ``others`` come first.
  private enum OldFlag {
    static let others = 0xe8e
    static let string = 0x10
    static let double = 0x20
    static let seconds = 0x40
  }

  /// The values of a cell.
  private struct Values {
    var string: UInt64?
    var number: Double?
    var seconds: Double?
  }

  let name: String
  private let archive: IWorkArchive
  private let strings: [UInt64: String]
  private let tiles: [UInt64]

  /// - Parameters:
  ///   - model: the message that describes the table.
  ///   - archive: the archive.
  init(_ model: Range<Int>, _ archive: IWorkArchive) {
    let bytes = archive.bytes.span
    self.archive = archive
    name = bytes.messages(8, in: model).first.map { bytes.extracting($0).string } ?? ""
    var (strings, tiles): ([UInt64: String], [UInt64]) = ([:], [])
    for store in bytes.messages(4, in: model) {
      for storage in bytes.messages(3, in: store) {
        for tile in bytes.messages(1, in: storage) { tiles += bytes.references(2, in: tile) }
      }
      for list in bytes.references(4, in: store) { Self.addStrings(list, archive, &strings) }
    }
    (self.strings, self.tiles) = (strings, tiles)
  }

  private static func addStrings(
    _ list: UInt64, _ archive: IWorkArchive, _ strings: inout [UInt64: String]
  ) {
    let bytes = archive.bytes.span
    guard let list = archive[list] else { return }
    let segments = bytes.references(4, in: list.message).compactMap { archive[$0] }
    for piece in [list] + segments {
      for entry in bytes.messages(3, in: piece.message) {
        guard let key = bytes.value(1, in: entry), let text = bytes.messages(3, in: entry).first
        else { continue }
        strings[key] = bytes.extracting(text).string
      }
    }
  }

  /// Calls `body` with the cells of each row, until it returns false.
  func forEachRow(_ body: ([String]) -> Bool) {
    let bytes = archive.bytes.span
    for tile in tiles {
      guard let tile = archive[tile] else { continue }
      for row in bytes.messages(5, in: tile.message) {
        guard let cells = bytes.messages(6, in: row).first ?? bytes.messages(3, in: row).first,
          let offsets = bytes.messages(7, in: row).first ?? bytes.messages(4, in: row).first
        else { continue }
        let scale = bytes.value(8, in: row) == 1 ? 4 : 1
        if !body(values(cells, offsets, scale)) { return }
      }
    }
  }

  /// Returns the values of the cells of a row.
  private func values(_ cells: Range<Int>, _ offsets: Range<Int>, _ scale: Int) -> [String] {
    let bytes = archive.bytes.span
    var values: [String] = []
    for offset in stride(from: offsets.lowerBound, to: offsets.upperBound - 1, by: 2) {
      guard let start = bytes.word(at: offset), start != 0xffff, start * scale < cells.count
      else { continue }
      if let value = value(cells.dropFirst(start * scale)) { values.append(value) }
    }
    return values
  }

  /// Returns the value of a cell that begins a range; nil if it shows none.
  private func value(_ cell: Range<Int>) -> String? {
    let bytes = archive.bytes.span.extracting(cell)
    guard bytes.count >= 12 else { return nil }
    let values: Values
    switch bytes[0] {
    case 4: values = Self.oldValues(bytes)
    case 5: values = Self.values(bytes)
    default: return nil
    }
    if let string = values.string { return strings[string] }
    switch bytes[1] {
    case 5: return values.seconds.flatMap(Self.date)
    case 6: return values.number.map { $0 == 0 ? "FALSE" : "TRUE" }
    case 7: return values.number.flatMap(Self.duration)
    default: return values.number.flatMap(Self.searchable)
    }
  }

  private static func values(_ bytes: Span<UInt8>) -> Values {
    var (values, offset) = (Values(), 12)
    let flags = bytes.doubleWord(at: 8) ?? 0
    if flags & Flag.decimal != 0 {
      values.number = decimal(bytes, offset)
      offset += 16
    }
    if flags & Flag.double != 0 {
      values.number = double(bytes, offset)
      offset += 8
    }
    if flags & Flag.seconds != 0 {
      values.seconds = double(bytes, offset)
      offset += 8
    }
    if flags & Flag.string != 0 { values.string = bytes.doubleWord(at: offset).map(UInt64.init) }
    return values
  }

  private static func oldValues(_ bytes: Span<UInt8>) -> Values {
    var values = Values()
    let flags = bytes.doubleWord(at: 4) ?? 0
    var offset = 12 + 4 * (flags & OldFlag.others).nonzeroBitCount
    if flags & OldFlag.string != 0 {
      values.string = bytes.doubleWord(at: offset).map(UInt64.init)
      offset += 4
    }
    if flags & OldFlag.double != 0 {
      values.number = double(bytes, offset)
      offset += 8
    }
    if flags & OldFlag.seconds != 0 { values.seconds = double(bytes, offset) }
    return values
  }

  private static func double(_ bytes: Span<UInt8>, _ offset: Int) -> Double? {
    bytes.quadWord(at: offset).map { Double(bitPattern: $0) }
  }

  /// Returns a number as it is searched; nil if it is none.
  static func searchable(_ number: Double) -> String? {
    number.isFinite ? NumberFormat.general.searchable(number) : nil
  }

  /// Reads a decimal floating-point number of 128 bits; IEEE 754, with a binary integer.
  private static func decimal(_ bytes: Span<UInt8>, _ offset: Int) -> Double? {
    guard let low = bytes.quadWord(at: offset), let high = bytes.quadWord(at: offset + 8) else {
      return nil
    }
    let exponent = Int(high >> 49 & 0x3fff) - 6_176
    let mantissa = Double(high & 0x1_ffff_ffff_ffff) * 0x1p64 + Double(low)
    guard -400...400 ~= exponent else { return nil }
    // Dividing by a power of ten is exact where multiplying by its inverse is not.
    var value = mantissa
    let power = Self.power(abs(exponent))
    value = exponent < 0 ? value / power : value * power
    return high >> 63 == 1 ? -value : value
  }

  private static func power(_ exponent: Int) -> Double {
    var power = 1.0
    for _ in 0..<exponent { power *= 10 }
    return power
  }

  /// Returns the day of a number of seconds since 2001, with the time unless it is midnight.
  static func date(_ seconds: Double) -> String? {
    guard abs(seconds) < 1e12, let date = CivilDate.rfc3339(seconds: Int(seconds) + 978_307_200)
    else { return nil }
    let (day, time) = (String(date.prefix(10)), date.dropFirst(11).prefix(8))
    return time == "00:00:00" ? day : "\(day) \(time)"
  }

  /// Returns a number of seconds as hours, minutes and seconds.
  private static func duration(_ seconds: Double) -> String? {
    guard abs(seconds) < 1e12 else { return nil }
    let (whole, sign) = (Int(abs(seconds)), seconds < 0 ? "-" : "")
    let (minutes, rest) = (whole / 60 % 60, whole % 60)
    return "\(sign)\(whole / 3_600):\(CivilDate.padded(minutes)):\(CivilDate.padded(rest))"
  }
}
