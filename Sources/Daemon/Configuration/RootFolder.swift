package import LinuxSystem

/// Which folders can be roots.
package enum RootFolder {
  /// Why a path cannot be a root, as a sentence; nil if it can be one, or if nothing is there now.
  ///
  /// The folder may be a symbolic link. A file system that others serve is not asked, because it may not
  /// answer.
  package static func refusal(of path: FilePath) -> String? {
    let served = ServedFileSystems()
    return try? refusal(of: path, willTouch: served.refuse)
  }

  /// Why a path cannot be a root, as a sentence; nil if it can be one, or if nothing is there now.
  ///
  /// - Parameters:
  ///   - path: a folder, or a symbolic link to one.
  ///   - willTouch: called before each call on a file system, with its path.
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

  /// Sentences about the roots that do not exist now.
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

  /// The name of a pseudo file system (proc, sysfs, …); nil for a real one, and for a folder that
  /// cannot be opened.
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

/// Keeps a thread without a timeout from file systems that others serve.
private struct ServedFileSystems {
  private struct Served: Error {}

  private let mounts = try? MountTable.current()

  func refuse(_ path: FilePath) throws {
    if mounts?.servedPoint(of: path) != nil { throw Served() }
  }
}
