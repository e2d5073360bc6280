import ExtractionProtocol

extension ExtractedText {
  /// Takes the answer of a jailed program, which has ended.
  init(
    _ answer: consuming ExtractionAnswer, _ ending: ExtractionFrame.Ending, type: String,
    _ format: DocumentFormat
  ) {
    self.init(type: type)
    reader = ReaderVersion(format)
    title = answer.values(of: .title).first
    tags = answer.values(of: .keyword)
    charset = answer.values(of: .charset).first
    // Who wrote a document and who got it is found like its text.
    let people = (answer.values(of: .author) + answer.values(of: .recipient)).joined(
      separator: "\n")
    text = answer.text
    if !people.isEmpty { text = Array(people.utf8) + (text.isEmpty ? [] : [0x0a]) + text }
    extent = ending.extent
  }
}

extension ExtractionFrame.Ending {
  fileprivate var extent: ExtractedText.Extent {
    switch reason {
    case .complete: .whole
    case .textLimit: .part(because: "its text is longer than the limit")
    case .timeLimit: .part(because: "reading the rest takes too long")
    case .damaged: .part(because: "the rest is damaged")
    case .encrypted: .locked
    case .unsupported: .part(because: "the rest is in a format that is not supported")
    }
  }
}
