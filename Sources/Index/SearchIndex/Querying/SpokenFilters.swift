public import QueryLanguage
import TextAnalysis

/// Reads words that people say for kinds, times and senders as filters: `photos lofoten` as `type:image lofoten`.
///
/// It reads short queries only, and only words without quotes and operators.
public struct SpokenFilters {
  /// The text of the query with filters in place of such words.
  public let text: String

  /// The most parts of a query that is read; longer ones are sentences.
  private static let partLimit = 8

  /// Reads a query; nil if it says no filters, or nothing beside one filter.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - typed: its text.
  ///   - clock: the clock for the names of months; without a time, times are not read.
  public init?(_ query: Query, typed: String, clock: LocalClock) {
    guard case .all(let nodes) = query.root, nodes.count <= Self.partLimit else { return nil }
    var reader = Reader(nodes, now: clock.month)
    guard reader.read() else { return nil }
    var scalars = Array(typed.unicodeScalars)
    // From the end on, so that the ranges before a change stay right.
    for (index, node) in nodes.enumerated().reversed() {
      guard let new = reader.replacements[index] else { continue }
      let range = node.range.clamped(to: 0..<scalars.count)
      scalars.replaceSubrange(range, with: new.unicodeScalars)
    }
    text = String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
  }
}

extension SpokenFilters {
  /// Replaces the nodes of a query.
  private struct Reader {
    let nodes: [Query.Node]
    /// The folded words; nil for nodes that are no plain words.
    let words: [String?]
    /// The current year and month.
    let now: (year: Int, month: Int)?
    /// For the index of a node, the text that replaces it; empty to leave it out.
    private(set) var replacements: [Int: String] = [:]
    private var filterCount = 0
    private var kind: String?

    init(_ nodes: [Query.Node], now: (year: Int, month: Int)?) {
      (self.nodes, self.now) = (nodes, now)
      var analyzer = SittaAnalyzer()
      words = nodes.map { node in
        guard case .term(let term) = node, term.kind == .word, term.column == nil, !term.isRequired
        else { return nil }
        var tokens: [String] = []
        analyzer.analyze(term.text.utf8.span, for: .query) { token, _, flags in
          if flags.isEmpty {
            tokens.append(String(decoding: token.indices.map { token[$0] }, as: UTF8.self))
          }
        }
        return tokens.joined(separator: " ")
      }
    }

    /// Returns whether a filter was found, and anything else is searched beside it.
    mutating func read() -> Bool {
      let filters = nodes.flatMap(\.filters)
      if !filters.contains(where: \.isKind) { readKind() }
      if now != nil, !filters.contains(where: \.isTime) { readTime() }
      readSender()
      dropFillers()
      let left = nodes.count - replacements.count
      return filterCount > 0 && left + filterCount > 1
    }

    private func word(_ index: Int) -> String? {
      words.indices.contains(index) && replacements[index] == nil ? words[index] : nil
    }

    private mutating func replace(_ range: Range<Int>, with text: String) {
      for index in range { replacements[index] = "" }
      replacements[range.lowerBound] = text
      filterCount += 1
    }

    /// A kind is the first or the last word, or the word before `of`, `from` and the like.
    private mutating func readKind() {
      let places = words.indices.filter { index in
        index == firstWord || index == words.count - 1
          || SpokenWords.prepositions.contains(words[index + 1] ?? "")
      }
      for index in places {
        guard let word = words[index], let kind = SpokenWords.kinds[word] else { continue }
        self.kind = kind
        return replace(index..<index + 1, with: "type:\(kind)")
      }
    }

    /// The index of the first word that is no filler.
    private var firstWord: Int? {
      words.firstIndex { $0.map { !SpokenWords.fillers.contains($0) } ?? true }
    }

    private mutating func readTime() {
      for index in words.indices {
        for length in [3, 2, 1] {
          let range = index..<index + length
          let said = range.compactMap { word($0) }
          guard said.count == length,
            let time = time(said, after: word(index - 1).map { $0 } ?? "")
          else { continue }
          let isAfter = SpokenWords.prepositions.contains(word(index - 1) ?? "")
          return replace((isAfter ? index - 1 : index)..<range.upperBound, with: time)
        }
      }
    }

    /// Returns the filter for words that say a time, after another word.
    private func time(_ said: [String], after before: String) -> String? {
      let field =
        SpokenWords.since.contains(before)
        ? "since" : SpokenWords.before.contains(before) ? "before" : "modified"
      if let value = SpokenWords.times[said.joined(separator: " ")] { return "\(field):\(value)" }
      // "may" and "2024" are also other words: they are times after "from" and the like, or beside a kind.
      let isSaid =
        SpokenWords.atTime.contains(before)
        || kind != nil && SpokenWords.prepositions.contains(before)
      guard isSaid || kind != nil, let now else { return nil }
      if said.count == 1, isSaid, let year = Self.year(said[0]) { return "\(field):\(year)" }
      guard let month = MonthName.month(said[0]), isSaid || said.count == 2 else { return nil }
      if said.count == 1 {
        if kind == nil { return nil }
        return Self.text(field, month > now.month ? now.year - 1 : now.year, month)
      }
      guard said.count == 2, let year = Self.year(said[1]) else { return nil }
      return Self.text(field, year, month)
    }

    private static func text(_ field: String, _ year: Int, _ month: Int) -> String {
      "\(field):\(year)-\(month < 10 ? "0" : "")\(month)"
    }

    private static func year(_ word: String) -> Int? {
      guard word.utf8.count == 4, let year = Int(word), 1900..<2100 ~= year else { return nil }
      return year
    }

    /// `sent by jakob`, and beside a kind `from jakob` and `by jakob`.
    private mutating func readSender() {
      for index in words.indices.dropLast() {
        guard let before = word(index), SpokenWords.by.contains(before), let name = word(index + 1),
          !SpokenWords.fillers.contains(name)
        else { continue }
        let isSent = word(index - 1).map { SpokenWords.sent.contains($0) } ?? false
        guard isSent || kind != nil else { continue }
        let field = isSent || kind == "mail" ? "from" : "author"
        guard case .term(let term) = nodes[index + 1] else { continue }
        return replace((isSent ? index - 1 : index)..<index + 2, with: "\(field):\(term.text)")
      }
    }

    /// Leaves out words such as `my` and `of` beside what was read.
    private mutating func dropFillers() {
      if filterCount == 0 { return }
      for index in words.indices {
        guard let word = word(index) else { continue }
        let follows = replacements[index - 1] != nil && SpokenWords.prepositions.contains(word)
        if follows || SpokenWords.fillers.contains(word) { replacements[index] = "" }
      }
    }
  }
}

extension Query.Filter {
  fileprivate var isKind: Bool {
    switch self {
    case .type, .mail, .fileExtension: true
    default: false
    }
  }

  fileprivate var isTime: Bool {
    switch self {
    case .modified, .created: true
    default: false
    }
  }
}
