import ExtractionProtocol

/// Reads the text of SVG images, except styles and scripts; reads metadata as Inkscape writes it, in RDF.
struct SVGText: XMLFieldHandler {
  enum Name: String, CaseIterable, XMLVocabulary {
    case svg, text, tspan, title, desc, style, script, metadata, p, div, br, li, td
    case textPath, flowPara, flowRoot, flowRegion, namedview
    case x, y, dy, role
    case creator, date, language, subject, publisher, rights, format, type, license
    case contributor, source, relation, coverage, identifier, description
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  var text = TextBuffer()
  var event: XMLEvent?
  var metadata = XMLMetadata()
  /// The open field: a field of the metadata, or the image's title, which is a child of the root.
  var field: XMLField<Name>?
  var isText: Bool { !isInMetadata }
  private var isInMetadata = false
  private var hasTitle = false
  private var elements = 0
  /// The `y` attribute of the current line, as it is written.
  private var line: [UInt8] = []

  static let fields: [Name: DocumentField] = [
    .title: .title, .creator: .author, .date: .created, .language: .language, .subject: .keyword,
  ]

  mutating func open(_ tag: XMLTag<Name>, in bytes: Span<UInt8>) -> Bool {
    elements += 1
    if isInMetadata { return openMetadata(tag) }
    switch tag.name {
    case .style, .script, .namedview, .flowRegion: return false
    case .metadata: isInMetadata = true
    case .text, .flowRoot, .desc, .p, .div, .li, .td:
      line = []
      text.breakLine()
    case .flowPara, .br: text.breakLine()
    case .title:
      text.breakLine()
      // The title of the image comes before everything that is drawn.
      if !hasTitle, elements <= 8 { beginField(.title) }
      hasTitle = true
    case .tspan, .textPath: if isNewLine(tag, bytes) { text.separate() }
    default: break
    }
    return true
  }

  mutating func close(_ name: Name) {
    if isInMetadata {
      if name == .metadata { isInMetadata = false }
      return endField(name)
    }
    switch name {
    case .text, .flowRoot, .flowPara, .desc, .p, .div, .li, .td: text.breakLine()
    case .title:
      endField(name)
      text.breakLine()
    default: break
    }
  }

  mutating func finish() {
    event = .metadata(metadata)
  }

  mutating func append(_ piece: Span<UInt8>) {
    field?.value.append(piece)
    if isText { text.append(piece) }
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    field?.value.append(scalar)
    if isText { text.append(scalar) }
  }

  /// Whether a piece of text begins a new line.
  ///
  /// A program may give each few letters of a word an element with a position; `y` is then the same.
  private mutating func isNewLine(_ tag: XMLTag<Name>, _ bytes: Span<UInt8>) -> Bool {
    if tag.has(.role, "line", in: bytes) || tag.range(of: .dy, in: bytes) != nil { return true }
    guard let y = tag.range(of: .y, in: bytes) else {
      return tag.range(of: .x, in: bytes).map { isOneNumber($0, bytes) } ?? false
    }
    // 32 bytes are enough for one position; if there is a list of positions, its beginning is compared.
    let height = y.prefix(32).map { bytes[$0] }
    defer { line = height }
    return height != line
  }

  private func isOneNumber(_ range: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
    for index in range where bytes[index] <= 0x20 || bytes[index] == UInt8(ascii: ",") {
      return false
    }
    return true
  }

  /// Begins a field; its value may be in an inner element, such as the name of an agent.
  private mutating func openMetadata(_ tag: XMLTag<Name>) -> Bool {
    switch tag.name {
    case .title, .creator, .date, .language, .subject: beginField(tag.name)
    case .publisher, .rights, .contributor, .source, .relation, .coverage, .identifier,
      .description, .license:
      return false
    // An item of a list of keywords.
    case .li: field?.value.append("," as Unicode.Scalar)
    default: break
    }
    return true
  }
}
