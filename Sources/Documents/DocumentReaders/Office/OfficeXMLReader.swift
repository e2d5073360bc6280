import ExtractionProtocol

/// Reads documents of Office that are single XML files: of Word and Excel 2003, and packages of later versions
/// whose parts are elements of one file.
///
/// Sources: Office 2003 XML Reference Schemas; ECMA-376, and <https://learn.microsoft.com/previous-versions/office/developer/office-2007/bb266220(v=office.12)>
/// for flat packages.
public enum OfficeXMLReader {
  private enum Root: String, CaseIterable, XMLVocabulary {
    case wordDocument, package
    case workbook = "Workbook"
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  /// Reads a document.
  ///
  /// - Throws: ``ReadingFailure`` after everything readable was given to the sink.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var root = Root.other
    Root.forEachTag(in: bytes) { tag, _ in
      root = tag.name
      return false
    }
    switch root {
    case .package:
      var package = FlatOfficePackage(bytes)
      try OfficeOpenXMLReader.read(&package, into: &sink)
    case .workbook:
      readProperties(bytes, into: &sink)
      var handler = Workbook2003Text()
      try handler.readDocument(bytes, into: &sink)
    case .wordDocument:
      readProperties(bytes, into: &sink)
      var handler = OfficeText()
      try handler.readDocument(bytes, into: &sink)
    case .other: throw .unsupported("an unknown kind of Office document")
    }
  }

  /// Reads the properties of a document of Office 2003.
  private static func readProperties(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) {
    var properties = Properties2003()
    _ = properties.read(bytes, into: &sink)
    properties.metadata.flush(to: &sink)
  }
}

/// Reads the properties of a document of Office 2003.
private struct Properties2003: XMLFieldHandler {
  enum Name: String, CaseIterable, XMLVocabulary {
    case properties = "DocumentProperties"
    case own = "CustomDocumentProperties"
    case title = "Title"
    case author = "Author"
    case keywords = "Keywords"
    case created = "Created"
    case changed = "LastSaved"
    case pages = "Pages"
    case subject = "Subject"
    case description = "Description"
    case category = "Category"
    case body
    case sheet = "Worksheet"
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  var text = TextBuffer()
  var event: XMLEvent?
  var metadata = XMLMetadata()
  var field: XMLField<Name>?
  let isText = false
  private var isInProperties = false
  private var isInOwn = false

  static let fields: [Name: DocumentField] = [
    .title: .title, .author: .author, .keywords: .keyword, .created: .created,
    .changed: .changed, .pages: .pages,
  ]

  mutating func open(_ tag: XMLTag<Name>, in bytes: Span<UInt8>) -> Bool {
    switch tag.name {
    case .properties: isInProperties = true
    case .own: isInOwn = true
    case .body, .sheet: return false
    // Others are numbers of words and the like.
    case .other: if isInOwn { beginField(.other) }
    default: if isInProperties || isInOwn { beginField(tag.name) }
    }
    return true
  }

  mutating func close(_ name: Name) {
    switch name {
    case .properties: isInProperties = false
    case .own: isInOwn = false
    case .subject, .description, .category, .other:
      if let value = takeField(name) { metadata.add(remark: value) }
    default: endField(name)
    }
  }
}

/// A package whose parts are elements of one XML file.
private struct FlatOfficePackage: DocumentPackage {
  private enum Name: String, CaseIterable, XMLVocabulary {
    case part, name
    case content = "xmlData"
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  /// The number of parts that are read.
  private static let mostParts = 100_000

  private(set) var names: [String] = []
  private var ranges: [String: Range<Int>] = [:]
  private let bytes: [UInt8]

  /// Finds the parts with XML; pictures and other parts are left out.
  init(_ document: Span<UInt8>) {
    let decoded = XMLEncoding.decoded(document) ?? document.copied()
    var tokenizer = XMLTokenizer<Name>(at: decoded.span.byteOrderMark)
    var (name, start) = (String?.none, Int.max)
    while let token = tokenizer.next(in: decoded.span), names.count < Self.mostParts {
      switch token {
      case .open(let tag) where tag.name == .part:
        let path = tag.value(of: .name, in: decoded.span) ?? ""
        name = path.isEmpty ? nil : String(path.drop { $0 == "/" })
      case .open(let tag) where tag.name == .content: start = tag.end
      case .close(.content):
        guard let part = name, ranges[part] == nil, start <= tokenizer.position else { break }
        names.append(part)
        // The end tag is within the range; readers end before it.
        ranges[part] = start..<min(tokenizer.position, decoded.count)
        (name, start) = (nil, .max)
      default: break
      }
    }
    bytes = decoded
  }

  mutating func content(of name: String, limit: Int) -> [UInt8]? {
    guard let range = ranges[name] else { return nil }
    let part = bytes[range]
    // Removes the end tag of the element around the part.
    let end = part.lastIndex(of: UInt8(ascii: "<")) ?? part.endIndex
    return Array(part[..<end].prefix(limit))
  }
}
