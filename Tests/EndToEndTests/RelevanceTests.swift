import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// Questions to the manual, with the page that a person would want to see.
///
/// The questions were written before any answer was seen, as people type them, and stay as they
/// are: ranking is not to be tuned to them. The result is one number for all of them, which must
/// not fall.
@Suite(.timeLimit(.minutes(15)))
struct RelevanceTests {
  /// A question, and the pages that answer it: one of them should come early.
  struct Question: Sendable {
    let text: String
    let answers: [String]

    init(_ text: String, _ answers: String...) {
      self.text = text
      self.answers = answers
    }
  }

  static let questions = [
    Question("change owner of a file", "man/chown.1.txt"),
    Question("list directory contents", "man/ls.1.txt"),
    Question("remove empty directories", "man/rmdir.1.txt"),
    Question("disk usage of a folder", "man/du.1.txt"),
    Question("how much space is left on a file system", "man/df.1.txt"),
    Question("sort lines of text", "man/sort.1.txt"),
    Question("last lines of a file", "man/tail.1.txt"),
    Question("count words", "man/wc.1.txt"),
    Question("compare two sorted files line by line", "man/comm.1.txt"),
    Question("search for files in a directory hierarchy", "man/find.1.txt"),
    Question("build command lines from standard input", "man/xargs.1.txt"),
    Question("print lines that match patterns", "man/grep.1.txt"),
    Question("stream editor", "man/sed.1.txt"),
    Question("extract a tar archive", "man/tar.1.txt"),
    Question("compress files", "man/gzip.1.txt"),
    Question("create a symbolic link", "man/ln.1.txt"),
    Question("change file permissions", "man/chmod.1.txt"),
    Question("who is logged in", "man/who.1.txt", "man/w.1.txt"),
    Question("change my password", "man/passwd.1.txt"),
    Question("add a user to a group", "man/adduser.8.txt", "man/usermod.8.txt"),
    Question("fstab", "man/fstab.5.txt"),
    Question("unmount a busy device", "man/umount.8.txt"),
    Question("repair ext4 file system", "man/e2fsck.8.txt"),
    Question("create ext4 filesystem", "man/mke2fs.8.txt"),
    Question("swap partition", "man/mkswap.8.txt", "man/swapon.8.txt"),
    Question("partition table", "man/fdisk.8.txt", "man/sfdisk.8.txt"),
    Question("stash changes in a dirty working directory", "man/git-stash.1.txt"),
    Question("gitignore", "man/gitignore.5.txt"),
    Question("who changed this line", "man/git-blame.1.txt"),
    Question("binary search for the commit that introduced a bug", "man/git-bisect.1.txt"),
    Question("undo the last commit", "man/git-reset.1.txt", "man/git-revert.1.txt"),
    Question("refusing to merge unrelated histories", "man/git-merge.1.txt", "man/git-pull.1.txt"),
    Question("install a package", "man/apt-get.8.txt", "man/apt.8.txt"),
    Question("sources.list", "man/sources.list.5.txt"),
    Question("kill processes by name", "man/pgrep.1.txt", "man/pkill.1.txt"),
    Question("free memory", "man/free.1.txt"),
    Question("restart service on failure", "man/systemd.service.5.txt"),
    Question("journalctl logs of the last boot", "man/journalctl.1.txt"),
    Question("restricted shell", "doc/bash/RBASH", "man/rbash.1.txt", "man/bash.1.txt"),
    Question("sed frequently asked questions", "doc/sed/sedfaq.txt"),
  ]

  /// The mean reciprocal rank must not be smaller.
  private static let floor = 0.64
  /// The number of hits that are looked at.
  private static let depth = 10

  @Test(.enabled(if: ManualCorpus.lack == nil, "\(ManualCorpus.lack ?? "")"))
  func `The page that answers a question comes early`() throws {
    let home = try TemporaryDirectory()
    try ManualCorpus.write(to: home["files"])
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.listed().count > 500)
    let client = try daemon.connect()
    var sum = 0.0
    var report = ""
    for question in Self.questions {
      var parameters = SearchMethod.Parameters(query: question.text)
      parameters.limit = Self.depth
      parameters.snippetWords = 0
      parameters.deadline = 60_000
      let names = try client.search(parameters).hits.map { hit in
        FilePath(uri: hit.document.uri).map { String("\($0)".dropFirst("\(daemon.files)/".count)) }
      }
      let place = names.firstIndex { $0.map(question.answers.contains) ?? false }
      sum += place.map { 1 / Double($0 + 1) } ?? 0
      let rank = place.map { "\($0 + 1)" } ?? "-"
      let first = place == 0 ? "" : ", first: \((names.first ?? nil) ?? "nothing")"
      report += "\(rank) \(question.text) (\(question.answers[0])\(first))\n"
    }
    let rank = sum / Double(Self.questions.count)
    print("\(report)mean reciprocal rank of \(Self.questions.count) questions: \(rank)")
    #expect(rank >= Self.floor, "\(report)")
  }
}
