import LinuxSystem
import TestSupport
import Testing

@testable import Configuration

/// The table of options, as it is documented.
struct ConfigurationOptionTests {
  private static let home: FilePath = "/home/a"

  /// A configuration in which unset values are replaced by the values in effect.
  private func settled(_ text: String) throws -> ServiceConfiguration {
    var configuration = ServiceConfiguration()
    try ConfigurationReader(home: Self.home).parse(
      Array(text.utf8), named: "f", into: &configuration)
    configuration.roots = configuration.roots ?? [Self.home]
    configuration.rootOrigins = [:]
    configuration.text.languages = configuration.text.languages ?? ["english"]
    return configuration
  }

  @Test(arguments: ConfigurationOption.all.map { ($0.section, $0.key, $0.defaultValue) })
  func `The value that is documented is the one without any file`(
    section: String, key: String, standard: String
  ) throws {
    #expect(try settled("[\(section)]\n\(key)=\(standard)\n") == settled(""))
  }

  @Test(arguments: ConfigurationOption.all.map { ($0.key, $0.help) })
  func `Every option says what it is for`(key: String, help: String) {
    #expect(help.count > 20 && help.hasSuffix("."), "\(key)")
    #expect(help.count { $0 == "`" } % 2 == 0, "\(key)")
  }

  @Test func `The configuration of the last release is accepted`() throws {
    let released = SourceTree.root.appending("Tests").appending("Released").appending("sittad.conf")
    let lines = try released.text().split(separator: "\n").filter { !$0.hasPrefix("# ") }
    #expect(lines.count > 40)
    _ = try settled(lines.map { $0.hasPrefix("#") ? $0.dropFirst() : $0 }.joined(separator: "\n"))
  }

  @Test func `The file that is installed sets nothing, and all of it can be set`() throws {
    let file = ConfigurationManual.file
    #expect(try settled(file) == settled(""))
    let lines = file.split(separator: "\n").map { line in
      line.hasPrefix("#") && !line.hasPrefix("# ") ? line.dropFirst() : line
    }
    #expect(lines.count { !$0.hasPrefix("#") && $0.contains("=") } == ConfigurationOption.all.count)
    #expect(try settled(lines.joined(separator: "\n")) == settled(""))
    #expect(lines.allSatisfy { $0.count <= 100 })
  }
}
