import ExtractionProtocol

/// Reads the tags of WAV and AVI files.
///
/// Source: Microsoft, "RIFF Information"; EBU Tech 3285 for `bext`.
enum ResourceInterchangeFile {
  /// The number of top-level chunks that are read; frames are not at the top, but inside `movi`.
  private static let mostChunks = 4_096

  /// Reads the chunks of a file.
  static func read(_ bytes: Span<UInt8>, into text: inout MediaText) {
    var offset = 12
    for _ in 0..<mostChunks {
      guard let size = bytes.little(offset + 4, 4) else { return }
      let chunk = bytes.extracting(bytes.clamped(offset + 8, size))
      if bytes.hasBytes("LIST", at: offset), chunk.hasBytes("INFO") {
        readInformation(chunk, into: &text)
      } else if bytes.hasBytes("id3 ", at: offset) || bytes.hasBytes("ID3 ", at: offset) {
        IdentifierTag.read(chunk, into: &text)
      } else if bytes.hasBytes("bext", at: offset), chunk.count >= 330 {
        text.add(legacy: chunk.extracting(0..<256))
        text.add(legacy: chunk.extracting(256..<288), to: .author)
        text.add(chunk.extracting(320..<330), to: .created)
      }
      offset += 8 + size + size % 2
    }
  }

  private static func readInformation(_ list: Span<UInt8>, into text: inout MediaText) {
    var offset = 4
    for _ in 0..<mostChunks {
      guard let size = list.little(offset + 4, 4) else { return }
      let value = list.extracting(list.clamped(offset + 8, size))
      switch list.extracting(offset..<offset + 4).string {
      case "INAM", "TITL": text.add(legacy: value, to: .title)
      case "IART": text.add(legacy: value, to: .author)
      case "ICRD": text.addCreation(value)
      case "IKEY": text.add(legacy: value, to: .keyword)
      case "ICMT", "ICOP", "IGNR", "ISBJ", "IPRD", "ISRC", "IARL", "ICMS", "IENG", "IWRI", "IMUS",
        "ISTR", "ICNT", "ILNG":
        text.add(legacy: value)
      default: break
      }
      offset += 8 + size + size % 2
    }
  }
}
