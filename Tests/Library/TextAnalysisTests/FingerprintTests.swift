import Testing
import TextAnalysis

@Suite struct FingerprintTests {
  @Test func `Each option that changes the tokens of documents changes the fingerprint`() {
    let options: [SittaAnalyzer.Options] = [
      .init(), .init(splitsNames: true), .init(readings: .pinyin), .init(readings: .romaji),
      .init(splitsNames: true, readings: [.pinyin, .romaji]),
    ]
    #expect(Set(options.map(SittaAnalyzer.fingerprint)).count == options.count)
    #expect(SittaAnalyzer.fingerprint(of: .init()) == SittaAnalyzer.fingerprint(of: .init()))
  }
}
