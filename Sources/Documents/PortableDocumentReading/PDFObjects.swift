import DocumentReaders

/// Finds the objects of a PDF document by reading the whole file, so that damaged tables do not matter.
///
/// poppler's interface has no annotations, and cuts the names of files; so they are found here. The file's bytes
/// are passed to each call.
struct PDFObjects {
  /// The number of objects that are found.
  private static let mostObjects = 1_000_000
  /// A longer stream with objects is left out; usual ones have 100 objects.
  private static let longestStream = 1 << 20
  /// What is before a stream is read up to this number of bytes.
  private static let longestDictionary = 16 << 10
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
  /// How many more bytes are parsed; objects may be referred to, and overlap, any number of times.
  private var work: Int

  /// Finds all objects.
  ///
  /// O(bytes).
  init(_ bytes: Span<UInt8>) {
    work = 4 * bytes.count + 1 << 20
    var packed: [Int: Int] = [:]
    var index = 0
    // The offset of the last object, until its stream has begun.
    var open: Int?
    while index + 3 <= bytes.count, places.count < Self.mostObjects {
      if bytes[index] == UInt8(ascii: "o"), bytes.hasBytes("obj", at: index),
        let number = Self.number(before: index, bytes)
      {
        index += 3
        places[number] = .file(index)
        open = index
        let end = min(index + 512, bytes.count)
        if (index..<end).contains(where: { bytes.hasBytes("/ObjStm", at: $0) }) {
          packed[number] = index
        }
      } else if let object = open, bytes[index] == UInt8(ascii: "s"),
        bytes.hasBytes("stream", at: index)
      {
        // What looks like objects in a stream may belong to another document.
        open = nil
        index = Self.endOfStream(ofObjectAt: object, from: index + 6, bytes) ?? index + 6
      } else if bytes[index] == UInt8(ascii: "/"), bytes.hasBytes("/Root", at: index) {
        let rest = bytes.extracting(index + 5..<min(index + 69, bytes.count))
        var parser = PDFParser(at: 0)
        // The last table of a file is the current one.
        if case .reference(let number)? = parser.value(rest) { root = number }
        index += 5
      } else {
        index += 1
      }
    }
    for (number, offset) in packed.sorted(by: { $0.value < $1.value }) {
      guard case .file(offset)? = places[number] else { continue }
      addStream(at: offset, bytes)
    }
  }

  /// Returns the end of a stream if its length is written beside it, and is right; `start` is after the keyword.
  private static func endOfStream(
    ofObjectAt object: Int, from start: Int, _ bytes: Span<UInt8>
  ) -> Int? {
    guard start - object <= longestDictionary else { return nil }
    var parser = PDFParser(at: 0)
    let head = bytes.extracting(object..<start)
    guard let length = parser.value(head)?.dictionary?["Length"]?.number, length > 0,
      length < bytes.count - start
    else { return nil }
    // The end of a line follows the keyword, and usually the content.
    for end in start + length...min(start + length + 4, bytes.count)
    where bytes.hasBytes("endstream", at: end) {
      return end
    }
    return nil
  }

  /// The dictionary of the document.
  mutating func catalog(_ bytes: Span<UInt8>) -> [String: PDFValue]? {
    root.flatMap { object($0, bytes)?.dictionary }
  }

  /// Returns a value, or the object that it refers to.
  mutating func resolve(_ value: PDFValue?, _ bytes: Span<UInt8>) -> PDFValue? {
    guard case .reference(let number)? = value else { return value }
    return object(number, bytes)
  }

  /// Returns an object; nil if there is none.
  mutating func object(_ number: Int, _ bytes: Span<UInt8>) -> PDFValue? {
    switch places[number] {
    case .file(let offset):
      return value(at: offset, bytes)?.value
    case .stream(let stream, let offset):
      let content = streams[stream]
      return value(at: offset, content.span)?.value
    case nil: return nil
    }
  }

  /// Returns the value at an offset, and the offset after it.
  private mutating func value(
    at offset: Int, _ bytes: Span<UInt8>
  ) -> (value: PDFValue, end: Int)? {
    guard work > 0 else { return nil }
    var parser = PDFParser(at: offset)
    let value = parser.value(bytes)
    parser.skipBlanks(bytes)
    work -= parser.position - offset + 16
    return value.map { ($0, parser.position) }
  }

  /// Returns the content of a stream, cut after `limit` bytes; nil if it is packed in an unusual way.
  mutating func content(of number: Int, limit: Int, _ bytes: Span<UInt8>) -> [UInt8]? {
    guard case .file(let offset)? = places[number] else { return nil }
    return content(at: offset, limit: limit, bytes)
  }

  private mutating func content(
    at offset: Int, limit: Int, longest: Int = .max, _ bytes: Span<UInt8>
  ) -> [UInt8]? {
    guard let (value, position) = value(at: offset, bytes), let dictionary = value.dictionary,
      bytes.hasBytes("stream", at: position)
    else { return nil }
    var start = position + 6
    if start < bytes.count, bytes[start] == 0x0d { start += 1 }
    if start < bytes.count, bytes[start] == 0x0a { start += 1 }
    var end = min(bytes.count, start + min(limit, bytes.count))
    if let length = resolve(dictionary["Length"], bytes)?.number, length >= 0, length <= end - start
    {
      end = start + length
    }
    let raw = bytes.extracting(start..<end).extracting(first: longest)
    work -= raw.count
    let filter = resolve(dictionary["Filter"], bytes)
    guard let name = filter?.name ?? filter?.array?.first?.name else {
      return filter == nil ? raw.extracting(first: limit).copied() : nil
    }
    guard name == "FlateDecode", filter?.array?.count ?? 1 == 1, dictionary["DecodeParms"] == nil
    else { return nil }
    return Inflation.unpack(raw, limit: limit)
  }

  /// Finds the objects in a stream with objects.
  private mutating func addStream(at offset: Int, _ bytes: Span<UInt8>) {
    guard let dictionary = value(at: offset, bytes)?.value.dictionary,
      dictionary["Type"]?.name == "ObjStm",
      let count = resolve(dictionary["N"], bytes)?.number,
      let first = resolve(dictionary["First"], bytes)?.number, first >= 0,
      unpacked < Self.mostUnpacked,
      let content = content(
        at: offset, limit: Self.mostUnpacked - unpacked, longest: Self.longestStream, bytes)
    else { return }
    unpacked += content.count
    var table = PDFParser(at: 0)
    for _ in 0..<min(max(count, 0), content.count / 4) {
      guard let number = table.value(content.span)?.number,
        let start = table.value(content.span)?.number, start >= 0,
        start < content.count, places.count < Self.mostObjects
      else { break }
      // What comes later in the file is a change of the document.
      if case .file(let other)? = places[number], other > offset { continue }
      places[number] = .stream(streams.count, min(first, content.count) + start)
    }
    streams.append(content)
  }

  /// Returns the number of the object whose `obj` is at an offset; nil if there is none before it.
  private static func number(before offset: Int, _ bytes: Span<UInt8>) -> Int? {
    var index = offset - 1
    func skip(_ isWanted: (UInt8) -> Bool) -> Int {
      let start = index
      while index >= 0, start - index < 16, isWanted(bytes[index]) { index -= 1 }
      return start - index
    }
    let isBlank: (UInt8) -> Bool = { $0 <= 0x20 }
    guard skip(isBlank) > 0, skip(\.isDigit) > 0, skip(isBlank) > 0 else { return nil }
    let end = index
    let count = skip(\.isDigit)
    guard (1...10).contains(count) else { return nil }
    return (index + 1...end).reduce(0) { $0 * 10 + Int(bytes[$1] & 0xf) }
  }
}
