import TestSupport
import Testing

@testable import QueryLanguage

/// The parser takes every tree of tokens, also trees that no lexer makes.
struct ArbitraryTokensTests {
  @Test func `No tree of tokens traps, and each one becomes a normal query`() throws {
    var generator = SplitMix(seed: 20_261_122)
    var longest = 0
    for _ in 0..<4_000 {
      let group = try #require(tokens(depth: Query.depthLimit, &generator))
      longest = max(longest, group.rest.count + 1)
      var parser = QueryParser()
      let node = parser.parse(group)
      #expect(node.isNormal, "\(group)")
      // Keywords are the only tokens that can be read as something else.
      let words = parser.notes.map(\.kind)
      #expect(words.allSatisfy { if case .operatorAsWord = $0 { true } else { false } })
      #expect(words.count <= keywords(in: group), "\(group)")
    }
    #expect(longest > 5)
  }

  @Test func `A keyword alone is a word, however deep it is`() throws {
    let word = Query.Term(.word, "OR", range: 0..<2)
    var token = QueryToken.keyword(.or, word: word)
    for _ in 0..<Query.depthLimit {
      token = .operand(.group(try #require(QueryToken.Group([token]))), isNegated: false)
    }
    var parser = QueryParser()
    #expect(parser.parse(try #require(QueryToken.Group([token]))) == .term(word))
    #expect(parser.notes == [Query.Note(.operatorAsWord("OR"), 0..<2)])
  }

  @Test func `No tokens are no group`() {
    #expect(QueryToken.Group([]) == nil)
  }

  private func tokens(depth: Int, _ generator: inout SplitMix) -> QueryToken.Group? {
    let count = Int.random(in: 1...6, using: &generator)
    return QueryToken.Group((0..<count).map { _ in token(depth: depth, &generator) })
  }

  private func token(depth: Int, _ generator: inout SplitMix) -> QueryToken {
    let isNegated = Int.random(in: 0..<4, using: &generator) == 0
    let column: Query.Column? = Bool.random(using: &generator) ? nil : .title
    let word = Query.Term(.word, "a", in: column, range: 0..<1)
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: return .keyword(.or, word: word)
    case 1: return .keyword(.and, word: word)
    case 2: return .keyword(.not, word: word)
    case 3, 4: return .keyword(.near(distance: 3), word: word)
    case 5: return .operand(.node(.near([word, word], distance: 1)), isNegated: isNegated)
    case 6: return .operand(.node(.filter(.language("de"), range: 0..<1)), isNegated: isNegated)
    case 7, 8:
      guard depth > 0, let group = tokens(depth: depth - 1, &generator) else { fallthrough }
      return .operand(.group(group), isNegated: isNegated)
    default: return .operand(.node(.term(word)), isNegated: isNegated)
    }
  }

  private func keywords(in group: QueryToken.Group) -> Int {
    ([group.first] + group.rest).reduce(0) { count, token in
      switch token {
      case .keyword: count + 1
      case .operand(.group(let inner), _): count + keywords(in: inner)
      case .operand(.node, _): count
      }
    }
  }
}
