import ExtractionProtocol

/// Reads metadata of the IPTC Information Interchange Model; programs for photographers write it.
///
/// Source: IPTC-NAA Information Interchange Model, version 4.2; for Photoshop's resources, Adobe Photoshop
/// File Formats.
enum InterchangeModel {
  /// No program writes more datasets or resources.
  private static let most = 4_096

  /// Reads Photoshop's resources; one of them contains the datasets.
  static func read(resources bytes: Span<UInt8>, into text: inout MediaText) {
    guard text.beginBlock() else { return }
    var offset = 0
    for _ in 0..<most {
      guard bytes.hasBytes("8BIM", at: offset), let name = bytes.big(offset + 6, 1) else { return }
      let start = offset + 7 + name + (name + 1) % 2
      guard let size = bytes.big(start, 4) else { return }
      if bytes.big(offset + 4, 2) == 0x0404 {
        readDatasets(bytes.extracting(bytes.clamped(start + 4, size)), into: &text)
      }
      offset = start + 4 + size + size % 2
    }
  }

  /// Reads the datasets; each is a number with a value.
  static func read(_ bytes: Span<UInt8>, into text: inout MediaText) {
    guard text.beginBlock() else { return }
    readDatasets(bytes, into: &text)
  }

  private static func readDatasets(_ bytes: Span<UInt8>, into text: inout MediaText) {
    var offset = 0
    for _ in 0..<most {
      // Stops at a dataset with an extended size: its 32 KiB or more are not text.
      guard bytes.big(offset, 1) == 0x1c, let record = bytes.big(offset + 1, 1),
        let dataset = bytes.big(offset + 2, 1), let size = bytes.big(offset + 3, 2), size < 0x8000
      else { return }
      if record == 2 {
        add(bytes.extracting(bytes.clamped(offset + 5, size)), dataset: dataset, into: &text)
      }
      offset += 5 + size
    }
  }

  private static func add(_ value: Span<UInt8>, dataset: Int, into text: inout MediaText) {
    switch dataset {
    case 5: text.add(legacy: value, to: .title)
    case 25: text.add(legacy: value, to: .keyword)
    case 80: text.add(legacy: value, to: .author)
    case 55: text.add(value, to: .created)
    // Instructions, byline title, city, place, state, country, headline, credit, source, rights, caption,
    // caption writer, categories.
    case 15, 20, 26, 27, 40, 85, 90, 92, 95, 101, 105, 110, 115, 116, 120, 122:
      text.add(legacy: value)
    default: break
    }
  }
}
