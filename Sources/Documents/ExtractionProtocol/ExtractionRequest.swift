/// Asks a jailed program to read a document, whose open file comes with the packet.
///
/// A packet of a SOCK_SEQPACKET socket: version, format, 1 for a compressed document, flags (1 for a
/// document with a process of its own, 2 to render a page), then little-endian the number of the request
/// (32 bits), the limit of CPU time in milliseconds (32), the limit of the text in bytes (64), the size of
/// the file (64), the offset at which reading begins or the number of the page (64), and the limits of
/// members: depth (8), number (32), and bytes (64).
public struct ExtractionRequest: Equatable, Sendable {
  /// The version of requests and frames.
  ///
  /// The daemon and the jailed programs are built together, so a request of another version is
  /// refused.
  public static let version: UInt8 = 1
  /// The size of a packet.
  public static let size = 36 + MemberLimits.byteCount

  /// The number that all frames of the answer repeat.
  public var number: UInt32
  /// The reader to use.
  public var format: DocumentFormat
  /// Whether the document is compressed, and has to be unpacked first.
  public var isCompressed: Bool
  /// Whether the process that reads the document reads no other one after it.
  public var isAlone: Bool
  /// The CPU time after which no more is read, in milliseconds.
  public var time: UInt32
  /// The size after which no more text is read, in bytes.
  public var textLimit: UInt64
  /// The size of the file in bytes.
  public var fileSize: UInt64
  /// The offset of the first message to read in a mailbox that was read up to there before.
  ///
  /// If no message begins there, the answer has no position. It is 0 to read all, and has no meaning for
  /// other formats.
  public var start: UInt64
  /// The page to render in shades of gray, the first one being 1; nil to read the document.
  public var page: UInt32?
  /// How much is read of the members of a container.
  public var members: MemberLimits

  /// Describes a request.
  public init(
    number: UInt32, format: DocumentFormat, isCompressed: Bool = false, isAlone: Bool = false,
    time: UInt32, textLimit: UInt64, fileSize: UInt64, start: UInt64 = 0, page: UInt32? = nil,
    members: MemberLimits = MemberLimits()
  ) {
    (self.number, self.format, self.time) = (number, format, time)
    (self.isCompressed, self.isAlone) = (isCompressed, isAlone)
    (self.textLimit, self.fileSize) = (textLimit, fileSize)
    (self.start, self.page, self.members) = (page == nil ? start : 0, page, members)
  }

  /// Reads a packet; nil for one of another version or form.
  public init?(packet: ArraySlice<UInt8>) {
    var bytes = packet
    guard packet.count == Self.size, bytes.popFirst() == Self.version,
      let format = bytes.popFirst().flatMap(DocumentFormat.init(rawValue:)),
      let compressed = bytes.popFirst(), compressed <= 1,
      let flags = bytes.popFirst(), flags <= 3,
      let number = bytes.popNumber(UInt32.self),
      let time = bytes.popNumber(UInt32.self), let textLimit = bytes.popNumber(UInt64.self),
      let fileSize = bytes.popNumber(UInt64.self), let start = bytes.popNumber(UInt64.self),
      let members = MemberLimits(&bytes)
    else { return nil }
    let page = flags & 2 == 2 ? UInt32(exactly: start) : nil
    if flags & 2 == 2, page == nil { return nil }
    self.init(
      number: number, format: format, isCompressed: compressed == 1, isAlone: flags & 1 == 1,
      time: time, textLimit: textLimit, fileSize: fileSize, start: start, page: page,
      members: members)
  }

  /// The packet.
  public var packet: [UInt8] {
    let flags: UInt8 = (isAlone ? 1 : 0) | (page == nil ? 0 : 2)
    var bytes = [Self.version, format.rawValue, isCompressed ? 1 : 0, flags]
    bytes.append(number: number)
    bytes.append(number: time)
    bytes.append(number: textLimit)
    bytes.append(number: fileSize)
    bytes.append(number: page.map(UInt64.init) ?? start)
    return bytes + members.bytes
  }

  /// The longest CPU time in microseconds that an answer can report: the daemon waits ten times the limit.
  ///
  /// A longer one is a lie, and breaks a rule. So the times of many answers can be added.
  public var longestTime: UInt64 { UInt64(time) * 10_000 }

  /// The program that gets the request: only one of them unpacks.
  public var program: ReaderProgram { isCompressed ? .general : format.program }

  /// Whether a library in C or C++ reads the document.
  public var needsFilter: Bool { isCompressed || format.needsFilter }
}
