import Testing

@testable import SearchIndex

struct VersionNameTests {
  struct Row: Sendable {
    let name: String
    let base: String
    let ending: String
    let series: String
    let marks: String

    init(_ name: String, _ base: String, _ ending: String, series: String, _ marks: String = "") {
      (self.name, self.base, self.ending) = (name, base, ending)
      (self.series, self.marks) = (series, marks)
    }
  }

  static let rows = [
    Row("report.txt", "report", "txt", series: "report"),
    Row("report-final-v3 (copy).txt", "report", "txt", series: "report", "marked copy"),
    Row("Report (2).txt", "report", "txt", series: "report", "marked"),
    Row("report v10.txt", "report", "txt", series: "report", "marked"),
    Row("report 2022.txt", "report 2022", "txt", series: "report"),
    Row("report 2 draft.txt", "report 2", "txt", series: "report", "marked copy"),
    Row("Brief_neu.docx", "brief", "docx", series: "brief", "marked"),
    Row("Copy of plan.odt", "plan", "odt", series: "plan", "marked copy"),
    Row("notes.txt~", "notes", "txt", series: "notes", "marked copy"),
    Row("notes.txt.bak", "notes", "txt", series: "notes", "marked copy"),
    Row("日本語 (1).txt", "日本語", "txt", series: "日本語", "marked"),
    Row("backup.txt", "backup", "txt", series: "backup"),
    Row("final.txt", "final", "txt", series: "final"),
    Row("v2.txt", "v2", "txt", series: ""),
    Row("2023-05-01.md", "2023 05 01", "md", series: ""),
    Row("chapter 10.1", "chapter 10 1", "", series: "chapter"),
    Row("source.tar.gz", "source tar", "gz", series: "source tar"),
    Row(".bashrc", "bashrc", "", series: "bashrc"),
    Row("~", "", "", series: "", "marked copy"), Row("", "", "", series: ""),
  ]

  @Test(arguments: rows)
  func `a name is split into its base and its marks`(row: Row) {
    let name = VersionName(row.name)
    #expect(name.base == row.base)
    #expect(name.ending == row.ending)
    #expect(name.series == row.series)
    #expect(name.isMarked == row.marks.contains("marked"))
    #expect(name.isCopy == row.marks.contains("copy"))
  }

  @Test(arguments: [
    ("plan.txt", ["notes", "home"], false, false), ("plan.txt", ["a", "Backup"], true, false),
    ("plan bak.txt", [], true, false), ("plan v2.txt", [], false, false),
    ("index.html", ["site"], false, true), ("stdio.h", [], false, true),
    ("Cargo.lock", [], false, true), ("CHANGELOG.md", [], false, true),
    ("x.js", ["src", "node_modules"], false, true), ("x.txt", ["old", "build"], true, true),
    ("old", [], false, false), ("build.md", [], false, false),
  ])
  func `names and folders say what is a copy or generated`(
    name: String, folders: [String], isCopy: Bool, isGenerated: Bool
  ) {
    var above = DocumentPriors.Folders()
    for folder in folders { above.add(folder, DocumentPriors.FolderKind(folder)) }
    let priors = DocumentPriors(name: VersionName(name), folders: above)
    #expect(priors.isCopy == isCopy)
    #expect(priors.isGenerated == isGenerated)
  }
}
