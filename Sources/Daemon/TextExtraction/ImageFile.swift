public import LinuxSystem

/// An open image file: a file of the user, or a rendered page or a member of a container in memory that no process
/// can change any more.
///
/// Rendered pages have the format PNM: <https://netpbm.sourceforge.net/doc/pgm.html>.
public final class ImageFile: Sendable {
  /// The open file.
  public let descriptor: FileDescriptor
  /// The size in bytes.
  public let size: Int64

  /// Wraps a regular file of the user; its offset must be 0.
  package init(_ file: consuming FileDescriptor, size: Int64) {
    self.size = size
    descriptor = file
  }

  /// Makes a rendered page unchangeable, and wraps it.
  ///
  /// - Throws: the error of the system calls.
  init(sealing file: consuming FileDescriptor) throws(SystemError) {
    try file.seal()
    try file.rewind()
    size = try file.status().size
    descriptor = file
  }

  /// Takes a member of a container that was unpacked.
  ///
  /// - Throws: the error of the system calls.
  convenience init(_ file: UnpackedFile) throws(SystemError) {
    try file.seal()
    try file.descriptor.rewind()
    self.init(try FileDescriptor(duplicating: file.descriptor.number), size: file.size)
  }

  /// The header of a gray PNM image with one byte per pixel.
  static func header(width: Int, height: Int) -> [UInt8] {
    Array("P5\n\(width) \(height)\n255\n".utf8)
  }

  /// The picture of a rendered page; nil for another file.
  public var picture: GrayPicture? {
    withBytes { bytes in
      // Three lines come before the pixels: P5, the size, and the largest value.
      var numbers: [Int] = []
      var start = 0
      for _ in 0..<3 {
        let begin = start
        while start < bytes.count, bytes[start] != 0x0a { start += 1 }
        guard start < bytes.count, start - begin < 32 else { return nil }
        let line = String(decoding: (begin..<start).map { bytes[$0] }, as: UTF8.self)
        numbers += line.split(separator: " ").compactMap { Int($0) }
        start += 1
      }
      guard numbers.count == 3, numbers[2] == 255 else { return nil }
      return GrayPicture(
        width: numbers[0], height: numbers[1], pixels: (start..<bytes.count).map { bytes[$0] })
    } ?? nil
  }

  /// Passes the bytes of the file to a closure.
  ///
  /// They are read into memory: if a foreign file were mapped and became shorter, this process
  /// would die.
  ///
  /// - Parameter body: receives the bytes.
  /// - Returns: the result of `body`; nil if the file cannot be read, or is too large to be
  ///   recognized.
  public func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result? {
    // Rendered pages have a header in addition.
    guard (0...ImageRecognizer.mostBytes + 64).contains(size) else { return nil }
    let count = Int(size)
    guard let bytes = try? descriptor.read(upTo: count + 1, expecting: count), bytes.count == count
    else {
      return nil
    }
    return body(bytes.span)
  }
}
