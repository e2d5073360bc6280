/// Reads a compound file, which is like a small file system: storages contain streams, in sectors.
///
/// Source: MS-CFB. The file's bytes are passed to each call. In a hostile file, chains of sectors may be
/// cyclic, too long or shared; so a chain gives no more bytes than the file has, and all streams together
/// give at most ``readingFactor`` times the size of the file.
struct CompoundFile {
  /// How many times the size of the file may be read; undamaged streams share no sectors, but a hostile file
  /// can name one chain a thousand times.
  static let readingFactor = 4
  /// The number of directory entries that are read; a mail with 5,000 attachments has 150,000.
  static let entryLimit = 200_000
  /// The first bytes of a compound file.
  static let signature: [UInt8] = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
  /// The index of the root storage's entry.
  static let root = 0

  private struct Entry {
    /// The name in lower case, because names ignore case.
    var name = ""
    var kind: UInt8 = 0
    var start = 0
    var size = 0
    var child = 0
    var children: [Int] = []
  }

  private static let streamKind: UInt8 = 2
  private static let firstSpecialSector = 0xffff_fffa

  /// Why the file is incomplete; nil if no damage was found so far.
  private(set) var damage: String?

  /// The properties with names of a message of Outlook; nil until they are read.
  var outlookNames: OutlookNames?

  private let sectorShift: Int
  private let miniSectorShift: Int
  private let miniStreamCutoff: Int
  private var sectors: [UInt32] = []
  private var miniSectors: [UInt32] = []
  private var miniStream: [UInt8] = []
  private var entries: [Entry] = []
  private var remaining: Int

  /// Reads the header, the allocation tables and the directory.
  init(_ bytes: Span<UInt8>) throws(ReadingFailure) {
    guard bytes.count >= 512, bytes.starts(with: Self.signature) else {
      throw .damaged("no header of a compound file")
    }
    sectorShift = bytes.word(at: 30) ?? 0
    miniSectorShift = bytes.word(at: 32) ?? 0
    miniStreamCutoff = bytes.doubleWord(at: 56) ?? 0
    remaining = bytes.count * Self.readingFactor
    guard sectorShift == 9 || sectorShift == 12, miniSectorShift == 6 else {
      throw .damaged("sector sizes of the compound file")
    }
    readSectorTable(bytes)
    readDirectory(bytes)
    guard !entries.isEmpty else { throw .damaged("directory of the compound file") }
    if let first = bytes.doubleWord(at: 60), first < Self.firstSpecialSector {
      let table = readChain(from: first, size: .max, of: bytes)
      miniSectors = stride(from: 0, to: table.count - 3, by: 4).map {
        UInt32(truncatingIfNeeded: table.span.doubleWord(at: $0) ?? 0)
      }
      miniStream = readChain(from: entries[0].start, size: entries[0].size, of: bytes)
    }
  }

  /// Returns the entry with a name, ignoring case; nil if there is none.
  func entry(_ name: String, in storage: Int = root) -> Int? {
    let name = name.lowercased()
    return entries[storage].children.first { entries[$0].name == name }
  }

  /// Returns the entries of a storage, in the order of their names.
  func children(of storage: Int) -> [Int] { entries[storage].children }

  /// Returns the name of an entry in lower case.
  func name(of entry: Int) -> String { entries[entry].name }

  /// Returns whether an entry is a stream.
  func isStream(_ entry: Int) -> Bool { entries[entry].kind == Self.streamKind }

  /// Returns the declared size of a stream; 0 for a storage.
  func size(of entry: Int) -> Int { isStream(entry) ? entries[entry].size : 0 }

  /// Returns the content of a stream; less than its size if the file is damaged.
  mutating func read(_ entry: Int, of bytes: Span<UInt8>) -> [UInt8] {
    let (start, size) = (entries[entry].start, entries[entry].size)
    guard isStream(entry), size > 0 else { return [] }
    let content =
      size < miniStreamCutoff
      ? readMiniChain(from: start, size: size) : readChain(from: start, size: size, of: bytes)
    if content.count < size { damage = damage ?? "a stream of the compound file is cut" }
    return content
  }

  /// Returns the content of a stream of a storage; nil if there is no such stream.
  mutating func read(
    _ name: String, in storage: Int = root, of bytes: Span<UInt8>
  ) -> [UInt8]? {
    guard let entry = entry(name, in: storage) else { return nil }
    return read(entry, of: bytes)
  }

  private mutating func readSectorTable(_ bytes: Span<UInt8>) {
    let perSector = 1 << (sectorShift - 2)
    let sectorCount = (bytes.count - 1) >> sectorShift
    var lists = [(offset: 76, count: 109)]
    var next = bytes.doubleWord(at: 68) ?? Self.firstSpecialSector
    for _ in 0..<(sectorCount / (perSector * (perSector - 1)) + 1)
    where next < Self.firstSpecialSector {
      let offset = (next + 1) << sectorShift
      lists.append((offset, perSector - 1))
      next = bytes.doubleWord(at: offset + (perSector - 1) * 4) ?? Self.firstSpecialSector
    }
    sectors.reserveCapacity(sectorCount)
    for list in lists {
      for index in 0..<list.count where sectors.count < sectorCount {
        guard let sector = bytes.doubleWord(at: list.offset + index * 4),
          sector < Self.firstSpecialSector
        else { continue }
        for index in 0..<perSector where sectors.count < sectorCount {
          let value = bytes.doubleWord(at: (sector + 1) << sectorShift + index * 4)
          sectors.append(UInt32(truncatingIfNeeded: value ?? Self.firstSpecialSector))
        }
      }
    }
  }

  private mutating func readDirectory(_ bytes: Span<UInt8>) {
    guard let start = bytes.doubleWord(at: 48) else { return }
    let table = readChain(from: start, size: Self.entryLimit * 128, of: bytes)
    let fields = table.span
    entries = (0..<(table.count / 128)).map { index in
      let base = index * 128
      var entry = Entry()
      let length = min(max((fields.word(at: base + 64) ?? 0) - 2, 0), 62)
      var name: [UInt8] = []
      CodePage.decodeUTF16(fields.extracting(base..<(base + length)), into: &name)
      entry.name = String(decoding: name, as: UTF8.self).lowercased()
      entry.kind = fields[base + 66]
      entry.child = fields.doubleWord(at: base + 76) ?? 0
      entry.start = fields.doubleWord(at: base + 116) ?? 0
      entry.size = fields.doubleWord(at: base + 120) ?? 0
      return entry
    }
    var seen = [Bool](repeating: false, count: entries.count)
    if !seen.isEmpty { seen[0] = true }
    for storage in entries.indices where entries[storage].kind != Self.streamKind {
      entries[storage].children = siblings(from: entries[storage].child, fields, &seen)
    }
  }

  /// Returns the entries of a binary tree in order; skips entries that were seen in another tree.
  private func siblings(from root: Int, _ fields: Span<UInt8>, _ seen: inout [Bool]) -> [Int] {
    var (result, path, next): ([Int], [Int], Int) = ([], [], root)
    while true {
      while seen.indices.contains(next), !seen[next] {
        seen[next] = true
        path.append(next)
        next = fields.doubleWord(at: next * 128 + 68) ?? .max
      }
      guard let entry = path.popLast() else { return result }
      if entries[entry].kind != 0 { result.append(entry) }
      next = fields.doubleWord(at: entry * 128 + 72) ?? .max
    }
  }

  /// Reads a chain of sectors; copies adjacent sectors together.
  private mutating func readChain(from start: Int, size: Int, of bytes: Span<UInt8>) -> [UInt8] {
    var content: [UInt8] = []
    let wanted = min(size, remaining, bytes.count)
    content.reserveCapacity(size == .max ? 0 : wanted)
    var sector = start
    while content.count < wanted, sector < sectors.count {
      let first = sector
      var length = 1 << sectorShift
      while sectors[sector] == sector + 1, sector + 1 < sectors.count,
        content.count + length < wanted
      {
        sector += 1
        length += 1 << sectorShift
      }
      let range = bytes.clamped((first + 1) << sectorShift, min(length, wanted - content.count))
      if range.isEmpty { break }
      content.append(bytes.extracting(range))
      sector = Int(sectors[sector])
    }
    remaining -= content.count
    return content
  }

  private mutating func readMiniChain(from start: Int, size: Int) -> [UInt8] {
    var content: [UInt8] = []
    let wanted = min(size, remaining, miniStream.count)
    content.reserveCapacity(wanted)
    var sector = start
    while content.count < wanted, sector < miniSectors.count {
      let range = miniStream.span.clamped(
        sector << miniSectorShift, min(1 << miniSectorShift, wanted - content.count))
      if range.isEmpty { break }
      content.append(contentsOf: miniStream[range])
      sector = Int(miniSectors[sector])
    }
    remaining -= content.count
    return content
  }
}
