/// A frame of the answer of a jailed program; an ``ExtractionPacket`` has one or more.
///
/// It has its type in one byte, then the fields of the type; all numbers are little-endian.
public enum ExtractionFrame: Equatable, Sendable {
  /// The program is ready: the ABI of Landlock in effect, and whether its calls are filtered; the
  /// number of the request is 0.
  case ready(landlock: UInt8, isFiltered: Bool)
  /// A value of a metadata field.
  case field(DocumentField, [UInt8])
  /// The beginning of a part.
  case part(DocumentPart.Kind, label: [UInt8])
  /// Text in UTF-8.
  case text([UInt8])
  /// The beginning of a member; the frames up to its end belong to it.
  case member(Member)
  /// Bytes of a file that another program reads: the last member's, or a compressed document's.
  ///
  /// Only more bytes and the end may follow.
  case content([UInt8])
  /// The end of the member that was begun last.
  case endMember(Ending)
  /// An offset in the document: everything before it has been read, and reading can go on there.
  case position(UInt64)
  /// The beginning of a rendered page: its width and height in pixels.
  case image(width: UInt32, height: UInt32)
  /// The next pixels of the page, row after row, each a byte of gray.
  case pixels([UInt8])
  /// The end of the answer of the reader.
  case end(Ending)
  /// The end of the process that read the document; only the process that started it sends it.
  case exit(Exit)

  /// How reading ended.
  public struct Ending: Equatable, Sendable {
    /// Why it ended.
    public enum Reason: UInt8, Sendable {
      /// The document was read to its end.
      case complete = 0
      /// The limit of the text was reached.
      case textLimit
      /// The limit of CPU time was reached.
      case timeLimit
      /// The rest cannot be read.
      case damaged
      /// A password is needed.
      case encrypted
      /// The format has a version or feature that is not supported.
      case unsupported
      /// It has more members than are read.
      case memberLimit
      /// It is larger than the limit of unpacked bytes, or unpacks to much more than its size.
      case sizeLimit
      /// It is in more containers inside each other than are opened.
      case depthLimit
      /// It was not read, because its library only runs where the kernel filters system calls.
      case withoutFilter
    }

    /// Why it ended.
    public var reason: Reason
    /// The CPU time that reading took, in microseconds.
    public var time: UInt64

    /// ``time``, or the longest that a number of 63 bits can express.
    public var duration: Duration { .microseconds(Int64(clamping: time)) }

    /// Describes an ending.
    public init(_ reason: Reason, time: UInt64) {
      (self.reason, self.time) = (reason, time)
    }

    fileprivate init?(_ content: ArraySlice<UInt8>) {
      var bytes = content
      guard let reason = bytes.popFirst().flatMap(Reason.init(rawValue:)),
        let time = bytes.popNumber(UInt64.self), bytes.isEmpty
      else { return nil }
      self.init(reason, time: time)
    }

    fileprivate func write(to bytes: inout [UInt8]) {
      bytes.append(reason.rawValue)
      bytes.append(number: time)
    }
  }

  /// How a process ended.
  public struct Exit: Equatable, Sendable {
    /// Its exit code, or the negative number of the signal that killed it.
    public var status: Int32
    /// Its CPU time in microseconds.
    public var time: UInt64
    /// Its largest resident size in KiB.
    public var memory: UInt64

    /// ``time``, or the longest that a number of 63 bits can express.
    public var duration: Duration { .microseconds(Int64(clamping: time)) }

    /// Describes the end of a process.
    public init(status: Int32, time: UInt64, memory: UInt64) {
      (self.status, self.time, self.memory) = (status, time, memory)
    }
  }

  private enum Tag: UInt8 {
    case field = 1
    case part, text, end, exit, ready, member, endMember, position, image, pixels, content
  }

  /// Reads a frame.
  ///
  /// - Parameter bytes: the bytes of ``write(to:)``; bytes that break the rules give nil.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let tag = bytes.first.flatMap(Tag.init(rawValue:)) else { return nil }
    self.init(tag, bytes.dropFirst())
  }

  private init?(_ tag: Tag, _ content: ArraySlice<UInt8>) {
    var bytes = content
    switch tag {
    case .text: self = .text(Array(bytes))
    case .pixels: self = .pixels(Array(bytes))
    case .content: self = .content(Array(bytes))
    case .image:
      guard let width = bytes.popNumber(UInt32.self), let height = bytes.popNumber(UInt32.self),
        bytes.isEmpty
      else { return nil }
      self = .image(width: width, height: height)
    case .ready:
      guard let landlock = bytes.popFirst(), let isFiltered = bytes.popFirst(), bytes.isEmpty else {
        return nil
      }
      self = .ready(landlock: landlock, isFiltered: isFiltered == 1)
    case .field:
      guard let field = bytes.popFirst().flatMap(DocumentField.init(rawValue:)) else { return nil }
      self = .field(field, Array(bytes))
    case .part:
      guard let kind = bytes.popFirst().flatMap(DocumentPart.Kind.init(rawValue:)) else {
        return nil
      }
      self = .part(kind, label: Array(bytes))
    case .member:
      guard let member = Member(bytes) else { return nil }
      self = .member(member)
    case .position:
      guard let offset = bytes.popNumber(UInt64.self), bytes.isEmpty else { return nil }
      self = .position(offset)
    case .end, .endMember:
      guard let ending = Ending(bytes) else { return nil }
      self = tag == .end ? .end(ending) : .endMember(ending)
    case .exit:
      guard let status = bytes.popNumber(UInt32.self), let time = bytes.popNumber(UInt64.self),
        let memory = bytes.popNumber(UInt64.self), bytes.isEmpty
      else { return nil }
      self = .exit(Exit(status: Int32(bitPattern: status), time: time, memory: memory))
    }
  }

  /// Appends the frame.
  func write(to bytes: inout [UInt8]) {
    switch self {
    case .ready(let landlock, let isFiltered):
      bytes.append(Tag.ready.rawValue)
      bytes += [landlock, isFiltered ? 1 : 0]
    case .field(let field, let value):
      bytes.append(Tag.field.rawValue)
      bytes.append(field.rawValue)
      bytes += value
    case .part(let kind, let label):
      bytes.append(Tag.part.rawValue)
      bytes.append(kind.rawValue)
      bytes += label
    case .image(let width, let height):
      bytes.append(Tag.image.rawValue)
      bytes.append(number: width)
      bytes.append(number: height)
    case .pixels(let pixels):
      bytes.append(Tag.pixels.rawValue)
      bytes += pixels
    case .content(let content):
      bytes.append(Tag.content.rawValue)
      bytes += content
    case .text(let text):
      bytes.append(Tag.text.rawValue)
      bytes += text
    case .member(let member):
      bytes.append(Tag.member.rawValue)
      member.write(to: &bytes)
    case .endMember(let ending):
      bytes.append(Tag.endMember.rawValue)
      ending.write(to: &bytes)
    case .position(let offset):
      bytes.append(Tag.position.rawValue)
      bytes.append(number: offset)
    case .end(let ending):
      bytes.append(Tag.end.rawValue)
      ending.write(to: &bytes)
    case .exit(let exit):
      bytes.append(Tag.exit.rawValue)
      bytes.append(number: exit.status)
      bytes.append(number: exit.time)
      bytes.append(number: exit.memory)
    }
  }
}
