/// Builds compiled help files.
struct CompiledHelpFile {
  /// The files of the section that is not packed.
  var files: [(name: String, content: [UInt8])] = []
  /// The files of the packed section, with their sizes.
  var packedFiles: [(name: String, size: Int)] = []
  /// Further names of the whole packed section.
  var otherNames: [String] = []
  /// The intervals of the packed section, each of one frame.
  var intervals: [[UInt8]] = []
  /// The size of the packed section, unpacked.
  var size = 0
  var window = 1

  private static let storage = "::DataSpace/Storage/MSCompressed/"

  static func little(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// A number with seven bits in each byte, the highest ones first.
  private static func number(_ value: Int) -> [UInt8] {
    value < 0x80 ? [UInt8(value)] : number(value >> 7).map { $0 | 0x80 } + [UInt8(value & 0x7f)]
  }

  var bytes: [UInt8] {
    func words(_ values: Int...) -> [UInt8] { values.flatMap { Self.little($0, 4) } }
    let control = words(6) + Array("LZXC".utf8) + words(2, 1, window, 1, 0)
    var table = words(2, intervals.count, 8, 40)
    table += Self.little(size, 8) + Self.little(intervals.joined().count, 8)
    table += Self.little(32 << 10, 8)
    var offset = 0
    for interval in intervals {
      table += Self.little(offset, 8)
      offset += interval.count
    }
    let resets = "Transform/{7FC28940-9D31-11D0-9B27-00A0C91E9C7C}/InstanceData/ResetTable"
    var (entries, content): ([UInt8], [UInt8]) = ([], [])
    let all =
      files + [
        (Self.storage + "Content", Array(intervals.joined())),
        (Self.storage + "ControlData", control), (Self.storage + resets, table),
      ]
    for (name, bytes) in all {
      entries += Self.number(name.utf8.count) + Array(name.utf8) + [0]
      entries += Self.number(content.count) + Self.number(bytes.count)
      content += bytes
    }
    var start = 0
    for (name, size) in packedFiles {
      entries += Self.number(name.utf8.count) + Array(name.utf8) + [1]
      entries += Self.number(start) + Self.number(size)
      start += size
    }
    for name in otherNames {
      entries += Self.number(name.utf8.count) + Array(name.utf8) + [1, 0] + Self.number(size)
    }
    let free = 4_096 - 20 - entries.count
    let chunk =
      Array("PMGL".utf8) + words(free, 0, -1, -1) + entries + [UInt8](repeating: 0, count: free)
    let directory =
      Array("ITSP".utf8) + words(1, 0x54, 10, 4_096) + [UInt8](repeating: 0, count: 0x54 - 20)
      + chunk
    var header = Array("ITSF".utf8) + words(3, 0x60) + [UInt8](repeating: 0, count: 0x48 - 12)
    header += Self.little(0x60, 8) + Self.little(directory.count, 8)
    header += Self.little(0x60 + directory.count, 8)
    return header + directory + content
  }
}

/// Writes the bits of LZX: words of 16 bits, each with its highest bit first.
struct BitWriter {
  private var bits: [Bool] = []
  private var hasBlock = false

  mutating func write(_ value: Int, _ count: Int) {
    for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
  }

  /// Begins a block, in which each symbol of the three codes has a code of 9, 9 and 8 bits.
  mutating func begin(_ kind: Int, size: Int) {
    write(kind, 3)
    write(size, 24)
    if kind == 2 { for _ in 0..<8 { write(3, 3) } }
    // The only symbol says how a length changes: from 0 to 17 minus the symbol, or not at all.
    let changes = hasBlock ? [(0, 256), (0, 240), (0, 249)] : [(8, 256), (8, 240), (9, 249)]
    hasBlock = true
    for (symbol, count) in changes {
      for index in 0..<20 { write(index == symbol ? 1 : 0, 4) }
      for _ in 0..<count { write(0, 1) }
    }
  }

  mutating func write(_ text: String) {
    for byte in text.utf8 { write(Int(byte), 9) }
  }

  /// Writes a match, whose length has 2 and `length` added.
  mutating func write(slot: Int, length: Int) {
    write(256 + slot << 3 + min(length, 7), 9)
    if length >= 7 { write(length - 7, 8) }
  }

  var bytes: [UInt8] {
    var (bytes, bits) = ([UInt8](), bits)
    while bits.count % 16 != 0 { bits.append(false) }
    for start in stride(from: 0, to: bits.count, by: 16) {
      let word = bits[start..<start + 16].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
      bytes += CompiledHelpFile.little(word, 2)
    }
    return bytes
  }
}
