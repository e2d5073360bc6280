public import Arguments

/// The documentation of `sittad.conf`: the manual page, and the file that is installed.
public enum ConfigurationManual {
  private static let files = """
    `sittad` reads `/etc/sitta/sittad.conf`, then `~/.config/sitta/sittad.conf`. After each it reads \
    `*.conf` in the folder `sittad.conf.d` beside it. A later line overrides an earlier one; for a \
    list it adds to it, and an empty value empties the list. `sittad --check-config` checks the files.
    """

  /// The manual page `sittad.conf(5)`.
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
            The syntax is the same as in systemd.syntax(7): sections, `Key=Value`, and comments that \
            begin with `#` or `;`. A backslash at the end of a line joins the next line to it.
            """),
          .paragraph(files),
        ]),
      .init(
        "OPTIONS",
        sections.flatMap { name, options in
          [.heading("[\(name)]")]
            + options.map { option in
              let text = option.defaultValue.isEmpty ? "empty" : "`\(option.defaultValue)`"
              return .item(
                "\(option.key)=",
                "\(option.help) Values: \(option.allowed). Default: \(text).")
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

  /// The installed `sittad.conf`, with every option and its default in comments.
  public static let file: String = {
    let opening = """
      The configuration of sittad. Every setting is listed with its default. \(files)
      """
    let parts = sections.map { name, options in
      let lines = options.map { WrappedText.comment($0.help) + "#\($0.key)=\($0.defaultValue)\n" }
      return "[\(name)]\n" + lines.joined(separator: "\n")
    }
    return ([WrappedText.comment(opening)] + parts).joined(separator: "\n")
  }()

  /// The options by section, in the order of the table.
  private static let sections = ConfigurationOption.all.reduce(
    into: [] as [(name: String, options: [ConfigurationOption])]
  ) { sections, option in
    if let index = sections.firstIndex(where: { $0.name == option.section }) {
      sections[index].options.append(option)
    } else {
      sections.append((option.section, [option]))
    }
  }
}
