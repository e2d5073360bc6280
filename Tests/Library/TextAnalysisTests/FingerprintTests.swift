import Testing
@testable import TextAnalysis

@Suite struct FingerprintTests {
  @Test func `Each option that changes the tokens of documents changes the fingerprint`() {
    let options: [SittaAnalyzer.Options] = [
      .init(), .init(splitsNames: true), .init(readings: .pinyin), .init(readings: .romaji),
      .init(splitsNames: true, readings: [.pinyin, .romaji]),
    ]
    #expect(Set(options.map(SittaAnalyzer.fingerprint)).count == options.count)
    #expect(SittaAnalyzer.fingerprint(of: .init()) == SittaAnalyzer.fingerprint(of: .init()))
  }

  @Test(arguments: Stemmer.languages)
  func `The stems of many forms of each language are in the fingerprint`(language: String) throws {
    var stemmer = try Stemmer(language: language)
    let forms = Stemmer.forms(of: language)
    let stems = forms.map { form in
      var stem: [UInt8] = []
      return stemmer.stem(of: form.utf8.span, into: &stem) ? stem : []
    }
    let changed = zip(forms, stems).count { !$0.utf8.elementsEqual($1) }
    #expect(changed >= 10, "\(changed) of \(forms.count)")
    #expect(Stemmer.fingerprint.count >= 8)
  }
}
