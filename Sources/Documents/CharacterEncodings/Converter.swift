internal import CICUData  // What a release contains of the data of ICU.
internal import _FoundationICU

/// A converter of ICU; ICU looks for files of converters first, see ``ConverterFiles``.
///
/// Source: https://unicode-org.github.io/icu/userguide/conversion/converters.html
@safe struct Converter: ~Copyable {
  private let converter: OpaquePointer
  /// U+FFFD in UTF-8.
  private static let replacement: [UInt8] = [0xef, 0xbf, 0xbd]

  /// Opens the converter of an encoding; nil if ICU has none.
  init?(_ name: String) {
    var status = U_ZERO_ERROR
    guard let converter = unsafe swift_ucnv_open(name, &status), status.rawValue <= 0 else {
      return nil
    }
    unsafe self.converter = converter
  }

  deinit {
    unsafe swift_ucnv_close(converter)
  }

  /// Returns the IANA name of an encoding, or else ICU's name; nil if ICU has no converter for it.
  static func canonicalName(of label: String) -> String? {
    var status = U_ZERO_ERROR
    guard Self(label) != nil else { return nil }
    for standard in ["MIME", "IANA", ""] {
      status = U_ZERO_ERROR
      if let name = unsafe swift_ucnv_getStandardName(label, standard, &status),
        status.rawValue <= 0
      {
        return unsafe String(cString: name)
      }
    }
    return label
  }

  /// Decodes bytes until the text reaches a limit.
  ///
  /// - Returns: the number of bytes that were decoded.
  func decode(_ bytes: Span<UInt8>, limit: Int, into text: inout [UInt8]) -> Int {
    let before = text.count
    var units = [UInt16](repeating: 0, count: 16_384)
    let read = unsafe bytes.withUnsafeBytes { bytes in
      guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else {
        return 0
      }
      let end = unsafe start + bytes.count
      var source: UnsafePointer<CChar>? = unsafe start
      var pending: UInt16?
      var isDone = false
      while !isDone, text.count < limit {
        unsafe units.withUnsafeMutableBufferPointer { units in
          var status = U_ZERO_ERROR
          guard let first = units.baseAddress else { return isDone = true }
          var target: UnsafeMutablePointer<UInt16>? = unsafe first
          unsafe swift_ucnv_toUnicode(
            converter, &target, first + units.count, &source, end, nil, 1, &status)
          let count = unsafe target.map { unsafe $0 - first } ?? 0
          unsafe Self.append(UnsafeBufferPointer(start: first, count: count), &pending, to: &text)
          isDone = status != U_BUFFER_OVERFLOW_ERROR
        }
      }
      if pending != nil { text.append(contentsOf: Self.replacement) }
      return unsafe source.map { unsafe $0 - start } ?? bytes.count
    }
    if text.count >= before + 3, text[before...].starts(with: [0xef, 0xbb, 0xbf]) {
      text.removeSubrange(before..<before + 3)
    }
    return read
  }

  /// Appends UTF-16 as UTF-8.
  ///
  /// - Parameters:
  ///   - units: the code units to append.
  ///   - pending: a high surrogate at the end of the units, kept for the next call.
  ///   - text: receives UTF-8.
  private static func append(
    _ units: UnsafeBufferPointer<UInt16>, _ pending: inout UInt16?, to text: inout [UInt8]
  ) {
    for index in units.indices {
      let unit = unsafe units[index]
      if let high = pending {
        pending = nil
        if unit & 0xfc00 == 0xdc00 {
          let scalar = 0x10000 + (UInt32(high & 0x3ff) << 10 | UInt32(unit & 0x3ff))
          text.append(UInt8(truncatingIfNeeded: 0xf0 | scalar >> 18))
          text.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3f))
          text.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3f))
          text.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3f))
          continue
        }
        text.append(contentsOf: Self.replacement)
      }
      switch unit {
      // Some converters return U+001A for an invalid byte.
      case 0x1a: text.append(contentsOf: Self.replacement)
      case ..<0x80: text.append(UInt8(truncatingIfNeeded: unit))
      case ..<0x800:
        text.append(UInt8(truncatingIfNeeded: 0xc0 | unit >> 6))
        text.append(UInt8(truncatingIfNeeded: 0x80 | unit & 0x3f))
      case 0xd800..<0xdc00: pending = unit
      case 0xdc00..<0xe000: text.append(contentsOf: Self.replacement)
      default:
        text.append(UInt8(truncatingIfNeeded: 0xe0 | unit >> 12))
        text.append(UInt8(truncatingIfNeeded: 0x80 | unit >> 6 & 0x3f))
        text.append(UInt8(truncatingIfNeeded: 0x80 | unit & 0x3f))
      }
    }
  }
}
