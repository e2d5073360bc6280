public import LinuxSystem

/// An open file with an image: a file of a person, or a page in memory that no process can change any more.
///
/// The format of a page is PNM: <https://netpbm.sourceforge.net/doc/pgm.html>.
public final class ImageFile: Sendable {
  /// The open file.
  public let descriptor: FileDescriptor
  /// Its size in bytes.
  public let size: Int64

  /// Takes over a regular file of a person, at offset 0.
  package init(_ file: consuming FileDescriptor, size: Int64) {
    self.size = size
    descriptor = file
  }

  /// Takes over a page that is written.
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

  /// Gives the bytes of the file.
  ///
  /// A foreign file that becomes shorter meanwhile would end this process, so its bytes are read into
  /// memory.
  ///
  /// - Parameter body: gets the bytes.
  /// - Returns: the result of `body`; nil if the file cannot be read, or is larger than an image that
  ///   is recognized.
  public func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result? {
    // The header of a rendered page comes on top.
    guard (0...ImageRecognizer.mostBytes + 64).contains(size) else { return nil }
    let count = Int(size)
    guard let bytes = try? descriptor.read(upTo: count + 1, expecting: count), bytes.count == count
    else {
      return nil
    }
    return body(bytes.span)
  }
}
