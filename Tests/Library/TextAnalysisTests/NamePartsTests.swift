import TestSupport
import Testing

@testable import TextAnalysis

struct NamePartsTests {
  /// Where the rules of ``NameParts`` let a word begin, said for one character.
  private static func beginsWord(_ index: Int, _ kinds: [NameParts.Kind]) -> Bool {
    func isDigit(_ offset: Int) -> Bool? {
      kinds.indices.contains(index + offset) ? kinds[index + offset] == .digit : nil
    }
    let isUnit =
      index > 1 && kinds[..<index].allSatisfy { $0 == .digit } && kinds.count - index <= 4
      && !kinds[index...].contains(.digit)
    switch (kinds[index - 1], kinds[index]) {
    case _ where isUnit: return true
    case (.lower, .upper): return true
    case (.upper, .upper): return index + 1 < kinds.count && kinds[index + 1] == .lower
    case (.digit, .lower), (.digit, .upper):
      return isDigit(-2) == true && isDigit(1) == false && isDigit(2) == false
    case (.lower, .digit), (.upper, .digit):
      return isDigit(1) == true && isDigit(-2) == false && isDigit(-3) == false
    default: return false
    }
  }

  private static func bits(_ kinds: [NameParts.Kind]) -> NameParts.Kinds {
    var bits = NameParts.Kinds()
    for (index, kind) in kinds.enumerated() { bits.set(kind, at: index) }
    return bits
  }

  @Test(arguments: UInt64(0)..<20)
  func `words begin where the rules say`(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    for _ in 0..<500 {
      let count = Int.random(in: 1...64, using: &generator)
      let kinds = (0..<count).map { _ in
        [NameParts.Kind.lower, .lower, .upper, .digit].randomElement(using: &generator) ?? .lower
      }
      let expected = kinds.indices.dropFirst().filter { Self.beginsWord($0, kinds) }
      let starts = NameParts.starts(of: Self.bits(kinds), count: count)
      #expect((0..<64).filter { starts & 1 << UInt64($0) != 0 } == expected, "\(kinds)")
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `kinds are the same, however they are read`(seed: UInt64) {
    let characters = [UInt8]("azmAZM059".utf8)
    var generator = SplitMix(seed: seed)
    for _ in 0..<500 {
      let name = (0..<Int.random(in: 1...64, using: &generator)).map { _ in
        characters.randomElement(using: &generator) ?? 0
      }
      let before = [UInt8](repeating: 0x41, count: Int.random(in: 0...9, using: &generator))
      let after = [UInt8](repeating: 0xff, count: Int.random(in: 0...9, using: &generator))
      let kinds = NameParts.Kinds(
        ofASCII: (before + name + after).span, in: before.count..<before.count + name.count)
      #expect(kinds == Self.bits(name.map { LetterTable.kind(of: $0) }), "\(name)")
    }
  }
}
