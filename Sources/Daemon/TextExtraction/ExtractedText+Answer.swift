import ExtractionProtocol
import LinuxSystem

extension ExtractedText {
  /// Converts what a jailed program has read from a document or a member.
  init(
    _ answer: consuming DocumentContent, _ ending: ExtractionFrame.Ending, type: String,
    _ format: DocumentFormat?
  ) {
    self.init(type: type)
    if let format {
      reader = ReaderVersion(format, ending.reason == .withoutFilter ? .unavailable : .available)
    }
    properties = DocumentProperties(answer, readingTime: ending.time)
    declaredLanguage = answer.values(of: .language).first
    identifier = answer.values(of: .identifier).first
    text = answer.text
    parts = answer.parts
    let isOther = format == nil && ending.reason == .complete
    extent = isOther ? .nothing : ending.reason.extent(lastPage)
  }

  /// The last page that was read, such as "page 3 of 10"; nil for a document without pages.
  private var lastPage: String? {
    let read = parts.count { $0.part.kind == .page }
    return self.pages.flatMap { read == 0 ? nil : "page \(read) of \($0)" }
  }

  /// Removes the title if it is only the name of the file.
  mutating func removeTitle(likeName name: [UInt8]) {
    let name = String(decoding: name, as: UTF8.self).lowercased()
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
    if let title = self.title?.lowercased(), title == name || title == stem { self.title = nil }
  }
}

extension DocumentProperties {
  /// Converts what a jailed program has read; `readingTime` is its CPU time in microseconds.
  fileprivate init(_ content: borrowing DocumentContent, readingTime: UInt64) {
    self.init()
    title = content.values(of: .title).first
    tags = content.values(of: .keyword)
    authors = Self.people(content.values(of: .author), limit: Self.authorLimit)
    recipients = Self.people(content.values(of: .recipient), limit: ExtractionAnswer.recipientLimit)
    created = content.values(of: .created).lazy.compactMap(UnixTime.init(documentDate:)).first
    pages = Self.count(content.values(of: .pages))
    attachments = Self.count(content.values(of: .attachments)) ?? 0
    charset = content.values(of: .charset).first
    self.readingTime = Int64(clamping: readingTime)
  }

  /// The most authors that are kept.
  private static let authorLimit = 16
  /// The most bytes of a person's name that are kept.
  private static let nameLimit = 256
  /// The largest number of pages or attachments that is accepted.
  static let largestCount = 10_000_000

  /// The names of people in order, without empty and repeated names.
  private static func people(_ values: [String], limit: Int) -> [String] {
    var names: [String] = []
    var known: Set<String> = []
    for value in values where names.count < limit {
      var scalars = Substring(value).unicodeScalars
      while let last = scalars.last, scalars.utf8Count > nameLimit || last == " " {
        scalars.removeLast()
      }
      let name = String(scalars.drop { $0 == " " })
      if !name.isEmpty, known.insert(name).inserted { names.append(name) }
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

extension ExtractionFrame.Ending.Reason {
  /// How much of a document was read; `page` is the last page, such as "page 3 of 10".
  fileprivate func extent(_ page: String?) -> ExtractedText.Extent {
    switch self {
    case .complete: return .whole
    case .damaged: return .part(because: "the rest is damaged")
    case .encrypted: return .locked
    case .unsupported: return .part(because: "the rest is in a format that is not supported")
    case .withoutFilter: return .part(because: "this kernel has no seccomp filters")
    case .textLimit, .timeLimit, .memberLimit, .sizeLimit, .depthLimit:
      let clause = PartialReason(self)?.clause ?? ""
      let showsPage = self == .textLimit || self == .timeLimit
      return .part(because: clause + (showsPage ? page.map { " (\($0))" } ?? "" : ""))
    }
  }
}
