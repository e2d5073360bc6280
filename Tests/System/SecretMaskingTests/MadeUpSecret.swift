import TestSupport
import Testing

/// A text with a made-up secret, from a template.
///
/// `‹A36›` in a template is a part of the secret: 36 random characters. The letters say which: `A` letters
/// and digits, `L` small ones, `U` capital ones, `H` hexadecimal digits, `N` digits, `B` Base64, `D` Base64
/// of addresses, `C` the characters of Bech32, `T` Base32, `W` a word with digits and a sign.
struct MadeUpSecret: CustomTestStringConvertible {
  let template: String
  /// The text.
  private(set) var text = ""
  /// The parts that must not be seen.
  private(set) var parts: [String] = []

  var testDescription: String { template }

  init(_ template: String, seed: UInt64) {
    self.template = template
    var numbers = SplitMix(seed: seed)
    for piece in template.split(separator: "‹", omittingEmptySubsequences: false) {
      guard let end = piece.firstIndex(of: "›"), let kind = piece.first,
        let count = Int(piece[..<end].dropFirst())
      else {
        text += piece
        continue
      }
      let part = Self.random(kind, count, &numbers)
      parts.append(part)
      text += part + piece[piece.index(after: end)...]
    }
  }

  private static func random(_ kind: Character, _ count: Int, _ numbers: inout SplitMix) -> String {
    if kind == "W" {
      let words = ["Sommer", "Rabbit", "Tulip", "Kraken", "Orbit"]
      let word = words.randomElement(using: &numbers) ?? ""
      return
        "\(word)\(Int.random(in: 10...99_999, using: &numbers))\(["!", "?", "#"].randomElement(using: &numbers) ?? "")x"
    }
    let characters = Array(alphabets[kind] ?? "")
    // Every key of that length has digits, but not every one that is drawn by lot.
    let drawn = (0..<count).map { _ in characters.randomElement(using: &numbers) ?? "0" }
    let needsDigit = count >= 8 && !drawn.contains(where: \.isNumber) && characters.contains("7")
    return String(drawn.dropLast(needsDigit ? 1 : 0)) + (needsDigit ? "7" : "")
  }

  private static let small = "abcdefghijklmnopqrstuvwxyz"
  private static let alphabets: [Character: String] = [
    "A": small + small.uppercased() + "0123456789", "L": small + "0123456789",
    "U": small.uppercased() + "0123456789", "H": "0123456789abcdef", "N": "0123456789",
    "B": small + small.uppercased() + "0123456789+/",
    "D": small + small.uppercased() + "0123456789_-",
    "C": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", "T": small.uppercased() + "234567",
  ]

  /// The longest part of the secret, of at least eight characters, that a text shows.
  func shown(in text: String, atLeast length: Int = 8) -> String? {
    for part in parts where part.count >= length {
      let characters = Array(part)
      for start in 0...(characters.count - length) {
        let piece = String(characters[start..<(start + length)])
        if text.contains(piece) { return piece }
      }
    }
    return nil
  }
}
