/// A frame of a jailed program's answer; an ``ExtractionPacket`` contains one or more frames.
///
/// A frame has one byte for its type, then the fields of this type; numbers are little-endian.
public enum ExtractionFrame: Equatable, Sendable {
  /// The program is ready: the ABI version of Landlock in effect (0 for none), and whether system calls are
  /// filtered. The number of the request is 0.
  case ready(landlock: UInt8, isFiltered: Bool)
  /// A value of a metadata field.
  case field(DocumentField, [UInt8])
  /// The beginning of a part.
  case part(DocumentPart.Kind, label: [UInt8])
  /// Text in UTF-8.
  case text([UInt8])
  /// The beginning of a member; the frames up to its end belong to it.
  case member(Member)
  /// Bytes of a file that another program reads: of the innermost open member, or of a compressed document.
  /// Only more bytes and the end may follow.
  case content([UInt8])
  /// The end of the innermost open member.
  case endMember(Ending)
  /// An offset in the document: everything before it was read, and reading can continue there.
  case position(UInt64)
  /// The beginning of a rendered page: its width and height in pixels.
  case image(width: UInt32, height: UInt32)
  /// The next pixels of the page, row by row; each is one byte of gray.
  case pixels([UInt8])
  /// The end of the answer.
  case end(Ending)
  /// The end of the process that read the document; its parent process sends this frame.
  case exit(Exit)

  /// How reading a document or a member ended.
  public struct Ending: Equatable, Sendable {
    /// Why reading ended.
    public enum Reason: UInt8, Sendable {
      /// The document was read to its end.
      case complete = 0
      /// The text limit was reached.
      case textLimit
      /// The limit of the CPU time was reached.
      case timeLimit
      /// The rest cannot be read.
      case damaged
      /// A password is needed.
      case encrypted
      /// The format has a version or feature that is not supported.
      case unsupported
      /// There are more members than the limit.
      case memberLimit
      /// The content exceeds the limit of unpacked bytes, or unpacks to much more than its size.
      case sizeLimit
      /// The member is nested in too many containers.
      case depthLimit
      /// Not read: its library may run only where the kernel filters system calls, and here it does not.
      case withoutFilter
    }

    /// Why reading ended.
    public var reason: Reason
    /// The CPU time that reading took, in microseconds.
    public var time: UInt64

    /// The CPU time, clamped to 63 bits of microseconds.
    public var duration: Duration { .microseconds(Int64(clamping: time)) }

    /// Creates an ending.
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
    /// The exit code, or the negative number of the signal that killed the process.
    public var status: Int32
    /// The CPU time of the process in microseconds.
    public var time: UInt64
    /// The largest resident size of the process in KiB.
    public var memory: UInt64

    /// The CPU time, clamped to 63 bits of microseconds.
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

  /// Reads a frame; nil if the bytes break a rule.
  ///
  /// - Parameter bytes: a frame that ``write(to:)`` has written.
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

  /// Appends the bytes of the frame.
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
