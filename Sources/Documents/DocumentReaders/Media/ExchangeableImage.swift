import ExtractionProtocol

/// Reads EXIF metadata, which has the format of a TIFF file.
///
/// Sources: TIFF 6.0; CIPA DC-008 (EXIF 2.32).
enum ExchangeableImage {
  /// Enough for the first directory, the EXIF directory and some pages; the limit also ends cycles.
  private static let mostDirectories = 8
  /// No camera writes more entries to a directory.
  private static let mostEntries = 512

  /// The longest text in bytes; people write less about a picture.
  private static let longestValue = 16 << 10

  /// Reads the directories of a TIFF file; each has entries with a tag and a value.
  static func read(_ bytes: Span<UInt8>, into text: inout MediaText) {
    let isBigEndian = bytes.hasBytes("MM")
    guard isBigEndian || bytes.hasBytes("II"), text.beginBlock() else { return }
    func number(_ offset: Int, _ size: Int) -> Int? {
      bytes.number(at: offset, size: size, isBigEndian: isBigEndian).map {
        Int(truncatingIfNeeded: $0)
      }
    }
    var dates = ExifDates()
    var directories = [number(4, 4) ?? 0]
    var visited = 0
    while visited < directories.count, visited < mostDirectories {
      let directory = directories[visited]
      visited += 1
      guard directory >= 8, let count = number(directory, 2) else { continue }
      for index in 0..<min(count, mostEntries) where !text.isExhausted {
        let entry = directory + 2 + 12 * index
        guard let tag = number(entry, 2), let type = number(entry + 2, 2),
          let values = number(entry + 4, 4), let inline = number(entry + 8, 4)
        else { break }
        let size = values &* (type == 3 ? 2 : type == 4 ? 4 : 1)
        let offset = size <= 4 ? entry + 8 : inline
        let value = bytes.extracting(bytes.clamped(offset, size))
        let date = value.extracting(value.clamped(0, 32))
        switch tag {
        case 0x8769: directories.append(inline)
        case 0x0132: dates.changed = date.copied()
        case 0x9010: dates.changedOffset = date.copied()
        case 0x9003: dates.original = date.copied()
        case 0x9004: dates.digitized = date.copied()
        case 0x9011: dates.offset = date.copied()
        case 0x02bc: MetadataPlatform.read(value, into: &text)
        case 0x83bb: InterchangeModel.read(value, into: &text)
        case 0x8649: InterchangeModel.read(resources: value, into: &text)
        default: add(value, tag: tag, isBigEndian: isBigEndian, into: &text)
        }
      }
    }
    dates.add(to: &text)
  }

  private static func add(
    _ value: Span<UInt8>, tag: Int, isBigEndian: Bool, into text: inout MediaText
  ) {
    switch tag {
    case 0x010e where !isDefault(value): text.add(legacy: value)  // the description
    case 0x010f, 0x0110, 0x8298, 0xa434: text.add(legacy: value)  // make, model, rights, lens
    case 0x013b: text.add(legacy: value, to: .author)
    case 0x9286: addComment(value, isBigEndian: isBigEndian, into: &text)
    case 0x9c9b...0x9c9f:
      let value = SourceText.utf16(
        value.extracting(value.clamped(0, longestValue)), isBigEndian: false)
      text.add(value.span, to: tag == 0x9c9b ? .title : tag == 0x9c9d ? .author : nil)
      if tag == 0x9c9e { addKeywords(value, into: &text) }
    default: break
    }
  }

  /// Whether a description is only the default text of a camera.
  private static func isDefault(_ value: Span<UInt8>) -> Bool {
    value.hasBytes("OLYMPUS DIGITAL CAMERA") || value.hasBytes("SONY DSC")
      || value.hasBytes("DCIM\\") || value.hasBytes("KONICA MINOLTA DIGITAL CAMERA")
  }

  private static func addComment(
    _ value: Span<UInt8>, isBigEndian: Bool, into text: inout MediaText
  ) {
    guard value.count > 8 else { return }
    let comment = value.extracting(value.clamped(8, longestValue))
    if value.hasBytes("UNICODE\u{0}") {
      text.add(SourceText.utf16(comment, isBigEndian: isBigEndian).span)
    } else if value.hasBytes("ASCII\u{0}") || value.hasBytes("\u{0}\u{0}\u{0}\u{0}") {
      text.add(legacy: comment)
    }
  }

  private static func addKeywords(_ value: [UInt8], into text: inout MediaText) {
    for keyword in value.split(separator: 0x3b) {
      text.add(Array(keyword).span, to: .keyword)
    }
  }
}

/// The dates of EXIF; their UTC offsets are in other entries.
private struct ExifDates {
  var original: [UInt8]?
  var digitized: [UInt8]?
  var offset: [UInt8]?
  /// When the file was changed; used as the creation date if there is no other date.
  var changed: [UInt8]?
  var changedOffset: [UInt8]?

  func add(to text: inout MediaText) {
    for (date, offset) in [(original, offset), (digitized, nil), (changed, changedOffset)] {
      guard let date else { continue }
      let whole = Array(date.prefix { $0 != 0 }) + (offset ?? []).prefix { $0 != 0 }
      if let value = W3CDate.loose(whole.span) { return text.addField(value, .created) }
    }
  }
}
