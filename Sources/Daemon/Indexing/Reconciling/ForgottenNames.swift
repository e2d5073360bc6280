import FileSelection
import LinuxSystem

/// The names that are to be left out because a person had something forgotten: a value.
///
/// A path that a person named stays for good: an editor may rename the old file to a backup and
/// write a new one under the old name. A name that a file got by a rename is added, because the
/// file is the same. Names of copies (`diary.txt~`) need no entry: see
/// ``SelectionRules/forgottenPath(for:isFolder:)``. A name that came by a rename, and that nothing
/// has any more, is dropped after ``memory``, or when there are many of them: another file may get
/// it one day.
struct ForgottenNames: Equatable {
  /// The number of names from renames that are kept without a look at whether anything has them.
  static let limit = 200
  /// The number of the newest that are kept in any case: an editor may be about to write the file again.
  static let newest = 20

  /// A name that a file got by a rename.
  struct Followed: Equatable {
    let path: FilePath
    /// When it was last renamed; ``LinuxSystem/UnixTime/epoch`` if that is not known.
    var second: UnixTime
  }

  /// How long such a name is kept that nothing has: a day.
  static let memory = Duration.seconds(86_400)

  /// The paths that a person named.
  private(set) var named: Set<FilePath> = []
  /// The names that came by renames; the most recently renamed one is last.
  private(set) var followed: [Followed] = []
  /// The paths whose documents are not known to be erased from the state folder yet; they are not left out
  /// for that.
  private(set) var unerased: Set<FilePath> = []
  /// When to look for names that nothing has any more.
  private var lookAt = limit

  /// All names.
  var paths: Set<FilePath> { named.union(followed.map(\.path)) }

  /// Adds a path that a person names; it replaces all paths below it.
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

  /// Removes paths whose documents are erased.
  mutating func removeUnerased(_ paths: [FilePath]) {
    unerased.subtract(paths)
  }

  /// Follows a rename: the new names are left out as well as the old.
  ///
  /// A document that is not erased yet is erased under both names.
  ///
  /// O(names).
  ///
  /// - Parameters:
  ///   - origin: the old path of a file or folder.
  ///   - target: its new path.
  ///   - isFolder: whether it is a folder, which is a copy of nothing.
  ///   - second: when.
  ///   - isGone: whether nothing has a name any more; not asked as long as there are few names.
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
    // A file that is left out as a copy of another is that by its old name only.
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

  /// Drops the names that came by renames before ``memory`` and that nothing has.
  ///
  /// - Parameters:
  ///   - second: now.
  ///   - isGone: whether nothing has a name any more; not asked of later names.
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
  /// Whether a path is left out because it, or a folder around it, was forgotten.
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
  /// The word after the URI of a name that came by a rename.
  private static let mark = "renamed"
  /// The word after the URI of a path whose documents are not erased yet.
  private static let unerasedMark = "unerased"

  /// Reads ``text``; a line that is no URI is passed over, and a time may be missing.
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

  /// A `file:` URI a line; after one that came by a rename, `renamed` and the time; after one whose documents
  /// are not erased yet, `unerased`.
  var text: String {
    (named.sorted().map { "\($0.uri)\n" }
      + followed.map { "\($0.path.uri) \(Self.mark) \($0.second.seconds)\n" }
      + unerased.sorted().map { "\($0.uri) \(Self.unerasedMark)\n" }).joined()
  }
}
