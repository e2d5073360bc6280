import ExtractionProtocol

extension ExtractedText {
  /// Takes what a jailed program has found in a document or a member.
  init(
    _ answer: consuming DocumentContent, _ ending: ExtractionFrame.Ending, type: String,
    _ format: DocumentFormat?
  ) {
    self.init(type: type)
    if let format {
      reader = ReaderVersion(format, isMissing: ending.reason == .withoutFilter)
    }
    title = answer.values(of: .title).first
    tags = answer.values(of: .keyword)
    charset = answer.values(of: .charset).first
    // Who wrote a document and who got it is found like its text.
    let people = (answer.values(of: .author) + answer.values(of: .recipient)).joined(
      separator: "\n")
    text = answer.text
    if !people.isEmpty { text = Array(people.utf8) + (text.isEmpty ? [] : [0x0a]) + text }
    let isOther = format == nil && ending.reason == .complete
    extent = isOther ? .nothing : ending.extent(Self.pages(of: answer))
  }

  /// "page 3 of 10", the last page that was read; nil for a document without pages.
  private static func pages(of content: DocumentContent) -> String? {
    guard let count = content.values(of: .pages).first else { return nil }
    let read = content.parts.count { $0.part.kind == .page }
    return read == 0 ? nil : "page \(read) of \(count)"
  }

  /// Removes the title if it is the name of the file.
  mutating func removeTitle(likeName name: [UInt8]) {
    let name = String(decoding: name, as: UTF8.self).lowercased()
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
    if let title = title?.lowercased(), title == name || title == stem { self.title = nil }
  }
}

extension ExtractionFrame.Ending {
  /// The part of a document that was read; `pages` is the last page, such as "page 3 of 10".
  fileprivate func extent(_ pages: String?) -> ExtractedText.Extent {
    let pages = pages.map { " (\($0))" } ?? ""
    return reason.extent(pages)
  }
}

extension ExtractionFrame.Ending.Reason {
  fileprivate func extent(_ pages: String) -> ExtractedText.Extent {
    switch self {
    case .complete: .whole
    case .textLimit: .part(because: "its text is longer than the limit\(pages)")
    case .timeLimit: .part(because: "reading the rest takes too long\(pages)")
    case .damaged: .part(because: "the rest is damaged")
    case .encrypted: .part(because: "it needs a password")
    case .unsupported: .part(because: "the rest is in a format that is not supported")
    case .memberLimit: .part(because: "it has more members than are read")
    case .sizeLimit: .part(because: "it is larger than what is unpacked")
    case .depthLimit: .part(because: "it is in too many containers inside each other")
    case .withoutFilter: .part(because: "this kernel has no seccomp filters")
    }
  }
}
