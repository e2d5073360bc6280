import ContentTypes
import DocumentReaders
import ExtractionProtocol

/// The document of a request, or a member in it, while it is being read.
struct OpenDocument {
  /// The description of the member; nil for the document of the request.
  let member: DocumentMember?
  /// Its reader; known once ``isAnnounced``.
  var format: DocumentFormat?
  /// Whether its frames may be sent: the daemon knows of it.
  var isAnnounced: Bool
  /// The CPU time of this process when it began.
  let begin: UInt64
  /// The content of a member, until it is read.
  var content: [UInt8] = []
  /// The number of bytes that came of the content.
  var size = 0
  /// Whether more of the content is wanted.
  var wantsContent = true
  /// The first limit or failure that is reported at its end.
  var reason: ExtractionFrame.Ending.Reason?
  /// Text that was not sent yet.
  var piece: [UInt8] = []
  /// The size of all text, sent or not.
  var textSize: UInt64 = 0

  /// The document of a request.
  init(_ format: DocumentFormat, begin: UInt64) {
    (member, self.format, self.begin, isAnnounced) = (nil, format, begin, true)
  }

  /// A member whose content is expected.
  init(_ member: DocumentMember, begin: UInt64) {
    (self.member, self.begin, isAnnounced) = (member, begin, false)
  }

  /// Reports a limit or a failure, unless there was one before.
  mutating func report(_ reason: ExtractionFrame.Ending.Reason) {
    if self.reason == nil { self.reason = reason }
  }

  /// The type of the member, by its name and the beginning of its content.
  var type: ContentType {
    ContentType(
      memberAt: path, declared: member?.type,
      start: Array(content.prefix(ContentType.probeLength)))
  }

  /// The path of the member, which is never empty.
  var path: [UInt8] {
    guard let path = member?.path, !path.isEmpty else { return Array("unnamed".utf8) }
    return path
  }

  /// The description that is sent.
  func description(_ type: String, _ format: DocumentFormat?) -> ExtractionFrame.Member {
    let isType = type.utf8.allSatisfy { (0x21..<0x7f).contains($0) }
    // The container's declaration may be wrong; the size of the received content is right if all
    // came.
    let size = wantsContent && reason == nil ? Int64(size) : max(Int64(size), member?.size ?? 0)
    return ExtractionFrame.Member(
      path: path, type: isType ? type : "", format: format, size: UInt64(clamping: size),
      modified: member?.modified, checksum: member?.checksum.map(UInt64.init))
  }
}

extension ReadingFailure {
  /// The reason for the daemon.
  var reason: ExtractionFrame.Ending.Reason {
    switch self {
    case .damaged: .damaged
    case .encrypted: .encrypted
    case .unsupported: .unsupported
    case .memberLimit: .memberLimit
    case .sizeLimit: .sizeLimit
    }
  }
}
