import ExtractionProtocol

/// Reads the package document of an EPUB book: metadata, and the order of the chapters.
struct EPUBPackageDocument: XMLFieldHandler {
  enum Name: String, CaseIterable, XMLVocabulary {
    case metadata, title, creator, language, date, subject, description, meta, property, event
    case item, id, href
    case reference = "itemref"
    case referenceID = "idref"
    case mediaType = "media-type"
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  /// The number of items, and of chapters, that are read.
  private static let mostItems = 100_000

  var text = TextBuffer()
  var event: XMLEvent?
  /// The metadata fields of the book.
  var metadata = XMLMetadata()
  var field: XMLField<Name>?
  let isText = false
  /// The paths of the chapters in reading order, without repetitions.
  var chapters: [String] {
    var seen: Set<String> = []
    return spine.compactMap { items[$0] }.filter { seen.insert($0).inserted }
  }

  private let folder: String
  private var items: [String: String] = [:]
  private var spine: [String] = []
  private var isInMetadata = false

  static let fields: [Name: DocumentField] = [
    .title: .title, .creator: .author, .language: .language, .date: .created, .subject: .keyword,
  ]

  /// Prepares to read a package document in a folder; paths in it are relative to the folder.
  init(folder: String) {
    self.folder = folder
  }

  mutating func open(_ tag: XMLTag<Name>, in bytes: Span<UInt8>) -> Bool {
    switch tag.name {
    case .metadata: isInMetadata = true
    case .title, .creator, .language, .date, .subject, .description:
      let isChange = tag.has(.event, "modification", in: bytes)
      if isInMetadata { beginField(tag.name, as: isChange ? .changed : nil) }
    case .meta:
      if tag.has(.property, "dcterms:modified", in: bytes) { beginField(.meta, as: .changed) }
    case .item: addItem(tag, bytes)
    case .reference:
      if spine.count < Self.mostItems, let id = tag.value(of: .referenceID, in: bytes) {
        spine.append(id)
      }
    default: break
    }
    return true
  }

  mutating func close(_ name: Name) {
    if name == .metadata { isInMetadata = false }
    if name == .description, let value = takeField(name) { return metadata.add(remark: value) }
    endField(name)
  }

  /// Adds an item if it is a chapter: XHTML or HTML.
  private mutating func addItem(_ tag: XMLTag<Name>, _ bytes: Span<UInt8>) {
    guard items.count < Self.mostItems, let id = tag.value(of: .id, in: bytes),
      let path = tag.value(of: .href, in: bytes), items[id] == nil
    else { return }
    let type = tag.value(of: .mediaType, in: bytes) ?? "application/xhtml+xml"
    guard type == "application/xhtml+xml" || type == "text/html" else { return }
    // Decodes percent-encoding; RFC 3986, section 2.1.
    let decoded = Array(path.utf8).span.decodingEscapes(after: UInt8(ascii: "%"))
    items[id] = OfficeRelationships.resolve(String(decoding: decoded, as: UTF8.self), in: folder)
  }
}
