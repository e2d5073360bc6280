import FileSelection
import LinuxSystem

/// The names that are to be left out because a person had something forgotten: a value.
///
/// A path that a person named stays for good, whatever is done with the file: an editor may rename
/// the old file to a backup and write a new one under the old name. A name that a file got by a
/// rename is added, because the file is the same. Names of copies (`diary.txt~`) need no entry: see
/// ``SelectionRules/forgottenPath(for:isFolder:)``. A name that came by a rename is dropped when there
/// are many of them and nothing has the name any more.
struct ForgottenNames: Equatable {
  /// So many names that came by renames are kept without a look at whether anything has them.
  static let limit = 200
  /// So many of the newest are kept in any case: an editor may be about to write the file again.
  static let newest = 20

  /// What a person named.
  private(set) var named: Set<FilePath> = []
  /// What came by renames, the one that a rename was about last at the end.
  private(set) var followed: [FilePath] = []
  /// When to look for names that nothing has any more.
  private var lookAt = limit

  /// All names.
  var paths: Set<FilePath> { named.union(followed) }

  /// Adds what a person names, instead of all below it.
  mutating func insert(_ path: FilePath) {
    remove(path)
    named.insert(path)
  }

  /// Removes a path and all below it.
  mutating func remove(_ path: FilePath) {
    named = named.filter { !$0.isInside(path) }
    followed.removeAll { $0.isInside(path) }
  }

  /// Follows a rename: the new names are left out as well as the old.
  ///
  /// O(names).
  ///
  /// - Parameters:
  ///   - origin: the old path of a file or folder.
  ///   - target: its new path.
  ///   - isFolder: whether it is a folder, which is a copy of nothing.
  ///   - isGone: whether nothing has a name any more; not asked as long as there are few names.
  mutating func rename(
    _ origin: FilePath, to target: FilePath, isFolder: Bool = false, isGone: (FilePath) -> Bool
  ) {
    var rules = SelectionRules(roots: [])
    rules.forgotten = paths
    // A file that is left out as a copy of another is that by its old name only.
    let renamed = rules.forgottenPath(for: origin, isFolder: isFolder).map { _ in [origin] } ?? []
    let moved = Set(renamed + rules.forgotten.filter { $0.isInside(origin) }).sorted()
    if moved.isEmpty { return }
    let old = moved.filter(followed.contains)
    let new = moved.map { $0.moving(from: origin, to: target) }
      .filter { !named.contains($0) && (followed.contains($0) || !rules.leavesOutFor($0)) }
    let latest = Set(old + new)
    followed.removeAll(where: latest.contains)
    followed += old + new.filter { !old.contains($0) }
    if followed.count > lookAt { dropGone(isGone) }
  }

  private mutating func dropGone(_ isGone: (FilePath) -> Bool) {
    let kept = followed.suffix(Self.newest)
    followed = followed.dropLast(Self.newest).filter { !isGone($0) } + kept
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
  /// What stands after the URI of a name that came by a rename.
  private static let mark = " renamed"

  /// Reads ``text``; a line that is no URI is passed over.
  init(text: String) {
    for line in text.split(separator: "\n") {
      let isFollowed = line.hasSuffix(Self.mark)
      let uri = isFollowed ? line.dropLast(Self.mark.count) : line
      guard let path = FilePath(uri: String(uri)) else { continue }
      if isFollowed {
        if !followed.contains(path) { followed.append(path) }
      } else {
        named.insert(path)
      }
    }
  }

  /// A `file:` URI a line; after what came by a rename stands `renamed`.
  var text: String {
    (named.sorted().map { "\($0.uri)\n" } + followed.map { "\($0.uri)\(Self.mark)\n" }).joined()
  }
}
