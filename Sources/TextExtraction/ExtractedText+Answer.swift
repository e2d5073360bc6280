import ExtractionProtocol

extension ExtractedText {
  /// Takes what a jailed program has found in a document or a member.
  init(
    _ answer: consuming DocumentContent, _ ending: ExtractionFrame.Ending, type: String,
    _ format: DocumentFormat?
  ) {
    self.init(type: type)
    if let format { reader = ReaderVersion(format) }
    title = answer.values(of: .title).first
    tags = answer.values(of: .keyword)
    charset = answer.values(of: .charset).first
    // Who wrote a document and who got it is found like its text.
    let people = (answer.values(of: .author) + answer.values(of: .recipient)).joined(
      separator: "\n")
    text = answer.text
    if !people.isEmpty { text = Array(people.utf8) + (text.isEmpty ? [] : [0x0a]) + text }
    extent = format == nil && ending.reason == .complete ? .nothing : ending.extent
  }
}

extension ExtractionFrame.Ending {
  fileprivate var extent: ExtractedText.Extent {
    switch reason {
    case .complete: .whole
    case .textLimit: .part(because: "its text is longer than the limit")
    case .timeLimit: .part(because: "reading the rest takes too long")
    case .damaged: .part(because: "the rest is damaged")
    case .encrypted: .part(because: "it needs a password")
    case .unsupported: .part(because: "the rest is in a format that is not supported")
    case .memberLimit: .part(because: "it has more members than are read")
    case .sizeLimit: .part(because: "it is larger than what is unpacked")
    case .depthLimit: .part(because: "it is in too many containers inside each other")
    }
  }
}
