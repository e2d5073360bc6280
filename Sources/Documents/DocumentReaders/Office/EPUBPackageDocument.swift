import ExtractionProtocol

/// Reads the package document: metadata, and the order of the chapters.
struct EPUBPackageDocument: XMLHandler {
  enum Name: String, CaseIterable, XMLVocabulary {
    case metadata, title, creator, language, date, subject, meta, property, event
    case item, id, href
    case reference = "itemref"
    case referenceID = "idref"
    case mediaType = "media-type"
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  /// More items and chapters are left out.
  private static let mostItems = 100_000

  var text = TextBuffer()
  var event: XMLEvent?
  /// The fields of the book.
  var metadata = XMLMetadata()
  /// The paths of the chapters, in reading order, each once.
  var chapters: [String] {
    var seen: Set<String> = []
    return spine.compactMap { items[$0] }.filter { seen.insert($0).inserted }
  }

  private let folder: String
  private var items: [String: String] = [:]
  private var spine: [String] = []
  private var isInMetadata = false
  private var field: Name?
  private var isChange = false
  private var value = XMLFieldText()

  /// Begins a document in a folder, to which its paths are relative.
  init(folder: String) {
    self.folder = folder
  }

  mutating func open(_ tag: XMLTag<Name>, in bytes: Span<UInt8>) -> Bool {
    switch tag.name {
    case .metadata: isInMetadata = true
    case .title, .creator, .language, .date, .subject:
      if isInMetadata { begin(tag.name, isChange: tag.has(.event, "modification", in: bytes)) }
    case .meta:
      if tag.has(.property, "dcterms:modified", in: bytes) { begin(.meta, isChange: true) }
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
    guard name == field else { return }
    field = nil
    let value = value.take()
    switch name {
    case .title: metadata.add(value, to: .title)
    case .creator: metadata.add(value, to: .author)
    case .language: metadata.add(value, to: .language)
    case .subject: metadata.add(value, to: .keyword)
    default: metadata.add(value, to: isChange ? .changed : .created)
    }
  }

  mutating func append(_ piece: Span<UInt8>) {
    if field != nil { value.append(piece) }
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    if field != nil { value.append(scalar) }
  }

  private mutating func begin(_ name: Name, isChange: Bool) {
    if field != nil { return }
    field = name
    self.isChange = isChange
  }

  /// Adds an item that has text.
  private mutating func addItem(_ tag: XMLTag<Name>, _ bytes: Span<UInt8>) {
    guard items.count < Self.mostItems, let id = tag.value(of: .id, in: bytes),
      let path = tag.value(of: .href, in: bytes), items[id] == nil
    else { return }
    let type = tag.value(of: .mediaType, in: bytes) ?? "application/xhtml+xml"
    guard type == "application/xhtml+xml" || type == "text/html" else { return }
    // RFC 3986, section 2.1.
    let decoded = Array(path.utf8).span.decodingEscapes(after: UInt8(ascii: "%"))
    items[id] = OfficeRelationships.resolve(String(decoding: decoded, as: UTF8.self), in: folder)
  }
}
