/// A record of a workbook; the next record begins at the end of its body.
struct WorkbookRecord {
  let type: Int
  let body: Range<Int>

  /// Reads the header of a record; nil at the end of the stream.
  init?(_ stream: Span<UInt8>, at offset: Int) {
    guard let type = stream.word(at: offset), let size = stream.word(at: offset + 2) else {
      return nil
    }
    self.type = type
    body = stream.clamped(offset + 4, size)
  }
}

/// The body of a record, continued in the CONTINUE records after it.
struct ContinuedBody {
  private static let continueType = 0x3c

  /// The offset of the first record after the continuations.
  private(set) var end: Int
  private var segments: [Range<Int>]
  private var segment = 0
  private var position: Int

  /// Collects the segments of a body, beginning at an offset in the record.
  init(_ record: WorkbookRecord, from offset: Int = 0, of stream: Span<UInt8>) {
    position = min(record.body.lowerBound + offset, record.body.upperBound)
    segments = [position..<record.body.upperBound]
    end = record.body.upperBound
    while let next = WorkbookRecord(stream, at: end), next.type == Self.continueType {
      if !next.body.isEmpty { segments.append(next.body) }
      end = next.body.upperBound
    }
  }

  /// Moves to the next segment.
  ///
  /// - Returns: false if there is no next segment.
  mutating func advance() -> Bool {
    guard segment + 1 < segments.count else { return false }
    segment += 1
    position = segments[segment].lowerBound
    return true
  }

  /// Reads a byte; nil at the end.
  mutating func byte(_ stream: Span<UInt8>) -> Int? {
    if position == segments[segment].upperBound, !advance() { return nil }
    defer { position += 1 }
    return Int(stream[position])
  }

  /// Reads a little-endian 16-bit number; nil at the end.
  mutating func word(_ stream: Span<UInt8>) -> Int? {
    guard let low = byte(stream), let high = byte(stream) else { return nil }
    return low | high << 8
  }

  /// Reads a little-endian 32-bit number; nil at the end.
  mutating func doubleWord(_ stream: Span<UInt8>) -> Int? {
    guard let low = word(stream), let high = word(stream) else { return nil }
    return low | high << 16
  }

  /// Skips a number of bytes.
  mutating func skip(_ count: Int) {
    var count = count
    while count > 0 {
      let step = min(count, segments[segment].upperBound - position)
      position += step
      count -= step
      if count > 0, !advance() { return }
    }
  }

  /// Reads characters; each CONTINUE record among them begins with a flag byte for their width.
  ///
  /// - Returns: false if the body ends too early.
  mutating func characters(
    _ count: Int, isWide: Bool, _ stream: Span<UInt8>, into text: inout [UInt8]
  ) -> Bool {
    var (count, isWide) = (count, isWide)
    while count > 0 {
      if position == segments[segment].upperBound {
        guard advance(), let flags = byte(stream) else { return false }
        isWide = flags & 1 != 0
      }
      let width = isWide ? 2 : 1
      let taken = min(count, (segments[segment].upperBound - position) / width)
      if taken == 0 {
        guard position == segments[segment].upperBound else { return false }
        continue
      }
      let bytes = stream.extracting(position..<(position + taken * width))
      CodePage.decode(bytes, isWide: isWide, into: &text)
      position += taken * width
      count -= taken
    }
    return true
  }
}

/// The strings that cells of a workbook share.
struct WorkbookStrings {
  private(set) var isCut = false
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// Creates an empty table.
  init() {}

  /// Reads the table; O(size of the record and its continuations).
  init(_ body: consuming ContinuedBody, _ stream: Span<UInt8>) {
    body.skip(4)
    let count = body.doubleWord(stream) ?? 0
    while ends.count < count {
      guard let length = body.word(stream), let flags = body.byte(stream) else {
        isCut = true
        return
      }
      let runs = flags & 8 != 0 ? body.word(stream) ?? 0 : 0
      let extra = flags & 4 != 0 ? body.doubleWord(stream) ?? 0 : 0
      isCut = !body.characters(length, isWide: flags & 1 != 0, stream, into: &bytes)
      ends.append(bytes.count)
      if isCut { return }
      body.skip(runs * 4 + extra)
    }
  }

  /// Appends the string with an index; nothing if there is none.
  func append(_ index: Int, to buffer: inout TextBuffer) {
    guard ends.indices.contains(index) else { return }
    let start = index == 0 ? 0 : ends[index - 1]
    buffer.append(bytes.span.extracting(start..<ends[index]))
  }
}
