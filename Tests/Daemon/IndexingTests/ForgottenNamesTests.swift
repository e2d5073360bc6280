import FileSelection
import LinuxSystem
import TestSupport
import Testing

@testable import Indexing

/// The names that are left out for a forgotten file, for each way of saving it.
struct ForgottenNamesTests {
  /// How a program saves a file: renames that events report.
  struct Saving: Sendable, CustomTestStringConvertible {
    let program: String
    let renames: [(String, String)]
    /// All names that hold the file's text for a while and that events report.
    let leavesOut: [String]

    init(_ program: String, _ renames: [(String, String)], leavesOut: [String]) {
      (self.program, self.renames, self.leavesOut) = (program, renames, leavesOut)
    }

    var testDescription: String { program }
  }

  static let savings: [Saving] = [
    Saving("vim backupcopy=yes", [], leavesOut: ["diary~", ".diary.swp"]),
    Saving("vim backupcopy=no", [("diary", "diary~")], leavesOut: ["diary~"]),
    Saving("emacs", [("diary", "diary~")], leavesOut: ["diary~", "#diary#", ".#diary"]),
    Saving(
      "emacs, numbered", [("diary", "diary.~1~"), ("diary", "diary.~2~")],
      leavesOut: ["diary.~1~", "diary.~2~"]),
    Saving("nano -B", [], leavesOut: ["diary~", "diary.save"]),
    Saving("gedit, GIO", [(".goutputstream-X1", "diary")], leavesOut: ["diary~"]),
    Saving("kate, Qt", [("diary.AbCdEf", "diary")], leavesOut: ["diary~"]),
    Saving("VS Code", [], leavesOut: []),
    Saving("LibreOffice", [("lu123.tmp", "diary")], leavesOut: [".~lock.diary#"]),
    Saving("sed -i", [("sedXYZ", "diary")], leavesOut: []),
    Saving("sed -i.bak", [("diary", "diary.bak"), ("sedXYZ", "diary")], leavesOut: ["diary.bak"]),
    Saving(
      "exchange", [("new", "t"), ("diary", "new"), ("t", "diary")], leavesOut: ["new"]),
    Saving("exchange as it is told", [("new", "diary"), ("diary", "new")], leavesOut: ["new"]),
    Saving("by hand", [("diary", "journal.txt")], leavesOut: ["journal.txt"]),
    Saving(
      "log rotation", [("diary.1", "diary.2"), ("diary", "diary.1"), ("diary.1", "diary.2")],
      leavesOut: ["diary.1", "diary.2"]),
  ]

  @Test(arguments: savings)
  func `A file stays forgotten however it is saved, a hundred times`(saving: Saving) {
    var names = ForgottenNames()
    let folder: FilePath = "/r/f"
    names.insert(folder.appending("diary"))
    for _ in 0..<100 {
      for (origin, target) in saving.renames {
        names.rename(folder.appending(origin), to: folder.appending(target), at: 0) { _ in true }
      }
    }
    var rules = SelectionRules(roots: ["/r"], includesHidden: true)
    rules.forgotten = names.paths
    for name in ["diary"] + saving.leavesOut {
      #expect(!rules.verdict(on: folder.appending(name), isFolder: false).isIncluded, "\(name)")
    }
    #expect(rules.verdict(on: folder.appending("other"), isFolder: false).isIncluded)
    #expect(names.paths.count <= 3, "\(names.paths)")
  }

  @Test func `Ten thousand numbered backups need no line`() {
    var names = ForgottenNames()
    names.insert("/r/diary")
    for number in 0..<10_000 {
      names.rename(
        "/r/diary", to: FilePath.root.appending("r").appending("diary.~\(number)~"), at: 0
      ) {
        _ in false
      }
    }
    #expect(names.paths == ["/r/diary"])
  }

  @Test func `Of a log that is rotated for ever the names stay that files have`() {
    var names = ForgottenNames()
    let folder: FilePath = "/r"
    names.insert("/r/log")
    for day in 0..<2_000 {
      // A month is kept.
      let kept = Set((max(0, day - 30)...day).map { folder.appending("log-\($0)") })
      names.rename("/r/log", to: folder.appending("log-\(day)"), at: 0) { !kept.contains($0) }
    }
    let latest = Set((1_970..<2_000).map { folder.appending("log-\($0)") })
    #expect(names.paths.isSuperset(of: latest.union(["/r/log"])))
    #expect(names.paths.count <= ForgottenNames.limit + 1)
  }

  @Test func `A name that nothing has any more is dropped once there are many`() {
    var names = ForgottenNames()
    names.insert("/r/log")
    let folder: FilePath = "/r"
    for day in 0..<5_000 {
      names.rename("/r/log", to: folder.appending("log-\(day)"), at: 0) { $0 != "/r/log-7" }
    }
    #expect(names.paths.count <= ForgottenNames.limit + 1)
    #expect(names.paths.isSuperset(of: ["/r/log", "/r/log-7", "/r/log-4999"]))
  }

  @Test func `A folder that is renamed back and forth adds one name`() {
    var names = ForgottenNames()
    names.insert("/r/a/diary")
    for _ in 0..<1_000 {
      names.rename("/r/a", to: "/r/b", at: 0) { _ in true }
      names.rename("/r/b", to: "/r/a", at: 0) { _ in true }
    }
    #expect(names.paths == ["/r/a/diary", "/r/b/diary"])
  }

  @Test func `A backup that gets a name of its own stays forgotten`() {
    var names = ForgottenNames()
    names.insert("/r/diary")
    names.rename("/r/diary~", to: "/r/keep", at: 0) { _ in true }
    names.rename("/r/other~", to: "/r/more", at: 0) { _ in true }
    #expect(names.paths == ["/r/diary", "/r/keep"])
    names.rename("/r/keep", to: "/r/diary~", at: 0) { _ in true }
    #expect(names.paths == ["/r/diary", "/r/keep"])
  }

  @Test func `A folder that is called like a copy stays a folder of its own`() {
    var names = ForgottenNames()
    names.insert("/r/photos")
    names.rename("/r/photos.bak", to: "/r/pictures", isFolder: true, at: 0) { _ in true }
    #expect(names.paths == ["/r/photos"])
  }

  @Test func `A forgotten folder stays so as a path, and under its new name`() {
    var names = ForgottenNames()
    names.insert("/r/private")
    names.insert("/r/a/b")
    names.rename("/r/private", to: "/r/p", at: 0) { _ in true }
    names.rename("/r/a", to: "/r/private/a", at: 0) { _ in true }
    #expect(names.paths == ["/r/private", "/r/p", "/r/a/b"], "It lies in a forgotten folder now.")
    names.remove("/r/p")
    #expect(names.paths == ["/r/private", "/r/a/b"])
  }

  @Test func `What is not erased yet is erased under its new name as well`() {
    var names = ForgottenNames()
    names.addUnerased(["/r/a/b", "/r/private"])
    names.rename("/r/a", to: "/r/c", isFolder: true, at: 0) { _ in true }
    names.rename("/r/private/x", to: "/r/y", at: 0) { _ in true }
    names.rename("/r/other", to: "/r/more", at: 0) { _ in true }
    #expect(names.unerased == ["/r/a/b", "/r/c/b", "/r/private", "/r/y"])
    #expect(names.paths == [])
  }

  @Test func `A name that a rename passed through is free again after a day`() {
    var names = ForgottenNames()
    names.insert("/r/diary")
    names.rename("/r/diary", to: "/r/draft", at: 100) { _ in true }
    names.rename("/r/draft", to: "/r/second", at: 200) { _ in true }
    let day = ForgottenNames.memory
    names.dropOld(at: UnixTime(seconds: 199) + day) { _ in true }
    #expect(names.paths == ["/r/diary", "/r/draft", "/r/second"])
    names = ForgottenNames(text: names.text)
    names.dropOld(at: UnixTime(seconds: 200) + day) { $0 != "/r/second" }
    #expect(
      names.paths == ["/r/diary", "/r/second"], "What a person named stays, and what is there.")
  }

  @Test func `What is written is read again, with the lines of older versions`() {
    var names = ForgottenNames()
    names.insert("/r/a b%")
    names.rename("/r/a b%", to: "/r/c", at: 0) { _ in true }
    #expect(names.text == "file:///r/a%20b%25\nfile:///r/c renamed 0\n")
    #expect(ForgottenNames(text: names.text) == names)
    #expect(ForgottenNames(text: "file:///r/x\nnonsense\n\n").paths == ["/r/x"])
    #expect(ForgottenNames(text: "file:///r/x renamed\n").followed.map(\.second) == [0])
    #expect(ForgottenNames(text: "file:///r/x renamed 7\n").followed.map(\.second) == [7])
  }
}
