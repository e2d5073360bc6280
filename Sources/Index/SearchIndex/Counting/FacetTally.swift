package import IndexStorage
package import LinuxSystem
import QueryLanguage

/// Counts documents by the values of their facets.
package struct FacetTally {
  /// A folder, and the documents below it.
  package struct FolderCount {
    let path: FilePath
    let sum: FacetSum

    /// Describes a folder.
    package init(path: FilePath, sum: FacetSum) { (self.path, self.sum) = (path, sum) }
  }

  /// The properties of a document by which it is counted.
  package struct Counted {
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
    /// The size of the file in bytes; 0 for a member of a file, and if sizes were not requested.
    let bytes: Int64

    /// Describes a document.
    package init(
      folder: FolderID, type: String, tags: String, modified: FileTime, language: String?,
      authors: String, bytes: Int64
    ) {
      (self.folder, self.type, self.tags, self.modified) = (folder, type, tags, modified)
      (self.language, self.authors, self.bytes) = (language, authors, bytes)
    }
  }

  /// All counted documents.
  package private(set) var all = FacetSum()
  package private(set) var folders: [FolderID: FacetSum] = [:]
  private var types: [String: FacetSum] = [:]
  private var tags: [String: FacetSum] = [:]
  private var languages: [String: FacetSum] = [:]
  private var authors: [String: FacetSum] = [:]
  private var years: [(number: Int, seconds: Range<Int64>, sum: FacetSum)] = []
  private let request: FacetRequest

  /// Makes a tally without documents.
  package init(_ request: FacetRequest) {
    self.request = request
  }

  /// Counts a document.
  package mutating func add(_ document: Counted) {
    let bytes = document.bytes
    all.add(bytes: bytes)
    for field in request.fields {
      switch field {
      case .folder: folders[document.folder, default: FacetSum()].add(bytes: bytes)
      case .type: types[document.type, default: FacetSum()].add(bytes: bytes)
      case .tag: Self.add(lines: document.tags, bytes, to: &tags)
      case .year: add(year: document.modified, bytes)
      case .language:
        if let language = document.language {
          languages[language, default: FacetSum()].add(bytes: bytes)
        }
      case .author: Self.add(lines: document.authors, bytes, to: &authors)
      }
    }
  }

  private static func add(lines: String, _ bytes: Int64, to sums: inout [String: FacetSum]) {
    for line in Set(lines.split(separator: "\n")) {
      sums[String(line), default: FacetSum()].add(bytes: bytes)
    }
  }

  private mutating func add(year modified: FileTime, _ bytes: Int64) {
    let seconds = UnixTime(modified).seconds
    if let index = years.firstIndex(where: { $0.seconds.contains(seconds) }) {
      years[index].sum.add(bytes: bytes)
    } else {
      let (number, span) = request.clock.year(at: seconds)
      years.append((number, span, FacetSum(count: 1, bytes: bytes)))
    }
  }

  /// Returns the most frequent values of a field: years from the latest on, others from the most frequent on.
  ///
  /// `folders` are shown for ``FacetField/folder``.
  package func facet(_ field: FacetField, folders: [FolderCount]) -> Facet {
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
      values = folders.map { value($0.path.description, "in", $0.path.utf8, $0.sum) }
    case .year:
      values = years.sorted { $0.number > $1.number }.map {
        value("\($0.number)", "modified", "\($0.number)", $0.sum)
      }
    }
    if field != .year {
      values.sort { $0.count > $1.count || $0.count == $1.count && $0.text < $1.text }
    }
    return Facet(
      field: field, values: Array(values.prefix(request.limit)),
      others: max(0, values.count - request.limit))
  }

  private func value(_ text: String, _ field: String, _ operand: String?, _ sum: FacetSum)
    -> Facet.Value
  {
    Facet.Value(
      text: text, filter: operand.flatMap { filter(field, $0) }, count: sum.count,
      bytes: request.sumsSizes ? sum.bytes : nil)
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
