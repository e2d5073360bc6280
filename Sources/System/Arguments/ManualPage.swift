/// A manual page, independent of its format.
///
/// Texts can contain literals between backticks, and references to other pages such as `name(1)`.
public struct ManualPage: Sendable {
  /// A block of a section.
  public enum Block: Sendable {
    /// Running text.
    case paragraph(String)
    /// The title of the blocks that follow.
    case heading(String)
    /// A literal term and its meaning.
    case item(String, String)
    /// Lines that are printed unchanged.
    case literal(String)
  }

  /// A section of the page, with a title in capitals.
  public struct Section: Sendable {
    /// The title.
    public let title: String
    /// The content.
    public let blocks: [Block]

    /// Makes a section.
    public init(_ title: String, _ blocks: [Block]) {
      self.title = title
      self.blocks = blocks
    }
  }

  /// The subject of the page: a program, a file, an interface.
  public let name: String
  /// The section of the manual; see man(1).
  public let number: Int
  /// The subject in one line.
  public let summary: String
  /// The sections after NAME.
  public let sections: [Section]

  /// Makes a page.
  public init(name: String, number: Int, summary: String, sections: [Section]) {
    self.name = name
    self.number = number
    self.summary = summary
    self.sections = sections
  }
}

extension CommandLineTable {
  /// The program's page of the manual.
  ///
  /// - Parameters:
  ///   - number: the section of the manual.
  ///   - more: the sections after options, examples and exit codes.
  /// - Returns: the page.
  public func manual(_ number: Int, more: [ManualPage.Section] = []) -> ManualPage {
    var sections: [ManualPage.Section] = [
      .init("SYNOPSIS", [.literal(synopsis.joined(separator: "\n"))])
    ]
    if !details.isEmpty { sections.append(.init("DESCRIPTION", details.map { .paragraph($0) })) }
    if !commands.isEmpty { sections.append(.init("COMMANDS", commands.flatMap(blocks))) }
    sections.append(.init("OPTIONS", options.map(item)))
    let examples = commands.flatMap(\.examples)
    if !examples.isEmpty {
      sections.append(
        .init("EXAMPLES", examples.map { .item("\(program) \($0.call)", $0.help) }))
    }
    let codes = exitCodes.map { ManualPage.Block.item("\($0.code)", $0.meaning) }
    if !codes.isEmpty { sections.append(.init("EXIT STATUS", codes)) }
    return ManualPage(
      name: program, number: number, summary: summary, sections: sections + more)
  }

  private var synopsis: [String] {
    commands.isEmpty
      ? ["\(program) [OPTION…]"]
      : commands.map { "\(program) [OPTION…] \(usage(of: $0))" }
  }

  private func blocks(of command: Command) -> [ManualPage.Block] {
    [.heading(usage(of: command))]
      + ([command.help] + command.details).map { .paragraph($0) }
      + command.options.map(item)
  }

  private func item(for option: Option) -> ManualPage.Block {
    .item(option.spellings.joined(separator: ", "), option.help)
  }
}
