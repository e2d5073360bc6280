import ContentTypes
import IndexStorage
import MediaTypes
import FileSelection
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
  private let selection: FolderSelection?
  private let isBuffering: Bool
  private var buffer: [ContainerMember] = []
  private var size = 0
  private var writer: ContainerWriter?
  /// Whether only messages are received that were appended to a mailbox since its last reading.
  var isGrowing = false
  /// The error of writing or looking up a member; nil if there was none.
  private(set) var error: (any Error)?
  /// Whether the members are large work; see ``Reconciler/largeText``.
  private(set) var isTooLarge = false

  /// The most members that are buffered; more are large work.
  private static let bufferedCount = 200

  /// - Parameters:
  ///   - path: the container.
  ///   - status: its status.
  ///   - session: the index.
  ///   - selection: the rules of its folder; nil if it is in no root.
  ///   - isBuffering: whether to buffer the members until ``finish(isStopped:)``.
  init(
    of path: FilePath, _ status: FileStatus, in session: IndexSession,
    _ selection: FolderSelection?, isBuffering: Bool
  ) {
    (self.path, self.status, self.session) = (path, status, session)
    (self.selection, self.isBuffering) = (selection, isBuffering)
  }

  /// Whether the text of a member was cut, and more of it may be indexed later.
  private(set) var isCut = false

  /// Whether further members are ignored.
  var isStopped: Bool { isTooLarge || error != nil }

  /// Whether the text of a member has to be read: the rules include the member, and the index does
  /// not have it in this version.
  func needsReading(_ member: ContainerMember) -> Bool {
    if isStopped || isLeftOut(member) { return false }
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
    if isStopped || isLeftOut(member) || holdsSecret(member) { return }
    if member.document.extractor == Document.unfinished { isCut = true }
    guard isBuffering else {
      do { try write(member) } catch { self.error = error }
      return
    }
    size += member.document.text.count
    buffer.append(member)
    if size > Reconciler.largeText || buffer.count > Self.bufferedCount {
      isTooLarge = true
      buffer = []
    }
  }

  /// Writes the buffered members, and removes from the index those that the container no longer
  /// has.
  ///
  /// - Parameter isStopped: whether to stop removing; called once per few hundred members.
  /// - Returns: whether all was removed; otherwise the container is marked to be read again.
  /// - Throws: the errors of SQLite.
  func finish(isStopped: () -> Bool) throws -> Bool {
    for member in buffer { try write(member) }
    buffer = []
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

  /// Whether a rule excludes a member, or its text is that of a private key.
  private func isLeftOut(_ member: ContainerMember) -> Bool {
    guard let selection else { return true }
    let verdict = selection.verdict(
      onMember: member.path.flatMap(\.self), of: path.name, size: member.document.status.size)
    if !verdict.isIncluded { return true }
    return !selection.includesSecrets && PrivateKeyHeader.find(in: member.document.text) != nil
  }

  /// Whether the content of a member with a suspicious name shows that it is a secret.
  private func holdsSecret(_ member: ContainerMember) -> Bool {
    guard let selection, !selection.includesSecrets,
      let secret = selection.ambiguousSecret(
        onMember: member.path.flatMap(\.self), of: path.name)
    else { return false }
    return secret.isSecret(
      text: member.document.text, beginning: member.document.status.size == 0 ? [] : nil)
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
