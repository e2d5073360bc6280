import ExtractionProtocol

/// Takes the text in paragraphs of AbiWord documents.
struct AbiWordText: XMLHandler {
  enum Name: String, CaseIterable, XMLVocabulary {
    case section, p, c, cell, br, cbr, pbr, m, key, data, styles, revision, revisions, lists
    case foot, endnote, annotate, history, ignoredwords
    case annotation = "ann"
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  var text = TextBuffer()
  var event: XMLEvent?
  private var metadata = XMLMetadata()
  private var paragraphs = 0
  private var field: DocumentField?
  private var value = XMLFieldText()

  mutating func open(_ tag: XMLTag<Name>, in bytes: Span<UInt8>) -> Bool {
    switch tag.name {
    case .section: finish()
    case .p:
      paragraphs += 1
      text.breakLine()
    case .c: return !isDeleted(tag, bytes)
    case .br, .cbr, .pbr: text.separate()
    case .cell, .foot, .endnote, .annotate, .annotation: text.breakLine()
    case .m: field = tag.value(of: .key, in: bytes).flatMap(Self.field)
    case .data, .styles, .revisions, .lists, .history, .ignoredwords: return false
    default: break
    }
    return true
  }

  mutating func close(_ name: Name) {
    switch name {
    case .p:
      if paragraphs > 0 { paragraphs -= 1 }
      text.breakLine()
    case .cell, .foot, .endnote, .annotate, .annotation: text.breakLine()
    case .m:
      let value = value.take()
      if let field { metadata.add(value, to: field) }
      field = nil
    default: break
    }
  }

  mutating func append(_ piece: Span<UInt8>) {
    if field != nil { value.append(piece) } else if paragraphs > 0 { text.append(piece) }
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    if field != nil { value.append(scalar) } else if paragraphs > 0 { text.append(scalar) }
  }

  mutating func finish() { metadata.complete(&event) }

  /// Whether a run was deleted while changes were recorded: its newest revision is negative.
  private func isDeleted(_ tag: XMLTag<Name>, _ bytes: Span<UInt8>) -> Bool {
    guard let revisions = tag.value(of: .revision, in: bytes) else { return false }
    return revisions.split(separator: ",").last?.hasPrefix("-") ?? false
  }

  private static func field(_ key: String) -> DocumentField? {
    switch key {
    case "dc.title": .title
    case "dc.creator": .author
    case "dc.language": .language
    case "abiword.keywords": .keyword
    case "dc.date", "meta.creation-date": .created
    default: nil
    }
  }
}
