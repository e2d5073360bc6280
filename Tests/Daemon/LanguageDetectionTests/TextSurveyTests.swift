import Testing

@testable import LanguageDetection

struct TextSurveyTests {
  @Test(
    arguments: [
      ("of", ["_of", "of_"]),
      ("a", ["_a_"]),
      ("One TWO", ["_on", "one", "ne_", "_tw", "two", "wo_"]),
      ("l'eau", ["_l_", "_ea", "eau", "au_"]),
      ("Ärger", ["_är", "ärg", "rge", "ger", "er_"]),
      ("co\u{ad}op", ["_co", "coo", "oop", "op_"]),
      ("3 ab, (cd)", ["_ab", "ab_", "_cd", "cd_"]),
      ("ab cd.ef gh", ["_ab", "ab_", "_gh", "gh_"]),
      ("iPhone isEmpty", ["_ip", "iph", "pho", "hon", "one", "ne_"]),
      ("x86 /usr/bin --help -x a_b a=b <p> f() {}", ["_x_"]),
      ("/etc .git $HOME you@example.org", []),
    ] as [(String, [String])])
  func `Trigrams are those of words`(text: String, expected: [String]) {
    #expect(trigrams(of: text) == expected)
  }

  @Test(
    arguments: [
      ("Two words", 2, 0), ("a.b c(d) e_f", 0, 3), ("if (a == b) {", 3, 2), ("- item", 1, 0),
      ("3 4 5", 0, 0), ("*bold* _words_", 2, 0), (String(repeating: "a", count: 41), 0, 1),
    ])
  func `Words and pieces of code are counted`(text: String, words: Int, code: Int) {
    let survey = survey(of: text)
    #expect(survey.latinWordCount == words)
    #expect(survey.codeCount == code)
  }

  @Test func `Letters are counted by script`() {
    let survey = survey(of: "ab αβγ где ひらカ漢字 한글 עב अब ไทย")
    let counts = Dictionary(
      uniqueKeysWithValues: Script.allCases.map { ($0, survey.letters[$0.rawValue]) })
    #expect(
      counts.filter { $0.value > 0 } == [
        .latin: 2, .greek: 3, .cyrillic: 3, .kana: 3, .han: 2, .hangul: 2, .hebrew: 2,
        .devanagari: 2, .thai: 3,
      ])
  }

  @Test func `Case does not matter to letters`() {
    let vietnameseAndRomanian: [UInt32] = [0x1a0, 0x1a1, 0x1af, 0x1b0, 0x218, 0x219, 0x21a, 0x21b]
    for value in Array(0x41...0x17f) + vietnameseAndRomanian {
      guard let scalar = Unicode.Scalar(value), let letter = LetterFolding.latin(value) else {
        continue
      }
      let lower = scalar.properties.lowercaseMapping.unicodeScalars.map(\.value)
      guard lower.count == 1, lower[0] < 0x250, lower[0] != 0x163 else { continue }
      #expect(letter == lower[0], "U+\(String(value, radix: 16))")
    }
    for value in UInt32(0x1e00)...0x1eff {
      guard let scalar = Unicode.Scalar(value), let letter = LetterFolding.latin(value) else {
        continue
      }
      let lower = scalar.properties.lowercaseMapping.unicodeScalars.map(\.value)
      guard lower.count == 1, lower[0] >= 0x1e00 else { continue }
      #expect(letter == LetterFolding.latin(lower[0]), "U+\(String(value, radix: 16))")
    }
    for value in UInt32(0x400)...0x52f {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let lower = scalar.properties.lowercaseMapping.unicodeScalars.map(\.value)
      #expect(LetterFolding.cyrillic(value) == lower[0] - 0x400, "U+\(String(value, radix: 16))")
    }
  }

  @Test func `The tables have what the languages need`() {
    #expect(TrigramTable.all.map(\.languages.script) == [.latin, .cyrillic, .arabic, .devanagari])
    for table in TrigramTable.all {
      #expect(table.usualValues.count == table.languages.names.count)
      #expect(table.usualValues.allSatisfy { $0 > 4 * 16 })
    }
    let trigrams = survey(of: "the").trigrams(of: .latin)
    let sums = TrigramTable.all[0].sums(of: trigrams.span)
    #expect(sums.max() == sums[0])
  }
}

private func survey(of text: String) -> TextSurvey {
  var survey = TextSurvey()
  let bytes = Array(text.utf8)
  survey.read(bytes.span, in: 0..<bytes.count)
  return survey
}

/// The Latin trigrams of a text, with "_" for a word's boundary.
private func trigrams(of text: String) -> [String] {
  survey(of: text).trigrams(of: .latin).map { trigram in
    let letters = [trigram >> 20, trigram >> 10 & 0x3ff, trigram & 0x3ff]
    return letters.map { $0 == 0 ? "_" : Unicode.Scalar($0).map(String.init) ?? "?" }.joined()
  }
}
