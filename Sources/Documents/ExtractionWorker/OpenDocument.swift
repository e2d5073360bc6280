import ContentTypes
import DocumentReaders
import ExtractionProtocol
import Hashing

/// The document of a request, or a member of it, during its reading.
struct OpenDocument {
  /// The description of the member; nil for the document of the request.
  let member: DocumentMember?
  /// The format that decides about the reader; known once ``isAnnounced`` is true.
  var format: DocumentFormat?
  /// Whether the daemon knows of it, so that its frames may be sent.
  var isAnnounced: Bool
  /// The CPU time of this process when reading it began, in microseconds.
  let begin: UInt64
  /// The content of a member so far; read when it is complete.
  var content: [UInt8] = []
  /// The number of bytes of content received.
  var size = 0
  /// Whether more of the content is wanted.
  var wantsContent = true
  /// The first limit or failure, which is reported at the end; nil if there is none.
  var reason: ExtractionFrame.Ending.Reason?
  /// The text that was not sent yet.
  var piece: [UInt8] = []
  /// The size of all text in bytes, sent or not.
  var textSize: UInt64 = 0

  /// Creates the document of a request.
  init(_ format: DocumentFormat, begin: UInt64) {
    (member, self.format, self.begin, isAnnounced) = (nil, format, begin, true)
  }

  /// Creates a member, whose content is still to come.
  init(_ member: DocumentMember, begin: UInt64) {
    (self.member, self.begin, isAnnounced) = (member, begin, false)
  }

  /// Records a limit or a failure, unless there was one before.
  mutating func report(_ reason: ExtractionFrame.Ending.Reason) {
    if self.reason == nil { self.reason = reason }
  }

  /// The type of the member, found by its name and the beginning of its content.
  var type: ContentType {
    ContentType(
      memberAt: path, declared: member?.type,
      start: Array(content.prefix(ContentType.probeLength)))
  }

  /// The path of the member; never empty.
  var path: [UInt8] {
    guard let path = member?.path, !path.isEmpty else { return Array("unnamed".utf8) }
    return path
  }

  private var contentChecksum: UInt64 {
    var sum = FNV1a()
    sum.add(content)
    return sum.value
  }

  /// Returns the description of the member to send; it has a checksum if there are images in the member.
  func description(_ type: String, _ format: DocumentFormat?) -> ExtractionFrame.Member {
    let isType = type.utf8.allSatisfy { (0x21..<0x7f).contains($0) }
    // The declared size may be wrong; if all content was received, its size is known.
    let size = wantsContent && reason == nil ? Int64(size) : max(Int64(size), member?.size ?? 0)
    let checksum = member?.checksum.map(UInt64.init)
    let hasImages = format?.hasImages == true
    return ExtractionFrame.Member(
      path: path, type: isType ? type : "", format: format, size: UInt64(clamping: size),
      modified: member?.modified, checksum: checksum ?? (hasImages ? contentChecksum : nil))
  }
}

extension ReadingFailure {
  /// The reason to report to the daemon.
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
