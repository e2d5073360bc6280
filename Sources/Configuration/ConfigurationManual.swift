public import Arguments

/// What is said of `sittad.conf`: its page of the manual, and the file that is installed.
public enum ConfigurationManual {
  private static let places = """
    Read are `/etc/sitta/sittad.conf` and `~/.config/sitta/sittad.conf`, and `*.conf` in a folder \
    `sittad.conf.d` beside each; a later line wins, lists grow, and an empty value empties a list. \
    `sittad --check-config` tells whether a file is right.
    """

  /// `sittad.conf(5)`.
  public static let page = ManualPage(
    name: "sittad.conf", number: 5, summary: "configuration of sittad",
    sections: [
      .init(
        "SYNOPSIS",
        [.literal("/etc/sitta/sittad.conf\n~/.config/sitta/sittad.conf")]),
      .init(
        "DESCRIPTION",
        [
          .paragraph(
            """
            The syntax is that of systemd.syntax(7): sections, `Key=Value`, comments after `#` or `;`, a \
            backslash at the end of a line that goes on in the next.
            """),
          .paragraph(places),
        ]),
      .init(
        "OPTIONS",
        sections.flatMap { name, options in
          [.heading("[\(name)]")]
            + options.map { option in
              let standard = option.standard.isEmpty ? "nothing" : "`\(option.standard)`"
              return .item(
                "\(option.key)=",
                "\(option.help) Takes \(option.allowed); unless set, \(standard).")
            }
        }),
      .init(
        "EXAMPLES",
        [
          .literal(
            """
            [Index]
            Roots=~/Documents ~/notes
            Exclude=*.iso ~/Documents/tmp
            [Text]
            Languages=english german
            """)
        ]),
      .init("SEE ALSO", [.paragraph("sittad(8), sitta(1), systemd.syntax(7)")]),
    ])

  /// `sittad.conf` with every option and its standard value as comments.
  public static let file: String = {
    let opening = """
      The configuration of sittad, as it is without any file: every setting stands here with its \
      default. \(places)
      """
    let parts = sections.map { name, options in
      "[\(name)]\n"
        + options.map { comment($0.help) + "#\($0.key)=\($0.standard)\n" }.joined(separator: "\n")
    }
    return ([comment(opening)] + parts).joined(separator: "\n")
  }()

  /// The options of each section, both in the order of the table.
  private static let sections = ConfigurationOption.all.reduce(
    into: [] as [(name: String, options: [ConfigurationOption])]
  ) { sections, option in
    if let index = sections.firstIndex(where: { $0.name == option.section }) {
      sections[index].options.append(option)
    } else {
      sections.append((option.section, [option]))
    }
  }

  private static func comment(_ text: String) -> String {
    WrappedText(text, columns: 98).lines.map { "# \($0)\n" }.joined()
  }
}
