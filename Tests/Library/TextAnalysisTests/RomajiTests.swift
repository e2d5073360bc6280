import Testing

@testable import TextAnalysis

@Suite struct RomajiTests {
  @Test(arguments: [
    ("カタカナ", "katakana"),
    ("ひらがな", "hiragana"),
    ("トウキョウ", "toukyou tokyo"),
    ("オオサカ", "oosaka osaka"),
    ("ローマ", "roma"),
    ("シャシン", "shashin"),
    ("チョコレート", "chokoreto"),
    ("ジュンビ", "junbi"),
    ("キャク", "kyaku"),
    ("ヒャク", "hyaku"),
    ("リュウ", "ryuu ryu"),
    ("ファイル", "fairu"),
    ("パーティー", "pati"),
    ("ウィキ", "wiki"),
    ("ウェブ", "webu"),
    ("クォーツ", "kwotsu"),
    ("チェック", "chekku"),
    ("マッチャ", "matcha"),
    ("ザッシ", "zasshi"),
    ("ヴァイオリン", "vaiorin"),
    ("イェイ", "yei"),
    ("デュアル", "dyuaru"),
    ("シンブン", "shinbun"),
    ("ァ", "a"),
    ("ッ", ""),
    ("ー", ""),
    ("漢", ""),
    ("カ漢", ""),
  ])
  func `Kana are written in Hepburn romanization`(kana: String, expected: String) {
    let spellings = KanaTable.shared.spellings(of: kana.unicodeScalars)
    #expect(
      spellings.map { String(decoding: $0, as: UTF8.self) }
        == expected.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    ("カタカナ", "カタ +katakana タカ カナ +ナ"),
    ("ｶﾀｶﾅ", "カタ +katakana タカ カナ +ナ"),
    ("これはペンです", "これ +kore +koreha れは はペ ペン +pen ンで です +desu +す"),
    ("한국어", "한국 국어 +어"),
    ("の", "の"),
    ("plain", "plain"),
  ])
  func `Kana need no dictionary`(text: String, expected: String) {
    #expect(sittaTokens(of: text, .init(readings: .romaji)) == expected)
    #expect(
      sittaTokens(of: text, for: .query, .init(readings: .romaji))
        == sittaTokens(of: text, for: .query))
  }

  @Test(
    .enabled(if: Readings.canReadKanji, "libmecab2 and mecab-ipadic-utf8 are not installed"),
    arguments: [
      ("ローマ字", "roma romaji", "zi romazi"),
      ("日本語", "nihongo", "ribenyu"),
      ("東京大学の学生", "toukyoudaigaku tokyodaigaku gakusei", "dongjing no"),
      ("設定ファイルを保存する", "settei fairu hozon suru", "sheding wo"),
      ("今日は天気がいい", "kyou kyo tenki", "jinri ha ga"),
    ])
  func `Kanji have their Japanese reading`(text: String, found: String, missing: String) {
    let tokens = Set(sittaTokens(of: text, .init(readings: .romaji)).split(separator: " "))
    for word in found.split(separator: " ") {
      #expect(tokens.contains("+" + word))
    }
    for word in missing.split(separator: " ") { #expect(!tokens.contains("+" + word)) }
  }

  @Test(arguments: [
    ("これはペンです", "kore koreha pen desu"),
    ("らーめん", "ramen men"),
    ("ローマ字", "roma"),
    ("日本語", ""),
    ("東京でトウキョウ", "toukyou tokyo"),
  ])
  func `Without a dictionary for kanji only kana are read`(text: String, expected: String) {
    var finder = ReadingFinder(.romaji, readsKanji: false)
    let readings = finder.find(in: Array(text.unicodeScalars))
    #expect(
      readings.map { String(decoding: $0.latin, as: UTF8.self) }.joined(separator: " ") == expected)
  }

  @Test func `Documents can get both pinyin and romaji`() {
    let tokens = sittaTokens(of: "カタカナ 文件", .init(readings: [.pinyin, .romaji]))
    #expect(tokens.contains("+katakana") && tokens.contains("+wenjian"))
  }
}
