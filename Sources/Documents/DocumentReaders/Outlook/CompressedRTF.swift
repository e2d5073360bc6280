/// Decompresses the RTF in Outlook's mails.
///
/// Source: MS-OXRTFCP.
enum CompressedRTF {
  private static let compressed = 0x7546_5a4c
  private static let uncompressed = 0x414c_454d
  private static let windowSize = 4_096
  /// The initial content of the sliding window of the decompressor.
  private static let prefix: [UInt8] = Array(
    (#"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript "#
      + #"\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0"#
      + "\r\n" + #"\par \pard\plain\f0\fs20\b\i\u\tab\tx"#).utf8)

  /// Returns the RTF up to the first damage; nil if there is no header.
  ///
  /// O(bytes): two compressed bytes become at most 17 bytes.
  static func decompress(_ bytes: Span<UInt8>) -> [UInt8]? {
    guard let size = bytes.doubleWord(at: 4), let kind = bytes.doubleWord(at: 8),
      bytes.count > 16
    else { return nil }
    if kind == uncompressed {
      return bytes.clamped(16, size).map { bytes[$0] }
    }
    guard kind == compressed else { return nil }
    var window = prefix + [UInt8](repeating: 0x20, count: windowSize - prefix.count)
    var (cursor, position) = (16, prefix.count)
    var output: [UInt8] = []
    func write(_ byte: UInt8) {
      output.append(byte)
      window[position] = byte
      position = (position + 1) % windowSize
    }
    while cursor < bytes.count {
      let control = bytes[cursor]
      cursor += 1
      for bit in 0..<8 where cursor < bytes.count {
        if control >> bit & 1 == 0 {
          write(bytes[cursor])
          cursor += 1
          continue
        }
        guard cursor + 1 < bytes.count else { return output }
        let reference = Int(bytes[cursor]) << 8 | Int(bytes[cursor + 1])
        cursor += 2
        let offset = reference >> 4
        if offset == position { return output }
        for index in 0..<((reference & 0xf) + 2) { write(window[(offset + index) % windowSize]) }
      }
    }
    return output
  }
}
