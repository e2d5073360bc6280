import FileSelection
import LinuxSystem

/// Counts the stores in the folder of a source, folder by folder; it opens no file.
///
/// It stops after some work, so that a caller can give up a file system that does not answer.
struct SourceWalk: Sendable {
  /// The folder of the source, with symbolic links resolved.
  let root: FilePath
  /// The number of files found so far.
  private(set) var files = 0
  /// Their size in bytes.
  private(set) var bytes: Int64 = 0
  /// The number of folders that could not be looked at.
  private(set) var unread = 0
  private var selector: FileSelector
  /// The folders to look at, the next one last.
  private var folders: [FilePath]

  /// The most folders that wait; those of a wider tree are not looked at.
  private static let mostFolders = 100_000

  /// - Parameters:
  ///   - source: the folder, with symbolic links resolved.
  ///   - rules: the rules of the configuration; its roots do not matter.
  init(of source: SourceFolder, _ rules: SelectionRules) {
    var own = SelectionRules(
      roots: [], sources: [source], excludes: rules.excludes, ownFolders: rules.ownFolders)
    (own.forgotten, own.sizeLimit) = (rules.forgotten, rules.sizeLimit)
    own.staysOnFileSystem = rules.staysOnFileSystem
    selector = FileSelector(rules: own)
    (root, folders) = (source.path, [source.path])
  }

  /// Whether everything was looked at.
  var isDone: Bool { folders.isEmpty }

  /// Looks at the next folders.
  ///
  /// - Parameters:
  ///   - limit: it stops after this number of folders.
  ///   - willTouch: called before each folder is opened.
  /// - Throws: the error of `willTouch`.
  mutating func next(_ limit: Int, _ willTouch: (FilePath) throws -> Void) throws {
    for _ in 0..<limit {
      guard let folder = folders.last else { return }
      try willTouch(folder)
      folders.removeLast()
      look(at: folder)
    }
  }

  private mutating func look(at folder: FilePath) {
    do throws(SystemError) {
      let descriptor = try selector.rules.open(folder: folder)
      try count(DirectoryListing(of: descriptor).names, in: folder, descriptor)
    } catch {
      if !error.isMissing { unread += 1 }
    }
  }

  private mutating func count(
    _ names: [[UInt8]], in folder: FilePath, _ descriptor: borrowing FileDescriptor
  ) {
    guard let selection = selector.selection(in: folder) else { return }
    selection.forEachEntry(names, in: descriptor) { name, status, verdict in
      guard verdict.isIncluded else { return }
      switch status.kind {
      case .regular where status.size > 0:
        files += 1
        bytes += min(status.size, .max - bytes)
      case .directory where folders.count < Self.mostFolders:
        folders.append(folder.appending(name))
      case .directory: unread += 1
      case .regular, .symbolicLink, .other: break
      }
    }
  }
}
