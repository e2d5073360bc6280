/// Follows the answer to a request in the daemon: a state machine that trusts no frame.
///
/// It checks the order, size and number of frames. A frame that breaks a rule ends the answer, and counts as
/// a crash of the reader.
public struct ExtractionAnswer: Sendable {
  /// A part of the document, and the offset at which it begins.
  public typealias Part = DocumentContent.Part

  /// The longest value of a metadata field in bytes; longer values are cut.
  public static let fieldLimit = 1_024
  /// The number of values of a field that are kept; further values are ignored.
  public static let valueLimit = 64
  /// The number of recipients that are kept; further ones are ignored.
  public static let recipientLimit = 1_000
  /// The number of the document's parts that are kept.
  public static let partLimit = 100_000
  /// The number of a member's parts that are kept.
  public static let memberPartLimit = 10_000
  /// The largest number of members, including members of members; more break a rule.
  public static let memberLimit = 10_000
  /// The deepest nesting of members; a deeper one breaks a rule.
  public static let depthLimit = 4
  /// The largest file for another program in bytes; a larger one breaks a rule.
  public static let fileLimit = 128 << 20
  /// The largest text of all members together in bytes; much more breaks a rule.
  public static let memberTextLimit = 128 << 20

  /// What the daemon does after a frame.
  public enum Step: Equatable, Sendable {
    /// More frames follow.
    case more
    /// Bytes of a file that another program reads: of the innermost open member, or of a compressed document.
    /// More frames follow.
    case content([UInt8])
    /// A member is complete; its own members came before. More frames follow.
    case member(AnsweredMember)
    /// The reader has ended.
    case ended(ExtractionFrame.Ending)
    /// The process ended before the answer did.
    case died(ExtractionFrame.Exit)
    /// The frame breaks a rule; the process must not be used any more.
    case broken
  }

  /// A member whose end has not come yet.
  private struct OpenMember {
    var description: ExtractionFrame.Member
    var content = DocumentContent()
    var fileSize = 0
  }

  /// The content of the document itself.
  public private(set) var content = DocumentContent()
  /// The offset in a mailbox or data file at which the next request can begin: everything before it was read.
  ///
  /// Nil for other formats.
  public private(set) var position: UInt64?
  /// The size of an unpacked document that another program reads, in bytes so far; 0 if there is none.
  public private(set) var fileSize = 0
  /// The program that answers.
  private let program: ReaderProgram
  /// The format of the document.
  private let format: DocumentFormat
  private let textLimit: Int
  private let longestTime: UInt64
  private let unpacksImages: Bool
  /// The offsets that a position in the document may have.
  private let positions: ClosedRange<UInt64>
  /// The limits of this answer; tests set smaller ones.
  var (memberTextLimit, fileLimit) = (Self.memberTextLimit, Self.fileLimit)
  private var isOver = false
  private var textFrames = 0
  private var fileFrames = 0
  private var fileBytes = 0
  /// The number of parts, including parts of members; each part allows one more frame of text.
  private var allowedParts = 0
  /// The size of the text of all members in bytes, including complete members.
  private var memberText = 0
  private var members = 0
  /// The open members; each contains the next one.
  private var open: [OpenMember] = []

  /// Begins with no frame of the answer to a request.
  public init(to request: ExtractionRequest) {
    (program, format) = (request.program, request.format)
    textLimit = Int(clamping: request.textLimit)
    (longestTime, unpacksImages) = (request.longestTime, request.unpacksImages)
    // For a compressed document, positions are offsets in the unpacked content, and are not used.
    positions =
      request.isCompressed
      ? 0...UInt64.max : min(request.start, request.fileSize)...request.fileSize
  }

  /// The text of the document in UTF-8.
  public var text: [UInt8] { content.text }
  /// The parts of the document, in the order of their offsets.
  public var parts: [Part] { content.parts }

  /// The values of a metadata field of the document, in their order.
  public func values(of field: DocumentField) -> [String] { content.values(of: field) }

  /// Checks and records a frame.
  ///
  /// - Returns: what to do next.
  public mutating func take(_ frame: ExtractionFrame) -> Step {
    guard !isOver, let step = self.step(frame) else {
      isOver = true
      return .broken
    }
    switch step {
    case .more, .content, .member: break
    case .ended, .died, .broken: isOver = true
    }
    return step
  }

  /// - Returns: nil if the frame breaks a rule.
  private mutating func step(_ frame: ExtractionFrame) -> Step? {
    if open.last?.fileSize ?? fileSize > 0 {
      switch frame {
      case .content, .endMember, .end, .exit: break
      default: return nil
      }
    }
    switch frame {
    case .field(let field, let value): change { $0.add(value, to: field) }
    case .part(let kind, let label):
      let limit = open.isEmpty ? Self.partLimit : Self.memberPartLimit
      allowedParts = min(allowedParts + 1, Self.partLimit)
      change { $0.begin(kind, label: label, limit: limit) }
    case .text(let bytes):
      guard allows(bytes) else { return nil }
      change { $0.append(bytes) }
    case .member(let member):
      members += 1
      guard members <= Self.memberLimit, open.count < Self.depthLimit else { return nil }
      open.append(OpenMember(description: member))
    case .endMember(let ending):
      let path = open.map(\.description.path)
      guard ending.time <= longestTime, let member = open.popLast() else { return nil }
      return .member(
        AnsweredMember(
          path: path, description: member.description, content: member.content,
          hasFile: member.fileSize > 0, ending: ending))
    case .content(let bytes):
      return allows(file: bytes) ? .content(bytes) : nil
    case .position(let offset):
      guard open.isEmpty, positions.contains(offset), offset >= position ?? 0 else { return nil }
      position = offset
    case .ready, .image, .pixels: return nil
    case .end(let ending):
      return open.isEmpty && ending.time <= longestTime ? .ended(ending) : nil
    case .exit(let exit): return exit.time <= longestTime ? .died(exit) : nil
    }
    return .more
  }

  /// Counts a text frame.
  ///
  /// - Returns: whether the text is within the limits.
  private mutating func allows(_ bytes: [UInt8]) -> Bool {
    textFrames += 1
    // A sender may exceed the limit by one frame, but may not send many small frames.
    let count = (open.last?.content ?? content).text.count
    let isTooMuch = count - ExtractionPacket.maximumSize >= textLimit
    let total = content.text.count + memberText
    // Each part may have a frame of its own, such as an empty page.
    let isFlood = textFrames > 4_096 + 16 * members + allowedParts + total / 256
    if isTooMuch || isFlood || bytes.isEmpty { return false }
    if open.isEmpty { return true }
    memberText += bytes.count
    return memberText <= memberTextLimit + ExtractionPacket.maximumSize
  }

  /// Counts bytes of a file that another program reads.
  ///
  /// - Returns: whether the bytes are within the limits, and such a file was asked for.
  private mutating func allows(file bytes: [UInt8]) -> Bool {
    fileFrames += 1
    fileBytes += bytes.count
    let format = open.isEmpty ? format : open.last?.description.format
    let isFlood = fileFrames > 4_096 + 2 * members + fileBytes / 1_024
    guard let format, format.program != program || unpacksImages && format.hasImages,
      !bytes.isEmpty, !isFlood,
      (open.last?.content ?? content).isEmpty
    else { return false }
    if open.isEmpty {
      fileSize += bytes.count
    } else {
      open[open.count - 1].fileSize += bytes.count
    }
    return open.last?.fileSize ?? fileSize <= fileLimit
  }

  /// Changes the content of the innermost open member; of the document if none is open.
  private mutating func change(_ body: (inout DocumentContent) -> Void) {
    if open.isEmpty {
      body(&content)
    } else {
      body(&open[open.count - 1].content)
    }
  }
}
