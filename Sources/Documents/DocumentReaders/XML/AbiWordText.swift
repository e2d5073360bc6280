import ExtractionProtocol

/// Reads the text in the paragraphs of AbiWord documents.
struct AbiWordText: XMLFieldHandler {
  enum Name: String, CaseIterable, XMLVocabulary {
    case section, p, c, cell, br, cbr, pbr, m, key, data, styles, revision, revisions, lists
    case foot, endnote, annotate, history, ignoredwords
    case annotation = "ann"
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  var text = TextBuffer()
  var event: XMLEvent?
  var metadata = XMLMetadata()
  var field: XMLField<Name>?
  var isText: Bool { paragraphs > 0 }
  private var paragraphs = 0

  /// Empty: all metadata fields have the same element, with a key for each field.
  static let fields: [Name: DocumentField] = [:]
  private static let keys: [String: DocumentField] = [
    "dc.title": .title, "dc.creator": .author, "dc.language": .language,
    "abiword.keywords": .keyword, "dc.date": .created, "meta.creation-date": .created,
  ]

  mutating func open(_ tag: XMLTag<Name>, in bytes: Span<UInt8>) -> Bool {
    switch tag.name {
    case .section: finish()
    case .p:
      paragraphs += 1
      text.breakLine()
    case .c: return !isDeleted(tag, bytes)
    case .br, .cbr, .pbr: text.separate()
    case .cell, .foot, .endnote, .annotate, .annotation: text.breakLine()
    case .m:
      let target = tag.value(of: .key, in: bytes).flatMap { Self.keys[$0] }
      if let target { beginField(.m, as: target) }
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
    case .m: endField(.m)
    default: break
    }
  }

  /// Whether a run of text is deleted: its newest revision is then a negative number.
  private func isDeleted(_ tag: XMLTag<Name>, _ bytes: Span<UInt8>) -> Bool {
    guard let revisions = tag.value(of: .revision, in: bytes) else { return false }
    return revisions.split(separator: ",").last?.hasPrefix("-") ?? false
  }
}
