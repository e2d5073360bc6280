/// How much of a document is decoded if it is not UTF-8.
enum DecodedSize {
  /// Decoding stops after this number of bytes of text, at most 64 KiB later; it is four times the text that
  /// is kept of a document.
  static let limit = 128 << 20
}
