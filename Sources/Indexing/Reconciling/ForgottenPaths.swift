package import LinuxSystem

/// What a person had forgotten although it is still there, and the file that remembers it.
///
/// The file lies in the state folder, has a `file:` URI a line, and is replaced as a whole.
package struct ForgottenPaths {
  private(set) var names = ForgottenNames()
  private let file: FilePath
  /// Whether the file has the ``names``.
  private var isWritten = true
  /// When names were last looked for that nothing has.
  private var lookedAt = UnixTime.epoch

  /// The names to leave out.
  package var paths: Set<FilePath> { names.paths }

  /// Reads the file; without one nothing was forgotten, and a line that is no URI is passed over.
  package init(in state: FilePath) throws(SystemError) {
    file = state.appending("forgotten")
    do throws(SystemError) {
      let descriptor = try FileDescriptor(openingOwn: file)
      let text = try descriptor.read(
        upTo: .max, expecting: Int(clamping: descriptor.status().size))
      names = ForgottenNames(text: String(decoding: text, as: UTF8.self))
    } catch {
      guard error.isMissing else { throw error }
    }
  }

  /// Remembers other names, in one write: after a failure or a death these or the ones before.
  ///
  /// - Throws: what writing the file fails with; then nothing is changed.
  mutating func replace(with new: ForgottenNames) throws(SystemError) {
    try write(new)
    names = new
  }

  /// Remembers the new names as well as the old after a rename; see ``ForgottenNames``.
  ///
  /// Where the file cannot be written, they are remembered all the same; see ``writeChanges()``.
  ///
  /// - Parameters:
  ///   - origin: the old path of a file or folder.
  ///   - target: its new path.
  ///   - isFolder: whether it is a folder, which is a copy of nothing.
  ///   - second: when.
  ///   - isGone: whether nothing has a name any more.
  /// - Returns: whether the names are others than before.
  mutating func rename(
    _ origin: FilePath, to target: FilePath, isFolder: Bool = false, at second: UnixTime,
    isGone: (FilePath) -> Bool
  ) -> Bool {
    if names.paths.isEmpty { return false }
    return change { names in
      names.rename(origin, to: target, isFolder: isFolder, at: second, isGone: isGone)
    }
  }

  /// Drops names that a rename left long ago, as ``ForgottenNames`` does; looks once an hour at most.
  ///
  /// - Parameters:
  ///   - second: now.
  ///   - isGone: whether nothing has a name any more.
  /// - Returns: whether the names are others than before.
  mutating func dropOld(at second: UnixTime, isGone: (FilePath) -> Bool) -> Bool {
    if names.followed.isEmpty || abs((second - lookedAt).components.seconds) < 3_600 {
      return false
    }
    lookedAt = second
    return change { $0.dropOld(at: second, isGone: isGone) }
  }

  /// Writes the file where it could not be written when names changed.
  mutating func writeChanges() throws(SystemError) {
    if !isWritten { try write(names) }
  }

  private mutating func change(_ body: (inout ForgottenNames) -> Void) -> Bool {
    let old = paths
    body(&names)
    // The order of names alone is not worth a write.
    if paths == old { return false }
    isWritten = false
    try? writeChanges()
    return true
  }

  private mutating func write(_ new: ForgottenNames) throws(SystemError) {
    if !isWritten || new.paths != paths {
      if new.paths.isEmpty {
        try remove()
      } else {
        let draft = file.parent.appending("forgotten.new")
        try FileDescriptor.replaceFile(at: draft, with: Array(new.text.utf8))
        try draft.rename(to: file)
      }
    }
    isWritten = true
  }

  private func remove() throws(SystemError) {
    do throws(SystemError) {
      try file.removeFile()
    } catch {
      guard error.isMissing else { throw error }
    }
  }
}
