import TestSupport
import LanguageCodes
import Testing

@testable import LanguageDetection

private let german = "Gestern hat es den ganzen Tag geregnet, also sind wir zu Hause geblieben. "
private let danish =
  "Vi blev nødt til at tage en anden vej hjem, fordi broen var lukket hele ugen. "
private let russian = "Вчера вечером мы долго гуляли по набережной, а потом пили чай у друзей. "
private let japanese = "昨日は友達と川のそばを散歩して、そのあと喫茶店で温かいお茶を飲みました。"
private let code = """
  func insert(_ key: UInt32, at slot: Int) -> Bool {
    guard slots[slot] == 0 else { return false }
    self.slots[slot] = key; count += 1
    for i in 0..<slots.count { table.rows[i] = hash(slots[i]) & mask }
    if (node->next != NULL) { free(node->next); node->next = NULL; }
    return tableView.numberOfRows(inSection: 0) > kMaxRowCount
  }

  """

struct LanguageDetectorTests {
  @Test(
    arguments: [
      ("", nil),
      ("Guten Tag, Welt", nil),
      // Each of these letters is a syllable or a word.
      ("昨日は友達と川のそばを散歩した", "ja"),
      ("1234 5678 90.12 -- 3/4 -- 5:6", nil),
      (String(repeating: "0123456789abcdef ", count: 50), nil),
      (String(repeating: "https://example.org/the/house/of/the/rising/sun ", count: 20), nil),
      (String(repeating: "xkqj zzvw qqpt wxyz kjhg ", count: 20), nil),
      (code, nil),
      // Only the prose counts, with any text between.
      (german + "https://example.org/the/house/of/the/rising/sun --with-the-option", "de"),
      ("**" + german + "** _[" + german + "](https://example.org/with/the/other)_", "de"),
      (german + String(repeating: "17.5 % 300 000 ", count: 50), "de"),
      // Most letters decide.
      (german + german + "Ελληνικά", "de"),
      (russian + "Windows", "ru"),
      (japanese + "Swift Package Manager", "ja"),
      // Han and a little kana are Chinese with a Japanese name.
      (String(repeating: "我们昨天晚上沿着河边散步然后去朋友家喝茶", count: 4) + "の", "zh"),
    ] as [(String, String?)])
  func `No language is better than a wrong one`(text: String, expected: String?) {
    #expect(language(of: text) == expected)
  }

  @Test(
    arguments: [
      // The text says nothing.
      ("", "de", "de"),
      ("12345", "de-AT", "de"),
      ("README", "eng", "en"),
      ("Guten Tag", "de_DE.UTF-8", "de"),
      // It says the same, or something close.
      (german, "de", "de"),
      (danish, "nb", "da"),
      (danish, "xx", "da"),
      (danish, "", "da"),
      (danish, "und", "da"),
      (danish, "english please", "da"),
      // It contradicts: a template's language in front of another one.
      (german, "en", "de"),
      (russian, "en", "ru"),
      (russian, "bg", "ru"),
      (japanese, "en-US", "ja"),
      (japanese, "zh", "ja"),
      ("Вчера вечером", "en", nil),
      // Japanese and Korean may be all Han for a line.
      ("東京都千代田区", "ja", "ja"),
      ("東京都千代田区", "ko", "ko"),
      ("東京都千代田区", "de", nil),
      (String(repeating: "我们昨天晚上沿着河边散步", count: 10), "ja", "zh"),
      // The detector cannot know better about a language that it does not know.
      (german, "lb", "lb"),
      (russian, "la", "la"),
      (japanese, "la", "ja"),
      // Old codes, and codes of three letters.
      ("", "iw", "he"), ("", "NB-no", "no"), ("", "deu", "de"), ("", "ger", "de"), ("", "qqq", nil),
    ] as [(String, String, String?)])
  func `A declared language wins where the text does not contradict`(
    text: String, declared: String, expected: String?
  ) {
    #expect(language(of: text, declared: declared) == expected)
  }

  @Test func `Words without accents and in capitals show their language, too`() {
    let polish = """
      Wczoraj wieczorem zgubilem klucze i musialem czekac na sasiada przed domem. \
      Jesli jutro bedzie ladna pogoda, pojdziemy z dziecmi nad rzeke.
      """
    #expect(language(of: polish) == "pl")
    #expect(language(of: german.uppercased()) == "de")
    #expect(language(of: russian.uppercased()) == "ru")
  }

  @Test func `Every code of the detector is the code that queries use`() {
    let names = TrigramLanguages.all.flatMap(\.names).compactMap(TrigramLanguages.code(of:))
    #expect(names.count > 40)
    for code in names + Language.all.map(\.code) {
      #expect(Language(code: code)?.code == code)
      #expect(LanguageDetector.code(ofTag: code) == code)
    }
  }

  @Test func `A long text is read at four places`() {
    let text = Array(repeating: Array(german.utf8), count: 1_000).flatMap(\.self)
    let samples = LanguageDetector.samples(of: text.span)
    #expect(samples.map { $0.lowerBound * 10 / text.count } == [1, 3, 5, 7])
    #expect(samples.allSatisfy { $0.count == 1_024 && text[$0.lowerBound] == UInt8(ascii: " ") })
  }

  @Test(arguments: [0, 1, 4_096, 4_097, 5_000, 100_003])
  func `Samples lie within the text and do not overlap`(count: Int) {
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: count)
    let samples = LanguageDetector.samples(of: text.span)
    #expect(samples.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= count })
    #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
  }

  @Test func `Foreign text before the body of a long one does not count`() {
    let licence = String(
      repeating: "Permission is granted to copy this file without any restriction. ", count: 20)
    let body = String(repeating: german, count: 300)
    #expect(language(of: licence + body + licence) == "de")
  }

  @Test func `Damaged texts are read, and bytes that are no text have no language`() {
    var bytes = Array(String(repeating: german, count: 3).utf8)
    bytes.insert(0xff, at: 20)
    bytes.insert(0xe2, at: 40)
    #expect(LanguageDetector.language(of: bytes.span) == "de")
    let binary = bytes.flatMap { byte in [byte, 0x00, 0x9f] as [UInt8] }
    #expect(LanguageDetector.language(of: binary.span) == nil)
  }

  @Test func `Mutated texts do not trap`() {
    var random = SplitMix(seed: 7)
    let sources = [german, danish, russian, japanese, code].map { Array($0.utf8) }
    for _ in 0..<2_000 {
      var bytes = sources[Int(random.next() % UInt64(sources.count))]
      for _ in 0...random.next() % 8 {
        let position = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 3 {
        case 0: bytes[position] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: position)
        default: bytes.removeSubrange(position..<min(position + 3, bytes.count - 1))
        }
      }
      let declared = String(decoding: bytes.prefix(3), as: UTF8.self)
      _ = LanguageDetector.language(of: bytes.span, declared: declared)
    }
  }
}
