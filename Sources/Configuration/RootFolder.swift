package import LinuxSystem

/// Which folders can be roots.
package enum RootFolder {
  /// Why a path cannot be a root, as a sentence; nil if it can be one, or if nothing is there now.
  ///
  /// The folder may be a symbolic link.
  package static func refusal(of path: FilePath) -> String? {
    let resolved = path.resolvingExistingLinks()
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
    do throws(SystemError) {
      _ = try FileStatus(of: path.resolvingExistingLinks())
      return false
    } catch {
      return error.isMissing
    }
  }

  /// The type of a file system of the kernel; nil for any other, and for a folder that cannot be opened.
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
