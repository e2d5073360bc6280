import IndexStorage
import MediaTypes
import LinuxSystem
import TextExtraction

/// Receives the members of a container while it is read, and writes them to the index.
///
/// If fresh work must not wait, the members are buffered until the container is read, as long as they are few
/// and small. Otherwise each is written at once, so that no container is in memory as a whole.
final class MemberIntake {
  private let path: FilePath
  private let status: FileStatus
  private let session: IndexSession
  private let isBuffering: Bool
  private var buffer: MemberBuffer
  private var writer: ContainerWriter?
  /// Whether only messages are received that were appended to a mailbox since its last reading.
  var isGrowing = false
  /// The error of writing or looking up a member; nil if there was none.
  private(set) var error: (any Error)?
  /// Whether the members are large work; see ``Reconciler/largeText``.
  var isTooLarge: Bool { buffer.isFull }

  /// - Parameters:
  ///   - path: the container.
  ///   - status: its status.
  ///   - session: the index.
  ///   - buffer: the buffer, which may have members that a reader has read.
  ///   - isBuffering: whether to buffer the members until ``finish(isStopped:)``.
  init(
    of path: FilePath, _ status: FileStatus, in session: IndexSession, _ buffer: MemberBuffer,
    isBuffering: Bool
  ) {
    (self.path, self.status, self.session) = (path, status, session)
    (self.buffer, self.isBuffering) = (buffer, isBuffering)
    isCut = buffer.members.contains(where: \.isUnfinished)
  }

  /// Whether the text of a member was cut, and more of it may be indexed later.
  private(set) var isCut: Bool

  /// Whether further members are ignored.
  var isStopped: Bool { isTooLarge || error != nil }

  /// Whether the text of a member has to be read: the rules include the member, and the index does
  /// not have it in this version.
  func needsReading(_ member: ContainerMember) -> Bool {
    if isStopped || buffer.isLeftOut(member) { return false }
    do {
      if writer == nil, try session.writer().storedFile(at: path) != nil {
        try begin()
      }
      let document = member.document
      let isKept = try writer?.keep(
        document.status, extractor: document.extractor, at: member.path)
      return isKept != true
    } catch {
      self.error = error
      return false
    }
  }

  /// Receives a member with its text.
  func take(_ member: ContainerMember) {
    if isStopped || buffer.isLeftOut(member) || buffer.holdsSecret(member) { return }
    if member.isUnfinished { isCut = true }
    guard !isBuffering else { return buffer.append(member) }
    do { try write(member) } catch { self.error = error }
  }

  /// Writes the buffered members, and removes from the index those that the container no longer
  /// has.
  ///
  /// - Parameter isStopped: whether to stop removing; called once per few hundred members.
  /// - Returns: whether all was removed; otherwise the container is marked to be read again.
  /// - Throws: the errors of SQLite.
  func finish(isStopped: () -> Bool) throws -> Bool {
    for member in buffer.takeMembers() { try write(member) }
    if try isGrowing || writer == nil && !session.writer().hasMembers(path) { return true }
    session.countWrite()
    // If no member was written, all members are gone.
    let writer = try writer ?? ContainerWriter(path, session.writer())
    if try writer.finish(isStopped: isStopped) { return true }
    if let stored = try session.writer().storedFile(at: path) {
      try session.writer().markUnfinished(stored.id)
    }
    return false
  }

  private func write(_ member: ContainerMember) throws {
    if writer == nil { try begin() }
    // If the index refuses a member, its container is suspected.
    if session.batch.paths.last != path { session.batch.add(path) }
    if try writer?.write(member.document, at: member.path) == true { session.countWrite() }
    if !isBuffering { try session.commitIfDue(hasFresh: false) }
  }

  /// Writes an entry for the container first: members need one, even if its reading ends early.
  private func begin() throws {
    let writer = try session.writer()
    let stored = try writer.storedFile(at: path)
    // New messages may be committed before their mailbox. If it were not marked, they would be added twice.
    if isGrowing, !isBuffering, let stored { try writer.markUnfinished(stored.id) }
    if stored == nil {
      var document = Document(status: status, type: MediaType(fileName: path.name).name)
      document.extractor = Document.unfinished
      document.state = .partial
      document.note = "Its members are being read."
      session.batch.add(path)
      try writer.replace(document, at: path)
      session.countWrite()
    }
    self.writer = ContainerWriter(path, writer, isGrowing: isGrowing)
  }
}
