import Arguments

/// The section of `sittad(8)` about the protection of files.
extension DaemonCommand {
  static let writing: [ManualPage.Block] =
    [
      .paragraph(
        """
        Before it starts its first thread, `sittad` gives up the right to change files for good, by \
        landlock(7). The kernel then refuses to create, write, rename, link and remove files, to it and to \
        the programs that read documents, except in these places:
        """)
    ] + WritablePlaces.rows.map { .item($0.name, $0.reason) } + [
      .paragraph(
        """
        This needs no systemd. Landlock does not govern permissions, times and extended attributes; `sittad` \
        changes them only for its own files. Linux 5.13 and later has Landlock, and since Linux 6.2 it also \
        forbids to empty a file that is only readable. If the kernel has none, `sitta status` says so, and \
        everything else works.
        """),
      .paragraph(
        """
        If the folder of your configuration is replaced by another one while `sittad` runs, `sitta add-root` \
        fails with "Permission denied" until the next start.
        """),
    ]
}
