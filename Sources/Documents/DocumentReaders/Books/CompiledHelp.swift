/// The files of a compiled help file (CHM).
///
/// Source: <https://www.nongnu.org/chmspec/latest/>.
struct CompiledHelp {
  /// A file, in one of the two sections of the content.
  struct File {
    var isPacked: Bool
    var offset: Int
    var size: Int
  }

  /// The number of files that are listed.
  private static let mostFiles = 100_000
  private static let storage = "::DataSpace/Storage/MSCompressed/"
  private static let resetTable =
    storage + "Transform/{7FC28940-9D31-11D0-9B27-00A0C91E9C7C}/InstanceData/ResetTable"

  /// The names of the files, in the order of the directory.
  private(set) var names: [String] = []
  private var files: [String: File] = [:]
  private let contentOffset: Int
  /// The unpacked section.
  private(set) var unpacked: [UInt8] = []
  /// Whether the packed section is damaged or longer than the limit.
  private(set) var isCut = false

  /// Reads the directory; nil if it is damaged.
  init?(_ bytes: Span<UInt8>) {
    guard bytes.hasBytes("ITSF"), let version = bytes.doubleWord(at: 4),
      let directory = bytes.little(0x48, 8), let directorySize = bytes.little(0x50, 8)
    else { return nil }
    let content = version >= 3 ? bytes.little(0x58, 8) : nil
    let chunks = bytes.clamped(directory, directorySize)
    contentOffset = max(0, min(content ?? chunks.upperBound, bytes.count))
    guard bytes.hasBytes("ITSP", at: chunks.lowerBound),
      let header = bytes.doubleWord(at: chunks.lowerBound + 8),
      let size = bytes.doubleWord(at: chunks.lowerBound + 16), size >= 32
    else { return nil }
    var start = chunks.lowerBound + min(header, chunks.count)
    while start <= chunks.upperBound - size {
      readChunk(bytes.extracting(start..<start + size))
      start += size
    }
  }

  private mutating func readChunk(_ chunk: Span<UInt8>) {
    guard chunk.hasBytes("PMGL"), let free = chunk.doubleWord(at: 4) else { return }
    let entries = chunk.extracting(0..<max(0, chunk.count - min(free, chunk.count)))
    var offset = 20
    while names.count < Self.mostFiles, let size = Self.number(entries, &offset),
      size <= entries.count - offset
    {
      let name = entries.extracting(offset..<offset + size).string
      offset += size
      guard let section = Self.number(entries, &offset), let start = Self.number(entries, &offset),
        let length = Self.number(entries, &offset)
      else { return }
      if files[name] == nil { names.append(name) }
      files[name] = File(isPacked: section == 1, offset: start, size: length)
    }
  }

  /// Reads a number with seven bits in each byte, the highest ones first.
  private static func number(_ bytes: Span<UInt8>, _ offset: inout Int) -> Int? {
    var value = 0
    for _ in 0..<8 {
      guard offset < bytes.count else { return nil }
      let byte = bytes[offset]
      offset += 1
      value = value << 7 | Int(byte & 0x7f)
      if byte < 0x80 { return value }
    }
    return nil
  }

  /// Returns the content of a file; an empty one if there is none.
  func content(of name: String, _ bytes: Span<UInt8>) -> [UInt8] {
    guard let file = files[name] else { return [] }
    if file.isPacked {
      return unpacked.span.extracting(unpacked.span.clamped(file.offset, file.size)).copied()
    }
    let start = min(file.offset, bytes.count)
    return bytes.extracting(bytes.clamped(contentOffset + start, file.size)).copied()
  }

  /// Unpacks the packed section, in intervals that can be unpacked alone.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - limit: the most bytes of the result.
  mutating func unpack(_ bytes: Span<UInt8>, limit: Int) {
    let packed = content(of: Self.storage + "Content", bytes)
    let control = content(of: Self.storage + "ControlData", bytes)
    let table = content(of: Self.resetTable, bytes)
    if packed.isEmpty { return }
    isCut = true
    guard control.span.hasBytes("LZXC", at: 4), let version = control.span.doubleWord(at: 8),
      let interval = control.span.doubleWord(at: 12), let window = control.span.doubleWord(at: 16),
      let count = table.span.doubleWord(at: 4), let first = table.span.doubleWord(at: 12),
      let size = table.span.little(16, 8), size >= 0
    else { return }
    let frame = LempelZivExtended.frameSize
    // Later versions count in frames.
    let windowSize = version >= 2 ? window * frame : window
    let frames = version >= 2 ? interval : interval / frame
    guard windowSize.nonzeroBitCount == 1, 15...21 ~= windowSize.trailingZeroBitCount, frames > 0
    else { return }
    let end = min(size, limit)
    var index = 0
    var isWhole = true
    while unpacked.count < end, index < count {
      guard let start = table.span.little(first + 8 * index, 8), 0..<packed.count ~= start else {
        break
      }
      // Packed bytes are hardly more than those that they unpack to.
      let longest = min(packed.count, start + 2 * frames * frame)
      let next = index + frames < count ? table.span.little(first + 8 * (index + frames), 8) : nil
      let piece = start..<max(start, min(next ?? longest, longest))
      isWhole =
        unpack(Array(packed[piece]), windowSize.trailingZeroBitCount, frames, end) && isWhole
      index += frames
    }
    isCut = !isWhole || unpacked.count < size
  }

  /// Unpacks an interval; if it is damaged, the rest of it becomes blanks, so that later files keep their offsets.
  private mutating func unpack(
    _ piece: [UInt8], _ windowBits: Int, _ frames: Int, _ end: Int
  ) -> Bool {
    let (start, frame) = (unpacked.count, LempelZivExtended.frameSize)
    let size = min(frames * frame, end - start)
    var stream = LempelZivExtended(piece, windowBits: windowBits)
    while unpacked.count < start + size {
      let count = min(frame, start + size - unpacked.count)
      if !stream.unpack(count, since: start, into: &unpacked) {
        unpacked += [UInt8](repeating: 0x20, count: start + size - unpacked.count)
        return false
      }
    }
    return true
  }
}
