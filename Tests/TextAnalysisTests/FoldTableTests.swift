import Foundation
import Testing

@testable import TextAnalysis

@Suite struct FoldTableTests {
  /// ICU makes 0 of it; here it is a Han digit, because it stands between others (二〇二六).
  private static let keptAgainstICU: Set<Unicode.Scalar> = ["〇"]

  /// ICU folds the capital Ɩ to i and leaves the small ɩ.
  private static let foldedAsCapital: Set<Unicode.Scalar> = ["\u{196}"]

  @Test func `The table folds what Latin-ASCII makes ASCII, for every code point`() {
    for scalar in Self.assignedScalars where !Self.keptAgainstICU.contains(scalar) {
      let expected = Self.latinASCII(String(scalar))
      guard expected.utf8.allSatisfy({ $0 < 0x80 }) else { continue }
      let words = expected.split { !$0.isLetter && !$0.isNumber }.map(String.init)
      #expect(Self.words(String(scalar)) == words, "\(Self.name(scalar))")
    }
  }

  @Test func `What Latin-ASCII and lower case make one is one, for every code point`() {
    for scalar in Self.assignedScalars where !Self.keptAgainstICU.contains(scalar) {
      let transformed = Self.words(Self.latinASCII(String(scalar)))
      let lower = Self.words(scalar.properties.lowercaseMapping)
      let own = Self.words(String(scalar))
      #expect(own == transformed, "\(Self.name(scalar))")
      #expect(own == lower || Self.foldedAsCapital.contains(scalar), "\(Self.name(scalar))")
    }
  }

  @Test func `A folded text folds to itself`() {
    for scalar in Self.assignedScalars {
      let folded = Self.fold(scalar)
      #expect(folded.hasSameScalars(as: folded.unicodeScalars.map(Self.fold).joined()))
    }
  }

  @Test func `NFC and NFD are one, for every code point`() {
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
    #expect(FoldTable.standard.composition(of: "и", "\u{306}") == "й")
    guard case .same(.word) = FoldTable.standard.entry(of: "\u{10fffd}") else {
      Issue.record("private use is part of words")
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

  /// A space for what parts words, nothing for what is left out.
  private static func fold(_ scalar: Unicode.Scalar) -> String {
    switch FoldTable.standard.entry(of: scalar) {
    case .same(.separator): " "
    case .same(.mark), .same(.composingMark): ""
    case .same: String(scalar)
    case .folded(let folding):
      String(decoding: FoldTable.standard.texts[folding.utf8], as: UTF8.self)
        .unicodeScalars.map(foldAgain).joined()
    }
  }

  private static func foldAgain(_ scalar: Unicode.Scalar) -> String {
    switch FoldTable.standard.entry(of: scalar) {
    case .same(.separator): " "
    case .same(.mark), .same(.composingMark): ""
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
