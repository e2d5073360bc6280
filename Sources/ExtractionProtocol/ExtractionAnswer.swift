/// What the daemon has received for a request: a state machine that believes nothing.
///
/// Each frame is checked for its order, its size and its count. A broken rule ends the answer, and counts
/// as a crash of the reader.
public struct ExtractionAnswer: Sendable {
  /// The longest value of a metadata field in bytes; a longer one is cut.
  public static let fieldLimit = 1_024
  /// The number of values that a field may have; more are ignored.
  public static let valueLimit = 64
  /// The number of parts that are kept.
  public static let partLimit = 100_000

  /// A part, and where it begins.
  public struct Part: Equatable, Sendable {
    /// The offset in the text.
    public var offset: Int
    /// What it is, and its label for people.
    public var part: DocumentPart
  }

  /// What to do after a frame.
  public enum Step: Equatable, Sendable {
    /// More frames follow.
    case more
    /// The reader has ended.
    case ended(ExtractionFrame.Ending)
    /// The process has ended before the reader.
    case died(ExtractionFrame.Exit)
    /// The frame breaks a rule, and the process cannot be used any more.
    case broken
  }

  /// The text in UTF-8.
  public private(set) var text: [UInt8] = []
  /// The parts, in the order of their offsets.
  public private(set) var parts: [Part] = []
  private var fields: [DocumentField: [String]] = [:]
  private let number: UInt32
  private let textLimit: Int
  private var isOver = false
  private var textFrames = 0

  /// Expects the answer to a request.
  public init(to request: ExtractionRequest) {
    number = request.number
    textLimit = Int(clamping: request.textLimit)
  }

  /// The values of a metadata field, in their order.
  ///
  public func values(of field: DocumentField) -> [String] { fields[field] ?? [] }

  /// Takes a packet in.
  public mutating func take(_ packet: ArraySlice<UInt8>) -> Step {
    guard !isOver, let (number, frame) = ExtractionFrame.read(packet), number == self.number else {
      isOver = true
      return .broken
    }
    switch frame {
    case .field(let field, let value): add(value, to: field)
    case .part(let kind, let label):
      guard parts.count < Self.partLimit else { break }
      let part = DocumentPart(kind, label: Self.string(label))
      parts.append(Part(offset: text.count, part: part))
    case .text(let bytes):
      textFrames += 1
      // A reader looks at the limit after a frame at the latest, and sends no small ones for long.
      let isTooMuch = text.count >= textLimit &+ ExtractionFrame.maximumSize
      if isTooMuch || bytes.isEmpty || textFrames > 4_096 + text.count / 256 {
        isOver = true
        return .broken
      }
      append(bytes)
    case .ready:
      isOver = true
      return .broken
    case .end(let ending):
      isOver = true
      return .ended(ending)
    case .exit(let exit):
      isOver = true
      return .died(exit)
    }
    return .more
  }

  private mutating func add(_ value: [UInt8], to field: DocumentField) {
    let value = Self.string(value)
    if value.isEmpty || fields[field, default: []].count >= Self.valueLimit { return }
    fields[field, default: []].append(value)
  }

  /// Appends text, with invalid bytes and NULs replaced.
  private mutating func append(_ bytes: [UInt8]) {
    if String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) {
      text += bytes
    } else {
      text += String(decoding: bytes, as: UTF8.self).utf8.map { $0 == 0 ? 0x20 : $0 }
    }
  }

  /// A value as a line without control characters, cut at the limit.
  private static func string(_ bytes: [UInt8]) -> String {
    var end = min(bytes.count, fieldLimit)
    while end > 0, end < bytes.count, bytes[end] & 0xc0 == 0x80 { end -= 1 }
    let scalars = String(decoding: bytes[..<end], as: UTF8.self).unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control ? " " : scalar
    }
    var value = String.UnicodeScalarView()
    value.append(contentsOf: scalars)
    return String(value)
  }
}
