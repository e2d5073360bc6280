package import LinuxSystem

/// The forgotten paths that still exist, the documents that are not erased yet, and the file that
/// stores both.
///
/// The file lies in the state folder, has a `file:` URI a line, and is replaced as a whole, also on
/// a full disk.
package struct ForgottenPaths {
  private(set) var names = ForgottenNames()
  private let file: ReservedFile
  /// Whether the file has the ``names``.
  private var isWritten = true
  /// When names were last looked for that nothing has.
  private var lookedAt = UnixTime.epoch

  /// The names to leave out.
  package var paths: Set<FilePath> { names.paths }

  /// The paths whose documents are not known to be erased yet.
  package var unerased: Set<FilePath> { names.unerased }

  /// Reads the file; without one nothing was forgotten, and a line that is no URI is passed over.
  package init(in state: FilePath) throws(SystemError) {
    file = ReservedFile(at: state.appending("forgotten"))
    names = ForgottenNames(text: String(decoding: try file.contents(), as: UTF8.self))
    file.prepare()
  }

  /// Remembers other names, in one write: after a failure or a death these or the ones before.
  ///
  /// - Throws: the errors of writing the file; then nothing is changed.
  mutating func replace(with new: ForgottenNames) throws(SystemError) {
    try write(new)
    names = new
  }

  /// Remembers other names, where the file cannot be written in memory only; see ``writeChanges()``.
  ///
  /// - Throws: the errors of writing the file; the names are remembered all the same.
  mutating func adopt(_ new: ForgottenNames) throws(SystemError) {
    if new != names { isWritten = false }
    names = new
    try writeChanges()
  }

  /// Remembers the new names as well as the old after a rename; see
  /// ``ForgottenNames/rename(_:to:isFolder:at:isGone:)``.
  ///
  /// Where the file cannot be written, they are remembered all the same; see ``writeChanges()``.
  ///
  /// - Returns: whether the names are others than before.
  mutating func rename(
    _ origin: FilePath, to target: FilePath, isFolder: Bool = false, at second: UnixTime,
    isGone: (FilePath) -> Bool
  ) -> Bool {
    if names.paths.isEmpty, names.unerased.isEmpty { return false }
    return change { names in
      names.rename(origin, to: target, isFolder: isFolder, at: second, isGone: isGone)
    }
  }

  /// Drops names that a rename left long ago, as ``ForgottenNames`` does; looks once an hour at most.
  ///
  /// - Returns: whether the names are others than before.
  mutating func dropOld(at second: UnixTime, isGone: (FilePath) -> Bool) -> Bool {
    if names.followed.isEmpty || abs((second - lookedAt).components.seconds) < 3_600 {
      return false
    }
    lookedAt = second
    return change { $0.dropOld(at: second, isGone: isGone) }
  }

  /// Writes the file if it could not be written when names changed.
  mutating func writeChanges() throws(SystemError) {
    if !isWritten { try write(names) }
  }

  private mutating func change(_ body: (inout ForgottenNames) -> Void) -> Bool {
    let old = names
    body(&names)
    // The order of names alone is not worth a write.
    if names.paths == old.paths, names.unerased == old.unerased { return false }
    isWritten = false
    try? writeChanges()
    return true
  }

  private mutating func write(_ new: ForgottenNames) throws(SystemError) {
    if !isWritten || new != names { try file.write(Array(new.text.utf8)) }
    isWritten = true
  }
}
