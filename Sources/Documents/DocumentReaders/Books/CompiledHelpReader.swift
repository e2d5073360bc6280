import CharacterEncodings
import ExtractionProtocol

/// Reads compiled help files (CHM): the title, and the pages in the order of their names.
public enum CompiledHelpReader {
  /// The largest size of all pages together in bytes.
  private static let mostBytes = 256 << 20

  /// Reads a help file.
  ///
  /// - Throws: ``ReadingFailure`` after everything readable was given to the sink.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    guard var help = CompiledHelp(bytes) else { throw .damaged("the directory is damaged") }
    help.unpack(
      bytes, limit: UnpackingBudget(packedSize: bytes.count, most: mostBytes).remaining)
    if let title = title(help.content(of: "/#SYSTEM", bytes).span) { sink.add(title, to: .title) }
    var number = 0
    // Sound files have each byte in one page.
    var budget = bytes.count + help.unpacked.count
    for name in help.names where sink.wantsMore && isPage(name) {
      let page = help.content(of: name, bytes)
      budget -= page.count
      guard budget >= 0 else { throw .damaged("its pages have the same bytes") }
      if page.span.isBlank { continue }
      number += 1
      BookChapter.read(page.span, number: number, into: &sink)
    }
    if help.isCut { throw .damaged("a part of the pages cannot be unpacked") }
  }

  private static func isPage(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix("/") && [".htm", ".html", ".xhtml"].contains(where: name.hasSuffix)
  }

  /// Returns the title in the file with settings; nil if it says nothing.
  private static func title(_ settings: Span<UInt8>) -> String? {
    var offset = 4
    while let code = settings.word(at: offset), let size = settings.word(at: offset + 2) {
      let value = settings.extracting(settings.clamped(offset + 4, size))
      offset += 4 + size
      guard code == 3 else { continue }
      let text = value.extracting(0..<(value.firstIndex(of: 0) ?? value.count))
      let encoding = EncodingDetector.encoding(of: text) ?? .utf8
      return DocumentTitle.meaningful(String(decoding: encoding.decode(text), as: UTF8.self))
    }
    return nil
  }
}
