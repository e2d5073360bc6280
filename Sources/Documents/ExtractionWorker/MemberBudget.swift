import DocumentReaders
import ExtractionProtocol

/// How much of the members of one document is read, in all containers inside each other.
struct MemberBudget {
  /// A refusal of a member, or of more of its content.
  typealias Limit = ExtractionFrame.Ending.Reason

  /// The most that is kept of the content of one member, in bytes.
  static let mostContent = 64 << 20
  /// The most that is kept of the contents of members inside each other, in bytes.
  static let mostContents = 128 << 20

  private var members = 0
  private var contents = 0
  private(set) var text = 0
  private var unpacking: UnpackingBudget
  private let depthLimit: Int
  private let memberLimit: Int

  /// Begins the budget of a document.
  ///
  /// - Parameters:
  ///   - fileSize: its size in bytes.
  ///   - limits: the limits of the configuration; the answer allows no more than its own limits.
  init(fileSize: Int, _ limits: MemberLimits) {
    unpacking = UnpackingBudget(packedSize: fileSize, most: Int(clamping: limits.size))
    depthLimit = min(Int(limits.depth), ExtractionAnswer.depthLimit)
    memberLimit = min(Int(limits.count), ExtractionAnswer.memberLimit)
  }

  /// Begins a member.
  ///
  /// - Parameter depth: the number of members that it is in.
  /// - Returns: nil, or the limit that refuses it.
  mutating func begin(atDepth depth: Int) -> Limit? {
    if depth >= depthLimit { return .depthLimit }
    if members >= memberLimit { return .memberLimit }
    members += 1
    return nil
  }

  /// Takes bytes of the content of a member.
  ///
  /// - Parameters:
  ///   - count: the number of bytes that came.
  ///   - kept: the number of bytes of this member that are kept already.
  ///   - isUnpacked: whether they came out of a compressed container.
  /// - Returns: how many of them are to be kept.
  mutating func take(_ count: Int, kept: Int, isUnpacked: Bool) -> Int {
    let unpacked = isUnpacked ? unpacking.take(count) : count
    let taken = max(0, min(unpacked, Self.mostContent - kept, Self.mostContents - contents))
    contents += taken
    return taken
  }

  /// How many bytes a compressed member may unpack to.
  var unpackedLimit: Int {
    max(0, min(unpacking.remaining, Self.mostContent, Self.mostContents - contents))
  }

  /// Takes bytes that a compressed member has unpacked to.
  mutating func take(unpacked count: Int) { _ = unpacking.take(count) }

  /// Gives back the room of contents that are not kept any more.
  mutating func drop(_ count: Int) { contents -= count }

  /// Takes text of a member.
  mutating func take(text count: Int) { text += count }

  /// How much text of members may still be sent.
  var remainingText: Int { max(0, ExtractionAnswer.memberTextLimit - text) }
}
