/// The objects of a document of iWork since 2013.
///
/// Source: <https://github.com/obriensp/iWorkFileFormat>, and the behaviour of readers.
struct IWorkArchive {
  struct Object {
    var type: Int
    /// The message in ``IWorkArchive/bytes``.
    var message: Range<Int>
    /// The number of the file that has it.
    var file: Int
  }

  /// The number of objects that are read.
  private static let mostObjects = 2_000_000
  /// Files whose texts are those of templates.
  private static let templates = ["MasterSlide", "TemplateSlide", "Stylesheet", "DocumentMetadata"]

  /// The unpacked files, one after the other.
  private(set) var bytes: [UInt8] = []
  /// The objects, in the order of the files.
  private(set) var objects: [(id: UInt64, object: Object)] = []
  private var indices: [UInt64: Int] = [:]
  private var file = 0

  /// Whether a file has only what templates have.
  static func isTemplate(_ name: String) -> Bool { templates.contains { name.contains($0) } }

  /// Adds the objects of a file.
  mutating func add(_ packed: Span<UInt8>, limit: Int) {
    let start = bytes.count
    bytes += SnappyBlocks.unpack(packed, limit: limit)
    file += 1
    let most = Self.mostObjects - objects.count
    for (id, object) in Self.objects(in: bytes.span, from: start, of: file, upTo: most) {
      if indices[id] == nil { indices[id] = objects.count }
      objects.append((id, object))
    }
  }

  /// Finds the objects from an offset on: after each description of objects come their messages.
  private static func objects(
    in bytes: Span<UInt8>, from start: Int, of file: Int, upTo most: Int
  ) -> [(UInt64, Object)] {
    var (offset, objects) = (start, [(UInt64, Object)]())
    while offset < bytes.count {
      var header = ProtocolBuffer(in: offset..<bytes.count)
      guard let size = header.number(bytes), size <= UInt64(bytes.count - header.position) else {
        break
      }
      let info = header.position..<header.position + Int(size)
      offset = info.upperBound
      let id = bytes.value(1, in: info) ?? 0
      for message in bytes.messages(2, in: info) {
        guard objects.count < most, let type = bytes.value(1, in: message),
          let length = bytes.value(3, in: message), length <= UInt64(bytes.count - offset)
        else { return objects }
        let range = offset..<offset + Int(length)
        offset = range.upperBound
        objects.append((id, Object(type: Int(clamping: type), message: range, file: file)))
      }
    }
    return objects
  }

  /// The object with an identifier; nil if there is none.
  subscript(id: UInt64) -> Object? { indices[id].map { objects[$0].object } }
}

/// A zip file whose members are not compressed, as iWork writes one into another.
struct StoredZip: DocumentPackage {
  private(set) var names: [String] = []
  private var ranges: [String: Range<Int>] = [:]
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let span = bytes.span
    var offset = 0
    while span.hasBytes("PK\u{3}\u{4}", at: offset), names.count < 100_000,
      let flags = span.word(at: offset + 6), let method = span.word(at: offset + 8),
      let size = span.doubleWord(at: offset + 18), let nameSize = span.word(at: offset + 26),
      let extraSize = span.word(at: offset + 28), flags & 9 == 0, method == 0
    {
      let name = span.extracting(span.clamped(offset + 30, nameSize)).string
      let content = span.clamped(offset + 30 + nameSize + extraSize, size)
      names.append(name)
      ranges[name] = content
      offset = content.upperBound
    }
  }

  func content(of name: String, limit: Int) throws(ReadingFailure) -> [UInt8]? {
    ranges[name].map { bytes.span.extracting($0).extracting(first: limit).copied() }
  }
}
