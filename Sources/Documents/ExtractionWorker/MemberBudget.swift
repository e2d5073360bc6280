import DocumentReaders
import ExtractionProtocol

/// Limits how much of the members of a document is read, over all nested containers.
struct MemberBudget {
  /// The limit for which a member, or more of its content, is refused.
  typealias Limit = ExtractionFrame.Ending.Reason

  /// How many bytes of one member's content are held in memory.
  static let mostContent = 64 << 20
  /// How many bytes of the contents of nested members together are held in memory.
  static let mostContents = 128 << 20

  private var members = 0
  private var contents = 0
  private(set) var text = 0
  private var unpacking: UnpackingBudget
  private let depthLimit: Int
  private let memberLimit: Int

  /// Creates the budget of a document.
  ///
  /// - Parameters:
  ///   - fileSize: the size of the document in bytes.
  ///   - limits: the limits of the configuration; those of ``ExtractionAnswer`` apply, too.
  init(fileSize: Int, _ limits: MemberLimits) {
    unpacking = UnpackingBudget(packedSize: fileSize, most: Int(clamping: limits.size))
    depthLimit = min(Int(limits.depth), ExtractionAnswer.depthLimit)
    memberLimit = min(Int(limits.count), ExtractionAnswer.memberLimit)
  }

  /// Counts a member, unless a limit refuses it.
  ///
  /// - Parameter depth: the number of members that contain the member.
  /// - Returns: nil if the member is allowed, else the limit that refuses it.
  mutating func begin(atDepth depth: Int) -> Limit? {
    if depth >= depthLimit { return .depthLimit }
    if members >= memberLimit { return .memberLimit }
    members += 1
    return nil
  }

  /// Counts bytes of a member's content.
  ///
  /// - Parameters:
  ///   - count: the number of new bytes.
  ///   - kept: the number of bytes of this member in memory.
  ///   - isUnpacked: whether the bytes come from a compressed container.
  /// - Returns: how many of the bytes may be kept.
  mutating func take(_ count: Int, kept: Int, isUnpacked: Bool) -> Int {
    let unpacked = isUnpacked ? unpacking.take(count) : count
    let taken = max(0, min(unpacked, Self.mostContent - kept, Self.mostContents - contents))
    contents += taken
    return taken
  }

  /// The number of bytes that a compressed member may unpack to.
  var unpackedLimit: Int {
    max(0, min(unpacking.remaining, Self.mostContent, Self.mostContents - contents))
  }

  /// Counts the bytes that a compressed member was unpacked to.
  mutating func take(unpacked count: Int) { _ = unpacking.take(count) }

  /// Makes room again, after content was removed from memory.
  mutating func drop(_ count: Int) { contents -= count }

  /// Counts text of a member, in bytes.
  mutating func take(text count: Int) { text += count }

  /// The number of bytes of members' text that may still be sent.
  var remainingText: Int { max(0, ExtractionAnswer.memberTextLimit - text) }
}
