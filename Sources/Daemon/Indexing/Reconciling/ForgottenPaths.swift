package import LinuxSystem

/// The excluded names of forgotten files, the paths whose documents are not yet erased, and the
/// file that stores both.
///
/// The file is in the state folder and has one `file:` URI per line. It is replaced as a whole,
/// even if the disk is full.
package struct ForgottenPaths {
  private(set) var names = ForgottenNames()
  private let file: ReservedFile
  /// Whether the file on disk has the current ``names``.
  private var isWritten = true
  /// When the names were last checked for those that no file has.
  private var lookedAt = UnixTime.epoch

  /// The excluded names.
  package var paths: Set<FilePath> { names.paths }

  /// The paths whose documents may not be erased yet.
  package var unerased: Set<FilePath> { names.unerased }

  /// Reads the file; if it is missing, nothing is forgotten; lines that are not URIs are skipped.
  package init(in state: FilePath) throws(SystemError) {
    file = ReservedFile(at: state.appending("forgotten"))
    names = ForgottenNames(text: String(decoding: try file.contents(), as: UTF8.self))
    file.prepare()
  }

  /// Replaces the names in one write; after a crash, the file has either the old or the new names.
  ///
  /// - Throws: the errors of writing the file; then the names stay as they were.
  mutating func replace(with new: ForgottenNames) throws(SystemError) {
    try write(new)
    names = new
  }

  /// Replaces the names in memory, and in the file if it can be written; see ``writeChanges()``.
  ///
  /// - Throws: the errors of writing the file; the names in memory are replaced all the same.
  mutating func adopt(_ new: ForgottenNames) throws(SystemError) {
    if new != names { isWritten = false }
    names = new
    try writeChanges()
  }

  /// Adds the new names after a rename, beside the old ones; see
  /// ``ForgottenNames/rename(_:to:isFolder:at:isGone:)``.
  ///
  /// If the file cannot be written, only the names in memory change; see ``writeChanges()``.
  ///
  /// - Returns: whether the names have changed.
  mutating func rename(
    _ origin: FilePath, to target: FilePath, isFolder: Bool = false, at second: UnixTime,
    isGone: (FilePath) -> Bool
  ) -> Bool {
    if names.paths.isEmpty, names.unerased.isEmpty { return false }
    return change { names in
      names.rename(origin, to: target, isFolder: isFolder, at: second, isGone: isGone)
    }
  }

  /// Drops old names from renames, at most once an hour; see ``ForgottenNames/dropOld(at:isGone:)``.
  ///
  /// - Returns: whether the names have changed.
  mutating func dropOld(at second: UnixTime, isGone: (FilePath) -> Bool) -> Bool {
    if names.followed.isEmpty || abs((second - lookedAt).components.seconds) < 3_600 {
      return false
    }
    lookedAt = second
    return change { $0.dropOld(at: second, isGone: isGone) }
  }

  /// Writes the file if writing failed when the names changed.
  mutating func writeChanges() throws(SystemError) {
    if !isWritten { try write(names) }
  }

  private mutating func change(_ body: (inout ForgottenNames) -> Void) -> Bool {
    let old = names
    body(&names)
    // A change only in the order of names is not worth a write.
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
