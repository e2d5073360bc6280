import ExtractionProtocol

/// Reads data files of Outlook, `.pst` and `.ost`: the messages, people, events, tasks and notes of all folders.
///
/// Source: MS-PST.
public enum OutlookDataFileReader {
  /// Reads a data file.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - start: the position at which to begin, which an earlier reading of the same file has given; 0 to read
  ///     all.
  ///   - sink: gets a member for each item. The path of a message is its Message-ID in angle brackets, or "@"
  ///     and the number of its node; another item has its title and this number. The sink gets a position
  ///     (``DocumentSink/didRead(before:)``) after each item.
  /// - Throws: `damaged` after everything readable was given to the sink; `unsupported` for versions that are
  ///   not known; `encrypted` for files of an organization.
  public static func read(
    _ bytes: Span<UInt8>, from start: Int = 0, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var file = try OutlookDataFile(bytes)
    var nodes = try DataFileNodes(of: file, in: bytes)
    var damage: String?
    while sink.wantsMore, let entry = nodes.next(in: &file, bytes) {
      guard entry.isItem, nodes.position > start else { continue }
      damage = damage ?? file.takeDamage()
      read(entry, &file, bytes, into: &sink)
      // A hostile tree may have more entries than the file has bytes.
      if sink.wantsMore { sink.didRead(before: min(nodes.position, bytes.count)) }
    }
    if let damage = damage ?? file.takeDamage() { throw .damaged(damage) }
  }

  private static func read(
    _ entry: DataFileNodes.Entry, _ file: inout OutlookDataFile, _ bytes: Span<UInt8>,
    into sink: inout some DocumentSink
  ) {
    let item = file.properties(of: .node(entry.node), declared: [], in: bytes)
    let kind = OutlookReader.kind(of: item, &file, of: bytes)
    let member = DocumentMember(
      path: path(of: item, kind, entry.number, &file, bytes), type: kind.type,
      modified: OutlookReader.time(item.time(.changeTime)))
    if sink.begin(member) {
      OutlookReader.readMessage(item, depth: 0, &file, of: bytes, into: &sink)
      if let damage = file.takeDamage() { sink.fail(.damaged(damage)) }
    }
    sink.endMember()
  }

  /// Returns a name for an item that no other item of the file has.
  private static func path(
    of item: OutlookProperties<OutlookDataFile>, _ kind: OutlookItemKind, _ number: Int,
    _ file: inout OutlookDataFile, _ bytes: Span<UInt8>
  ) -> [UInt8] {
    if kind == .message {
      let identifier = OutlookReader.identifier(of: item, &file, of: bytes)
      return Array((identifier.isEmpty ? "@\(number)" : "<\(identifier)>").utf8)
    }
    let title = OutlookReader.subject(of: item, &file, of: bytes)
    return Array("\(title.replacing("/", with: "_")) \(number)\(kind.suffix)".utf8)
  }
}
