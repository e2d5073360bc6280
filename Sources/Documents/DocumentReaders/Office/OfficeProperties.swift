import ExtractionProtocol

/// Reads `docProps/core.xml` and `docProps/app.xml`.
struct OfficeProperties: XMLHandler {
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
  private var field: Name?
  private var value = XMLFieldText()

  mutating func open(_ tag: XMLTag<Name>, in bytes: Span<UInt8>) -> Bool {
    if field == nil, tag.name != .other { field = tag.name }
    return true
  }

  mutating func close(_ name: Name) {
    guard name == field else { return }
    field = nil
    let value = value.take()
    switch name {
    case .title: metadata.add(value, to: .title)
    case .creator:
      for author in value.split(separator: ";") {
        metadata.add(String(author.drop { $0 == " " }), to: .author)
      }
    case .created: metadata.add(value, to: .created)
    case .modified: metadata.add(value, to: .changed)
    case .keywords: metadata.add(value, to: .keyword)
    case .language: metadata.add(value, to: .language)
    case .template: metadata.template = value.isEmpty ? nil : value
    case .pages: metadata.add(value, to: .pages)
    case .other: break
    }
  }

  mutating func append(_ piece: Span<UInt8>) {
    if field != nil { value.append(piece) }
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    if field != nil { value.append(scalar) }
  }
}
