import Foundation
import Testing

@testable import TextAnalysis

@Suite struct FoldTableTests {
  /// ICU folds it to 0; Sitta keeps it as a Han digit, because it occurs between others (二〇二六).
  private static let keptUnlikeICU: Set<Unicode.Scalar> = ["〇"]

  /// ICU folds the uppercase Ɩ to i and keeps the lowercase ɩ.
  private static let foldedOnlyUppercase: Set<Unicode.Scalar> = ["\u{196}"]

  @Test func `A code point that Latin-ASCII maps to ASCII has the same folding`() {
    for scalar in Self.assignedScalars where !Self.keptUnlikeICU.contains(scalar) {
      let expected = Self.latinASCII(String(scalar))
      guard expected.utf8.allSatisfy({ $0 < 0x80 }) else { continue }
      // ICU makes two signs of arrows, which are words of their own here.
      if case .unchanged(.symbol) = FoldTable.shared.entry(of: scalar) { continue }
      let words = expected.split { !$0.isLetter && !$0.isNumber }.map(String.init)
      #expect(Self.words(String(scalar)) == words, "\(Self.name(scalar))")
    }
  }

  @Test func `A code point folds like its Latin-ASCII and lowercase forms`() {
    for scalar in Self.assignedScalars where !Self.keptUnlikeICU.contains(scalar) {
      if case .unchanged(.symbol) = FoldTable.shared.entry(of: scalar) { continue }
      let transformed = Self.words(Self.latinASCII(String(scalar)))
      let lower = Self.words(scalar.properties.lowercaseMapping)
      let own = Self.words(String(scalar))
      #expect(own == transformed, "\(Self.name(scalar))")
      #expect(own == lower || Self.foldedOnlyUppercase.contains(scalar), "\(Self.name(scalar))")
    }
  }

  @Test func `A folded text folds to itself`() {
    for scalar in Self.assignedScalars {
      let folded = Self.fold(scalar)
      #expect(folded.hasSameScalars(as: folded.unicodeScalars.map(Self.fold).joined()))
    }
  }

  @Test func `NFC and NFD of a code point give the same tokens`() {
    for scalar in Self.assignedScalars {
      let text = "x\(scalar)y"
      let decomposed = text.decomposedStringWithCanonicalMapping
      let composed = text.precomposedStringWithCanonicalMapping
      if text.hasSameScalars(as: decomposed) && text.hasSameScalars(as: composed) { continue }
      #expect(sittaTokens(of: text).hasSameScalars(as: sittaTokens(of: decomposed)))
      #expect(sittaTokens(of: text).hasSameScalars(as: sittaTokens(of: composed)))
    }
  }

  @Test func `The generated file is decoded to the end`() {
    #expect(FoldTable.shared.composition(of: "и", "\u{306}") == "й")
    guard case .unchanged(.word) = FoldTable.shared.entry(of: "\u{10fffd}") else {
      Issue.record("a private-use code point must be part of words")
      return
    }
  }

  private static let assignedScalars: [Unicode.Scalar] = (UInt32(0)...0x10ffff)
    .compactMap(Unicode.Scalar.init)
    .filter {
      $0.properties.generalCategory != .unassigned && $0.properties.generalCategory != .privateUse
    }

  private static func latinASCII(_ text: String) -> String {
    text.applyingTransform(StringTransform("Latin-ASCII; Lower"), reverse: false) ?? text
  }

  /// A space for a separator, an empty string for a mark, else the folded text.
  private static func fold(_ scalar: Unicode.Scalar) -> String {
    switch FoldTable.shared.entry(of: scalar) {
    case .unchanged(.separator): " "
    case .unchanged(.mark), .unchanged(.composingMark): ""
    case .unchanged: String(scalar)
    case .folded(let folding):
      String(decoding: FoldTable.shared.texts[folding.utf8], as: UTF8.self)
        .unicodeScalars.map(foldAgain).joined()
    }
  }

  private static func foldAgain(_ scalar: Unicode.Scalar) -> String {
    switch FoldTable.shared.entry(of: scalar) {
    case .unchanged(.separator): " "
    case .unchanged(.mark), .unchanged(.composingMark): ""
    default: String(scalar)
    }
  }

  private static func words(_ text: String) -> [String] {
    text.unicodeScalars.map(fold).joined().unicodeScalars.split(separator: " ").map { String($0) }
  }

  private static func name(_ scalar: Unicode.Scalar) -> String {
    "U+\(String(scalar.value, radix: 16)) \(scalar.properties.name ?? "")"
  }
}
