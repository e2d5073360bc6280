/// Finds EXIF and XMP in HEIC and AVIF.
///
/// Finds EXIF and XMP metadata in HEIC and AVIF files.
enum HighEfficiencyImage {
  /// The number of items that are read; each tile is an item, and phones write some dozens of tiles.
  private static let mostItems = 4_096

  private enum Kind { case exif, xmp }

  /// Reads the items of a file that contain metadata.
  static func read(_ bytes: Span<UInt8>, into text: inout MediaText) {
    guard let meta = Box.find("meta", in: bytes, 0..<bytes.count) else { return }
    let content = meta.lowerBound + 4..<max(meta.lowerBound + 4, meta.upperBound)
    guard let infos = Box.find("iinf", in: bytes, content),
      let locations = Box.find("iloc", in: bytes, content)
    else { return }
    let items = items(bytes, infos)
    if items.isEmpty { return }
    readLocations(bytes, locations) { id, offset, size in
      guard let kind = items[id] else { return }
      let value = bytes.extracting(bytes.clamped(offset, size))
      if kind == .xmp {
        MetadataPlatform.read(value, into: &text)
      } else if let header = value.big(0, 4) {
        let start = value.clamped(4 + header, value.count).lowerBound
        ExchangeableImage.read(value.extracting(start..<value.count), into: &text)
      }
    }
  }

  private static func items(_ bytes: Span<UInt8>, _ box: Range<Int>) -> [Int: Kind] {
    var items: [Int: Kind] = [:]
    let isLong = bytes.big(box.lowerBound, 1) != 0
    let start = box.lowerBound + (isLong ? 8 : 6)
    guard start <= box.upperBound else { return items }
    Box.forEach(in: bytes, start..<box.upperBound, most: mostItems) { name, content in
      guard bytes.hasBytes("infe", at: name), let version = bytes.big(content.lowerBound, 1),
        version >= 2
      else { return true }
      let size = version == 2 ? 2 : 4
      let type = content.lowerBound + 4 + size + 2
      guard let id = bytes.big(content.lowerBound + 4, size) else { return true }
      if bytes.hasBytes("Exif", at: type) { items[id] = .exif }
      if bytes.hasBytes("mime", at: type) { items[id] = .xmp }
      return true
    }
    return items
  }

  private static func readLocations(
    _ bytes: Span<UInt8>, _ box: Range<Int>, body: (_ id: Int, _ offset: Int, _ size: Int) -> Void
  ) {
    guard let version = bytes.big(box.lowerBound, 1), let sizes = bytes.big(box.lowerBound + 4, 2)
    else { return }
    let (offsetSize, lengthSize) = (sizes >> 12 & 15, sizes >> 8 & 15)
    let (baseSize, indexSize) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
    let idSize = version < 2 ? 2 : 4
    guard max(offsetSize, lengthSize, baseSize, indexSize) <= 8,
      let count = bytes.big(box.lowerBound + 6, idSize)
    else { return }
    var index = box.lowerBound + 6 + idSize
    for _ in 0..<min(count, mostItems) {
      let method = version == 0 ? 0 : (bytes.big(index + idSize, 2) ?? 0) & 15
      let base = index + idSize + (version == 0 ? 2 : 4)
      guard let id = bytes.big(index, idSize), let extents = bytes.big(base + baseSize, 2) else {
        return
      }
      let start = bytes.big(base, baseSize) ?? 0
      index = base + baseSize + 2
      let first = index + indexSize
      if method == 0, extents > 0, let offset = bytes.big(first, offsetSize),
        let length = bytes.big(first + offsetSize, lengthSize)
      {
        body(id, start &+ offset, length)
      }
      index += extents * (indexSize + offsetSize + lengthSize)
    }
  }
}

/// Finds the boxes of MP4, QuickTime and HEIF files.
enum Box {
  /// Calls `body` for each box in a range, until it returns false or `most` boxes were read.
  ///
  /// `body` gets the offset of the box's name, and the range of its content.
  static func forEach(
    in bytes: Span<UInt8>, _ range: Range<Int>, most: Int,
    body: (_ name: Int, _ content: Range<Int>) -> Bool
  ) {
    var offset = range.lowerBound
    for _ in 0..<most {
      guard offset <= range.upperBound - 8, var size = bytes.big(offset, 4) else { return }
      var header = 8
      if size == 1 {
        guard let long = bytes.big(offset + 8, 8) else { return }
        (size, header) = (long, 16)
      } else if size == 0 {
        size = range.upperBound - offset
      }
      guard size >= header else { return }
      let end = size > range.upperBound - offset ? range.upperBound : offset + size
      let start = min(offset + header, end)
      if !body(offset + 4, start..<end) { return }
      offset = end
    }
  }

  /// Returns the content of the first box with a name; nil if there is none.
  static func find(_ name: StaticString, in bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int>?
  {
    guard range.lowerBound <= range.upperBound else { return nil }
    var found: Range<Int>?
    forEach(in: bytes, range, most: 4_096) { offset, content in
      if bytes.hasBytes(name, at: offset) { found = content }
      return found == nil
    }
    return found
  }
}
