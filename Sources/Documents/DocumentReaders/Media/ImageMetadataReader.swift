import ExtractionProtocol

/// Reads the metadata of a picture from EXIF, XMP, IPTC and the text chunks of PNG.
///
/// Reads JPEG, TIFF and raw formats based on TIFF, PNG, WebP, HEIC and AVIF. GPS positions are left out. Only
/// metadata is read: the bytes before the pixels, and directories elsewhere in the file.
public enum ImageMetadataReader {
  /// The number of segments or chunks that are read; encoders write fewer before the pixels.
  private static let mostChunks = 16_384

  /// Reads the metadata of a picture.
  ///
  /// - Throws: ``ReadingFailure/unsupported(_:)`` for an unknown format.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var text = MediaText()
    if bytes.starts(with: [0xff, 0xd8]) {
      readJPEG(bytes, into: &text)
    } else if bytes.hasBytes("II") || bytes.hasBytes("MM") {
      ExchangeableImage.read(bytes, into: &text)
    } else if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) {
      readPNG(bytes, into: &text)
    } else if bytes.hasBytes("RIFF"), bytes.hasBytes("WEBP", at: 8) {
      readWebP(bytes, into: &text)
    } else if bytes.hasBytes("ftyp", at: 4) {
      HighEfficiencyImage.read(bytes, into: &text)
    } else {
      throw .unsupported("format of the picture")
    }
    text.write(into: &sink)
  }

  /// Source: ITU-T T.81, Annex B; CIPA DC-008 for EXIF; Adobe XMP, part 3.
  private static func readJPEG(_ bytes: Span<UInt8>, into text: inout MediaText) {
    var offset = 2
    for _ in 0..<mostChunks {
      guard offset + 3 < bytes.count, bytes[offset] == 0xff else { return }
      let marker = bytes[offset + 1]
      if marker == 0xff {
        offset += 1
        continue
      }
      if marker == 0xda || marker == 0xd9 { return }  // the pixels, the end
      guard let size = bytes.big(offset + 2, 2), size >= 2 else { return }
      let segment = bytes.extracting(bytes.clamped(offset + 4, size - 2))
      if marker == 0xe1, segment.hasBytes("Exif\u{0}\u{0}") {
        ExchangeableImage.read(segment.extracting(6..<segment.count), into: &text)
      } else if marker == 0xe1, segment.hasBytes("http://ns.adobe.com/xap/1.0/\u{0}") {
        MetadataPlatform.read(segment.extracting(29..<segment.count), into: &text)
      } else if marker == 0xed, segment.hasBytes("Photoshop 3.0\u{0}") {
        InterchangeModel.read(resources: segment.extracting(14..<segment.count), into: &text)
      } else if marker == 0xfe {
        text.add(legacy: segment)
      }
      offset += 2 + size
    }
  }

  /// Source: <https://www.w3.org/TR/png-3/#11textinfo>.
  private static func readPNG(_ bytes: Span<UInt8>, into text: inout MediaText) {
    var offset = 8
    for _ in 0..<mostChunks {
      guard let size = bytes.big(offset, 4), offset + 8 <= bytes.count else { return }
      let chunk = bytes.extracting(bytes.clamped(offset + 8, size))
      if bytes.hasBytes("IEND", at: offset + 4) { return }
      if bytes.hasBytes("eXIf", at: offset + 4) { ExchangeableImage.read(chunk, into: &text) }
      // The text follows a name of at most 79 bytes.
      let head = chunk.extracting(chunk.clamped(0, 80))
      if let nul = head.firstIndex(of: 0) {
        let name = chunk.extracting(0..<nul)
        if bytes.hasBytes("tEXt", at: offset + 4) {
          let value = SourceText.windows1252(chunk.extracting(nul + 1..<chunk.count))
          add(value.span, name: name, into: &text)
        } else if bytes.hasBytes("iTXt", at: offset + 4), chunk.big(nul + 1, 1) == 0,
          let language = chunk.firstIndex(of: 0, from: nul + 3),
          let translated = chunk.firstIndex(of: 0, from: language + 1)
        {
          let value = chunk.extracting(translated + 1..<chunk.count)
          if name.isKey("XML:com.adobe.xmp") {
            MetadataPlatform.read(value, into: &text)
          } else {
            add(value, name: name, into: &text)
          }
        }
      }
      offset += 12 + size
    }
  }

  private static func add(
    _ value: Span<UInt8>, name: Span<UInt8>, into text: inout MediaText
  ) {
    if name.isName("TITLE") {
      text.add(value, to: .title)
    } else if name.isName("AUTHOR") {
      text.add(value, to: .author)
    } else if name.isName("CREATION TIME") {
      text.addCreation(value)
    } else if name.isName("DESCRIPTION") || name.isName("COMMENT") || name.isName("COPYRIGHT")
      || name.isName("DISCLAIMER") || name.isName("WARNING") || name.isName("SOURCE")
    {
      text.add(value)
    }
  }

  /// Source: <https://developers.google.com/speed/webp/docs/riff_container>.
  private static func readWebP(_ bytes: Span<UInt8>, into text: inout MediaText) {
    var offset = 12
    for _ in 0..<mostChunks {
      guard let size = bytes.little(offset + 4, 4) else { return }
      let chunk = bytes.extracting(bytes.clamped(offset + 8, size))
      if bytes.hasBytes("EXIF", at: offset) {
        let start = chunk.hasBytes("Exif\u{0}\u{0}") ? 6 : 0
        ExchangeableImage.read(chunk.extracting(start..<chunk.count), into: &text)
      } else if bytes.hasBytes("XMP ", at: offset) {
        MetadataPlatform.read(chunk, into: &text)
      }
      offset += 8 + size + size % 2
    }
  }
}

extension MediaText {
  /// Adds the creation date of the content from an ISO 8601 date or a date in English words.
  mutating func addCreation(_ value: Span<UInt8>) {
    let end = value.firstIndex(of: 0) ?? value.count
    let date = value.extracting(0..<end)
    if let value = W3CDate.loose(date) ?? EnglishDate.date(date) { addField(value, .created) }
  }
}
