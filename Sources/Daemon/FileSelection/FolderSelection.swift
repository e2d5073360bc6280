public import LinuxSystem

/// The effective rules of a folder, which decide about its entries.
public struct FolderSelection: Sendable {
  /// The folder.
  public let folder: FilePath
  /// The reason why no entry of the folder is indexed; nil if each entry is decided separately.
  public let exclusion: Verdict.Reason?
  /// Whether there are files with patterns in this folder or above it.
  public var hasIgnoreFiles: Bool { !chain.isEmpty }

  /// Whether files that may hold secrets are indexed.
  public var includesSecrets: Bool { rules.includesSecrets }

  let rules: SelectionRules
  private let ownFiles: OwnFiles
  private let root: FilePath
  /// The list of stores that applies to the entries; nil if none does.
  private let source: SourceFolder?
  /// The device of the root; nil if folders on other devices are included.
  private let device: UInt64?
  private let chain: IgnoreChain

  /// Computes the rules of a root.
  ///
  /// - Parameters:
  ///   - root: the root.
  ///   - rules: the configured rules.
  ///   - ownFiles: the files of the index itself.
  ///   - own: the rules from the files in the root.
  ///   - device: the device of the root; nil if folders on other devices are included.
  ///   - outer: the rules of the work tree that contains the root.
  init(
    root: FilePath, rules: SelectionRules, ownFiles: OwnFiles, own: FolderRules, device: UInt64?,
    outer: IgnoreChain
  ) {
    folder = root
    self.root = root
    source = rules.source(at: root)
    self.rules = rules
    self.ownFiles = ownFiles
    self.device = device
    exclusion = rules.ownFolder(of: root) ?? own.marker.map { .marker($0) }
    chain = outer.entering(own)
  }

  /// Computes the rules of a folder below a root.
  ///
  /// - Parameters:
  ///   - parent: the resolved rules of its parent.
  ///   - name: its name.
  ///   - device: its device; nil if unknown.
  ///   - isFile: whether it is a file with members, to which no list of stores applies.
  ///   - own: returns the rules from the files of the folder; not called if the folder is excluded.
  init(
    in parent: FolderSelection, name: [UInt8], device: UInt64?, isFile: Bool = false,
    own: () -> FolderRules
  ) {
    let entry = PatternList.Entry(name, in: parent.folder, isFolder: true)
    folder = entry.path
    root = parent.root
    source = isFile ? nil : parent.source
    rules = parent.rules
    ownFiles = parent.ownFiles
    self.device = parent.device
    if let reason = parent.reason(against: entry, device: device) {
      exclusion = reason
      chain = parent.chain
    } else {
      let own = own()
      let isReincluded = parent.chain.lastMatch(on: entry)?.pattern.isNegated == true
      let environment: Verdict.Reason? =
        own.isPythonEnvironment && !isReincluded
        ? .toolFolder(content: ToolFolder.pythonEnvironment, entry.path) : nil
      exclusion = own.marker.map { .marker($0) } ?? environment
      chain = parent.chain.entering(own)
    }
  }

  /// Decides about an entry of the folder by its name and kind.
  ///
  /// - Parameters:
  ///   - name: the entry's name.
  ///   - isFolder: whether it is a folder.
  /// - Returns: the verdict, ignoring the limits of size and file system.
  public func verdict(on name: [UInt8], isFolder: Bool) -> Verdict {
    verdict(on: PatternList.Entry(name, in: folder, isFolder: isFolder), nil)
  }

  /// Decides about an entry of the folder by its name and status.
  public func verdict(on name: [UInt8], status: FileStatus) -> Verdict {
    let isFolder = status.kind == .directory
    return verdict(on: PatternList.Entry(name, in: folder, isFolder: isFolder), status)
  }

  /// Decides about the entries of the folder, as they are on the disk.
  ///
  /// - Parameters:
  ///   - names: their names; one that is gone, or whose status cannot be read, is left out.
  ///   - descriptor: the open folder.
  ///   - body: receives each name with its status and the verdict.
  public func forEachEntry(
    _ names: [[UInt8]], in descriptor: borrowing FileDescriptor,
    _ body: (_ name: [UInt8], FileStatus, Verdict) -> Void
  ) {
    for name in names {
      guard let status = try? FileStatus(of: name, in: descriptor) else { continue }
      body(name, status, verdict(on: name, status: status))
    }
  }

  /// The line of a rule file that includes an entry again; nil if the last matching line does not.
  func reincludingRule(on name: [UInt8], isFolder: Bool) -> IgnoreFile.Rule? {
    let rule = chain.lastMatch(on: PatternList.Entry(name, in: folder, isFolder: isFolder))
    return rule?.pattern.isNegated == true ? rule : nil
  }

  private func verdict(on entry: PatternList.Entry, _ status: FileStatus?) -> Verdict {
    if entry.isFolder, rules.roots.contains(entry.path) {
      // For a root inside another root, the rules of the outer root do not apply.
      return rules.verdict(on: entry.path)
    }
    if let reason = reason(against: entry, device: status?.device) { return .excluded(reason) }
    if let status, ownFiles.contain(status) {
      return .excluded(.ownFile(entry.path))
    }
    if let status, status.kind == .regular, let reason = reason(against: entry, size: status.size) {
      return .excluded(reason)
    }
    return .included(root: root)
  }

  /// Decides about a file by its name and size.
  func verdict(onFile name: [UInt8], size: Int64) -> Verdict {
    let entry = PatternList.Entry(name, in: folder, isFolder: false)
    let reason = reason(against: entry, device: nil) ?? reason(against: entry, size: size)
    return reason.map { .excluded($0) } ?? .included(root: root)
  }

  private func reason(against entry: PatternList.Entry, size: Int64) -> Verdict.Reason? {
    guard let limit = rules.sizeLimit, size > limit else { return nil }
    return .tooLarge(entry.path, size: size, limit: limit)
  }

  private func reason(against entry: PatternList.Entry, device: UInt64?) -> Verdict.Reason? {
    if let exclusion { return exclusion }
    if let reason = rules.ownFolder(of: entry.path)
      ?? rules.reason(against: entry, in: source)
    {
      return reason
    }
    if let rule = chain.lastMatch(on: entry) {
      if !rule.pattern.isNegated { return .ignored(rule, entry.path) }
    } else if rules.followsIgnoreFiles, source == nil, let match = ToolFolder.match(entry) {
      return .toolFolder(content: match.content, entry.path)
    }
    // The devices of files are ignored, because overlayfs reports another device for files of a
    // lower layer.
    if entry.isFolder, let device, let rootDevice = self.device, device != rootDevice {
      return .otherFileSystem(entry.path)
    }
    return nil
  }
}
