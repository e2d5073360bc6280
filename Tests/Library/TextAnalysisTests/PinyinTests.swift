import Testing
import TextAnalysis

@Suite struct PinyinTests {
  @Test(arguments: [
    ("拼音", "拼音 +pinyin +音"),
    ("文件夹", "文件 +wenjian +wenjianjia 件夹 +jianjia +夹"),
    ("北京大学", "北京 +beijing +beijingdaxue 京大 +jingda 大学 +daxue +学"),
    ("我", "我 +wo"),
    ("打开 文件", "打开 +dakai +开 文件 +wenjian +件"),
    ("计算机", "计算 +jisuan +jisuanji 算机 +suanji +机"),
    ("银行", "银行 +yinhang +行"),
    ("銀行", "銀行 +yinhang +行"),
    ("进行", "进行 +jinxing +行"),
    ("重新", "重新 +chongxin +新"),
    ("重要", "重要 +zhongyao +要"),
    ("女儿", "女儿 +nuer +儿"),
    ("file文件", "file 文件 +wenjian +件"),
    ("한국 の", "한국 +국 の"),
    ("plain", "plain"),
  ])
  func `Documents get pinyin tokens`(text: String, expected: String) {
    #expect(sittaTokens(of: text, .init(readings: .pinyin)) == expected)
  }

  @Test(arguments: ["拼音", "文件夹", "我", "银行"])
  func `Queries get no readings`(text: String) {
    for purpose in [AnalysisPurpose.query, .prefixQuery] {
      let tokens = sittaTokens(of: text, for: purpose, .init(readings: .pinyin))
      #expect(tokens == sittaTokens(of: text, for: purpose))
    }
  }

  @Test func `Documents get only the readings of their own words`() {
    let tokens = sittaTokens(of: "文化 编辑", .init(readings: .pinyin)).split(separator: " ")
    #expect(tokens.contains("+wenhua") && tokens.contains("+bianji"))
    #expect(!tokens.contains("+wenjian"))
  }

  @Test func `Readings do not change the other tokens`() {
    let text = String(repeating: "漢字仮名交じり文、重新排列。", count: 200)
    let plain = sittaTokens(of: text).split(separator: " ")
    let read = sittaTokens(of: text, .init(readings: .pinyin)).split(separator: " ")
    #expect(read.filter { $0.drop { $0 == "+" }.utf8.first ?? 0 >= 0x80 } == plain)
  }
}
