/// Reads a mail (RFC 5322, MIME).
///
/// The subject becomes the title, the sender the author. Of alternatives, the plain text is read, or else the
/// HTML; of the others, only lines with words that the first one lacks. Attachments and attached messages are
/// members with decoded content. Signatures and encrypted parts are left out.
public enum MailReader {
  /// Reads a mail.
  ///
  /// O(bytes).
  ///
  /// - Parameters:
  ///   - bytes: the mail; the `From ` line of a mailbox may precede it.
  ///   - sink: receives the fields, then the text of all bodies, then the members.
  /// - Throws: after everything else was read: `encrypted` if there are encrypted parts; `unsupported` or
  ///   `memberLimit` if the mail exceeds a limit of depth, size or parts.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var walk = MailWalk(bytes, for: sink)
    walk.readFields(bytes, into: &sink)
    try walk.readParts(bytes, into: &sink)
  }

  /// Reads a web page that was saved as MHTML (RFC 2557): only its text and its title.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - sink: receives the title, the date, and the text of the page and its frames.
  /// - Throws: as ``read(_:into:)``.
  public static func read(
    mhtml bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var walk = MailWalk(bytes, for: sink)
    walk.isWebPage = true
    walk.readFields(bytes, into: &sink)
    try walk.readParts(bytes, into: &sink)
  }

  /// Reads a file of Apple Mail: a line with the size of the mail, the mail, and a property list.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - sink: receives the output of ``read(_:into:)``.
  /// - Throws: `damaged` after the content if the declared size is wrong; also as ``read(_:into:)``.
  public static func read(
    emlx bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    let line = MailLines.end(of: 0, before: bytes.count, in: bytes)
    let digits = bytes.extracting(0..<min(line.content, 20)).copied().filter { $0 > 0x20 }
    guard let size = Int(String(decoding: digits, as: UTF8.self)), size >= 0,
      size <= bytes.count - line.next
    else {
      // If the first line is not a number, the mail begins with it.
      let start = digits.allSatisfy { (0x30...0x39).contains($0) } ? line.next : 0
      try read(bytes.extracting(start..<bytes.count), into: &sink)
      throw .damaged("The size in the first line does not fit.")
    }
    try read(bytes.extracting(line.next..<line.next + size), into: &sink)
  }
}
