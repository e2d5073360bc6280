import Configuration
import LinuxSystem

/// The paths that the daemon may change: Landlock protects all other files from it.
///
/// This table is the only list: the protection and sittad(8) are made from it. A new row is a decision.
struct WritablePlaces {
  struct Row {
    /// The place as the manual names it.
    let name: String
    /// Why the daemon must write there, as a sentence.
    let reason: String
    let allowance: WriteProtection.Allowance
    let path: @Sendable (WritablePlaces) -> FilePath?
  }

  /// The folder of the index.
  let state: FilePath
  /// The folder for markers.
  let markers: FilePath
  /// The file for roots that are added while the daemon runs; nil if there is none.
  let rootsFile: RootsFile?
  /// The user that the daemon runs as.
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
    // The kernel lets a user change no other user's processes, and Landlock no memory of a process outside.
    // For root there would be settings of the whole system.
    Row(
      name: "/proc",
      reason: """
        Programs that read documents make themselves the first to end if memory is short. If \
        `sittad` runs as root, it may not write there.
        """,
      allowance: .writingToFiles,
      path: { $0.user == 0 ? nil : FilePath.root.appending("proc") }),
  ]

  /// The exemptions for Landlock.
  var exemptions: [WriteProtection.Exemption] {
    Self.rows.compactMap { row in
      row.path(self).map { WriteProtection.Exemption($0, row.allowance) }
    }
  }

  /// Protects all other files; call it before the first thread is started.
  ///
  /// - Returns: the ABI of Landlock in effect; 0 if there is none.
  func protectOthers() -> Int {
    // Landlock would bind only the calling thread.
    if ProcessEnvironment.hasOneThread == false { return 0 }
    // The folder must exist to be exempt. If it cannot be created, adding roots fails and says why.
    try? rootsFile?.path.parent.parent.makeDirectory()
    return WriteProtection.start(except: exemptions)
  }
}
