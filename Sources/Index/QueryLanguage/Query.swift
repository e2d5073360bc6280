/// A query as a tree, with a text that says how the input was read.
///
/// Ranges in the input count Unicode scalars from 0.
public struct Query: Equatable, Sendable {
  /// The root of the tree.
  public let root: Node
  /// The parts that may be meant differently, in input order; at most ``noteLimit``.
  public let notes: [Note]
  /// The query as it was read, in its simplest form, for people:
  /// `report AND modified since 2026-11-14 AND NOT draft`.
  public let reading: String

  /// Makes a query.
  ///
  /// - Parameters:
  ///   - root: the root of the tree.
  ///   - notes: notes for people about the reading.
  ///   - clock: the clock for the dates in ``reading``.
  public init(_ root: Node, notes: [Note] = [], clock: LocalClock = .utc) {
    self.root = root
    self.notes = notes
    reading = root.reading(in: clock)
  }
}

extension Query {
  /// A node of the tree: a part of a query.
  public indirect enum Node: Equatable, Sendable {
    /// Text to search for.
    case term(Term)
    /// Two or more terms of one column, in any order, with at most `distance` words between the first and the
    /// last one.
    case near([Term], distance: Int)
    /// A condition on the file.
    case filter(Filter, range: Range<Int>)
    /// A part that must not match.
    case not(Node)
    /// Two or more parts that must all match; none of them is an `all` itself.
    case all([Node])
    /// Two or more parts of which one must match; none of them is an `any` itself.
    case any([Node])
  }

  /// A part of a document in which text can be searched.
  public enum Column: String, CaseIterable, Sendable {
    /// The title that the file contains.
    case title
    /// The file's name.
    case name
    /// The tags.
    case tag
    /// The text of the document.
    case body
    /// The authors; of a mail its sender.
    case author
    /// The recipients of a mail.
    case recipient = "to"
    /// The sender of a mail; ``Query/init(parsing:_:)`` reads it as ``author`` of a mail.
    case sender = "from"
    /// The subject of a mail; ``Query/init(parsing:_:)`` reads it as ``title`` of a mail.
    case subject
  }

  /// One text to search for.
  public struct Term: Equatable, Sendable {
    /// How the text matches.
    public enum Kind: Equatable, Sendable {
      /// A word in all its forms. Characters other than letters and digits (`don't`, `a-b`, a URL)
      /// split it into words that must follow each other.
      case word
      /// The beginning of a word: `permiss*`.
      case prefix
      /// Exact words that follow each other: `"page cache"`.
      case phrase
      /// An exact word: `=running`.
      case exact
    }

    /// How the text matches.
    public let kind: Kind
    /// The text without its quotes and operators; it contains a letter or digit.
    public let text: String
    /// The column in which the text must occur; nil for any.
    public let column: Column?
    /// The range of the term in the input, with its field and operators, but without a minus.
    public let range: Range<Int>
    /// Whether each hit must contain the term, even if few documents contain all words: `+word`, `a AND b`.
    public var isRequired = false

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
  /// The range of the part in the input, without parentheses around it.
  public var range: Range<Int> {
    switch self {
    case .term(let term): term.range
    case .near(let terms, _): Self.union(terms.map(\.range))
    case .filter(_, let range): range
    case .not(let node): node.range
    case .all(let nodes), .any(let nodes): Self.union(nodes.map(\.range))
    }
  }

  /// The filters of the tree, from left to right.
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
