import CZlib

/// Finds the objects of a PDF document by reading the whole file, so that damaged tables do not matter.
///
/// poppler's interface has no annotations; so they are found here. The file's bytes are passed to each call.
struct PDFObjects {
  /// The number of objects that are found.
  private static let mostObjects = 1_000_000
  /// A longer stream with objects is left out; usual ones have 100 objects.
  private static let longestStream = 1 << 20
  /// The size of all unpacked streams with objects, in bytes.
  private static let mostUnpacked = 32 << 20

  private enum Place {
    /// The offset of an object in the file.
    case file(Int)
    /// The index of an unpacked stream, and the offset in it.
    case stream(Int, Int)
  }

  private var places: [Int: Place] = [:]
  private var streams: [[UInt8]] = []
  private var unpacked = 0
  private var root: Int?

  /// Finds all objects.
  ///
  /// O(bytes).
  init(_ bytes: Span<UInt8>) {
    var packed: [(number: Int, offset: Int)] = []
    var index = 0
    while index + 3 <= bytes.count, places.count < Self.mostObjects {
      if bytes[index] == UInt8(ascii: "o"), Self.has("obj", at: index, bytes),
        let number = Self.number(before: index, bytes)
      {
        index += 3
        places[number] = .file(index)
        let end = min(index + 512, bytes.count)
        if Self.range(of: "/ObjStm", in: index..<end, bytes) != nil {
          packed.append((number, index))
        }
      } else if bytes[index] == UInt8(ascii: "/"), Self.has("/Root", at: index, bytes) {
        var parser = PDFParser(at: index + 5)
        parser.skipBlanks(bytes)
        let isNumber = parser.position < bytes.count && Self.isDigit(bytes[parser.position])
        // The last table of a file is the current one.
        if isNumber, case .reference(let number)? = parser.value(bytes) { root = number }
        index += 5
      } else {
        index += 1
      }
    }
    for (number, offset) in packed {
      guard case .file(offset)? = places[number] else { continue }
      addStream(at: offset, bytes)
    }
  }

  /// The dictionary of the document.
  func catalog(_ bytes: Span<UInt8>) -> [String: PDFValue]? {
    root.flatMap { object($0, bytes)?.dictionary }
  }

  /// Returns a value, or the object that it refers to.
  func resolve(_ value: PDFValue?, _ bytes: Span<UInt8>) -> PDFValue? {
    guard case .reference(let number)? = value else { return value }
    return object(number, bytes)
  }

  /// Returns an object; nil if there is none.
  func object(_ number: Int, _ bytes: Span<UInt8>) -> PDFValue? {
    switch places[number] {
    case .file(let offset):
      var parser = PDFParser(at: offset)
      return parser.value(bytes)
    case .stream(let stream, let offset):
      let content = streams[stream]
      var parser = PDFParser(at: offset)
      return parser.value(content.span)
    case nil: return nil
    }
  }

  /// Returns the content of a stream, cut after `limit` bytes; nil if it is packed in an unusual way.
  func content(of number: Int, limit: Int, _ bytes: Span<UInt8>) -> [UInt8]? {
    guard case .file(let offset)? = places[number] else { return nil }
    return content(at: offset, limit: limit, bytes)
  }

  private func content(at offset: Int, limit: Int, _ bytes: Span<UInt8>) -> [UInt8]? {
    var parser = PDFParser(at: offset)
    guard let dictionary = parser.value(bytes)?.dictionary else { return nil }
    parser.skipBlanks(bytes)
    guard Self.has("stream", at: parser.position, bytes) else { return nil }
    var start = parser.position + 6
    if start < bytes.count, bytes[start] == 0x0d { start += 1 }
    if start < bytes.count, bytes[start] == 0x0a { start += 1 }
    var end = min(bytes.count, start + min(limit, bytes.count))
    if let length = resolve(dictionary["Length"], bytes)?.number, length >= 0, length <= end - start
    {
      end = start + length
    }
    let raw = bytes.extracting(start..<end)
    let filter = resolve(dictionary["Filter"], bytes)
    guard let name = filter?.name ?? filter?.array?.first?.name else {
      return filter == nil ? Self.copy(raw, limit: limit) : nil
    }
    guard name == "FlateDecode", filter?.array?.count ?? 1 == 1, dictionary["DecodeParms"] == nil
    else { return nil }
    return Self.unpack(raw, limit: limit)
  }

  /// Finds the objects in a stream with objects.
  private mutating func addStream(at offset: Int, _ bytes: Span<UInt8>) {
    var parser = PDFParser(at: offset)
    guard let dictionary = parser.value(bytes)?.dictionary, dictionary["Type"]?.name == "ObjStm",
      let count = resolve(dictionary["N"], bytes)?.number,
      let first = resolve(dictionary["First"], bytes)?.number, first >= 0,
      resolve(dictionary["Length"], bytes)?.number ?? 0 <= Self.longestStream,
      unpacked < Self.mostUnpacked,
      let content = content(at: offset, limit: Self.mostUnpacked - unpacked, bytes)
    else { return }
    unpacked += content.count
    var table = PDFParser(at: 0)
    for _ in 0..<min(max(count, 0), content.count / 4) {
      guard let number = table.value(content.span)?.number,
        let offset = table.value(content.span)?.number, offset >= 0,
        offset < content.count, places.count < Self.mostObjects
      else { break }
      // An object outside of streams is from a later change of the document.
      if case .file? = places[number] { continue }
      places[number] = .stream(streams.count, min(first, content.count) + offset)
    }
    streams.append(content)
  }

  private static func copy(_ bytes: Span<UInt8>, limit: Int) -> [UInt8] {
    var copy: [UInt8] = []
    let count = min(bytes.count, limit)
    copy.reserveCapacity(count)
    for index in 0..<count { copy.append(bytes[index]) }
    return copy
  }

  /// Unpacks a stream of zlib; as much as there is of a damaged one.
  private static func unpack(_ bytes: Span<UInt8>, limit: Int) -> [UInt8] {
    var capacity = min(max(bytes.count, 1 << 10), 1 << 20, limit)
    while true {
      capacity = capacity > limit / 4 ? limit : capacity * 4
      var size = uLong(capacity)
      var isFull = false
      let content = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        let code = unsafe bytes.withUnsafeBufferPointer {
          unsafe uncompress(buffer.baseAddress, &size, $0.baseAddress, uLong($0.count))
        }
        isFull = code == Z_BUF_ERROR && size == uLong(capacity)
        count = Int(size)
      }
      // A copy has no spare capacity.
      if !isFull || capacity >= limit { return copy(content.span, limit: limit) }
    }
  }

  private static func has(_ text: StaticString, at offset: Int, _ bytes: Span<UInt8>) -> Bool {
    let size = text.utf8CodeUnitCount
    guard offset >= 0, size <= bytes.count - offset else { return false }
    return text.withUTF8Buffer { text in
      text.indices.allSatisfy { unsafe bytes[offset + $0] == text[$0] }
    }
  }

  private static func range(
    of text: StaticString, in range: Range<Int>, _ bytes: Span<UInt8>
  ) -> Int? {
    range.first { bytes[$0] == UInt8(ascii: "/") && has(text, at: $0, bytes) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Returns the number of the object whose `obj` is at an offset; nil if there is none before it.
  private static func number(before offset: Int, _ bytes: Span<UInt8>) -> Int? {
    var index = offset - 1
    func skip(_ isWanted: (UInt8) -> Bool) -> Int {
      let start = index
      while index >= 0, start - index < 16, isWanted(bytes[index]) { index -= 1 }
      return start - index
    }
    let isBlank: (UInt8) -> Bool = { $0 <= 0x20 }
    guard skip(isBlank) > 0, skip(Self.isDigit) > 0, skip(isBlank) > 0 else { return nil }
    let end = index
    let count = skip(Self.isDigit)
    guard (1...10).contains(count) else { return nil }
    return (index + 1...end).reduce(0) { $0 * 10 + Int(bytes[$1] & 0xf) }
  }
}
