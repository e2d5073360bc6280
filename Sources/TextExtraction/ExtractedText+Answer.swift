import ExtractionProtocol
import LinuxSystem

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
    authors = Self.people(answer.values(of: .author), limit: Self.authorLimit)
    recipients = Self.people(answer.values(of: .recipient), limit: ExtractionAnswer.valueLimit)
    created = answer.values(of: .created).lazy.compactMap(UnixTime.init(documentDate:)).first
    declaredLanguage = answer.values(of: .language).first
    pages = Self.count(answer.values(of: .pages))
    attachments = Self.count(answer.values(of: .attachments)) ?? 0
    identifier = answer.values(of: .identifier).first
    readingTime = Int64(clamping: ending.time)
    text = answer.text
    parts = answer.parts
    extent = format == nil && ending.reason == .complete ? .nothing : ending.extent
  }

  /// More authors are not kept.
  private static let authorLimit = 16
  /// The longest name of a person in bytes; the rest of a longer one is not kept.
  private static let nameLimit = 256
  /// A larger number of pages or attachments is no count.
  private static let largestCount = 10_000_000

  /// The names of people without empty and repeated ones, in their order.
  private static func people(_ values: [String], limit: Int) -> [String] {
    var names: [String] = []
    for value in values where names.count < limit {
      var scalars = Substring(value).unicodeScalars
      while let last = scalars.last, scalars.utf8Count > nameLimit || last == " " {
        scalars.removeLast()
      }
      let name = String(scalars.drop { $0 == " " })
      if !name.isEmpty, !names.contains(name) { names.append(name) }
    }
    return names
  }

  private static func count(_ values: [String]) -> Int? {
    values.first.flatMap { Int($0) }.flatMap { 0...largestCount ~= $0 ? $0 : nil }
  }
}

extension Substring.UnicodeScalarView {
  fileprivate var utf8Count: Int { Substring(self).utf8.count }
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
