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
        folded.append(contentsOf: withoutDiacritics(scalar))
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
