/// The lines of a message in which Thunderbird notes what has happened to it, always in the same number of bytes.
enum MailboxMarks {
  /// The longest line that is recognized.
  static let longestLine = 256

  private static let prefix = Array("X-Mozilla-".utf8)
  private static let status = Array("Status: ".utf8)
  private static let others = [Array("Status2: ".utf8), Array("Keys: ".utf8)]

  /// Overwrites the values of the lines, except the mark of a deleted message.
  static func clear(_ bytes: inout [UInt8]) {
    var index = 0
    while index < bytes.count {
      if bytes[index] != 0x0a || index + 1 >= bytes.count
        || bytes[index + 1] != UInt8(ascii: "X") || !has(prefix, at: index + 1, in: bytes)
      {
        index += 1
        continue
      }
      let name = index + 1 + prefix.count
      index = name
      if has(status, at: name, in: bytes) {
        clearStatus(&bytes, from: name + status.count)
      } else if let other = others.first(where: { has($0, at: name, in: bytes) }) {
        index = name + other.count
        while index < bytes.count, index < name + longestLine, bytes[index] != 0x0a,
          bytes[index] != 0x0d
        {
          bytes[index] = 0x20
          index += 1
        }
      }
    }
  }

  /// Keeps of four hexadecimal digits only the bit 0x0008, which marks a deleted message.
  private static func clearStatus(_ bytes: inout [UInt8], from start: Int) {
    for index in start..<min(start + 4, bytes.count) {
      let byte = bytes[index]
      guard 0x30...0x39 ~= byte || 0x41...0x46 ~= byte & 0xdf else { return }
      let value = byte <= 0x39 ? byte & 0xf : (byte & 0xf) + 9
      bytes[index] = index == start + 3 && value & 8 != 0 ? 0x38 : 0x30
    }
  }

  private static func has(_ text: [UInt8], at offset: Int, in bytes: [UInt8]) -> Bool {
    guard offset + text.count <= bytes.count else { return false }
    for index in text.indices where bytes[offset + index] != text[index] { return false }
    return true
  }
}
