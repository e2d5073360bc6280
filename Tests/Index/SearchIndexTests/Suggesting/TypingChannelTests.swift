import Testing

@testable import SearchIndex

struct TypingChannelTests {
  private func cost(_ typed: String, _ meant: String) -> Double {
    TypingChannel(Array(typed.unicodeScalars), band: 3).cost(meaning: Array(meant.unicodeScalars))
  }

  @Test(
    arguments: [
      // Exchanged letters, against any wrong letter.
      ("memroy", "memory", "memrob"), ("untill", "until", "untilx"),
      ("occured", "occurred", "occulred"), ("seperate", "separate", "sepxrate"),
      ("fotograph", "photograph", "xotograph"), ("docunent", "document", "docuzent"),
      ("responce", "response", "responle"), ("reponce", "response", "repontle"),
      ("confguration", "configuration", "configulation"),
      // The first letter.
      ("zeez", "zeek", "keez"), ("zzeek", "zeek", "zeezek"), ("zeek", "zeezk", "tzeek"),
      // An ending of the word.
      ("posible", "possible", "posibles"),
      // Letters that sound alike, and keys side by side, in other scripts.
      ("карова", "корова", "кирова"), ("весма", "весна", "весфа"), ("γηατι", "γιατι", "γδατι"),
      // Two letters together are likelier than two apart.
      ("implemention", "implementation", "impleamentiona"),
    ])
  func `One error is likelier than another`(typed: String, likelier: String, other: String) {
    #expect(cost(typed, likelier) < cost(typed, other))
    #expect(cost(typed, likelier) > 0)
  }

  @Test(arguments: [("python2", "python3"), ("utf", "utf8"), ("utf8", "utf"), ("ab12", "ab21")])
  func `Digits are not corrected`(typed: String, meant: String) {
    #expect(cost(typed, meant) == .infinity)
  }

  @Test func `A word costs nothing if it is typed as it is`() {
    #expect(cost("memory", "memory") == 0)
    #expect(cost("python3", "python3") == 0)
    #expect(cost("", "") == 0)
  }

  @Test(
    arguments: [
      ("q", "w", true), ("q", "a", true), ("z", "u", true), ("a", "q", true), ("q", "p", false),
      ("s", "k", false), ("й", "ц", true), ("с", "м", true), ("α", "σ", true), ("a", "ц", false),
    ] as [(Unicode.Scalar, Unicode.Scalar, Bool)])
  func `Keys are side by side`(left: Unicode.Scalar, right: Unicode.Scalar, areSo: Bool) {
    #expect(KeyboardNeighbours.shared.contains(left, right) == areSo)
    #expect(KeyboardNeighbours.shared.contains(right, left) == areSo)
  }
}
