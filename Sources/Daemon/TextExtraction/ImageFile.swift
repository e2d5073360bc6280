public import LinuxSystem

/// An image in memory: a file that no process can change any more.
///
/// Its format is PNM: <https://netpbm.sourceforge.net/doc/pgm.html>.
public final class ImageFile: Sendable {
  /// The open file.
  public let descriptor: FileDescriptor
  /// Its size in bytes.
  public let size: Int64

  /// Takes over a file that is written.
  ///
  /// - Throws: the error of the system calls.
  init(sealing file: consuming FileDescriptor) throws(SystemError) {
    try file.seal()
    try file.rewind()
    size = try file.status().size
    descriptor = file
  }

  /// The header before the pixels of a gray image; each pixel is a byte.
  static func header(width: Int, height: Int) -> [UInt8] {
    Array("P5\n\(width) \(height)\n255\n".utf8)
  }

  /// Gives the bytes of this file or of a foreign one.
  ///
  /// A foreign file that becomes shorter meanwhile would end this process, so its bytes are read into
  /// memory.
  ///
  /// - Parameters:
  ///   - file: a regular file, at offset 0.
  ///   - size: its size in bytes.
  ///   - body: gets the bytes.
  /// - Returns: the result of `body`; nil if the file cannot be read, or is larger than an image that
  ///   is recognized.
  public static func withBytes<Result>(
    of file: borrowing FileDescriptor, size: Int64, _ body: (Span<UInt8>) -> Result
  ) -> Result? {
    // The header of a rendered page comes on top.
    guard (0...ImageRecognizer.mostBytes + 64).contains(size) else { return nil }
    let count = Int(size)
    guard let bytes = try? file.read(upTo: count + 1, expecting: count), bytes.count == count else {
      return nil
    }
    return body(bytes.span)
  }
}
