import Foundation

/// Computes the class and the folded text of every code point.
struct FoldTableBuilder {
  private let folding = ScalarFolding()
  private var foldings: [FoldedText: Int] = [:]
  private var table = FoldTableContents()

  /// Builds the table for all code points from U+0000 to U+10FFFF.
  func build() -> FoldTableContents {
    var builder = self
    builder.findCompositions()
    for value in UInt32(0)...0x10ffff {
      builder.table.entries.append(Unicode.Scalar(value).map { builder.entry(for: $0) } ?? 0)
    }
    return builder.table
  }

  private mutating func entry(for scalar: Unicode.Scalar) -> UInt16 {
    let ownClass = scalarClass(scalar)
    if ownClass.isMark || ownClass == .jamo { return UInt16(ownClass.rawValue) }
    let category = scalar.properties.generalCategory
    if category == .unassigned || category == .privateUse { return UInt16(ownClass.rawValue) }
    var folded = folding.fold(scalar)
    if ownClass == .symbol, let base = struckOut(scalar) { folded = String(base) }
    if folded.unicodeScalars.elementsEqual(CollectionOfOne(scalar)) {
      return UInt16(ownClass.rawValue)
    }
    let classes = folded.unicodeScalars.map(scalarClass)
    if classes.allSatisfy({ $0 == .separator }) {
      // An arrow stays a symbol, although ICU converts it to "->"; a minus or multiplication sign does not.
      let isArrow = ownClass == .symbol && classes.count > 1
      return UInt16((isArrow ? ownClass : .separator).rawValue)
    }
    let text = FoldedText(utf8: Array(folded.utf8), kind: kind(of: scalar, folded: classes))
    if let index = foldings[text] { return UInt16(index) }
    let index = ScalarClass.allCases.count + table.foldings.count
    foldings[text] = index
    table.foldings.append(text)
    return UInt16(index)
  }

  /// Returns the symbol without its stroke, → for ↛; nil if the symbol has none.
  private func struckOut(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    let parts = Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
    return parts.count > 1 ? parts[0] : nil
  }

  private func kind(of scalar: Unicode.Scalar, folded classes: [ScalarClass]) -> FoldedText.Kind {
    if classes == [.ideographic] { return .ideographic }
    guard classes.allSatisfy({ $0 == .word }) else { return .mixed }
    let properties = scalar.properties
    let isUpper = properties.isUppercase || properties.generalCategory == .titlecaseLetter
    let parts = Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
    if parts.dropFirst().contains("\u{308}"), "aouAOU".unicodeScalars.contains(parts[0]) {
      return isUpper ? .umlautUpper : .umlaut
    }
    return isUpper ? .upper : .word
  }

  private func scalarClass(_ scalar: Unicode.Scalar) -> ScalarClass {
    let composes = table.secondParts.contains(scalar)
    if scalar.isDiacritic || scalar.isInvisible { return composes ? .composingMark : .mark }
    if scalar.value == 0x3099 || scalar.value == 0x309a { return .composingMark }
    if scalar.isConjoiningJamo { return .jamo }
    if scalar.isIdeographicOrKana { return .ideographic }
    if scalar.needsDictionary { return .dictionary }
    if scalar.isSymbol { return .symbol }
    guard scalar.properties.isPartOfWord else { return .separator }
    return composes ? .composingWord : .word
  }

  /// Finds pairs of code points that the analyzer must compose, because the table has only the composition.
  private mutating func findCompositions() {
    for value in UInt32(0x80)...0x2ffff {
      guard let scalar = Unicode.Scalar(value), !(0xac00...0xd7a3).contains(value) else { continue }
      let parts = Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
      guard parts.count > 1, let last = parts.last else { continue }
      if last.isDiacritic && !ScalarFolding.lettersWithMark.contains(scalar) { continue }
      let composed = String(scalar).precomposedStringWithCanonicalMapping.unicodeScalars
      guard composed.elementsEqual(CollectionOfOne(scalar)) else { continue }
      guard scalar.properties.isPartOfWord, folding.fold(scalar) == String(scalar) else { continue }
      let start = String(String.UnicodeScalarView(parts.dropLast()))
      let base = Array(start.precomposedStringWithCanonicalMapping.unicodeScalars)
      guard base.count == 1 else { continue }
      table.secondParts.insert(last)
      table.compositions.append((base[0], last, scalar))
    }
  }
}
