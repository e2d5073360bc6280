/// The HTML of a mail.
enum HTMLBody {
  /// Reads the text of HTML.
  ///
  /// - Parameters:
  ///   - bytes: the HTML, in its own encoding.
  ///   - charset: the declared charset.
  ///   - sink: gets the text.
  static func read(_ bytes: Span<UInt8>, charset: String?, into sink: inout some DocumentSink) {
    let html = MailCharset.decode(MailLines.copy(bytes, 0..<bytes.count), label: charset)
    MailTagStripper.read(html.span, into: &sink)
  }
}
