import DocumentReaders

/// Reads the members of an archive, one after the other.
struct ArchiveWalk {
  enum Step {
    case `continue`
    case end
  }

  /// The number of headers that are read at most, including headers of folders and links.
  static let mostHeaders = 100_000
  /// Reading ends after this number of damaged headers.
  private static let mostDamages = 100
  private static let pieceSize = 32 << 10

  /// Why the archive was not read completely, although reading goes on where it can; nil if it was.
  var failure: ReadingFailure? { gravest.failure }
  /// Whether there was any member.
  var hasHeaders: Bool { headers > 0 }
  private let isStreamed: Bool
  private var gravest = GravestFailure()
  private var paths: MemberPaths
  private var budget: UnpackingBudget
  private var headers = 0
  private var members = 0
  private var damages = 0
  /// The names of members whose content is not read, one a line.
  private var names: [UInt8] = []

  /// Prepares to read an archive.
  ///
  /// - Parameters:
  ///   - paths: the paths of the members.
  ///   - budget: how many bytes of all members together may be unpacked.
  ///   - isStreamed: whether libarchive unpacks a skipped member, whatever the format.
  init(paths: MemberPaths, budget: UnpackingBudget, isStreamed: Bool) {
    (self.paths, self.budget, self.isStreamed) = (paths, budget, isStreamed)
  }

  /// Reads the next member.
  mutating func step(_ archive: inout ArchiveHandle, into sink: inout some DocumentSink) -> Step {
    switch archive.nextHeader() {
    case .member: break
    case .end: return .end
    case .damagedMember(let failure):
      fail(failure)
      damages += 1
      return damages < Self.mostDamages ? .continue : .end
    case .damagedRest(let failure):
      fail(failure)
      return .end
    }
    headers += 1
    if headers > Self.mostHeaders {
      fail(.memberLimit)
      return .end
    }
    let skipsForFree = archive.skipsForFree && !isStreamed
    guard archive.isFile else { return skip(&archive, skipsForFree) }
    if members < ArchiveReader.mostMembers, budget.remaining > 0 {
      members += 1
      return read(&archive, skipsForFree, into: &sink)
    }
    if members == ArchiveReader.mostMembers {
      fail(.memberLimit)
    } else if archive.size != 0 {
      fail(.sizeLimit)
    }
    add(name: paths.next(of: archive).path, to: &sink)
    return skip(&archive, skipsForFree)
  }

  /// Gives the remaining names to the sink, and checks for encrypted names of members.
  mutating func finish(_ archive: borrowing ArchiveHandle, into sink: inout some DocumentSink) {
    flush(to: &sink)
    if archive.hasEncryptedMembers { fail(.encrypted) }
  }

  private mutating func read(
    _ archive: inout ArchiveHandle, _ skipsForFree: Bool, into sink: inout some DocumentSink
  ) -> Step {
    let (path, checksum) = paths.next(of: archive)
    let member = DocumentMember(
      path: path, size: archive.size, modified: archive.modified, checksum: checksum)
    let isEncrypted = archive.isEncrypted
    let isWanted = sink.begin(member) && !isEncrypted
    defer { sink.endMember() }
    if isEncrypted {
      fail(.encrypted)
      sink.fail(.encrypted)
    }
    guard isWanted, sink.wantsContent else { return skip(&archive, skipsForFree) }
    var isOver = false
    let ending = archive.forEachPiece { piece in
      let count = budget.take(piece.count)
      if count > 0 { sink.add(content: piece.extracting(first: count)) }
      isOver = count < piece.count
      return !isOver && sink.wantsMore && sink.wantsContent
    }
    if isOver { sink.fail(.sizeLimit) }
    switch ending {
    case .stopped where !isOver && sink.wantsMore: return skip(&archive, skipsForFree)
    case .damaged(let failure): sink.fail(failure)
    case .stopped, .complete: break
    }
    return proceed(after: ending, skipsForFree, wantsMore: sink.wantsMore)
  }

  /// Moves to the end of a member without giving its content to the sink.
  private mutating func skip(_ archive: inout ArchiveHandle, _ skipsForFree: Bool) -> Step {
    if skipsForFree { return .continue }
    let ending = archive.forEachPiece { budget.take($0.count) == $0.count }
    return proceed(after: ending, skipsForFree, wantsMore: true)
  }

  private mutating func proceed(
    after ending: ArchiveHandle.Ending, _ skipsForFree: Bool, wantsMore: Bool
  ) -> Step {
    switch ending {
    case .complete: return .continue
    case .damaged(let failure):
      fail(failure)
      return .continue
    case .stopped:
      if !wantsMore { return .end }
      fail(.sizeLimit)
      return skipsForFree ? .continue : .end
    }
  }

  private mutating func add(name: [UInt8], to sink: inout some DocumentSink) {
    names += String(decoding: name, as: UTF8.self).utf8
    names.append(0x0a)
    if names.count >= Self.pieceSize { flush(to: &sink) }
  }

  private mutating func flush(to sink: inout some DocumentSink) {
    if !names.isEmpty { sink.add(text: names.span) }
    names.removeAll(keepingCapacity: true)
  }

  private mutating func fail(_ failure: ReadingFailure) { gravest.add(failure) }
}
