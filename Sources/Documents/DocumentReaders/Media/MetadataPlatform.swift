import ExtractionProtocol

/// Finds the common properties of XMP.
///
/// The usual prefixes of names are taken for granted. Source: ISO 16684-1.
enum MetadataPlatform {
  /// The whole packet is scanned up to here; editors append histories that are no text.
  private static let longest = 1 << 20

  private struct Property {
    var field: DocumentField?

    init(_ field: DocumentField? = nil) { self.field = field }
  }

  private static let properties: [String: Property] = {
    var properties: [String: Property] = [
      "dc:title": Property(.title), "dc:creator": Property(.author),
      "dc:subject": Property(.keyword), "xmp:CreateDate": Property(.created),
      "photoshop:DateCreated": Property(.created), "exif:DateTimeOriginal": Property(.created),
    ]
    let texts = [
      "dc:description", "dc:rights", "photoshop:Headline", "photoshop:City", "photoshop:State",
      "photoshop:Country", "photoshop:Credit", "Iptc4xmpCore:Location", "tiff:Make", "tiff:Model",
      "exif:UserComment", "tiff:ImageDescription",
    ]
    for name in texts { properties[name] = Property() }
    return properties
  }()

  /// Reads a packet of XMP in UTF-8.
  static func read(_ packet: Span<UInt8>, into text: inout MediaText) {
    guard text.beginBlock() else { return }
    let bytes = packet.extracting(packet.clamped(0, longest))
    var property: Property?
    var value: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == 0x3c else {
        if property == nil {
          index += 1
        } else if bytes[index] == 0x26 {
          index = appendEntity(bytes, at: index, to: &value)
        } else {
          value.append(bytes[index])
          index += 1
        }
        continue
      }
      if let property {
        text.add(value.span, to: property.field)
        value.removeAll(keepingCapacity: true)
      }
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

  /// Reads up to the end of a tag; values of known attributes are properties, too.
  ///
  /// - Returns: whether the element is empty.
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
      var value: [UInt8] = []
      while index < bytes.count, bytes[index] != quote {
        if property == nil {
          index += 1
        } else if bytes[index] == 0x26 {
          index = appendEntity(bytes, at: index, to: &value)
        } else {
          value.append(bytes[index])
          index += 1
        }
      }
      index += 1
      if let property { text.add(value.span, to: property.field) }
    }
    let isEmpty = index > 0 && index < bytes.count && bytes[index - 1] == 0x2f
    index += 1
    return isEmpty
  }

  /// Resolves an entity, and returns the offset of its end.
  private static func appendEntity(
    _ bytes: Span<UInt8>, at start: Int, to value: inout [UInt8]
  ) -> Int {
    let limit = min(start + 12, bytes.count)
    var end = start + 1
    while end < limit, bytes[end] != 0x3b { end += 1 }
    guard end < limit else {
      value.append(0x26)
      return start + 1
    }
    let name = bytes.extracting(start + 1..<end)
    if name.isKey("amp") {
      value.append(0x26)
    } else if name.isKey("lt") {
      value.append(0x3c)
    } else if name.isKey("gt") {
      value.append(0x3e)
    } else if name.isKey("quot") {
      value.append(0x22)
    } else if name.isKey("apos") {
      value.append(0x27)
    } else if name.count > 1, name[0] == 0x23 {
      let isHex = name[1] | 0x20 == 0x78
      let digits = name.extracting((isHex ? 2 : 1)..<name.count).string
      let scalar = UInt32(digits, radix: isHex ? 16 : 10).flatMap(Unicode.Scalar.init)
      if let scalar { value.appendScalar(scalar.value) }
    }
    return end + 1
  }
}
