import FileSelection
import LinuxSystem

/// The names that are excluded because a person had them forgotten.
///
/// A path that a person named is kept for ever: an editor may rename the old file to a backup and
/// write a new file under the old name. The new name of a renamed file is added, because it is the
/// same file. Names of copies (`diary.txt~`) need no entry: see
/// ``SelectionRules/forgottenPath(for:isFolder:)``. A name added after a rename is dropped once no
/// file has it, after ``memory`` or when there are many such names: another file may get the name
/// one day.
struct ForgottenNames: Equatable {
  /// If there are more names from renames than this, names that no file has are dropped.
  static let limit = 200
  /// The number of latest names that are kept in any case: an editor may be about to write the file again.
  static let newest = 20

  /// A name that was added after a rename.
  struct Followed: Equatable {
    let path: FilePath
    /// The time of its last rename; ``LinuxSystem/UnixTime/epoch`` if unknown.
    var second: UnixTime
  }

  /// How long a name from a rename is kept if no file has it.
  static let memory = Duration.seconds(86_400)

  /// The paths that a person named.
  private(set) var named: Set<FilePath> = []
  /// The names added after renames; the latest is last.
  private(set) var followed: [Followed] = []
  /// The paths whose documents may not be erased from the state folder yet; this alone does not
  /// exclude them.
  private(set) var unerased: Set<FilePath> = []
  /// If renames have added more names than this, the names that no file has are dropped.
  private var lookAt = limit

  /// All excluded names.
  var paths: Set<FilePath> { named.union(followed.map(\.path)) }

  /// Adds a path that a person named; it replaces all paths below it.
  mutating func insert(_ path: FilePath) {
    remove(path)
    named.insert(path)
  }

  /// Removes a path and all below it.
  mutating func remove(_ path: FilePath) {
    named = named.filter { !$0.isInside(path) }
    followed.removeAll { $0.path.isInside(path) }
    unerased = unerased.filter { !$0.isInside(path) }
  }

  /// Adds paths whose documents have to be erased.
  mutating func addUnerased(_ paths: [FilePath]) {
    unerased.formUnion(paths)
  }

  /// Removes paths whose documents have been erased.
  mutating func removeUnerased(_ paths: [FilePath]) {
    unerased.subtract(paths)
  }

  /// Follows a rename: both the old and the new names are excluded.
  ///
  /// A document that is not yet erased is to be erased under both names.
  ///
  /// O(names).
  ///
  /// - Parameters:
  ///   - origin: the old path of a file or folder.
  ///   - target: its new path.
  ///   - isFolder: whether it is a folder; a folder never counts as a copy of a file.
  ///   - second: the time of the rename.
  ///   - isGone: whether no file has a name any more; called only if there are many names.
  mutating func rename(
    _ origin: FilePath, to target: FilePath, isFolder: Bool = false, at second: UnixTime,
    isGone: (FilePath) -> Bool
  ) {
    let waiting = unerased
    if waiting.contains(where: origin.isInside) { unerased.insert(target) }
    for path in waiting where path.isInside(origin) {
      unerased.insert(path.moving(from: origin, to: target))
    }
    var rules = SelectionRules(roots: [])
    rules.forgotten = paths
    // A file excluded as a copy of another has no entry; only its old name excludes it.
    let renamed = rules.forgottenPath(for: origin, isFolder: isFolder).map { _ in [origin] } ?? []
    let moved = Set(renamed + rules.forgotten.filter { $0.isInside(origin) }).sorted()
    if moved.isEmpty { return }
    let known = Set(followed.map(\.path))
    let old = moved.filter(known.contains)
    let new = moved.map { $0.moving(from: origin, to: target) }
      .filter { !named.contains($0) && (known.contains($0) || !rules.leavesOutFor($0)) }
    let latest = Set(old + new)
    followed.removeAll { latest.contains($0.path) }
    followed += (old + new.filter { !old.contains($0) }).map { Followed(path: $0, second: second) }
    if followed.count > lookAt { dropGone(isGone) }
  }

  /// Drops names from renames that are older than ``memory`` and that no file has.
  ///
  /// - Parameters:
  ///   - second: the current time.
  ///   - isGone: whether no file has a name any more; called only for these old names.
  mutating func dropOld(at second: UnixTime, isGone: (FilePath) -> Bool) {
    followed.removeAll { $0.second + Self.memory <= second && isGone($0.path) }
  }

  private mutating func dropGone(_ isGone: (FilePath) -> Bool) {
    let kept = followed.suffix(Self.newest)
    followed = followed.dropLast(Self.newest).filter { !isGone($0.path) } + kept
    lookAt = max(Self.limit, followed.count * 2)
  }
}

extension SelectionRules {
  /// Whether a path is excluded because it, or a folder above it, was forgotten.
  fileprivate func leavesOutFor(_ path: FilePath) -> Bool {
    var place = path
    while !place.isRoot {
      if forgottenPath(for: place, isFolder: place != path) != nil { return true }
      place = place.parent
    }
    return false
  }
}

// MARK: - As text

extension ForgottenNames {
  /// The word after the URI of a name that was added after a rename.
  private static let mark = "renamed"
  /// The word after the URI of a path whose documents are not yet erased.
  private static let unerasedMark = "unerased"

  /// Parses ``text``; a line that is not a URI is skipped, and a time may be missing.
  init(text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let uri = words.first, let path = FilePath(uri: String(uri)) else { continue }
      if words.count == 1 {
        named.insert(path)
      } else if words[1] == Self.unerasedMark {
        unerased.insert(path)
      } else if words[1] == Self.mark, !followed.contains(where: { $0.path == path }) {
        followed.append(
          Followed(path: path, second: UnixTime(seconds: words.last.flatMap { Int64($0) } ?? 0)))
      }
    }
  }

  /// The text of the file, with one `file:` URI per line.
  ///
  /// A name added after a rename is followed by `renamed` and the time, a
  /// path whose documents are not yet erased by `unerased`.
  var text: String {
    (named.sorted().map { "\($0.uri)\n" }
      + followed.map { "\($0.path.uri) \(Self.mark) \($0.second.seconds)\n" }
      + unerased.sorted().map { "\($0.uri) \(Self.unerasedMark)\n" }).joined()
  }
}
