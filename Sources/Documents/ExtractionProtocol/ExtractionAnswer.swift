/// The daemon's state of the answer to a request: a state machine that trusts no frame.
///
/// Each frame is checked for its order, its size and its count. A broken rule ends the answer, and counts
/// as a crash of the reader.
public struct ExtractionAnswer: Sendable {
  /// A part of the document, and where it begins.
  public typealias Part = DocumentContent.Part

  /// The longest value of a metadata field in bytes; a longer one is cut.
  public static let fieldLimit = 1_024
  /// The number of values that a field may have; more are ignored.
  public static let valueLimit = 64
  /// The number of parts that are kept.
  public static let partLimit = 100_000
  /// The number of parts that are kept of a member.
  public static let memberPartLimit = 10_000
  /// The number of members, of inner containers too; more break a rule.
  public static let memberLimit = 10_000
  /// The number of members inside each other; more break a rule.
  public static let depthLimit = 4
  /// The size of a file for another program in bytes; more breaks a rule.
  public static let fileLimit = 128 << 20
  /// The text of all members in bytes; much more breaks a rule.
  public static let memberTextLimit = 128 << 20

  /// The next step after a frame.
  public enum Step: Equatable, Sendable {
    /// More frames follow.
    case more
    /// Bytes of the file of the member that was begun last, or of the document, which another program
    /// reads. More frames follow.
    case content([UInt8])
    /// A member is complete; the members in it came before. More frames follow.
    case member(AnsweredMember)
    /// The reader has ended.
    case ended(ExtractionFrame.Ending)
    /// The process has ended before the reader.
    case died(ExtractionFrame.Exit)
    /// The frame breaks a rule, and the process cannot be used any more.
    case broken
  }

  /// A member whose end has not come.
  private struct OpenMember {
    var description: ExtractionFrame.Member
    var content = DocumentContent()
    var fileSize = 0
  }

  /// The content of the document itself.
  public private(set) var content = DocumentContent()
  /// The offset in a mailbox at which the next request can begin; everything before it was read.
  ///
  /// It is nil for other formats.
  public private(set) var position: UInt64?
  /// The size of the file in a compressed document, which another program reads; 0 if there is none.
  public private(set) var fileSize = 0
  /// The program that answers.
  private let program: ReaderProgram
  /// The format of the document.
  private let format: DocumentFormat
  private let textLimit: Int
  private let longestTime: UInt64
  /// The offsets that a position can have.
  private let positions: ClosedRange<UInt64>
  /// The limits of this answer; tests take smaller ones.
  var (memberTextLimit, fileLimit) = (Self.memberTextLimit, Self.fileLimit)
  private var isOver = false
  private var textFrames = 0
  private var fileFrames = 0
  private var fileBytes = 0
  /// The number of parts, in members too, each of which may have a short text.
  private var allowedParts = 0
  /// The text in all members, complete ones too.
  private var memberText = 0
  private var members = 0
  /// Members inside each other; the outermost is the first.
  private var open: [OpenMember] = []

  /// Expects the answer to a request.
  public init(to request: ExtractionRequest) {
    (program, format) = (request.program, request.format)
    textLimit = Int(clamping: request.textLimit)
    longestTime = request.longestTime
    // Positions in the unpacked content of a compressed document are not used.
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

  /// Takes a frame in.
  ///
  /// - Returns: the next step.
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

  /// Counts a frame of text.
  ///
  /// - Returns: whether it is within the limits.
  private mutating func allows(_ bytes: [UInt8]) -> Bool {
    textFrames += 1
    // A reader looks at the limit after a frame at the latest, and sends no small ones for long.
    let count = (open.last?.content ?? content).text.count
    let isTooMuch = count - ExtractionPacket.maximumSize >= textLimit
    let total = content.text.count + memberText
    // Each part has a frame of its own, such as an empty page.
    let isFlood = textFrames > 4_096 + 16 * members + allowedParts + total / 256
    if isTooMuch || isFlood || bytes.isEmpty { return false }
    if open.isEmpty { return true }
    memberText += bytes.count
    return memberText <= memberTextLimit + ExtractionPacket.maximumSize
  }

  /// Counts bytes of a file for another program.
  ///
  /// - Returns: whether they are within the limits, and another program reads the file.
  private mutating func allows(file bytes: [UInt8]) -> Bool {
    fileFrames += 1
    fileBytes += bytes.count
    let format = open.isEmpty ? format : open.last?.description.format
    let isFlood = fileFrames > 4_096 + 2 * members + fileBytes / 1_024
    guard let format, format.program != program, !bytes.isEmpty, !isFlood,
      (open.last?.content ?? content).isEmpty
    else { return false }
    if open.isEmpty {
      fileSize += bytes.count
    } else {
      open[open.count - 1].fileSize += bytes.count
    }
    return open.last?.fileSize ?? fileSize <= fileLimit
  }

  /// Changes the content of the member that was begun last, or of the document.
  private mutating func change(_ body: (inout DocumentContent) -> Void) {
    if open.isEmpty {
      body(&content)
    } else {
      body(&open[open.count - 1].content)
    }
  }
}
