import Arguments
import LinuxSystem
import SharedSearch
import TeamProgram
import Testing

@testable import GatewayService

/// The file of `sitta-gateway`, and its manual.
struct GatewayConfigurationTests {
  private func read(_ text: String) throws(ConfigurationFile.Fault) -> GatewayConfiguration {
    try GatewayConfiguration(
      ConfigurationFile(Array(text.utf8), named: "f", section: "Gateway"))
  }

  @Test func `A file needs only the database`() throws {
    let plain = try read("[Gateway]\nConnection=service=team\n")
    #expect(plain.databases.map(\.connection) == ["service=team"] && plain.searches == 4)
    #expect(plain.socket.utf8 == "/run/sitta-gateway/io.sitta.Search")
    let full = try read(
      "# why\n[Gateway]\nConnection = host=db dbname=x\nSocket=/run/s\nSearches=64\n")
    #expect(full.databases.map(\.connection) == ["host=db dbname=x"] && full.searches == 64)
    #expect(full.socket.utf8 == "/run/s")
  }

  @Test func `Each of several databases has a section, with replicas`() throws {
    let all = try read(
      """
      [Database letters]
      Connection=service=letters
      Replica=service=near
      Replica=service=far
      LongestLag=3
      [Gateway]
      Searches=2
      [Database old archive]
      Connection=service=archive
      """)
    #expect(all.databases.map(\.name) == ["letters", "old archive"] && all.searches == 2)
    #expect(all.databases.map(\.connection) == ["service=letters", "service=archive"])
    #expect(all.databases.map(\.replicas) == [["service=near", "service=far"], []])
    #expect(all.databases.map(\.longestLag) == [.seconds(3), .seconds(10)])
  }

  @Test func `The manual has each key, and the installed file lacks only the database`() throws {
    for option in GatewayManual.options {
      #expect(GatewayManual.file.contains("#\(option.key)=\(option.example)\n"), "\(option.key)")
      #expect(refusal(of: "[Gateway]\nColour=red\n").contains("\(option.key)="))
    }
    #expect(refusal(of: GatewayManual.file).hasPrefix("f: Connection= is missing"))
    let whole = try read(GatewayManual.file.replacing("\n#", with: "\n").onlyAssignments)
    // The examples of the others are their defaults.
    #expect(whole == (try read("[Gateway]\nConnection=service=team\nReplica=service=replica\n")))
  }

  @Test func `The manual names each method that is refused`() {
    let page = GatewayManual.page.markdown(links: [:])
    for method in Refusal.methods { #expect(page.contains("`\(method)`"), "\(method)") }
  }

  private func refusal(of text: String) -> String {
    do {
      _ = try read(text)
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test(
    arguments: [
      ("", "f: Connection= is missing"), ("[Gateway]\nConnection=\n", "f:2: Connection= needs"),
      ("[Gateway]\nConnection=host=a password=b\n", "f:2: A password does not belong here"),
      ("[Gateway]\nColour=red\n", "f:2: The section is [Gateway]"),
      ("[Feed]\nConnection=service=a\n", "f:2: The section is [Gateway]"),
      ("[Gateway]\nConnection=service=a\nSocket=run\n", "f:3: Socket= takes"),
      ("[Gateway]\nConnection=service=a\nSearches=0\n", "f:3: Searches= takes"),
      ("[Gateway]\nConnection=service=a\nSearches=65\n", "f:3: Searches= takes"),
      ("[Gateway]\nConnection=service=a\nSearches=many\n", "f:3: Searches= takes"),
      ("[Gateway]\nConnection=service=a\nLongestLag=0\n", "f:3: LongestLag= takes"),
      ("[Gateway]\nReplica=service=a\n", "f: Connection= is missing in the section [Gateway]"),
      ("[Gateway]\nConnection=service=a\nReplica=password=b\n", "f:3: A password does not"),
      ("[Database a]\nSearches=1\n", "f:2: The section is [Gateway]"),
      ("[Database ]\nConnection=service=a\n", "f:2: [Database NAME] takes a name"),
      (
        "[Database a]\nReplica=service=a\n", "f: Connection= is missing in the section [Database a]"
      ),
      ("[Gateway]\nConnection=service=a\n[Database b]\nConnection=service=b\n", "f: With several"),
      (
        (0...16).map { "[Database \($0)]\nConnection=service=a\n" }.joined(),
        "f:34: There can be at most 16"
      ),
      ("nonsense\n", "f:1: this line is neither"),
    ])
  func `A wrong file names its line`(text: String, message: String) {
    #expect(refusal(of: text).hasPrefix(message), "\(refusal(of: text))")
  }
}

extension String {
  /// The section and the lines with an assignment.
  fileprivate var onlyAssignments: String {
    split(separator: "\n").filter { $0.hasPrefix("[") || !$0.contains(" ") && $0.contains("=") }
      .joined(separator: "\n")
  }
}
