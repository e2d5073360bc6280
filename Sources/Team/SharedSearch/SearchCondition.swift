import FoundationEssentials
import LinuxSystem
import QueryLanguage
import SearchIndex

/// A condition on documents in the form in which the functions of the database take it.
indirect enum SearchCondition: Equatable, Encodable {
  case all([SearchCondition])
  case any([SearchCondition])
  case not(SearchCondition)
  /// A condition on words.
  case words(String)
  /// A condition on the words of documents of which the `tsvector` does not have all.
  case long(String)
  /// A pattern for LIKE.
  case type(String)
  /// A regular expression for the name in small letters.
  case name(String)
  /// A regular expression for the path in small letters.
  case path(String)
  /// The last names of folders, percent-encoded after a slash; a whole path begins with nil.
  case below([[String?]])
  /// The whole path of a file.
  case at([String?])
  case away
  case modified(Int64?, Int64?)
  case created(Int64?, Int64?)
  case size(Int64?, Int64?)
  case pages(Int64?, Int64?)
  case language(String)
  case attachments

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    func put(_ name: String, _ value: some Encodable) throws {
      try object.encode(value, forKey: Key(name))
    }
    switch self {
    case .all(let conditions): try put("all", conditions)
    case .any(let conditions): try put("any", conditions)
    case .not(let condition): try put("not", condition)
    case .words(let query): try put("words", query)
    case .long(let query): try put("long", query)
    case .type(let pattern): try put("type", pattern)
    case .name(let pattern): try put("name", pattern)
    case .path(let pattern): try put("path", pattern)
    case .below(let folders): try put("below", folders)
    case .at(let path): try put("at", path)
    case .away: try put("away", true)
    case .modified(let from, let until): try put("modified", [from, until])
    case .created(let from, let until): try put("created", [from, until])
    case .size(let least, let end): try put("size", [least, end])
    case .pages(let least, let end): try put("pages", [least, end])
    case .language(let code): try put("language", code)
    case .attachments: try put("attachments", true)
    }
  }
}

extension SearchCondition {
  /// The condition for a part of a query.
  ///
  /// - Parameters:
  ///   - condition: the part.
  ///   - home: the folder that `~` means.
  init(_ condition: QueryOutline.Condition, home: FilePath?) {
    if let query = TextQuery(condition) {
      self.init(query)
      return
    }
    switch condition {
    case .all(let conditions):
      let texts = conditions.filter { TextQuery($0) != nil }
      let others = conditions.filter { TextQuery($0) == nil }
      let text = TextQuery(texts, joinedBy: " & ").map { SearchCondition($0) }
      self = .all([text].compactMap(\.self) + others.map { SearchCondition($0, home: home) })
    case .any(let conditions): self = .any(conditions.map { SearchCondition($0, home: home) })
    case .not(let inner): self = .not(SearchCondition(inner, home: home))
    case .filter(let filter): self.init(filter, home: home)
    // They are about words alone.
    case .phrase, .near: self = .any([])
    }
  }

  private init(_ query: TextQuery) {
    let words = SearchCondition.words(query.text)
    self = query.text == query.long ? words : .any([words, .long(query.long)])
  }

  private init(_ filter: Query.Filter, home: FilePath?) {
    switch filter {
    case .type(let pattern): self = .any(pattern.globs.map { .type(Self.like($0)) })
    case .fileExtension(let ending): self = .name(".[.]\(Self.escaped(ending.lowercased()))$")
    case .name(let pattern): self = .name("^\(Self.expression(pattern.lowercased()))$")
    case .path(let text): self = .path(Self.path(text, home: home))
    case .folder(let text): self = .below([Self.names(of: text, home: home)].compactMap(\.self))
    case .modified(let span): self = .modified(span.from, span.until)
    case .created(let span): self = .created(span.from, span.until)
    case .size(let range): self = .size(range.least, range.greatest.map(Self.after))
    case .pages(let range): self = .pages(range.least, range.greatest.map(Self.after))
    case .language(let code): self = .language(code)
    case .attachment: self = .attachments
    case .mail: self = .any(Query.Filter.mailTypes.map { .type(Self.like($0)) })
    }
  }

  private static func after(_ number: Int64) -> Int64 { number == .max ? .max : number + 1 }

  /// The documents in a folder and below it, or the file at the path and its members.
  static func inside(_ path: FilePath) -> SearchCondition {
    let names = names(of: path)
    return .any([.below([names]), .at(names)])
  }

  /// The names of a folder's path, or of its end; nil if the text names none.
  private static func names(of text: String, home: FilePath?) -> [String?]? {
    guard let path = FilePath(Array(text.utf8), relativeTo: .root, home: home ?? .root) else {
      return nil
    }
    let isWhole = text.hasPrefix("/") || text.hasPrefix("~")
    return isWhole ? names(of: path) : Array(names(of: path).dropFirst())
  }

  static func names(of path: FilePath) -> [String?] {
    [nil]
      + path.components.map { String(FilePath.root.appending($0).uri.dropFirst("file://".count)) }
  }

  /// The condition as JSON.
  var json: String {
    // No field can fail.
    (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  // MARK: - Patterns

  private static func path(_ text: String, home: FilePath?) -> String {
    var pattern = text
    if let home = home?.utf8, text == "~" || text.hasPrefix("~/") {
      pattern = home + text.dropFirst()
    }
    pattern = pattern.lowercased()
    let isPattern = pattern.contains { "*?[".contains($0) }
    return isPattern ? "^\(expression(pattern))$" : escaped(pattern)
  }

  /// A pattern for LIKE that matches what a pattern for GLOB with stars does.
  private static func like(_ glob: String) -> String {
    glob.reduce(into: "") { like, character in
      if "%_\\".contains(character) { like += "\\" }
      like.append(character == "*" ? "%" : character)
    }
  }

  /// A pattern for GLOB as a regular expression; see <https://www.sqlite.org/lang_expr.html#glob>.
  private static func expression(_ glob: String) -> String {
    var result = ""
    var rest = Substring(glob)
    while let character = rest.popFirst() {
      switch character {
      case "*": if !result.hasSuffix(".*") { result += ".*" }
      case "?": result += "."
      case "[":
        guard let set = set(&rest) else {
          // No character matches a set that does not end.
          return "(?!)"
        }
        result += set
      default: result += escaped(String(character))
      }
    }
    return result
  }

  private static func set(_ rest: inout Substring) -> String? {
    let isNegated = rest.first == "^"
    if isNegated { rest.removeFirst() }
    let from = rest.startIndex
    let search = rest.dropFirst()
    guard let end = search.firstIndex(of: "]") else { return nil }
    let members = rest[from..<end].map { "\\[]^".contains($0) ? "\\\($0)" : String($0) }.joined()
    rest = rest[rest.index(after: end)...]
    return "[\(isNegated ? "^" : "")\(members)]"
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      if "\\^$.|?*+()[]{}".contains(character) { escaped += "\\" }
      escaped.append(character)
    }
  }
}
