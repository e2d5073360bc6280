/// A manual page, independent of the output format.
///
/// Texts may contain literals between backticks, and references to other pages such as `name(1)`.
public struct ManualPage: Sendable {
  /// A part of a section.
  public enum Block: Sendable {
    /// Running text, as a paragraph.
    case paragraph(String)
    /// The title of the following blocks.
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

    /// Creates a section.
    public init(_ title: String, _ blocks: [Block]) {
      self.title = title
      self.blocks = blocks
    }
  }

  /// The name of the program, file or interface that the page describes.
  public let name: String
  /// The number of the manual's section; see man(1).
  public let number: Int
  /// The purpose of the program, file or interface, in one line.
  public let summary: String
  /// The sections after the section NAME.
  public let sections: [Section]

  /// Creates a page.
  public init(name: String, number: Int, summary: String, sections: [Section]) {
    self.name = name
    self.number = number
    self.summary = summary
    self.sections = sections
  }
}

extension CommandLineTable {
  /// Returns the manual page of the program.
  ///
  /// - Parameters:
  ///   - number: the number of the manual's section.
  ///   - more: the sections that follow options, examples and exit codes.
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
