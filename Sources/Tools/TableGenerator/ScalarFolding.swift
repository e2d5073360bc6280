import Foundation

/// Folds a code point for comparison; the fold table stores the results.
///
/// Applies lower case, ICU's "Latin-ASCII" and the compatibility mapping; converts digits of all scripts to
/// ASCII. Then removes diacritics, and composes the rest.
struct ScalarFolding {
  /// Folds a code point; the result may contain separators ("½" becomes " 1/2") or be empty.
  func fold(_ scalar: Unicode.Scalar) -> String {
    if Self.isKept(scalar) { return String(scalar) }
    var text = String(scalar)
    while true {
      let next = step(text)
      if next.unicodeScalars.elementsEqual(text.unicodeScalars) { break }
      text = next
    }
    let kept = text.unicodeScalars.filter { !$0.isDiacritic && !$0.isInvisible }
    return String(String.UnicodeScalarView(kept))
  }

  private func step(_ text: String) -> String {
    let latin = text.applyingTransform(StringTransform("Latin-ASCII; Lower"), reverse: false)
    let compatible = (latin ?? text).precomposedStringWithCompatibilityMapping
    var folded = String.UnicodeScalarView()
    for scalar in compatible.unicodeScalars {
      if let digit = scalar.decimalDigit {
        folded.append(digit)
      } else {
        folded.append(contentsOf: withoutDiacritics(Self.lookalikes[scalar] ?? scalar))
      }
    }
    return String(folded).precomposedStringWithCanonicalMapping.lowercased()
      .replacingOccurrences(of: "ς", with: "σ")
  }

  private func withoutDiacritics(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if Self.lettersWithMark.contains(scalar) { return [scalar] }
    let parts = Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
    guard parts.count > 1 else { return [scalar] }
    return parts.filter { !$0.isDiacritic }
  }

  /// Letters of Persian, Urdu and other languages that look like an Arabic letter, and Arabic letters that people
  /// type for each other: keyboards and fonts mix them within one language.
  static let lookalikes: [Unicode.Scalar: Unicode.Scalar] = [
    // Alef wasla, as in the Quran.
    "\u{671}": "\u{627}",
    // Kaf.
    "\u{6a9}": "\u{643}", "\u{6aa}": "\u{643}",
    // Yeh, without dots, and of Pashto.
    "\u{6cc}": "\u{64a}", "\u{649}": "\u{64a}", "\u{6d2}": "\u{64a}", "\u{6d0}": "\u{64a}",
    // Heh, and teh marbuta.
    "\u{6c1}": "\u{647}", "\u{6be}": "\u{647}", "\u{6d5}": "\u{647}", "\u{6c3}": "\u{647}",
    "\u{629}": "\u{647}",
  ]

  /// Letters that keep their mark, although Unicode decomposes them: Russian й, Belarusian ў, Ukrainian ї.
  static let lettersWithMark: Set<Unicode.Scalar> = ["й", "Й", "ў", "Ў", "ї", "Ї"]

  /// Whether a code point is not folded, although ICU or its compatibility mapping would change it.
  ///
  /// 〇 is a Han digit in Han text. The vowel "am" of Thai and Lao must stay one code point for the
  /// dictionary. Hangul compatibility letters (ㅋㅋ) are words of their own, and must not become syllables.
  static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3007, 0x0e33, 0x0eb3, 0x3130...0x318f: true
    default: false
    }
  }
}
