import ExtractionProtocol

/// Reads the text of a presentation, slide by slide, each followed by its notes; then headers, footers and
/// the text of masters.
///
/// The directory of persistent objects gives the order of the slides. Without it, all text except that of
/// masters is read in the order of the stream. Source: MS-PPT.
enum PresentationReader {
  private static let encryptedToken = 0xf3d1_c4df
  /// The number of edits that are followed; each incremental save adds one.
  private static let editLimit = 1_000

  /// Reads a presentation.
  static func read(
    _ stream: Span<UInt8>, currentUser: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    if currentUser.doubleWord(at: 12) == encryptedToken { throw .encrypted }
    var text = PresentationText(stream.count)
    let objects = try persistentObjects(stream, from: currentUser.doubleWord(at: 16))
    let slides = text.slides(of: objects.document, stream)
    if slides.isEmpty {
      text.append(0..<stream.count, stream, into: &sink)
    } else {
      sink.add(String(slides.count), to: .pages)
    }
    for (index, slide) in slides.enumerated() {
      guard sink.wantsMore else { return }
      text.buffer.flush(to: &sink)
      sink.begin(DocumentPart(.slide, label: String(index + 1)))
      text.buffer.breakParagraph()
      text.append(slide.outline, stream, into: &sink)
      text.appendSlide(at: objects.offsets[slide.identifier], objects.offsets, stream, into: &sink)
    }
    for margin in text.margins {
      text.append(margin, of: .headersFooters, stream, into: &sink)
    }
    for master in text.masters where sink.wantsMore {
      text.appendMaster(at: objects.offsets[master], stream, into: &sink)
    }
    text.buffer.flush(to: &sink)
    addObjects(stream, at: objects.offsets, to: &sink)
    if text.isCut { throw .damaged("records of the presentation") }
  }

  /// Gives the embedded objects to the sink as members, in the order of the stream.
  ///
  /// A packed object begins with its size.
  private static func addObjects(
    _ stream: Span<UInt8>, at offsets: [Int: Int], to sink: inout some DocumentSink
  ) {
    var budget = UnpackingBudget(packedSize: stream.count, most: mostUnpacked)
    for offset in Set(offsets.values).sorted() where sink.wantsMore && budget.remaining > 0 {
      guard let record = PresentationRecord(stream, at: offset), record.type == .object else {
        continue
      }
      let isPacked = record.instance == 1
      let body = stream.extracting(isPacked ? record.body.dropFirst(4) : record.body)
      let content =
        isPacked
        ? Inflation.unpack(body, limit: budget.remaining)
        : body.extracting(first: budget.remaining).copied()
      _ = budget.take(content.count)
      EmbeddedObject.add(storage: content, to: &sink)
    }
  }

  /// The most bytes of objects that are unpacked or copied.
  private static let mostUnpacked = 128 << 20

  /// Returns the offset of the document object, and the offsets of all objects by identifier.
  private static func persistentObjects(
    _ stream: Span<UInt8>, from newest: Int?
  ) throws(ReadingFailure) -> (document: Int?, offsets: [Int: Int]) {
    var (offsets, document): ([Int: Int], Int?) = ([:], nil)
    var (edit, entries) = (newest ?? 0, stream.count / 4)
    for _ in 0..<editLimit {
      guard let record = PresentationRecord(stream, at: edit), record.type == .userEdit,
        let directory = stream.doubleWord(at: edit + 8 + 12),
        let root = stream.doubleWord(at: edit + 8 + 16)
      else { break }
      // An edit with an additional identifier for an encryption session is encrypted.
      if record.body.count >= 32, stream.doubleWord(at: edit + 8 + 28) ?? 0 != 0 {
        throw .encrypted
      }
      addDirectory(stream, at: directory, to: &offsets, &entries)
      document = document ?? root
      guard let earlier = stream.doubleWord(at: edit + 8 + 8), earlier != 0, earlier < edit else {
        break
      }
      edit = earlier
    }
    return (document.flatMap { offsets[$0] }, offsets)
  }

  /// Adds a directory's entries, except for objects that a newer edit has.
  private static func addDirectory(
    _ stream: Span<UInt8>, at offset: Int, to offsets: inout [Int: Int], _ entries: inout Int
  ) {
    guard let record = PresentationRecord(stream, at: offset), record.type == .persistDirectory
    else { return }
    var cursor = record.body.lowerBound
    while cursor < record.body.upperBound, let head = stream.doubleWord(at: cursor) {
      cursor += 4
      for index in 0..<(head >> 20) where cursor < record.body.upperBound && entries > 0 {
        guard let position = stream.doubleWord(at: cursor) else { return }
        let identifier = head & 0xf_ffff + index
        if offsets[identifier] == nil { offsets[identifier] = position }
        entries -= 1
        cursor += 4
      }
    }
  }
}

/// The header of a record in a presentation.
struct PresentationRecord {
  /// The record types that the reader uses.
  enum Kind: Int {
    case slide = 0x03ee
    case slideAtom = 0x03ef
    case notes = 0x03f0
    case slidePersist = 0x03f3
    case mainMaster = 0x03f8
    case headersFooters = 0x0fd9
    case characters = 0x0fa0
    case bytes = 0x0fa8
    case string = 0x0fba
    case slideList = 0x0ff0
    case placeholder = 0x0bc3
    case shape = 0xf004
    case userEdit = 0x0ff5
    case object = 0x1011
    case binaryTag = 0x138b
    case persistDirectory = 0x1772
    case comment = 0x2ee0
  }

  let type: Kind?
  let instance: Int
  let isContainer: Bool
  let body: Range<Int>
  let isCut: Bool

  /// Reads the header at an offset; nil at the end of the stream.
  init?(_ stream: Span<UInt8>, at offset: Int) {
    guard let head = stream.word(at: offset), let type = stream.word(at: offset + 2),
      let size = stream.doubleWord(at: offset + 4)
    else { return nil }
    self.type = Kind(rawValue: type)
    instance = head >> 4
    isContainer = head & 0xf == 0xf || type == Kind.binaryTag.rawValue
    body = stream.clamped(offset + 8, size)
    isCut = body.count < size
  }
}
