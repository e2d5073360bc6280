/// The chunks of a DjVu file, a form of the Interchange File Format of 1985.
///
/// Source: DjVu3 specification, section 8.
struct DjVuChunks {
  /// A chunk; that of a form is its type, such as `DJVU`.
  struct Chunk {
    let name: String
    let isForm: Bool
    let content: Range<Int>
  }

  private var next: Int
  private let end: Int
  /// Whether the last chunk was cut.
  private(set) var isCut = false

  /// Reads the chunks in a range of a file.
  init(in range: Range<Int>) {
    (next, end) = (range.lowerBound, range.upperBound)
  }

  /// Returns the next chunk; nil at the end.
  mutating func next(_ bytes: Span<UInt8>) -> Chunk? {
    // Chunks begin at even offsets.
    let start = next + next & 1
    guard start <= end - 8, let size = bytes.big(start + 4, 4) else { return nil }
    isCut = size > end - start - 8
    let content = start + 8..<start + 8 + min(size, end - start - 8)
    next = content.upperBound
    let name = bytes.extracting(start..<start + 4).string
    guard name == "FORM", content.count >= 4 else {
      return Chunk(name: name, isForm: false, content: content)
    }
    let type = content.lowerBound..<content.lowerBound + 4
    return Chunk(
      name: bytes.extracting(type).string, isForm: true,
      content: type.upperBound..<content.upperBound)
  }
}
