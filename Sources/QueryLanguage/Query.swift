/// What a person asked for, as a tree, with a text that says how the input was read.
///
/// Places in the input are ranges of Unicode scalars, counted from 0.
public struct Query: Equatable, Sendable {
  /// What documents are looked for.
  public let root: Node
  /// What a person may not have expected of the reading, by place; at most ``noteLimit``.
  public let notes: [Note]
  /// The whole query as it was understood, in its plainest form, for people:
  /// `report AND modified since 2026-11-14 AND NOT draft`.
  public let reading: String

  /// Makes a query.
  ///
  /// - Parameters:
  ///   - root: what documents are looked for.
  ///   - notes: what a person should know of the reading.
  ///   - clock: in which dates are shown.
  public init(_ root: Node, notes: [Note] = [], clock: LocalClock = .utc) {
    self.root = root
    self.notes = notes
    reading = root.reading(in: clock)
  }
}

extension Query {
  /// A part of a query.
  public indirect enum Node: Equatable, Sendable {
    /// Text to look for.
    case term(Term)
    /// Two or more terms of one column, in any order, with at most so many words between the first
    /// and the last.
    case near([Term], distance: Int)
    /// What must hold for the file.
    case filter(Filter, range: Range<Int>)
    /// What must not hold.
    case not(Node)
    /// Two or more parts, all of which must hold; none of them is of this kind itself.
    case all([Node])
    /// Two or more parts, one of which must hold; none of them is of this kind itself.
    case any([Node])
  }

  /// A part of a document in which text can be looked for.
  public enum Column: String, CaseIterable, Sendable {
    /// The title that the file names.
    case title
    /// The file's name.
    case name
    /// The tags.
    case tag
    /// The text.
    case body
  }

  /// One text to look for.
  public struct Term: Equatable, Sendable {
    /// How the text is meant.
    public enum Kind: Equatable, Sendable {
      /// A word, in all its forms. What is no letter and no digit in it (`don't`, `a-b`, a URL)
      /// parts it into words that follow each other.
      case word
      /// The beginning of a word: `permiss*`.
      case prefix
      /// Words that follow each other, as they are written: `"page cache"`.
      case phrase
      /// A word as it is written: `=running`.
      case exact
    }

    /// How the text is meant.
    public let kind: Kind
    /// The text, without its quotes and operators; it holds a letter or digit.
    public let text: String
    /// Where it must occur; nil for anywhere.
    public let column: Column?
    /// Where it stands in the input, with its field and operators but the dash.
    public let range: Range<Int>

    /// Makes a term.
    public init(_ kind: Kind, _ text: String, in column: Column? = nil, range: Range<Int> = 0..<0) {
      self.kind = kind
      self.text = text
      self.column = column
      self.range = range
    }
  }
}

extension Query.Node {
  /// Where the part stands in the input, without parentheses around it.
  public var range: Range<Int> {
    switch self {
    case .term(let term): term.range
    case .near(let terms, _): Self.union(terms.map(\.range))
    case .filter(_, let range): range
    case .not(let node): node.range
    case .all(let nodes), .any(let nodes): Self.union(nodes.map(\.range))
    }
  }

  /// The filters, from left to right.
  public var filters: [Query.Filter] {
    switch self {
    case .filter(let filter, _): [filter]
    case .term, .near: []
    case .not(let node): node.filters
    case .all(let nodes), .any(let nodes): nodes.flatMap(\.filters)
    }
  }

  private static func union(_ ranges: [Range<Int>]) -> Range<Int> {
    guard let first = ranges.first else { return 0..<0 }
    return ranges.dropFirst().reduce(first) {
      min($0.lowerBound, $1.lowerBound)..<max($0.upperBound, $1.upperBound)
    }
  }
}
