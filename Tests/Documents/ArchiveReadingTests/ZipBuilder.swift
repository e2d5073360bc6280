/// Writes zip files whose members are stored, with any bytes as names.
struct ZipBuilder {
  private(set) var members: [UInt8] = []
  private var list: [UInt8] = []
  private var count: UInt32 = 0

  /// The file, whole.
  var bytes: [UInt8] {
    members + list + number(0x0605_4b50, 4) + number(0, 4) + number(count, 2) + number(count, 2)
      + number(UInt32(list.count), 4) + number(UInt32(members.count), 4) + number(0, 2)
  }

  /// Adds a member with the content "x".
  ///
  /// `isUnicode` declares that the name is UTF-8; `unicodePath` is another name in an extra field, with the
  /// CRC-32 of the first.
  mutating func add(
    _ name: [UInt8], isUnicode: Bool = false, unicodePath: (name: String, crc: UInt32)? = nil
  ) {
    var extra: [UInt8] = []
    if let (name, crc) = unicodePath {
      extra =
        number(0x7075, 2) + number(UInt32(name.utf8.count) + 5, 2) + [1] + number(crc, 4)
        + name.utf8
    }
    let flags: [UInt8] = number(isUnicode ? 0x800 : 0, 2)
    let common =
      flags + number(0, 2) + number(0x5822_0000, 4) + number(0x8cdc_1683, 4) + number(1, 4)
      + number(1, 4) + number(UInt32(name.count), 2) + number(UInt32(extra.count), 2)
    let offset = UInt32(members.count)
    members += number(0x0403_4b50, 4) + number(20, 2) + common + name + extra + [0x78]
    list +=
      number(0x0201_4b50, 4) + number(20, 2) + number(20, 2) + common + number(0, 10)
      + number(offset, 4) + name + extra
    count += 1
  }

  private func number(_ value: UInt32, _ size: Int) -> [UInt8] {
    (0..<size).map { $0 < 4 ? UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) : 0 }
  }
}
