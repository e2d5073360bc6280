import Configuration
import LinuxSystem

/// The paths that the daemon may change; Landlock protects all other files from it.
///
/// Both the protection and sittad(8) are derived from this table. Add a row only after careful thought.
struct WritablePlaces {
  struct Row {
    /// The path as the manual shows it.
    let name: String
    /// Why the daemon has to write there, as a sentence.
    let reason: String
    let allowance: WriteProtection.Allowance
    let path: @Sendable (WritablePlaces) -> FilePath?
  }

  /// The folder of the index.
  let state: FilePath
  /// The folder for marker files.
  let markers: FilePath
  /// The file to which roots are written that are added at run time; nil if there is none.
  let rootsFile: RootsFile?
  /// The user as which the daemon runs.
  let user: UInt32

  static let rows = [
    Row(
      name: "~/.local/state/sitta",
      reason:
        "The state folder, or the folder of `--state`: the index with its log, temporary files and notes.",
      allowance: .allChanges, path: \.state),
    Row(
      name: "$XDG_RUNTIME_DIR/sitta/io.sitta.Search.markers",
      reason: "`--sync` creates files there if the state folder is full or read-only.",
      allowance: .allChanges, path: \.markers),
    Row(
      name: "~/.config/sitta",
      reason: "`sitta add-root` and `sitta remove-root` write `sittad.conf.d/99-roots.conf`.",
      allowance: .allChanges, path: \.rootsFile?.path.parent.parent),
    Row(
      name: "/dev/null", reason: "Programs that read documents get it as a stream.",
      allowance: .writingToFiles,
      path: { _ in FilePath.root.appending("dev").appending("null") }),
    // The kernel prevents changes of other users' processes, and Landlock those of memory outside
    // its domain. For root, `/proc` also has settings of the whole system, so it is not exempt.
    Row(
      name: "/proc",
      reason: """
        Programs that read documents make themselves the first to end if memory is short. If \
        `sittad` runs as root, it may not write there.
        """,
      allowance: .writingToFiles,
      path: { $0.user == 0 ? nil : FilePath.root.appending("proc") }),
  ]

  /// The paths that are exempt from Landlock's protection.
  var exemptions: [WriteProtection.Exemption] {
    Self.rows.compactMap { row in
      row.path(self).map { WriteProtection.Exemption($0, row.allowance) }
    }
  }

  /// Protects all other files; must be called before another thread starts.
  ///
  /// - Returns: the ABI version of Landlock in effect; 0 without Landlock.
  func protectOthers() -> Int {
    // With several threads, Landlock would restrict only the calling one.
    if ProcessEnvironment.hasOneThread == false { return 0 }
    // To be exempt, the folder must exist. If it cannot be created, adding a root will fail with the reason.
    try? rootsFile?.path.parent.parent.makeDirectory()
    return WriteProtection.start(except: exemptions)
  }
}
