/// Builds compound files of version 3 for tests.
struct CompoundFileBuilder {
  private var streams: [(path: [String], bytes: [UInt8])] = []
  private static let sectorSize = 512
  private static let miniSectorSize = 64
  private static let cutoff = 4_096
  private static let free = 0xffff_ffff
  private static let endOfChain = 0xffff_fffe

  /// Adds a stream; its storages are made as needed.
  mutating func add(_ bytes: [UInt8], at path: String...) {
    add(bytes, at: path)
  }

  /// Adds a stream; its storages are made as needed.
  mutating func add(_ bytes: [UInt8], at path: [String]) {
    streams.append((path, bytes))
  }

  /// Adds a stream of UTF-16.
  mutating func add(text: String, at path: String...) {
    streams.append((path, OfficeBytes.utf16(text)))
  }

  private struct Entry {
    var name: String
    var kind: UInt8
    var children: [Int] = []
    var bytes: [UInt8] = []
    var start = 0
  }

  /// Returns the file.
  func build() -> [UInt8] {
    var entries = [Entry(name: "Root Entry", kind: 5)]
    for stream in streams {
      var parent = 0
      for name in stream.path.dropLast() {
        if let known = entries[parent].children.first(where: { entries[$0].name == name }) {
          parent = known
        } else {
          entries.append(Entry(name: name, kind: 1))
          entries[parent].children.append(entries.count - 1)
          parent = entries.count - 1
        }
      }
      entries.append(Entry(name: stream.path.last ?? "", kind: 2, bytes: stream.bytes))
      entries[parent].children.append(entries.count - 1)
    }
    var (table, content, miniTable, mini): ([Int], [UInt8], [Int], [UInt8]) = ([], [], [], [])
    for index in entries.indices where entries[index].kind == 2 {
      let bytes = entries[index].bytes
      if bytes.count < Self.cutoff {
        entries[index].start = Self.append(bytes, Self.miniSectorSize, &miniTable, &mini)
      } else {
        entries[index].start = Self.append(bytes, Self.sectorSize, &table, &content)
      }
    }
    entries[0].bytes = mini
    entries[0].start = Self.append(mini, Self.sectorSize, &table, &content)
    let miniStart = Self.append(
      miniTable.flatMap { OfficeBytes.bytes($0, 4) }, Self.sectorSize, &table, &content)
    let directory = Self.append(Self.directory(entries), Self.sectorSize, &table, &content)
    var tableSectors = 1
    while tableSectors * 128 < table.count + tableSectors { tableSectors += 1 }
    let tableStart = table.count
    table += Array(repeating: 0xffff_fffd, count: tableSectors)
    table += Array(repeating: Self.free, count: tableSectors * 128 - table.count)
    var header: [UInt8] = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
    header += [UInt8](repeating: 0, count: 16) + [0x3e, 0, 3, 0, 0xfe, 0xff, 9, 0, 6, 0]
    header += [UInt8](repeating: 0, count: 10)
    for field in [
      tableSectors, directory, 0, Self.cutoff, miniStart, 1, Self.endOfChain, 0,
    ] {
      header += OfficeBytes.bytes(field, 4)
    }
    for index in 0..<109 {
      header += OfficeBytes.bytes(index < tableSectors ? tableStart + index : Self.free, 4)
    }
    return header + content + table.flatMap { OfficeBytes.bytes($0, 4) }
  }

  private static func append(
    _ bytes: [UInt8], _ size: Int, _ table: inout [Int], _ content: inout [UInt8]
  ) -> Int {
    if bytes.isEmpty { return endOfChain }
    let start = table.count
    let count = (bytes.count + size - 1) / size
    for index in 1...count { table.append(index == count ? endOfChain : start + index) }
    content += bytes + [UInt8](repeating: 0, count: count * size - bytes.count)
    return start
  }

  /// Each storage's entries hang to the right of each other.
  private static func directory(_ entries: [Entry]) -> [UInt8] {
    var right = [Int](repeating: free, count: entries.count)
    for entry in entries {
      for (first, second) in zip(entry.children, entry.children.dropFirst()) {
        right[first] = second
      }
    }
    return entries.indices.flatMap { index in
      let entry = entries[index]
      let name = OfficeBytes.utf16(entry.name)
      var bytes = name + [UInt8](repeating: 0, count: 64 - name.count)
      bytes += OfficeBytes.bytes(name.count + 2, 2) + [entry.kind, 1]
      bytes += OfficeBytes.bytes(free, 4) + OfficeBytes.bytes(right[index], 4)
      bytes += OfficeBytes.bytes(entry.children.first ?? free, 4)
      bytes += [UInt8](repeating: 0, count: 36)
      return bytes + OfficeBytes.bytes(entry.start, 4) + OfficeBytes.bytes(entry.bytes.count, 8)
    }
  }
}

/// Numbers and texts as bytes.
enum OfficeBytes {
  static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  static func bytes(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  static func utf16(_ text: String) -> [UInt8] {
    text.utf16.flatMap { bytes(Int($0), 2) }
  }

  /// A stream of zlib with at most 65,535 bytes, which are not compressed; see RFC 1950 and 1951.
  static func zlib(_ content: [UInt8]) -> [UInt8] {
    var (first, second) = (1, 0)
    for byte in content {
      first = (first + Int(byte)) % 65_521
      second = (second + first) % 65_521
    }
    return [0x78, 1, 1] + bytes(content.count, 2) + bytes(~content.count, 2) + content
      + bytes(second << 16 | first, 4).reversed()
  }
}
