import LinuxSystem
import TestSupport
import Testing

/// What scripts call is still there: the manual pages, which are made from the tables of the programs, name each
/// command, option and exit code; docs/versions.md promises them.
struct ManualCompatibilityTests {
  /// Each command, option and exit code of a page with the heading above it; operands and values may change.
  private static func names(in page: String) -> Set<String> {
    var (names, section, heading): (Set<String>, Substring, Substring) = ([], "", "")
    for line in page.split(separator: "\n") {
      if line.hasPrefix("##") {
        heading = line.split(separator: " ").dropFirst().first ?? ""
        if line.hasPrefix("## ") { section = heading }
        if line.hasPrefix("###"), section == "Commands" { names.insert("\(heading)") }
      } else if line.hasPrefix("- `-") || heading == "Exit" && line.hasPrefix("- `") {
        for name in line.dropFirst(3).prefix(while: { $0 != "`" }).split(separator: ",") {
          names.insert("\(heading) \(name.split(separator: " ").first ?? "")")
        }
      }
    }
    return names
  }

  @Test(arguments: [("sitta.1.md", 100), ("sittad.8.md", 8)])
  func `Commands, options and exit codes of the last release are still there`(
    page: String, count: Int
  ) throws {
    func text(_ folder: String...) throws -> String {
      try folder.reduce(SourceTree.root) { $0.appending($1) }.appending(page).text()
    }
    let old = Self.names(in: try text("Tests", "Released"))
    #expect(old.count >= count, "\(old.count)")
    #expect(old.subtracting(Self.names(in: try text("docs", "manual"))) == [])
  }

  @Test func `An item is known by its heading, and without its value`() {
    let page = """
      ## Commands
      ### search QUERY…

      - `-n, --limit N`
        At most N.
      ## Options
      - `--json`
      ## Exit status
      - `3`
        no daemon
      ## Limits
      ### Files
      """
    #expect(
      Self.names(in: page) == [
        "search", "search -n", "search --limit", "Options --json", "Exit 3",
      ])
  }
}
