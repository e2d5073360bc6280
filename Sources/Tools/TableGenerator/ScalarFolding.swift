import Foundation

/// Folds one code point for comparison, by the rules that the fold table stores.
///
/// The rules are lower case, ICU's "Latin-ASCII", the compatibility mapping, and digits of every
/// script as ASCII digits. Then diacritics are removed and the rest is composed again.
struct ScalarFolding {
  /// Folds one code point; the result may hold separators ("½" gives " 1/2") or be empty.
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

  /// Letters of their own, though Unicode takes them apart: Russian й, Belarusian ў, Ukrainian ї.
  static let lettersWithMark: Set<Unicode.Scalar> = ["й", "Й", "ў", "Ў", "ї", "Ї"]

  /// Code points that stay as they are, against ICU or against their compatibility mapping.
  ///
  /// 〇 is a Han digit inside Han text. The vowels am of Thai and Lao must stay whole for the
  /// dictionary. Hangul compatibility letters (ㅋㅋ) are words of their own and must not become
  /// syllables.
  static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3007, 0x0e33, 0x0eb3, 0x3130...0x318f: true
    default: false
    }
  }
}
