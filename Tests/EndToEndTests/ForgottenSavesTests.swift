import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// A forgotten file that is saved by an editor's own system calls.
@Suite(.timeLimit(.minutes(15)))
struct ForgottenSavesTests {
  /// How a program saves `diary.txt` in the working folder: perl(1) or a tool that is there.
  enum Saving: String, CaseIterable {
    case vimWithCopy = "copy('~'); put('diary.txt')"
    case vimWithoutCopy = "rename(D, 'diary.txt~'); put(D)"
    case vimWithoutBackup = "rename(D, 'diary.txt~'); put(D); unlink('diary.txt~')"
    case vimSwap = "put('.diary.txt.swp'); put('4913'); unlink('4913'); put(D)"
    case emacs = """
      symlink('me@host.1', '.#diary.txt'); put('#diary.txt#'); rename(D, 'diary.txt~'); put(D)
      """
    case emacsNumbered = "for (1..9) { rename(D, \"diary.txt.~$_~\"); put(D) }"
    case nano = "copy('~'); copy('.save'); put(D)"
    case gio = "put('.goutputstream-X1'); link(D, 'diary.txt~'); rename('.goutputstream-X1', D)"
    case kate = "put('diary.txt.AbCdEf'); rename('diary.txt.AbCdEf', D)"
    case code = "open(F, '+<', D); print F $text; truncate(F, tell(F)); close(F)"
    case libreOffice = "put('.~lock.diary.txt#'); put('lu1.tmp'); rename('lu1.tmp', D)"
    case sed = "system('sed', '-i', 's/$/ more/', D)"
    case sedWithBackup = "system('sed', '-i.bak', 's/$/ more/', D)"
    case perl = "system('perl', '-pi.orig', '-e', 's/$/ more/', D)"
    case linked = "link(D, 'diary.txt.old'); put('new'); rename('new', D)"
    case exchanged = "put('new'); exchange('new', D); unlink('new')"
    case exchangedAndKept = "put('new'); exchange('new', D)"
    case removed = "unlink(D); put(D)"
    case rotated = """
      for (1..9) {
        rename('diary.2', 'diary.3'); rename('diary.1', 'diary.2'); rename(D, 'diary.1'); put(D)
      }
      """
    case renamed = "rename(D, 'journal.txt')"
    case renamedAndSaved = "rename(D, 'j.txt'); rename('j.txt', 'j.txt~'); put('j.txt')"
    case folderRenamed = """
      rename('../f', '../g'); mkdir('../f'); put('../f/diary.txt'); rename('../g/diary.txt', '../g/x')
      """

    var script: String {
      """
      use constant D => 'diary.txt'; our $text = "zyxomma again\\n";
      sub put { open(my $f, '>', $_[0]) or die $!; print $f $text; close($f) }
      sub exchange { my ($a, $b) = @_; syscall(316, -100, $a, -100, $b, 2) == 0 or die $! }
      sub copy { put("diary.txt$_[0]") }
      chdir($ARGV[0]) or die $!; \(rawValue); exit(0);
      """
    }
  }

  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
    try home["files/f/diary.txt"].write("zyxomma\n")
    try home["files/f/other.txt"].write("common\n")
  }

  func save(_ saving: Saving) throws {
    try Tool.run("/usr/bin/perl", "-e", saving.script, "\(home["files/f"])")
  }

  @Test(arguments: Saving.allCases)
  func `It stays forgotten`(saving: Saving) throws {
    let configuration = "[Index]\nHidden=yes\n"
    let daemon = try RunningDaemon(in: home, configuration: configuration)
    #expect(try daemon.found("zyxomma") == [home["files/f/diary.txt"]])
    #expect(try daemon.connect().forget(.init(path: home["files/f/diary.txt"].uri)).excluded)
    try save(saving)
    #expect(try daemon.found("zyxomma") == [])
    #expect(try daemon.found("common").count == 1)
    #expect(try daemon.terminate().ending == .exited(0))
    // The next daemon knows the forgotten paths from the file alone.
    let next = try RunningDaemon(in: home, configuration: configuration)
    #expect(try next.found("zyxomma") == [])
  }

  @Test(arguments: [Saving.vimWithoutCopy, .emacs, .renamed, .exchangedAndKept, .rotated])
  func `It stays forgotten when it is saved after a start`(saving: Saving) throws {
    let first = try RunningDaemon(in: home)
    #expect(try first.connect().forget(.init(path: home["files/f/diary.txt"].uri)).excluded)
    #expect(try first.terminate().ending == .exited(0))
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("common").count == 1)
    try save(saving)
    #expect(try daemon.found("zyxomma") == [])
  }

  @Test func `Its backup goes with it, and whoever asks again is told the truth`() throws {
    try home["files/f/diary.txt~"].write("zyxomma before\n")
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("zyxomma").count == 2)
    let client = try daemon.connect()
    let reply = try client.forget(.init(path: home["files/f/diary.txt"].uri))
    #expect(reply.documents == 2)
    #expect(reply.excluded)
    #expect(try daemon.found("zyxomma") == [])
    let again = try client.forget(.init(path: home["files/f/diary.txt~"].uri))
    #expect(again.documents == 0)
    #expect(again.excluded, "It is still there, and left out.")
    let text = try daemon.sitta(["explain", "\(home["files/f/diary.txt~"])"]).outputText
    #expect(text.contains("sitta forget --undo '\(home["files/f/diary.txt"])'"))
    #expect(try daemon.terminate().ending == .exited(0))
    // Without the line both are files as any other.
    try home["state/forgotten"].removeFile()
    #expect(try RunningDaemon(in: home).found("zyxomma").count == 2)
  }
}
