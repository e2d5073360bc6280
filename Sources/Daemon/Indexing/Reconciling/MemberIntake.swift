import ContentTypes
import IndexStorage
import MediaTypes
import FileSelection
import LinuxSystem
import TextExtraction

/// Takes the members of a container while it is read, and writes them.
///
/// Where fresh work must not wait, it keeps the members until the container is read, if they are
/// small together. Otherwise it writes each at once, so that no container is in memory as a whole.
final class MemberIntake {
  private let path: FilePath
  private let status: FileStatus
  private let session: IndexSession
  private let selection: FolderSelection?
  private let isBuffering: Bool
  private var buffer: [ContainerMember] = []
  private var size = 0
  private var writer: ContainerWriter?
  /// Whether only the messages come that were appended to a mailbox since it was read.
  var isGrowing = false
  /// Why a member could not be written.
  private(set) var error: (any Error)?
  /// Whether the members are large work; see ``Reconciler/largeText``.
  private(set) var isTooLarge = false

  /// More members than this are large work.
  private static let bufferedCount = 200

  /// - Parameters:
  ///   - path: the container.
  ///   - status: its status.
  ///   - session: the index.
  ///   - selection: the rules of its folder; nil if it lies in no root.
  ///   - isBuffering: whether to keep the members until ``finish()``.
  init(
    of path: FilePath, _ status: FileStatus, in session: IndexSession,
    _ selection: FolderSelection?, isBuffering: Bool
  ) {
    (self.path, self.status, self.session) = (path, status, session)
    (self.selection, self.isBuffering) = (selection, isBuffering)
  }

  /// Whether a member's text was cut, and another reading may index more of it.
  private(set) var isCut = false

  /// Whether no more members are taken.
  var isStopped: Bool { isTooLarge || error != nil }

  /// Whether a member has to be read that has no text yet: the rules include it, and the index does not
  /// have it as it is.
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

  /// Takes a member.
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

  /// Writes the members that were kept back, and removes the members that the container no longer
  /// has.
  ///
  /// - Parameter isStopped: whether to stop removing; asked after some hundred members.
  /// - Returns: whether it came to its end; otherwise the container is marked to be read again.
  /// - Throws: the errors of SQLite.
  func finish(isStopped: () -> Bool) throws -> Bool {
    for member in buffer { try write(member) }
    buffer = []
    if try isGrowing || writer == nil && !session.writer().hasMembers(path) { return true }
    session.countWrite()
    // Where nothing was written, all members are gone.
    let writer = try writer ?? ContainerWriter(path, session.writer())
    if try writer.finish(isStopped: isStopped) { return true }
    if let stored = try session.writer().storedFile(at: path) {
      try session.writer().markUnfinished(stored.id)
    }
    return false
  }

  /// Whether a rule leaves the member out, or it is a private key.
  private func isLeftOut(_ member: ContainerMember) -> Bool {
    guard let selection else { return true }
    let verdict = selection.verdict(
      onMember: member.path.flatMap(\.self), of: path.name, size: member.document.status.size)
    if !verdict.isIncluded { return true }
    return !selection.includesSecrets && PrivateKeyHeader.find(in: member.document.text) != nil
  }

  /// Whether the content of a member shows that it is a secret, as its name suggests.
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
    // If the index refuses a member, its container is to blame.
    if session.batch.paths.last != path { session.willWrite(path) }
    if try writer?.write(member.document, at: member.path) == true { session.countWrite() }
    if !isBuffering { try session.commitIfDue(hasFresh: false) }
  }

  /// Members have a container in the index, even if it ends before it is read to its end.
  private func begin() throws {
    let writer = try session.writer()
    let stored = try writer.storedFile(at: path)
    // Members that are committed before their mailbox would come a second time.
    if isGrowing, !isBuffering, let stored { try writer.markUnfinished(stored.id) }
    if stored == nil {
      var document = Document(status: status, type: MediaType(fileName: path.name).name)
      document.extractor = Document.unfinished
      document.state = .partial
      document.note = "Its members are being read."
      session.willWrite(path)
      try writer.replace(document, at: path)
      session.countWrite()
    }
    self.writer = ContainerWriter(path, writer, isGrowing: isGrowing)
  }
}
