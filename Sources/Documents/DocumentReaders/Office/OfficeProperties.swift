import ExtractionProtocol

/// Reads the metadata in `docProps/core.xml`, `docProps/app.xml` and `docProps/custom.xml`.
struct OfficeProperties: XMLFieldHandler {
  enum Name: String, CaseIterable, XMLVocabulary {
    case title, creator, created, modified, keywords, language
    case template = "Template"
    case pages = "Pages"
    case subject, description, category
    case company = "Company"
    case manager = "Manager"
    case property, name, lpwstr, lpstr
    // Lists of words that the document has elsewhere, or of fonts.
    case headings = "HeadingPairs"
    case partTitles = "TitlesOfParts"
    case links = "HLinks"
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  var text = TextBuffer()
  var event: XMLEvent?
  var metadata = XMLMetadata()
  var field: XMLField<Name>?
  let isText = false
  /// Whether the open property was made by a program for itself.
  private var isInternal = false

  static let fields: [Name: DocumentField] = [
    .title: .title, .created: .created, .modified: .changed, .keywords: .keyword,
    .language: .language, .pages: .pages,
  ]

  mutating func open(_ tag: XMLTag<Name>, in bytes: Span<UInt8>) -> Bool {
    switch tag.name {
    case .headings, .partTitles, .links: return false
    case .property:
      let name = tag.value(of: .name, in: bytes) ?? ""
      isInternal = ["_", "MSIP_", "ContentTypeId"].contains(where: name.hasPrefix)
    case .name, .other: break
    default: beginField(tag.name)
    }
    return true
  }

  mutating func close(_ name: Name) {
    switch name {
    case .creator:
      for author in takeField(name)?.split(separator: ";") ?? [] {
        metadata.add(String(author.drop { $0 == " " }), to: .author)
      }
    case .subject, .description, .category, .company, .manager, .lpwstr, .lpstr:
      if let value = takeField(name), !isInternal { metadata.add(remark: value) }
    case .property: isInternal = false
    case .template: if let value = takeField(name), !value.isEmpty { metadata.template = value }
    default: endField(name)
    }
  }
}
