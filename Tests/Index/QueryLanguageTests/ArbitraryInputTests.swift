import QueryLanguage
import TestSupport
import Testing

struct ArbitraryInputTests {
  @Test func `No input traps, and every position is in it`() {
    var generator = SplitMix(seed: 20_261_121)
    var queries = 0
    for number in 0..<6_000 {
      let input = ArbitraryQuery.text(&generator)
      var options = Query.ReadingOptions()
      options.prefixes = [.none, .last, .all][number % 3]
      options.clock = number.isMultiple(of: 2) ? .test : nil
      guard let query = try? Query(parsing: input, options) else { continue }
      queries += 1
      let whole = 0..<input.unicodeScalars.count
      for range in query.root.leafRanges + query.notes.map(\.range) {
        #expect(!range.isEmpty && whole.contains(range), "\(input.debugDescription)")
      }
      #expect(query.root.isNormal, "\(input.debugDescription)")
      #expect(!query.reading.isEmpty)
    }
    #expect(queries > 4_000)
  }
}

extension Query.Node {
  fileprivate var leafRanges: [Range<Int>] {
    switch self {
    case .term(let term): [term.range]
    case .near(let terms, _): terms.map(\.range)
    case .filter(_, let range): [range]
    case .not(let node): node.leafRanges
    case .all(let nodes), .any(let nodes): nodes.flatMap(\.leafRanges)
    }
  }

  /// Whether it keeps the promises of the documentation about its kinds.
  var isNormal: Bool {
    switch self {
    case .term(let term): return !term.text.isEmpty
    case .filter: return true
    case .near(let terms, let distance):
      return terms.count > 1 && Set(terms.map(\.column)).count == 1
        && (0...1_000).contains(distance)
    case .not(let node):
      if case .not = node { return false }
      return node.isNormal
    case .all(let nodes):
      let isFlat = !nodes.contains { if case .all = $0 { true } else { false } }
      return nodes.count > 1 && isFlat && nodes.allSatisfy(\.isNormal)
    case .any(let nodes):
      let isFlat = !nodes.contains { if case .any = $0 { true } else { false } }
      return nodes.count > 1 && isFlat && nodes.allSatisfy(\.isNormal)
    }
  }
}
