/// How much of a document is decoded that is not UTF-8.
enum DecodedSize {
  /// Decoding stops once the text has this number of bytes, or up to 64 KiB more: four times the text
  /// that is kept of a document.
  static let limit = 128 << 20
}
