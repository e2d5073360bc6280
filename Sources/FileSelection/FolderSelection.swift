public import LinuxSystem

/// What is indexed of the entries of one folder: all rules that have a say there, resolved once.
public struct FolderSelection: Sendable {
  /// The folder.
  public let folder: FilePath
  /// Why nothing in the folder is indexed; nil where its entries are judged one by one.
  public let exclusion: Verdict.Reason?
  /// Whether files in this folder or above it say what is left out.
  public var hasIgnoreFiles: Bool { !chain.isEmpty }

  private let rules: SelectionRules
  private let ownFiles: OwnFiles
  private let root: FilePath
  /// The device that the root lies on; nil where all are right.
  private let device: UInt64?
  private let chain: IgnoreChain

  /// Resolves the rules of a root.
  ///
  /// - Parameters:
  ///   - root: the root.
  ///   - rules: the configured rules.
  ///   - ownFiles: the files of the index itself.
  ///   - own: what the files in the root say.
  ///   - device: the device that the root lies on, where its folders must lie on the same.
  ///   - outer: what the work tree around the root says.
  init(
    root: FilePath, rules: SelectionRules, ownFiles: OwnFiles, own: FolderRules, device: UInt64?,
    outer: IgnoreChain
  ) {
    folder = root
    self.root = root
    self.rules = rules
    self.ownFiles = ownFiles
    self.device = device
    exclusion = rules.ownFolder(of: root) ?? own.marker.map { .marker($0) }
    chain = outer.entering(own)
  }

  /// Resolves the rules of a folder in another one.
  ///
  /// - Parameters:
  ///   - parent: the rules of the folder that it lies in.
  ///   - name: its name.
  ///   - device: the device that it lies on, where that is known.
  ///   - own: gives what the files in the folder say; not asked where the folder is left out.
  init(
    in parent: FolderSelection, name: [UInt8], device: UInt64?, own: () -> FolderRules
  ) {
    let entry = PatternList.Entry(name, in: parent.folder, isFolder: true)
    folder = entry.path
    root = parent.root
    rules = parent.rules
    ownFiles = parent.ownFiles
    self.device = parent.device
    if let reason = parent.reason(against: entry, device: device) {
      exclusion = reason
      chain = parent.chain
    } else {
      let own = own()
      exclusion = own.marker.map { .marker($0) }
      chain = parent.chain.entering(own)
    }
  }

  /// Judges an entry of the folder.
  ///
  /// - Parameters:
  ///   - name: the entry's name.
  ///   - isFolder: whether it is a folder.
  /// - Returns: the verdict, as far as the entry's name and sort tell.
  public func verdict(on name: [UInt8], isFolder: Bool) -> Verdict {
    verdict(on: PatternList.Entry(name, in: folder, isFolder: isFolder), nil)
  }

  /// Judges an entry of the folder, with its size and its file system.
  public func verdict(on name: [UInt8], status: FileStatus) -> Verdict {
    let isFolder = status.kind == .directory
    return verdict(on: PatternList.Entry(name, in: folder, isFolder: isFolder), status)
  }

  /// The line of a file that brings an entry back which another line leaves out.
  ///
  /// - Parameters:
  ///   - name: the entry's name.
  ///   - isFolder: whether it is a folder.
  /// - Returns: nil where no such line has the last word.
  func returningRule(on name: [UInt8], isFolder: Bool) -> IgnoreFile.Rule? {
    let rule = chain.lastMatch(on: PatternList.Entry(name, in: folder, isFolder: isFolder))
    return rule?.pattern.isNegated == true ? rule : nil
  }

  private func verdict(on entry: PatternList.Entry, _ status: FileStatus?) -> Verdict {
    if entry.isFolder, rules.roots.contains(entry.path) {
      // A root inside another is one for itself, whatever is said of the folder it lies in.
      return rules.verdict(on: entry.path)
    }
    if let reason = reason(against: entry, device: status?.device) { return .excluded(reason) }
    if let status, ownFiles.contain(status) {
      return .excluded(.ownFile(entry.path))
    }
    if let limit = rules.sizeLimit, let status, status.kind == .regular, status.size > limit {
      return .excluded(.tooLarge(entry.path, size: status.size, limit: limit))
    }
    return .included(root: root)
  }

  private func reason(against entry: PatternList.Entry, device: UInt64?) -> Verdict.Reason? {
    if let exclusion { return exclusion }
    if let reason = rules.ownFolder(of: entry.path) ?? rules.reason(against: entry) {
      return reason
    }
    if let rule = chain.lastMatch(on: entry), !rule.pattern.isNegated {
      return .ignored(rule, entry.path)
    }
    // Of files the device is not asked for: overlayfs gives those of a lower layer another one.
    if entry.isFolder, let device, let rootDevice = self.device, device != rootDevice {
      return .otherFileSystem(entry.path)
    }
    return nil
  }
}
