package import Arguments

/// An option of a configuration file, for its manual and for the file that is installed.
package struct DocumentedOption {
  /// The key, without an equals sign.
  package let key: String
  /// What it means.
  package let help: String
  /// A value.
  package let example: String
  /// The line of the installed file; nil for the example in a comment.
  package var installed: String?

  /// `Connection=`, which all programs of a team have.
  package static let connection = DocumentedOption(
    key: "Connection",
    help: """
      The database, as libpq names it: `service=NAME` for a section of pg_service.conf, or words such as \
      `host=db.example dbname=sitta`. It is needed. A password in it is refused.
      """, example: "service=team")

  /// Describes an option.
  package init(key: String, help: String, example: String, installed: String? = nil) {
    (self.key, self.help, self.example, self.installed) = (key, help, example, installed)
  }
}

extension [DocumentedOption] {
  /// The items of the manual.
  package var items: [ManualPage.Block] { map { .item("\($0.key)=", $0.help) } }

  /// The text of the installed file.
  ///
  /// - Parameters:
  ///   - section: the name of the section.
  ///   - opening: what the file is.
  /// - Returns: the text, with each option as an example in a comment unless it has an installed line.
  package func file(section: String, opening: String) -> String {
    let lines = map { option in
      WrappedText.comment(option.help)
        + "\(option.installed ?? "#\(option.key)=\(option.example)")\n"
    }
    return WrappedText.comment(opening) + "\n[\(section)]\n" + lines.joined(separator: "\n")
  }
}
