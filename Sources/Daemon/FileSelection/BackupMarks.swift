/// What marks a name as that of a backup, in lower case; see ``BackupName``.
struct BackupMarks: Sendable {
  /// Words after the last dot, such as `bak` in `name.bak`.
  let suffixes: Set<[UInt8]>
  /// Endings without a dot, such as `-old` in `name-old`.
  let endings: [[UInt8]]
  /// Words in parentheses at the end, such as `copy` in `name (another copy)`.
  let remarks: [String]
  /// Whether `name.2` and `name (2)` are copies of `name`.
  let includesNumbers: Bool
  /// Whether `.name.aB3dEf` is a copy of `name`.
  let includesTemporary: Bool

  /// All marks of backups, including uncertain ones: excluding a file that is no secret is better
  /// than indexing a secret.
  static let all = BackupMarks(
    suffixes: certain.suffixes.union(
      words("bkp bck bk back older saved sav prev previous rej copy tmp temp new disabled")
        + words("part partial crdownload")),
    endings: certain.endings
      + words("-bak _bak -old _old -backup _backup -orig _orig -copy _copy -"),
    remarks: ["cop", "kopie", "conflict"], includesNumbers: true, includesTemporary: true)

  /// All marks of backups, and suffixes that compression, archives and people add to the name of a
  /// secret.
  static let ofSecrets = BackupMarks(
    suffixes: all.suffixes.union(
      words(
        "gz gzip bz bz2 xz zst zstd lz lz4 lzma lzo lrz z br sz zip 7z rar tar tgz tbz tbz2 txz tzst"
      )
        + words(
          "taz cpio ar gpg asc pgp age enc dec decrypted plain clear txt text prod production dev")
        + words(
          "development staging stage local live test testing real private export exported dump")
        + words("bkup original working swap mine personal work home")),
    endings: all.endings, remarks: all.remarks, includesNumbers: true, includesTemporary: true)

  /// Marks that almost only copies have.
  static let certain = BackupMarks(
    suffixes: Set(
      words("bak backup orig old save dpkg-old dpkg-new dpkg-dist dpkg-bak dpkg-tmp ucf-old")
        + words("ucf-new ucf-dist rpmsave rpmnew rpmorig pacnew pacsave pacorig apk-new augsave")
        + words("cfsaved")),
    endings: [" copy", " - copy", " - kopie", " kopie"].map { Array($0.utf8) },
    remarks: ["copy", "kopie", "copie", "copia", "conflict"], includesNumbers: false,
    includesTemporary: false)

  /// Words after the last dot in names of swap and undo files of editors.
  static let swapSuffixes = Set(words("swp swo swn swm swl swx swpx kate-swp un"))

  /// Pairs of texts that are before and after the original's name.
  static let frames = [
    ("#", "#"), (".#", ""), ("~$", ""), (".~lock.", "#"), ("._", ""), ("copy of ", ""),
    ("kopie von ", ""),
  ].map { (Array($0.utf8), Array($1.utf8)) }

  private static func words(_ text: String) -> [[UInt8]] {
    text.utf8.split(separator: UInt8(ascii: " ")).map { Array($0) }
  }
}
