package import TextAnalysis

/// Where the frames of a long text are, and where some of its tokens begin.
///
/// It is stored before the frames, so that a passage is read and tokenized without the text before it. About
/// five bytes for 512 tokens.
package struct TextLayout: Equatable {
  /// The text of a frame, in bytes; the last frame has the rest.
  static let frameSize = 64 << 10
  /// A shorter text is one frame without a layout, in bytes.
  static let shortest = 16 << 10
  /// The number of tokens between two places.
  static let interval = 512

  /// A place, and the number of its line, from 1 on.
  struct Place: Equatable {
    let position: Int
    let offset: Int
    let line: Int
  }

  /// The size of the text, in bytes.
  let count: Int
  /// The sizes of the compressed frames, in bytes.
  let frames: [Int]
  /// The places, ascending; the first one is the beginning of the text.
  let places: [Place]

  private static let version: UInt8 = 1
  /// Who cuts a text into sentences looks a little further, in bytes.
  private static let margin = 256
  /// The longest text of an index is shorter.
  private static let longest: UInt64 = 1 << 30

  /// An analyzer that finds the same positions as the index's analyzer, but no readings, which take
  /// long.
  package static var analyzer: SittaAnalyzer {
    SittaAnalyzer(options: SittaAnalyzer.Options(splitsNames: true))
  }

  /// Describes a text of some frames.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - places: its places, ascending.
  ///   - frames: the sizes of its frames.
  init(of text: [UInt8], _ places: [TokenPlace], frames: [Int]) {
    count = text.count
    self.frames = frames
    var last = Place(position: 0, offset: 0, line: 1)
    self.places =
      [last]
      + places.map { place in
        let lines = text.span.lineFeeds(in: last.offset..<place.offset)
        last = Place(position: place.position, offset: place.offset, line: last.line + lines)
        return last
      }
  }

  /// Reads the stored form; nil if it is damaged.
  init?(stored: [UInt8]) {
    var reader = VarintReader(bytes: stored)
    guard reader.byte() == Self.version, let count = reader.number(upTo: Self.longest),
      let frameCount = reader.number(upTo: Self.longest),
      frameCount == (count + Self.frameSize - 1) / Self.frameSize
    else { return nil }
    var frames: [Int] = []
    for _ in 0..<frameCount {
      // A frame that cannot be compressed is hardly longer than its text.
      guard let size = reader.number(upTo: UInt64(2 * Self.frameSize)) else { return nil }
      frames.append(size)
    }
    var last = Place(position: 0, offset: 0, line: 1)
    var places = [last]
    while !reader.isAtEnd {
      guard let tokens = reader.number(upTo: Self.longest), tokens > 0,
        let bytes = reader.number(upTo: UInt64(count - last.offset)),
        let lines = reader.number(upTo: UInt64(bytes)),
        last.position < Int(Self.longest)
      else { return nil }
      last = Place(
        position: last.position + tokens, offset: last.offset + bytes, line: last.line + lines)
      places.append(last)
    }
    (self.count, self.frames, self.places) = (count, frames, places)
  }

  /// The form that ``init(stored:)`` reads.
  var stored: [UInt8] {
    var bytes = [Self.version]
    bytes.append(varint: UInt64(count))
    bytes.append(varint: UInt64(frames.count))
    for frame in frames { bytes.append(varint: UInt64(frame)) }
    for (last, place) in zip(places, places.dropFirst()) {
      bytes.append(varint: UInt64(place.position - last.position))
      bytes.append(varint: UInt64(place.offset - last.offset))
      bytes.append(varint: UInt64(place.line - last.line))
    }
    return bytes
  }

  /// Returns the frames that show the tokens at some positions: from a place before them to one after them.
  ///
  /// O(places).
  func frames(at positions: Range<Int>) -> Range<Int> {
    let start = places.last { $0.position <= positions.lowerBound }?.offset ?? 0
    let end = places.first { $0.position > positions.upperBound }?.offset ?? count
    let last = min(count, end + Self.margin)
    return max(0, start - Self.margin) / Self.frameSize..<(last + Self.frameSize - 1)
      / Self.frameSize
  }

  /// Returns the part of the text in a frame.
  func bytes(ofFrame number: Int) -> Range<Int> {
    number * Self.frameSize..<min((number + 1) * Self.frameSize, count)
  }
}

extension VarintReader {
  /// The next number; nil if it is larger than a limit.
  fileprivate mutating func number(upTo limit: UInt64) -> Int? {
    guard let number = varint(), number <= limit else { return nil }
    return Int(number)
  }
}
