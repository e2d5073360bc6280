/// Collects the text in a presentation's records.
struct PresentationText {
  /// The deepest nesting of containers that is read; each level of grouped shapes takes four.
  private static let depthLimit = 128
  /// The number of bytes of one text that are read; PowerPoint's text boxes hold far less.
  private static let textLimit = 1 << 20

  /// A slide: the identifier of its object, and the range of its records in the outline.
  struct Slide {
    var identifier: Int
    var outline: Range<Int>
  }

  var buffer = TextBuffer()
  private(set) var isCut = false
  /// The ranges of the headers and footers of all slides, and of all notes.
  private(set) var margins: [Range<Int>] = []
  /// The object identifiers of masters.
  private(set) var masters: [Int] = []
  private var scratch: [UInt8] = []
  /// The object identifiers of notes, by the identifiers that slides use for notes.
  private var notes: [Int: Int] = [:]
  /// The number of bytes that may still be read; bounds a hostile file whose objects share bytes.
  private var remaining: Int

  /// - Parameter size: the size of the stream in bytes.
  init(_ size: Int) {
    remaining = size * 2
  }

  /// Returns the slides of a document in order, and remembers its notes.
  mutating func slides(of document: Int?, _ stream: Span<UInt8>) -> [Slide] {
    guard let document, let container = PresentationRecord(stream, at: document),
      container.isContainer
    else { return [] }
    var slides: [Slide] = []
    var offset = container.body.lowerBound
    while offset < container.body.upperBound, let record = PresentationRecord(stream, at: offset) {
      offset = record.body.upperBound
      if record.type == .headersFooters { margins.append(record.body) }
      guard record.type == .slideList else { continue }
      var offset = record.body.lowerBound
      var list: [Slide] = []
      while offset < record.body.upperBound, let item = PresentationRecord(stream, at: offset) {
        let next = item.body.upperBound
        if item.type == .slidePersist {
          let object = stream.doubleWord(at: item.body.lowerBound) ?? 0
          list.append(Slide(identifier: object, outline: next..<next))
          if record.instance == 2, let name = stream.doubleWord(at: item.body.lowerBound + 12) {
            notes[name] = object
          }
        } else if let last = list.indices.last {
          list[last].outline = list[last].outline.lowerBound..<next
        }
        offset = next
      }
      if record.instance == 0 { slides += list }
      if record.instance == 1 { masters += list.map(\.identifier) }
    }
    return slides
  }

  /// Adds the text of a slide and of its notes.
  mutating func appendSlide(
    at offset: Int?, _ objects: [Int: Int], _ stream: Span<UInt8>,
    into sink: inout some DocumentSink
  ) {
    guard let offset, let slide = PresentationRecord(stream, at: offset), slide.type == .slide
    else { return isCut = true }
    append(slide.body, stream, into: &sink)
    // The first atom of the slide has the identifier of its notes.
    guard let atom = PresentationRecord(stream, at: slide.body.lowerBound),
      atom.type == .slideAtom, let name = stream.doubleWord(at: atom.body.lowerBound + 16),
      let offset = notes[name].flatMap({ objects[$0] }),
      let notes = PresentationRecord(stream, at: offset), notes.type == .notes
    else { return }
    append(notes.body, stream, into: &sink)
  }

  /// Adds the text of a master, without its placeholders, whose text says what to do.
  mutating func appendMaster(
    at offset: Int?, _ stream: Span<UInt8>, into sink: inout some DocumentSink
  ) {
    guard let offset, let master = PresentationRecord(stream, at: offset),
      master.type == .mainMaster || master.type == .slide
    else { return }
    appendShapes(of: master.body, depth: 0, stream, into: &sink)
  }

  /// Adds the text of the shapes in a range.
  private mutating func appendShapes(
    of range: Range<Int>, depth: Int, _ stream: Span<UInt8>, into sink: inout some DocumentSink
  ) {
    var offset = range.lowerBound
    while offset < range.upperBound, remaining > 0,
      let record = PresentationRecord(stream, at: offset)
    {
      let body = record.body.clamped(to: range)
      offset = max(body.upperBound, offset + 8)
      remaining -= 8
      if record.type == .shape {
        if !hasPlaceholder(in: body, depth: 0, stream) { append(body, stream, into: &sink) }
      } else if record.isContainer, depth < Self.depthLimit {
        appendShapes(of: body, depth: depth + 1, stream, into: &sink)
      }
    }
  }

  /// Whether a shape has the record of a placeholder, which is in a container of it.
  private mutating func hasPlaceholder(
    in range: Range<Int>, depth: Int, _ stream: Span<UInt8>
  ) -> Bool {
    var offset = range.lowerBound
    while offset < range.upperBound, remaining > 0,
      let record = PresentationRecord(stream, at: offset)
    {
      let body = record.body.clamped(to: range)
      if record.type == .placeholder { return true }
      if record.isContainer, depth < 1, hasPlaceholder(in: body, depth: depth + 1, stream) {
        return true
      }
      offset = max(body.upperBound, offset + 8)
      remaining -= 8
    }
    return false
  }

  /// Adds the text of all records in a range, which may be that of a container.
  mutating func append(
    _ range: Range<Int>, of kind: PresentationRecord.Kind? = nil, _ stream: Span<UInt8>,
    into sink: inout some DocumentSink
  ) {
    // The enclosing containers, each with its type and its end.
    var path: [(type: PresentationRecord.Kind?, end: Int)] = [(kind, range.upperBound)]
    var (offset, checked) = (range.lowerBound, range.lowerBound)
    while let container = path.last {
      guard offset < container.end, remaining > 0,
        let record = PresentationRecord(stream, at: offset)
      else {
        offset = container.end
        path.removeLast()
        continue
      }
      isCut = isCut || record.isCut
      let end = min(record.body.upperBound, container.end)
      if record.isContainer, record.type != .mainMaster, path.count < Self.depthLimit {
        path.append((record.type, end))
        remaining -= 8
        offset = record.body.lowerBound
        continue
      }
      remaining -= end - offset
      // Ends the atom's text where its container ends; otherwise a thousand atoms could share the same text.
      let body = record.body.lowerBound..<max(record.body.lowerBound, end)
      append(record, body.prefix(Self.textLimit), in: container.type, stream)
      offset = max(end, offset + 8)
      buffer.flushIfFull(to: &sink)
      if buffer.bytes.isEmpty || offset - checked > 1 << 20 {
        checked = offset
        guard sink.wantsMore else { return }
      }
    }
  }

  private mutating func append(
    _ record: PresentationRecord, _ body: Range<Int>, in container: PresentationRecord.Kind?,
    _ stream: Span<UInt8>
  ) {
    switch (record.type, container) {
    case (.characters, _), (.string, .comment), (.string, .headersFooters), (.bytes, _): break
    default: return
    }
    scratch.removeAll(keepingCapacity: true)
    CodePage.decode(stream.extracting(body), isWide: record.type != .bytes, into: &scratch)
    for index in scratch.indices where scratch[index] == 0x0d { scratch[index] = 0x0a }
    buffer.breakParagraph()
    buffer.append(decoded: scratch)
    buffer.breakParagraph()
  }
}
