import LinuxSystem

/// What a person had forgotten although it is still there, and the file that remembers it.
///
/// The file lies in the state folder, has a `file:` URI a line, and is replaced as a whole.
struct ForgottenPaths {
  private(set) var paths: Set<FilePath> = []
  private let file: FilePath

  /// Reads the file; without one nothing was forgotten, and a line that is no URI is passed over.
  init(in state: FilePath) throws(SystemError) {
    file = state.appending("forgotten")
    do throws(SystemError) {
      let descriptor = try FileDescriptor(openingOwn: file)
      let text = try descriptor.read(
        upTo: .max, expecting: Int(clamping: descriptor.status().size))
      let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
      paths = Set(lines.compactMap { FilePath(uri: String($0)) })
    } catch {
      guard error.isMissing else { throw error }
    }
  }

  /// Remembers a path instead of those below it.
  mutating func insert(_ path: FilePath) throws(SystemError) {
    try replace(paths.filter { !$0.isInside(path) }.union([path]))
  }

  /// Remembers nothing of a path and of what is below it.
  mutating func remove(_ path: FilePath) throws(SystemError) {
    try replace(paths.filter { !$0.isInside(path) })
  }

  /// Gives the paths the names they have after a rename.
  ///
  /// - Returns: whether one has another name.
  mutating func rename(_ origin: FilePath, to target: FilePath) throws(SystemError) -> Bool {
    guard paths.contains(where: { $0.isInside(origin) }) else { return false }
    try replace(Set(paths.map { $0.moving(from: origin, to: target) }))
    return true
  }

  /// Remembers what was exchanged by both paths.
  ///
  /// A program that saves by an exchange puts a new file in the place of the old one, which it removes
  /// by its new path; what was forgotten must not come back by either.
  ///
  /// - Returns: whether there is another path to remember.
  mutating func exchange(_ one: FilePath, with other: FilePath) throws(SystemError) -> Bool {
    let new = paths.union(
      paths.map { path in
        path.isInside(one) ? path.moving(from: one, to: other) : path.moving(from: other, to: one)
      })
    if new == paths { return false }
    try replace(new)
    return true
  }

  private mutating func replace(_ new: Set<FilePath>) throws(SystemError) {
    if new == paths { return }
    if new.isEmpty {
      try file.removeFile()
    } else {
      let draft = file.parent.appending("forgotten.new")
      try FileDescriptor.replaceFile(
        at: draft, with: Array(new.sorted().map { "\($0.uri)\n" }.joined().utf8))
      try draft.rename(to: file)
    }
    paths = new
  }
}
