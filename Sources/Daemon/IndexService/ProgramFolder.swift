import LinuxSystem

/// Finds the programs that read documents.
enum ProgramFolder {
  /// The folder of the programs: beside `sittad`, as they are built, or in `libexec/sitta`, as they are
  /// installed.
  ///
  /// - Parameter daemon: the file of `sittad`.
  /// - Returns: nil if they are in neither.
  static func find(for daemon: FilePath) -> FilePath? {
    let bin = daemon.parent
    return [bin, bin.parent.appending("libexec").appending("sitta")].first { folder in
      (try? FileStatus(of: folder.appending("sitta-extract")))?.kind == .regular
    }
  }
}
