import FileSelection
import LinuxSystem

/// Finds the files and folders that rules leave out, folder by folder, as they are on the disk.
///
/// It stops after some work, so that a caller can send what was found, and begins again where it stopped.
struct ExclusionWalk: Sendable {
  /// A file or folder that is left out.
  struct Entry: Equatable, Sendable {
    let path: FilePath
    let isFolder: Bool
    let kind: Verdict.Reason.Kind
  }

  private var selector: FileSelector
  /// The folders to look at, the next one last.
  private var folders: [FilePath]
  /// The number of folders that could not be looked at.
  private(set) var unread = 0

  /// The most folders that wait; those of a wider tree are not looked at.
  private static let mostFolders = 1_000_000

  /// - Parameters:
  ///   - rules: the rules with the roots.
  ///   - folder: the folder whose entries are looked at, and those below it.
  init(_ rules: SelectionRules, in folder: FilePath) {
    selector = FileSelector(rules: rules)
    if rules.verdict(on: folder).isIncluded {
      folders = [folder]
    } else {
      // Of a folder above the roots, these are looked at; a root in another one only once.
      folders = rules.roots.filter { root in
        root.isInside(folder) && rules.innermostRoot(of: root.parent) == nil
      }
    }
  }

  /// Whether everything was looked at.
  var isDone: Bool { folders.isEmpty }

  /// Looks at the next folders.
  ///
  /// - Parameters:
  ///   - entryLimit: it stops after this number of entries.
  ///   - folderLimit: it stops after this number of folders.
  ///   - willTouch: called before each folder is opened.
  /// - Returns: what is left out in them.
  /// - Throws: the error of `willTouch`.
  mutating func next(
    entryLimit: Int, folderLimit: Int, _ willTouch: (FilePath) throws -> Void
  ) throws -> [Entry] {
    var found: [Entry] = []
    var looked = 0
    while looked < folderLimit, found.count < entryLimit, let folder = folders.last {
      try willTouch(folder)
      folders.removeLast()
      looked += 1
      found += look(at: folder)
    }
    return found
  }

  /// Skips the folders on a file system that does not answer.
  mutating func skip(_ path: FilePath) {
    let count = folders.count
    folders.removeAll { $0.isInside(path) }
    if folders.count == count { _ = folders.popLast() }
    unread += max(1, count - folders.count)
  }

  private mutating func look(at folder: FilePath) -> [Entry] {
    guard let descriptor = try? selector.rules.open(folder: folder),
      let names = try? DirectoryListing(of: descriptor).names,
      let selection = selector.selection(in: folder)
    else {
      unread += 1
      return []
    }
    var found: [Entry] = []
    var inner: [FilePath] = []
    selection.forEachEntry(names, in: descriptor) { name, status, verdict in
      guard status.kind == .regular || status.kind == .directory else { return }
      let path = folder.appending(name)
      let isFolder = status.kind == .directory
      switch verdict {
      case .excluded(let reason):
        found.append(Entry(path: path, isFolder: isFolder, kind: reason.kind))
      case .included:
        if isFolder { inner.append(path) }
      }
    }
    if folders.count + inner.count > Self.mostFolders {
      unread += inner.count
    } else {
      folders += inner.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.reversed()
    }
    return found.sorted { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
  }
}
