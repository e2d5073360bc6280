/// Asks a jailed program to read a document; the packet carries the open file.
///
/// The packet, for a SOCK_SEQPACKET socket, in order: version, format, 1 for a compressed document, flags (1
/// to read the document in its own process, 2 to render a page, 4 to convert it first, 8 to unpack images, 16 to render
/// also a nearly empty page), number of the request (32 bits), limit of the CPU time in milliseconds (32), limit of the text in bytes (64), size of
/// the file (64), start offset or page number (64), limits of members: depth (8), number (32), bytes (64). Numbers
/// are little-endian.
public struct ExtractionRequest: Equatable, Sendable {
  /// The version of the format of requests and frames.
  ///
  /// The daemon and the jailed programs are built together, so requests of other versions are refused.
  public static let version: UInt8 = 1
  /// The size of a packet in bytes.
  public static let size = 36 + MemberLimits.byteCount

  /// The number of the request; all frames of the answer repeat it.
  public var number: UInt32
  /// The format of the document, which decides about the reader.
  public var format: DocumentFormat
  /// Whether the document is compressed and must be unpacked first.
  public var isCompressed: Bool
  /// Whether a program that the configuration names has to convert the document to the format first.
  public var isConverted = false
  /// Whether members with images are sent as files; no other text than that of their containers is read.
  public var unpacksImages = false
  /// Whether the process that reads the document must end after it.
  public var isAlone: Bool
  /// The limit of the CPU time in milliseconds; no more is read after it.
  public var time: UInt32
  /// The limit of the text in bytes; no more text is read after it.
  public var textLimit: UInt64
  /// The size of the file in bytes.
  public var fileSize: UInt64
  /// The position of an earlier answer, for formats that ``DocumentFormat/canContinue``; 0 to read all.
  ///
  /// In a mailbox, it is the offset of the first message to read. If no message begins there, the answer
  /// contains no position. Other formats ignore it.
  public var start: UInt64
  /// The page to render in shades of gray, counted from 1; nil to read the document.
  public var page: UInt32?
  /// Whether a page is also rendered if it is nearly empty, so that nothing could be recognized in it.
  public var rendersAny = false
  /// How much of a container's members is read.
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

  /// Reads a packet; nil if it has another version or an invalid form.
  public init?(packet: ArraySlice<UInt8>) {
    var bytes = packet
    guard packet.count == Self.size, bytes.popFirst() == Self.version,
      let format = bytes.popFirst().flatMap(DocumentFormat.init(rawValue:)),
      let compressed = bytes.popFirst(), compressed <= 1,
      let flags = bytes.popFirst(), flags <= 31,
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
    isConverted = flags & 4 == 4
    unpacksImages = flags & 8 == 8
    rendersAny = flags & 16 == 16
  }

  /// The packet of the request.
  public var packet: [UInt8] {
    let flags: UInt8 =
      (isAlone ? 1 : 0) | (page == nil ? 0 : 2) | (isConverted ? 4 : 0) | (unpacksImages ? 8 : 0)
      | (rendersAny ? 16 : 0)
    var bytes = [Self.version, format.rawValue, isCompressed ? 1 : 0, flags]
    bytes.append(number: number)
    bytes.append(number: time)
    bytes.append(number: textLimit)
    bytes.append(number: fileSize)
    bytes.append(number: page.map(UInt64.init) ?? start)
    return bytes + members.bytes
  }

  /// The longest CPU time in microseconds that an answer may report: ten times ``time``.
  ///
  /// The daemon waits as long. Longer times break a rule, so the times of many answers can be added.
  public var longestTime: UInt64 { UInt64(time) * 10_000 }

  /// The program that reads the request; only the general program unpacks.
  public var program: ReaderProgram {
    if isConverted { return .external }
    return isCompressed ? .general : format.program
  }

  /// Whether a library in C or C++ reads or unpacks the document.
  public var needsFilter: Bool { isCompressed || isConverted || format.needsFilter }
}
