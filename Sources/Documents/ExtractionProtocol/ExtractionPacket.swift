/// A packet of a jailed program's answer: frames that answer one request.
///
/// It has the number of the request (32 bits), then each frame after its size (32 bits), all little-endian.
/// The daemon trusts no packet: see `ExtractionAnswer`.
public struct ExtractionPacket: Sendable {
  /// The largest size of a packet in bytes.
  public static let maximumSize = 60 << 10

  private static let headerSize = 4

  /// The bytes of the packet.
  public private(set) var bytes: [UInt8] = []

  /// Creates a packet.
  ///
  /// - Parameters:
  ///   - number: the number of the request.
  ///   - frames: the first frames; together they must fit into a packet.
  public init(_ number: UInt32, _ frames: [ExtractionFrame] = []) {
    bytes.append(number: number)
    for frame in frames {
      let isAppended = append(frame)
      precondition(isAppended, "The frames are too large for a packet.")
    }
  }

  /// Whether the packet contains no frame.
  public var isEmpty: Bool { bytes.count == Self.headerSize }

  /// Removes all frames, but keeps the allocated memory.
  public mutating func removeAll() {
    bytes.removeLast(bytes.count - Self.headerSize)
  }

  /// Appends a frame if there is room.
  ///
  /// - Returns: whether the frame was appended; any frame fits into an empty packet.
  public mutating func append(_ frame: ExtractionFrame) -> Bool {
    let start = bytes.count
    bytes.append(number: UInt32(0))
    frame.write(to: &bytes)
    guard bytes.count <= Self.maximumSize else {
      bytes.removeLast(bytes.count - start)
      return false
    }
    let size = UInt32(bytes.count - start - 4)
    for index in 0..<4 { bytes[start + index] = UInt8(truncatingIfNeeded: size >> (8 * index)) }
    return true
  }

  /// Reads a packet.
  ///
  /// O(bytes).
  ///
  /// - Parameter packet: the packet, whole.
  /// - Returns: the number of the request, and one or more frames; nil if the packet breaks a rule.
  public static func read(
    _ packet: ArraySlice<UInt8>
  ) -> (number: UInt32, frames: [ExtractionFrame])? {
    var bytes = packet
    guard packet.count <= maximumSize, let number = bytes.popNumber(UInt32.self), !bytes.isEmpty
    else { return nil }
    var frames: [ExtractionFrame] = []
    while !bytes.isEmpty {
      guard let size = bytes.popNumber(UInt32.self), size <= bytes.count,
        let frame = ExtractionFrame(bytes.prefix(Int(size)))
      else { return nil }
      frames.append(frame)
      bytes.removeFirst(Int(size))
    }
    return (number, frames)
  }
}
