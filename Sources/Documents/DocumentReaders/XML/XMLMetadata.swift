import ExtractionProtocol

/// Collects metadata from elements, and gives it to a sink all at once.
struct XMLMetadata {
  /// The number of values of a field that are kept.
  static let mostValues = 64

  private var title = ""
  private var authors: [String] = []
  private var keywords: [String] = []
  private var created = ""
  private var changed = ""
  private var language = ""
  /// Values without a field, such as a subject or comments.
  private(set) var remarks: [String] = []
  /// The name of the document's template; nil if unknown.
  var template: String?
  /// The number of pages that the document declares.
  var pages = ""
  private var isComplete = false

  /// Adds a value; if a field can have only one value, the first one is kept.
  mutating func add(_ value: String, to field: DocumentField) {
    if value.isEmpty { return }
    switch field {
    case .title: if title.isEmpty { title = value }
    case .author: Self.append(value, to: &authors)
    case .keyword:
      for word in value.split(whereSeparator: { $0 == "," || $0 == ";" || $0 == "\n" }) {
        Self.append(String(word.drop { $0 == " " }), to: &keywords)
      }
    case .created: if created.isEmpty { created = value }
    case .changed: if changed.isEmpty { changed = value }
    case .language: if language.isEmpty { language = value }
    case .pages: if pages.isEmpty { pages = value }
    case .recipient, .identifier, .charset, .attachments, .scannedPages, .engine, .vector: break
    }
  }

  /// Adds a value that has no field.
  mutating func add(remark value: String) { Self.append(value, to: &remarks) }

  /// Returns all metadata at the first call, and nil at further calls.
  mutating func complete() -> XMLEvent? {
    defer { isComplete = true }
    return isComplete ? nil : .metadata(self)
  }

  /// Whether an author was added.
  var hasAuthor: Bool { !authors.isEmpty }

  /// Gives all metadata to a sink: fields, and lines of text.
  func flush(to sink: inout some DocumentSink) {
    addFields(to: &sink)
    sink.add(remarks: remarks)
  }

  /// Gives the fields to a sink.
  func addFields(to sink: inout some DocumentSink) {
    if let title = DocumentTitle.meaningful(title, template: template) {
      sink.add(title, to: .title)
    }
    for author in authors { sink.add(author, to: .author) }
    for keyword in keywords { sink.add(keyword, to: .keyword) }
    if let created = W3CDate.rfc3339(created) { sink.add(created, to: .created) }
    if let changed = W3CDate.rfc3339(changed) { sink.add(changed, to: .changed) }
    if Self.isLanguage(language) { sink.add(language, to: .language) }
    if let pages = Int(pages), pages > 0 { sink.add(String(pages), to: .pages) }
  }

  private static func append(_ value: String, to values: inout [String]) {
    let value = String(value.reversed().drop { $0 == " " }.reversed())
    if value.isEmpty || values.count >= mostValues || values.contains(value) { return }
    values.append(value)
  }

  /// Whether a value looks like a BCP 47 tag.
  private static func isLanguage(_ value: String) -> Bool {
    (2...35).contains(value.utf8.count)
      && value.utf8.prefix(2).allSatisfy { (0x61...0x7a).contains($0 | 0x20) }
      && value.utf8.allSatisfy {
        (0x61...0x7a).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
      }
  }
}
