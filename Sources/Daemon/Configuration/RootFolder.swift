package import LinuxSystem

/// Decides which folders can be roots.
package enum RootFolder {
  /// Why a path cannot be a root, as a sentence; nil if it can be, or if it does not exist.
  ///
  /// The folder may be a symbolic link. Network and FUSE file systems are not accessed, because
  /// they may not answer.
  package static func refusal(of path: FilePath) -> String? {
    let served = ServedFileSystems()
    return try? refusal(of: path, willTouch: served.refuse)
  }

  /// Why a path cannot be a root, as a sentence; nil if it can be, or if it does not exist.
  ///
  /// - Parameters:
  ///   - path: a folder, or a symbolic link to one.
  ///   - willTouch: called with the path before each access to a file system.
  /// - Returns: the sentence.
  /// - Throws: the errors of `willTouch`.
  package static func refusal(
    of path: FilePath, willTouch: (FilePath) throws -> Void
  ) rethrows -> String? {
    let resolved = try path.resolvingExistingLinks { next, _ in try willTouch(next) }
    guard let status = try? FileStatus(of: resolved) else { return nil }
    switch status.kind {
    case .directory:
      return kernelFileSystem(at: resolved, status).map { name in
        """
        '\(path)' is on a file system that shows the state of the kernel (\(name)) and holds no \
        files of yours; it cannot be a root.
        """
      }
    case .regular: return "'\(path)' is a file; a root must be a folder."
    case .symbolicLink, .other: return "'\(path)' is not a folder; a root must be one."
    }
  }

  /// Sentences about the roots that do not exist at present.
  package static func warnings(about roots: [FilePath]) -> [String] {
    roots.filter(isMissing).map { root in
      """
      The folder '\(root)' does not exist now. Mount the drive that it is on, or correct Roots= in \
      sittad.conf.
      """
    }
  }

  private static func isMissing(_ path: FilePath) -> Bool {
    let served = ServedFileSystems()
    do {
      _ = try FileStatus(of: path.resolvingExistingLinks { next, _ in try served.refuse(next) })
      return false
    } catch {
      return (error as? SystemError)?.isMissing ?? false
    }
  }

  /// The name of a pseudo file system (proc, sysfs, …); nil for other file systems, and for a
  /// folder that cannot be opened.
  private static func kernelFileSystem(at folder: FilePath, _ status: FileStatus) -> String? {
    let devices = FilePath.root.appending("dev")
    if let device = try? FileStatus(of: devices).device, device == status.device,
      device != (try? FileStatus(of: .root))?.device
    {
      return "devtmpfs"
    }
    guard let descriptor = try? FileDescriptor(openingDirectory: folder) else { return nil }
    return try? descriptor.fileSystemType().kernelName
  }
}

/// Prevents a thread without a timeout from accessing network and FUSE file systems.
private struct ServedFileSystems {
  private struct Served: Error {}

  private let mounts = try? MountTable.current()

  func refuse(_ path: FilePath) throws {
    if mounts?.servedPoint(of: path) != nil { throw Served() }
  }
}
