import Foundation
import Testing

@testable import TextAnalysis

@Suite struct PinyinTableTests {
  @Test func `Each character has its syllable of Han-Latin`() {
    let transform = StringTransform("Han-Latin; Latin-ASCII; Lower")
    for value in UInt32(0x4e00)...0x9fff {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let latin = String(scalar).applyingTransform(transform, reverse: false) ?? ""
      let expected = latin.utf8.allSatisfy { (0x61...0x7a).contains($0) } ? latin : nil
      #expect(syllable(of: scalar) == expected)
    }
  }

  @Test(arguments: PinyinWords.text.split(separator: "\n").map(String.init))
  func `Each line has words of two characters and two syllables`(line: String) {
    let parts = line.split(separator: " ")
    #expect(parts.count >= 3)
    let syllables = parts.suffix(2).map(String.init)
    for word in parts.dropLast(2) {
      let scalars = Array(word.unicodeScalars)
      #expect(scalars.count == 2)
      #expect(scalars.map { syllable(of: $0) } != syllables, "remove the line")
      var numbers: [UInt16] = []
      PinyinTable.shared.findSyllables(of: scalars, into: &numbers)
      #expect(numbers.map(text) == syllables)
    }
  }

  private func syllable(of scalar: Unicode.Scalar) -> String? {
    var numbers: [UInt16] = []
    PinyinTable.shared.findSyllables(of: [scalar], into: &numbers)
    return numbers == [0] ? nil : numbers.map(text).joined()
  }

  private func text(_ number: UInt16) -> String {
    var text: [UInt8] = []
    PinyinTable.shared.append(syllable: number, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
