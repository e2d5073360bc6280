import ExtractionProtocol

/// Reads Vorbis comments in FLAC and in Ogg with Vorbis, Opus, Speex, Theora or FLAC.
///
/// Sources: <https://xiph.org/vorbis/doc/v-comment.html>, RFC 3533, RFC 7845, RFC 9639.
enum VorbisComment {
  /// Comments are cut after this number of bytes; usually the text comes before a picture.
  private static let longest = 1 << 20
  /// The number of pages that are read; the headers of all streams are in the first pages.
  private static let mostPages = 1_024
  private static let mostComments = 1_024
  private static let mostStreams = 8
  private static let mostBlocks = 256

  /// Reads the comments of a FLAC file.
  static func readFLAC(_ bytes: Span<UInt8>, at start: Int, into text: inout MediaText) {
    var offset = start + 4
    for _ in 0..<mostBlocks {
      guard let type = bytes.big(offset, 1), let size = bytes.big(offset + 1, 3) else { return }
      if type & 0x7f == 4 {
        read(bytes.extracting(bytes.clamped(offset + 4, size)), into: &text)
      }
      if type & 0x80 != 0 { return }
      offset += 4 + size
    }
  }

  /// Reads the comments of the streams of an Ogg file.
  static func readOgg(_ bytes: Span<UInt8>, into text: inout MediaText) {
    var packets: [Int: [UInt8]] = [:]
    var (offset, size) = (0, 0)
    for _ in 0..<mostPages {
      guard bytes.hasBytes("OggS", at: offset), let flags = bytes.big(offset + 5, 1),
        let stream = bytes.little(offset + 14, 4), let segments = bytes.big(offset + 26, 1)
      else { return }
      var start = offset + 27 + segments
      if packets[stream] == nil, packets.count == mostStreams { return }
      // The first page of a stream contains only the packet that names its codec.
      let isFirst = flags & 2 != 0
      for index in 0..<segments {
        guard let length = bytes.big(offset + 27 + index, 1) else { return }
        if !isFirst, size < longest {
          let segment = bytes.extracting(bytes.clamped(start, length))
          packets[stream, default: []] += segment.copied()
          size += length
        }
        start += length
        if length < 255, !isFirst, let packet = packets[stream] {
          if readPacket(packet.span, into: &text) { size = 0 }
          packets[stream] = []
        }
      }
      if size >= longest {
        for (_, packet) in packets { _ = readPacket(packet.span, into: &text) }
        return
      }
      offset = start
    }
  }

  /// Reads a packet if it contains comments; returns whether it does.
  private static func readPacket(_ packet: Span<UInt8>, into text: inout MediaText) -> Bool {
    let start: Int
    if packet.hasBytes("\u{3}vorbis") {
      start = 7
    } else if packet.hasBytes("OpusTags") {
      start = 8
    } else if packet.starts(with: [0x81, 0x74, 0x68, 0x65, 0x6f, 0x72, 0x61]) {
      start = 7
    } else if packet.count > 8, packet[0] & 0x7f == 4, packet.big(1, 3) == packet.count - 4 {
      start = 4  // FLAC
    } else {
      return false
    }
    read(packet.extracting(start..<packet.count), into: &text)
    return true
  }

  private static func read(_ comments: Span<UInt8>, into text: inout MediaText) {
    guard let vendor = comments.little(0, 4), let count = comments.little(4 + vendor, 4) else {
      return
    }
    var offset = 8 + vendor
    for _ in 0..<min(count, mostComments) {
      guard let size = comments.little(offset, 4) else { return }
      let comment = comments.extracting(comments.clamped(offset + 4, size))
      offset += 4 + size
      guard let equals = comment.extracting(first: 64).firstIndex(of: 0x3d) else { continue }
      let name = comment.extracting(0..<equals)
      add(comment.extracting(equals + 1..<comment.count), name: name, into: &text)
    }
  }

  private static func add(
    _ value: Span<UInt8>, name: Span<UInt8>, into text: inout MediaText
  ) {
    if name.isName("TITLE") {
      text.add(value, to: .title)
    } else if name.isName("ARTIST") {
      text.add(value, to: .author)
    } else if name.isName("DATE") || name.isName("YEAR") {
      text.add(value, to: .created)
    } else if !name.isForPrograms, !isTechnical(name) {
      text.add(value)
    }
  }

  private static func isTechnical(_ name: Span<UInt8>) -> Bool {
    [
      "METADATA_BLOCK_PICTURE", "COVERART", "COVERARTMIME", "ENCODER", "ENCODED-BY", "TRACKNUMBER",
      "TRACKTOTAL", "TOTALTRACKS", "DISCNUMBER", "WAVEFORMATEXTENSIBLE_CHANNEL_MASK",
      "R128_TRACK_GAIN", "CREATION_TIME", "MAJOR_BRAND",
    ].contains { name.isName($0) }
  }
}
