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
      ("diary.txt.bak~", ["diary.txt.bak", "diary.txt"]),
    ])
  func `A copy's name tells the name of the file`(copy: String, originals: [String]) {
    let found = BackupName.originals(of: Array(copy.utf8)).map {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(originals.allSatisfy(found.contains), "\(found)")
  }

  @Test(
    arguments: [
      "", "~", "##", ".bak", "diary.txt", "diary.txt.gz", "diary", "bak", "#diary.txt", "diary#",
      "12", "swp", ".swp", "a.swp.txt",
    ])
  func `Other names are no copies`(name: String) {
    #expect(BackupName.originals(of: Array(name.utf8)) == [Array(name.utf8)])
  }

  @Test func `A copy of what was forgotten is left out, and explained by the file`() {
    var rules = SelectionRules(roots: ["/r"], includesHidden: true)
    rules.forgotten = ["/r/a/diary.txt", "/r/private"]
    for copy in ["diary.txt~", "#diary.txt#", ".diary.txt.swp"] {
      #expect(
        rules.verdict(on: FilePath("/r/a").appending(copy))
          == .excluded(.forgotten("/r/a/diary.txt")))
    }
    #expect(rules.verdict(on: "/r/b/diary.txt~").isIncluded, "Another folder's file is another.")
    #expect(rules.verdict(on: "/r/private/x~") == .excluded(.forgotten("/r/private")))
    #expect(rules.verdict(on: "/r/a/diary.text").isIncluded)
  }
}
