import IndexStorage
import LinuxSystem
import QueryLanguage

/// Counts documents by the values of their facets.
struct FacetTally {
  /// A folder, and the number of documents below it.
  struct FolderCount {
    let path: FilePath
    let count: Int
  }

  /// The properties of a document by which it is counted.
  struct Counted {
    /// The document's folder.
    let folder: FolderID
    /// The document's media type.
    let type: String
    /// The document's tags, separated by line feeds.
    let tags: String
    /// When the content was last changed.
    let modified: FileTime
    /// The code of the document's language; nil if it is not known.
    let language: String?
    /// The document's authors, separated by line feeds.
    let authors: String
  }

  /// The number of counted documents.
  private(set) var documents = 0
  private(set) var folders: [FolderID: Int] = [:]
  private var types: [String: Int] = [:]
  private var tags: [String: Int] = [:]
  private var languages: [String: Int] = [:]
  private var authors: [String: Int] = [:]
  private var years: [(number: Int, seconds: Range<Int64>, count: Int)] = []
  private let request: FacetRequest

  init(_ request: FacetRequest) {
    self.request = request
  }

  /// Counts a document.
  mutating func add(_ document: Counted) {
    documents += 1
    for field in request.fields {
      switch field {
      case .folder: folders[document.folder, default: 0] += 1
      case .type: types[document.type, default: 0] += 1
      case .tag: Self.add(lines: document.tags, to: &tags)
      case .year: add(year: document.modified)
      case .language:
        if let language = document.language { languages[language, default: 0] += 1 }
      case .author: Self.add(lines: document.authors, to: &authors)
      }
    }
  }

  private static func add(lines: String, to counts: inout [String: Int]) {
    for line in Set(lines.split(separator: "\n")) { counts[String(line), default: 0] += 1 }
  }

  private mutating func add(year modified: FileTime) {
    let seconds = UnixTime(modified).seconds
    if let index = years.firstIndex(where: { $0.seconds.contains(seconds) }) {
      years[index].count += 1
    } else {
      let (number, span) = request.clock.year(at: seconds)
      years.append((number, span, 1))
    }
  }

  /// Returns the most frequent values of a field: years from the latest on, others from the most frequent on.
  ///
  /// `folders` are shown for ``FacetField/folder``.
  func facet(_ field: FacetField, folders: [FolderCount]) -> Facet {
    var values: [Facet.Value]
    switch field {
    case .type:
      values = types.map { value($0.key, "type", $0.key, $0.value) }
    case .tag:
      values = tags.map { value($0.key, "tag", $0.key, $0.value) }
    case .language:
      values = languages.map { value($0.key, "lang", $0.key, $0.value) }
    case .author:
      values = authors.map { value($0.key, "author", $0.key, $0.value) }
    case .folder:
      values = folders.map { value($0.path.description, "in", $0.path.utf8, $0.count) }
    case .year:
      values = years.sorted { $0.number > $1.number }.map {
        value("\($0.number)", "modified", "\($0.number)", $0.count)
      }
    }
    if field != .year {
      values.sort { $0.count > $1.count || $0.count == $1.count && $0.text < $1.text }
    }
    return Facet(
      field: field, values: Array(values.prefix(request.limit)),
      others: max(0, values.count - request.limit))
  }

  private func value(_ text: String, _ field: String, _ operand: String?, _ count: Int)
    -> Facet.Value
  {
    Facet.Value(
      text: text, filter: operand.flatMap { filter(field, $0) }, count: count)
  }

  /// Returns a filter in the query language; nil if the value has a quote, which would end it.
  private func filter(_ field: String, _ operand: String) -> String? {
    if operand.contains("\"") || operand.contains("\0") { return nil }
    let isPlain = operand.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte || "/.-+_~".utf8.contains(byte)
    }
    return isPlain ? "\(field):\(operand)" : "\(field):\"\(operand)\""
  }
}
