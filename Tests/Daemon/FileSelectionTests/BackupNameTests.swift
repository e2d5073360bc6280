import LinuxSystem
import TestSupport
import Testing

@testable import FileSelection

struct BackupNameTests {
  @Test(
    arguments: [
      ("diary.txt~", ["diary.txt"]), ("diary.txt.~12~", ["diary.txt"]),
      ("#diary.txt#", ["diary.txt"]), (".#diary.txt", ["diary.txt"]),
      (".diary.txt.swp", ["diary.txt"]), (".diary.txt.swo", ["diary.txt"]),
      (".~lock.diary.txt#", ["diary.txt"]), (".diary.txt.kate-swp", ["diary.txt"]),
      ("diary.txt.bak", ["diary.txt"]), ("DIARY.TXT.BAK", ["DIARY.TXT"]),
      ("diary.txt.orig", ["diary.txt"]), ("diary.txt.old", ["diary.txt"]),
      ("diary.txt.save", ["diary.txt"]), ("diary.txt.save.3", ["diary.txt"]),
      ("diary.txt.tmp", ["diary.txt"]), ("diary.txt.backup", ["diary.txt"]),
      ("diary.txt.bak~", ["diary.txt.bak", "diary.txt"]), ("diary copy.txt", ["diary.txt"]),
      ("Diary (copy).txt", ["Diary.txt"]), ("diary-old.txt", ["diary.txt"]),
    ])
  func `The name of a copy contains the name of its original`(copy: String, originals: [String]) {
    let found = BackupName.originals(of: Array(copy.utf8), by: .all).map {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(originals.allSatisfy(found.contains), "\(found)")
  }

  @Test(
    arguments: [
      "", "~", "##", ".bak", "diary.txt", "diary.txt.gz", "diary", "bak", "#diary.txt", "diary#",
      "12", "swp", ".swp", "a.swp.txt",
    ])
  func `Other names are not copies`(name: String) {
    #expect(BackupName.originals(of: Array(name.utf8), by: .all) == [Array(name.utf8)])
  }

  @Test func `A copy of a forgotten file is left out because of that file`() {
    var rules = SelectionRules(roots: ["/r"], includesHidden: true)
    rules.forgotten = ["/r/a/diary.txt", "/r/private"]
    for copy in ["diary.txt~", "#diary.txt#", ".diary.txt.swp"] {
      #expect(
        rules.verdict(on: FilePath("/r/a").appending(copy), isFolder: false)
          == .excluded(.forgotten("/r/a/diary.txt")))
    }
    #expect(
      rules.verdict(on: "/r/b/diary.txt~", isFolder: false).isIncluded,
      "A file in another folder is not a copy.")
    #expect(rules.verdict(on: "/r/private/x~") == .excluded(.forgotten("/r/private")))
    #expect(rules.verdict(on: "/r/a/diary.text", isFolder: false).isIncluded)
  }

  @Test(
    arguments: [
      "diary.txt~", "diary.txt.~1~", "diary.txt.bak", "diary.txt.bak~", "diary.txt.orig",
      "diary.txt.old", "diary.txt.save", "diary.txt.save.3", "diary.txt.bak2", "diary.txt.backup",
      "diary.txt.rpmsave", "#diary.txt#", ".#diary.txt", ".diary.txt.swp", ".diary.txt.swo",
      ".diary.txt.un~", ".diary.txt.kate-swp", ".~lock.diary.txt#", "Copy of diary.txt",
      "diary copy.txt", "diary (copy).txt", "diary (another copy).txt", "diary (Kopie).txt",
      "diary (conflicted copy 2026-01-31).txt", "diary.txt (conflicted copy 2026-01-31)",
      "diary.sync-conflict-20260131-101010-ABCDEFG.txt",
      "diary.txt.sync-conflict-20260131-101010-ABCDEFG",
    ])
  func `Forgetting a file includes its copies`(copy: String) {
    var rules = SelectionRules(roots: ["/r"], includesHidden: true)
    rules.forgotten = ["/r/diary.txt"]
    let path = FilePath("/r").appending(copy)
    #expect(rules.verdict(on: path, isFolder: false) == .excluded(.forgotten("/r/diary.txt")))
    #expect(rules.verdict(on: path, isFolder: true).isIncluded, "A folder is never a copy.")
    #expect(rules.verdict(on: path.appending("x"), isFolder: false).isIncluded)
  }

  @Test(
    arguments: [
      "report.2023", "report.1", "report.20260131", "report (2)", "report-", "report-old",
      "report_old", "report-bak", "report.new", "report.tmp", "report.temp", "report.prev",
      "report.part", "report.disabled", "report.rej", "report (scope)", ".report.config",
      "report.md", "report 2", "report copyright",
    ])
  func `Forgetting a file includes no other file`(other: String) {
    var rules = SelectionRules(roots: ["/r"], includesHidden: true)
    rules.forgotten = ["/r/report"]
    #expect(rules.verdict(on: FilePath("/r").appending(other), isFolder: false).isIncluded)
  }

  @Test(arguments: ["photos.2024", "photos~", "photos.bak", "photos.old", "photos (copy)"])
  func `Forgetting a folder includes no other folder`(other: String) throws {
    let folder = try TemporaryDirectory()
    try folder["photos"].makeDirectory()
    try folder[other].makeDirectory()
    try folder["\(other)/a.txt"].write("words\n")
    var rules = SelectionRules(roots: [folder.path])
    rules.forgotten = [folder["photos"]]
    var selector = FileSelector(rules: rules)
    #expect(selector.verdict(on: folder["photos/b.txt"]) == .excluded(.forgotten(folder["photos"])))
    #expect(selector.verdict(on: folder[other]).isIncluded)
    #expect(selector.verdict(on: folder["\(other)/a.txt"]).isIncluded)
  }
}
