import ExtractionProtocol

/// Reads the metadata in `docProps/core.xml` and `docProps/app.xml`.
struct OfficeProperties: XMLFieldHandler {
  enum Name: String, CaseIterable, XMLVocabulary {
    case title, creator, created, modified, keywords, language
    case template = "Template"
    case pages = "Pages"
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  var text = TextBuffer()
  var event: XMLEvent?
  var metadata = XMLMetadata()
  var field: XMLField<Name>?
  let isText = false

  static let fields: [Name: DocumentField] = [
    .title: .title, .created: .created, .modified: .changed, .keywords: .keyword,
    .language: .language, .pages: .pages,
  ]

  mutating func open(_ tag: XMLTag<Name>, in bytes: Span<UInt8>) -> Bool {
    if tag.name != .other { beginField(tag.name) }
    return true
  }

  mutating func close(_ name: Name) {
    switch name {
    case .creator:
      for author in takeField(name)?.split(separator: ";") ?? [] {
        metadata.add(String(author.drop { $0 == " " }), to: .author)
      }
    case .template: if let value = takeField(name), !value.isEmpty { metadata.template = value }
    default: endField(name)
    }
  }
}
