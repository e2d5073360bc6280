package import LinuxSystem

/// What a person had forgotten although it is still there, and the file that remembers it.
///
/// The file lies in the state folder, has a `file:` URI a line, and is replaced as a whole.
package struct ForgottenPaths {
  private(set) var names = ForgottenNames()
  private let file: FilePath

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

  /// Remembers a path instead of those below it.
  mutating func insert(_ path: FilePath) throws(SystemError) {
    var names = names
    names.insert(path)
    try replace(names)
  }

  /// Remembers nothing of a path and of what is below it.
  mutating func remove(_ path: FilePath) throws(SystemError) {
    var names = names
    names.remove(path)
    try replace(names)
  }

  /// Remembers the new names as well as the old after a rename; see ``ForgottenNames``.
  ///
  /// - Parameters:
  ///   - origin: the old path of a file or folder.
  ///   - target: its new path.
  ///   - isFolder: whether it is a folder, which is a copy of nothing.
  ///   - isGone: whether nothing has a name any more.
  /// - Returns: whether the names are others than before.
  /// - Throws: what writing the file fails with.
  mutating func rename(
    _ origin: FilePath, to target: FilePath, isFolder: Bool = false, isGone: (FilePath) -> Bool
  ) throws(SystemError) -> Bool {
    if names.paths.isEmpty { return false }
    var names = names
    names.rename(origin, to: target, isFolder: isFolder, isGone: isGone)
    let hasChanged = names.paths != paths
    try replace(names)
    return hasChanged
  }

  private mutating func replace(_ new: ForgottenNames) throws(SystemError) {
    if new.paths.isEmpty {
      if !paths.isEmpty { try file.removeFile() }
    } else if new.paths != paths {
      // The order of names alone is not worth a write.
      let draft = file.parent.appending("forgotten.new")
      try FileDescriptor.replaceFile(at: draft, with: Array(new.text.utf8))
      try draft.rename(to: file)
    }
    names = new
  }
}
