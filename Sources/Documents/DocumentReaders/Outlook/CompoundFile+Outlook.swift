import CharacterEncodings

/// A message that Outlook has saved as a file: its properties are streams, and a stream of small values.
///
/// Source: MS-OXMSG.
extension CompoundFile: OutlookStore {
  private static let streamPrefix = "__substg1.0_"

  /// A storage with properties.
  struct Item {
    let storage: Int
    /// The size of the header before the small values: 32 bytes in the main message, 24 in an attached
    /// message, 8 in recipients and attachments.
    let headerSize: Int
  }

  /// Returns the properties of a storage.
  mutating func properties(
    of item: Item, declared: [CharacterEncoding], in bytes: Span<UInt8>
  ) -> OutlookProperties<Self> {
    var (numbers, values): ([Int: UInt64], [Int: Int]) = ([:], [:])
    var (recipients, attachments): ([Item], [Item]) = ([], [])
    var lists: [Int: [(index: Int, entry: Int)]] = [:]
    var fixed: [UInt8] = []
    for entry in children(of: item.storage) {
      let name = name(of: entry)
      if name.hasPrefix(Self.streamPrefix) {
        let parts = name.dropFirst(Self.streamPrefix.count).split(separator: "-", maxSplits: 1)
        guard let tag = parts.first.flatMap({ Int($0, radix: 16) }) else { continue }
        if parts.count == 1 {
          values[tag] = entry
        } else if let index = Int(parts[1], radix: 16) {
          lists[tag & ~OutlookType.list, default: []].append((index, entry))
        }
      } else if name.hasPrefix("__recip_version") {
        recipients.append(Item(storage: entry, headerSize: 8))
      } else if name.hasPrefix("__attach_version") {
        attachments.append(Item(storage: entry, headerSize: 8))
      } else if name == "__properties_version1.0" {
        fixed = read(entry, of: bytes)
      }
    }
    for offset in stride(from: item.headerSize, to: fixed.count - 15, by: 16) {
      guard let tag = fixed.span.doubleWord(at: offset),
        let value = fixed.span.quadWord(at: offset + 8)
      else { break }
      numbers[tag] = value
    }
    return OutlookProperties(
      numbers: numbers, values: values,
      lists: lists.mapValues { $0.sorted { $0.index < $1.index }.map(\.entry) },
      recipients: recipients, attachments: attachments, declared: declared)
  }

  /// Returns the message in a storage; nil for a stream.
  func message(in value: Int) -> Item? {
    isStream(value) ? nil : Item(storage: value, headerSize: 24)
  }

  /// Returns the content of a stream.
  mutating func content(of value: Int, in bytes: Span<UInt8>) -> [UInt8] {
    read(value, of: bytes)
  }

  /// Returns the size of a stream.
  func size(of value: Int, in bytes: Span<UInt8>) -> Int { size(of: value) }

  /// Gives the content of a stream to a sink.
  mutating func give(_ value: Int, in bytes: Span<UInt8>, to sink: inout some DocumentSink) {
    sink.add(pieces: read(value, of: bytes).span)
  }

  /// Returns the numbers of the properties with names.
  mutating func names(in bytes: Span<UInt8>) -> OutlookNames {
    if let outlookNames { return outlookNames }
    guard let storage = entry("__nameid_version1.0") else { return OutlookNames() }
    func stream(_ number: String) -> [UInt8] {
      read(Self.streamPrefix + number + "0102", in: storage, of: bytes) ?? []
    }
    let (entries, sets, texts) = (stream("0003"), stream("0002"), stream("0004"))
    let names = OutlookNames(entries: entries.span, sets: sets.span, texts: texts.span)
    outlookNames = names
    return names
  }
}
