import ExtractionProtocol

/// Reads the title, the tags and the names of chapters of Matroska and WebM.
///
/// Source: RFC 9559; RFC 8794 for EBML.
enum MatroskaTags {
  /// The number of elements that are read: before the first cluster, and elements that the index names.
  private static let mostElements = 65_536
  private static let mostSeeks = 64
  /// The deepest nesting of elements that is read; tags are not deeper.
  private static let deepest = 8

  private struct Element {
    var id: Int
    var content: Range<Int>
  }

  private struct State {
    var elements = 0
    var tagName: [UInt8] = []
    /// Offsets in the segment of elements that contain text; they may come after the clusters of video.
    var seeks: [Int] = []
    var seekID = 0
  }

  /// Reads the tags of a file.
  static func read(_ bytes: Span<UInt8>, into text: inout MediaText) {
    guard let header = element(bytes, 0, bytes.count),
      let segment = element(bytes, header.content.upperBound, bytes.count),
      segment.id == 0x1853_8067
    else { return }
    var state = State()
    var end = segment.content.lowerBound
    var offset = end
    while let child = element(bytes, offset, segment.content.upperBound),
      child.id != 0x1f43_b675, state.elements < mostElements
    {
      state.elements += 1
      read(child, bytes, depth: 0, &state, into: &text)
      offset = child.content.upperBound
      end = offset
    }
    for seek in state.seeks where seek >= end - segment.content.lowerBound {
      let offset = segment.content.lowerBound &+ seek
      guard offset >= end, let child = element(bytes, offset, segment.content.upperBound) else {
        continue
      }
      read(child, bytes, depth: 0, &state, into: &text)
    }
  }

  private static func read(
    _ element: Element, _ bytes: Span<UInt8>, depth: Int, _ state: inout State,
    into text: inout MediaText
  ) {
    let value = bytes.extracting(element.content)
    switch element.id {
    // Elements that contain elements: info, tracks, chapters, tags and index, and their children.
    case 0x1549_a966, 0x1654_ae6b, 0xae, 0x1043_a770, 0x45b9, 0xb6, 0x80, 0x1254_c367, 0x7373,
      0x67c8, 0x114d_9b74, 0x4dbb:
      guard depth < deepest else { return }
      var offset = element.content.lowerBound
      while state.elements < mostElements,
        let child = self.element(bytes, offset, element.content.upperBound)
      {
        state.elements += 1
        read(child, bytes, depth: depth + 1, &state, into: &text)
        offset = child.content.upperBound
      }
    case 0x7ba9: text.add(value, to: .title)
    case 0x4461:  // nanoseconds since 2001
      let seconds = (value.big(0, value.count) ?? 0) / 1_000_000_000
      if value.count == 8, let date = CivilDate.rfc3339(seconds: seconds + 978_307_200) {
        text.addField(date, .created)
      }
    case 0x85, 0x536e: text.add(value)  // the names of chapters and tracks
    case 0x45a3: state.tagName = value.extracting(value.clamped(0, 64)).copied()
    case 0x4487: addTag(value, name: state.tagName, into: &text)
    case 0x53ab: state.seekID = value.big(0, value.count) ?? 0
    case 0x53ac:
      let isText =
        state.seekID == 0x1254_c367 || state.seekID == 0x1043_a770 || state.seekID == 0x1549_a966
      if isText, state.seeks.count < mostSeeks, let offset = value.big(0, value.count) {
        state.seeks.append(offset)
      }
    default: break
    }
  }

  private static func addTag(
    _ value: Span<UInt8>, name: [UInt8], into text: inout MediaText
  ) {
    switch String(decoding: name, as: UTF8.self) {
    case "TITLE": text.add(value, to: .title)
    case "ARTIST", "AUTHOR", "DIRECTOR", "WRITTEN_BY": text.add(value, to: .author)
    case "DATE_RELEASED", "DATE_RECORDED", "DATE": text.add(value, to: .created)
    case "KEYWORDS": text.add(value, to: .keyword)
    case "BPS", "DURATION", "NUMBER_OF_FRAMES", "NUMBER_OF_BYTES", "ENCODER", "ENCODER_SETTINGS",
      "_STATISTICS_WRITING_APP", "_STATISTICS_WRITING_DATE_UTC", "_STATISTICS_TAGS", "PART_NUMBER",
      "TOTAL_PARTS", "MAJOR_BRAND", "MINOR_VERSION", "COMPATIBLE_BRANDS", "HANDLER_NAME":
      break
    default: text.add(value)
    }
  }

  /// Returns the element at an offset; an element of unknown size extends to `end`.
  private static func element(_ bytes: Span<UInt8>, _ offset: Int, _ end: Int) -> Element? {
    guard 0 <= offset, offset < end, let first = bytes.big(offset, 1), first >= 0x10 else {
      return nil
    }
    let idSize = first >= 0x80 ? 1 : first >= 0x40 ? 2 : first >= 0x20 ? 3 : 4
    guard let id = bytes.big(offset, idSize), let lead = bytes.big(offset + idSize, 1), lead > 0
    else { return nil }
    let sizeSize = UInt8(truncatingIfNeeded: lead).leadingZeroBitCount + 1
    guard let raw = bytes.big(offset + idSize, sizeSize) else { return nil }
    let mask = 1 << (7 * sizeSize) - 1
    let size = raw & mask
    let start = min(offset + idSize + sizeSize, end)
    let isUnknown = size == mask
    let stop = isUnknown || size > end - start ? end : start + size
    return Element(id: id, content: start..<stop)
  }
}
