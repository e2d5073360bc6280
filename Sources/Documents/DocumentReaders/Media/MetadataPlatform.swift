import ExtractionProtocol

/// Finds the common properties in XMP metadata.
///
/// Property names are recognized with their usual prefixes. Source: ISO 16684-1.
enum MetadataPlatform {
  /// The number of bytes of a packet that are read; editors append long histories, which are not text.
  private static let longest = 1 << 20

  private struct Property {
    var field: DocumentField?
  }

  private static let properties: [String: Property] = {
    var properties: [String: Property] = [
      "dc:title": Property(field: .title), "dc:creator": Property(field: .author),
      "dc:subject": Property(field: .keyword), "xmp:CreateDate": Property(field: .created),
      "photoshop:DateCreated": Property(field: .created),
      "exif:DateTimeOriginal": Property(field: .created),
    ]
    let texts = [
      "dc:description", "dc:rights", "photoshop:Headline", "photoshop:City", "photoshop:State",
      "photoshop:Country", "photoshop:Credit", "Iptc4xmpCore:Location", "tiff:Make", "tiff:Model",
      "exif:UserComment", "tiff:ImageDescription",
    ]
    for name in texts { properties[name] = Property() }
    return properties
  }()

  /// Reads an XMP packet in UTF-8.
  static func read(_ packet: Span<UInt8>, into text: inout MediaText) {
    guard text.beginBlock() else { return }
    let bytes = packet.extracting(packet.clamped(0, longest))
    var property: Property?
    var index = 0
    while index < bytes.count {
      let value = readText(bytes, at: &index, upTo: 0x3c, isWanted: property != nil)
      guard index < bytes.count else { return }
      if let property { text.add(value.span, to: property.field) }
      index += 1
      let isEnd = index < bytes.count && bytes[index] == 0x2f
      if isEnd { index += 1 }
      let name = readName(bytes, at: &index)
      if let known = properties[name] { property = isEnd ? nil : known }
      let isEmpty = readAttributes(bytes, at: &index, into: &text)
      if isEmpty, properties[name] != nil { property = nil }
    }
  }

  private static func readName(_ bytes: Span<UInt8>, at index: inout Int) -> String {
    let start = index
    while index < bytes.count, bytes[index] > 0x20, bytes[index] != 0x3e, bytes[index] != 0x3d,
      bytes[index] != 0x2f
    {
      index += 1
    }
    return index - start > 64 ? "" : bytes.extracting(start..<index).string
  }

  /// Reads attributes up to the end of a tag; attributes with known names are properties, too.
  ///
  /// - Returns: whether the tag is of an empty element.
  private static func readAttributes(
    _ bytes: Span<UInt8>, at index: inout Int, into text: inout MediaText
  ) -> Bool {
    while index < bytes.count, bytes[index] != 0x3e {
      guard bytes[index] > 0x20, bytes[index] != 0x2f, bytes[index] != 0x3d else {
        index += 1
        continue
      }
      let name = readName(bytes, at: &index)
      guard index + 1 < bytes.count, bytes[index] == 0x3d,
        bytes[index + 1] == 0x22 || bytes[index + 1] == 0x27
      else { continue }
      let quote = bytes[index + 1]
      index += 2
      let property = properties[name]
      let value = readText(bytes, at: &index, upTo: quote, isWanted: property != nil)
      index += 1
      if let property { text.add(value.span, to: property.field) }
    }
    let isEmpty = index > 0 && index < bytes.count && bytes[index - 1] == 0x2f
    index += 1
    return isEmpty
  }

  /// Reads text up to a byte, and resolves character references; only skips it if it is not wanted.
  private static func readText(
    _ bytes: Span<UInt8>, at index: inout Int, upTo end: UInt8, isWanted: Bool
  ) -> [UInt8] {
    guard isWanted else {
      index = bytes.offset(of: end, from: index)
      return []
    }
    var value: [UInt8] = []
    while index < bytes.count, bytes[index] != end {
      if bytes[index] == 0x26 {
        let (scalar, next) = XMLEntity.character(at: index, to: bytes.count, in: bytes)
        value.appendScalar(scalar.value)
        index = next
      } else {
        value.append(bytes[index])
        index += 1
      }
    }
    return value
  }
}
