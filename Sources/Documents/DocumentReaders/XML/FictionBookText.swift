import ExtractionProtocol

/// Reads FictionBook 2: each section with a title becomes a chapter; images are left out.
struct FictionBookText: XMLFieldHandler {
  /// A longer section title is cut in the part's label, but not in the text; in bytes.
  private static let longestLabel = 200
  /// The title is searched in this number of tokens after the start of its section.
  private static let lookahead = 32

  enum Name: String, CaseIterable, XMLVocabulary {
    case info = "title-info"
    case source = "src-title-info"
    case documentInfo = "document-info"
    case publishInfo = "publish-info"
    case customInfo = "custom-info"
    case stylesheet, binary, output
    case body, section, title, p, v, subtitle, td, th, tr, stanza, epigraph, cite, annotation
    case author, keywords, date, lang, value, translator, sequence, genre
    case bookTitle = "book-title"
    case textAuthor = "text-author"
    case firstName = "first-name"
    case middleName = "middle-name"
    case lastName = "last-name"
    case nickname
    case homePage = "home-page"
    case email, id
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  var text = TextBuffer()
  var event: XMLEvent?
  var metadata = XMLMetadata()
  var field: XMLField<Name>?
  var isText: Bool { isInBody || isInAnnotation }
  private var isInInfo = false
  private var isInBody = false
  private var isInAnnotation = false

  static let fields: [Name: DocumentField] = [
    .bookTitle: .title, .author: .author, .keywords: .keyword, .lang: .language, .date: .created,
  ]

  mutating func open(_ tag: XMLTag<Name>, in bytes: Span<UInt8>) -> Bool {
    switch tag.name {
    case .info: isInInfo = true
    case .body:
      finish()
      isInBody = true
    case .source, .documentInfo, .publishInfo, .customInfo, .stylesheet, .binary, .output:
      return false
    case .annotation: isInAnnotation = true
    case .bookTitle, .author, .keywords, .lang, .date: beginField(tag, bytes)
    case .firstName, .middleName, .lastName, .nickname: field?.value.separate()
    case .homePage, .email, .id, .translator, .sequence, .genre: return isInBody
    case .section: beginSection(tag, bytes)
    default: breakText(tag.name)
    }
    return true
  }

  mutating func close(_ name: Name) {
    switch name {
    case .info: isInInfo = false
    case .body: isInBody = false
    case .annotation: isInAnnotation = false
    default: breakText(name)
    }
    endField(name)
  }

  private mutating func breakText(_ name: Name) {
    switch name {
    case .p, .v, .subtitle, .tr, .textAuthor: text.breakLine()
    case .title, .stanza, .epigraph, .cite, .annotation: text.breakParagraph()
    case .td, .th: text.separate()
    default: break
    }
  }

  private mutating func beginSection(_ tag: XMLTag<Name>, _ bytes: Span<UInt8>) {
    text.breakParagraph()
    guard isInBody, let label = Self.title(after: tag.end, bytes) else { return }
    event = .part(DocumentPart(.chapter, label: label))
  }

  /// Returns the title of a section that has just begun; nil if there is none.
  private static func title(after position: Int, _ bytes: Span<UInt8>) -> String? {
    var tokenizer = XMLTokenizer<Name>(at: position)
    var (label, isTitle) = (XMLFieldText(), false)
    for _ in 0..<lookahead {
      guard let token = tokenizer.next(in: bytes) else { break }
      switch token {
      case .open(let tag):
        if tag.name == .title { isTitle = true } else if !isTitle { return nil }
        label.separate()
      case .close(let name):
        if name == .title || !isTitle { return cut(label.value) }
      case .text(let range):
        if isTitle { label.append(bytes.extracting(range)) }
        if label.value.utf8.count > longestLabel { return cut(label.value) }
      case .character(let scalar): if isTitle { label.append(scalar) }
      }
    }
    return cut(label.value)
  }

  private static func cut(_ label: String) -> String? {
    FieldValue.text(Array(label.utf8).span, longest: longestLabel)
  }

  private mutating func beginField(_ tag: XMLTag<Name>, _ bytes: Span<UInt8>) {
    guard isInInfo, !isInAnnotation else { return }
    beginField(tag.name)
    if tag.name == .date, let date = tag.value(of: .value, in: bytes) {
      metadata.add(date, to: .created)
    }
  }
}
