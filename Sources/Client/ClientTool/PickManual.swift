public import Arguments

/// The manual page `sitta-pick(1)`; the script is in the folder `bin`.
public enum PickManual {
  /// The page.
  public static let page = ManualPage(
    name: "sitta-pick", number: 1, summary: "finds a file as you type",
    sections: [
      .init("SYNOPSIS", [.literal("sitta-pick [--print] [-0] [QUERY…]")]),
      .init(
        "DESCRIPTION",
        [
          .paragraph(
            """
            It shows the best hits of a query while you type it, and beside them the text of the \
            chosen file, as the index has it, from its match on. The last word is read as a prefix. \
            Until something is typed, it shows the files that changed last. It needs fzf(1), 0.38 or \
            later, and a running daemon.
            """),
          .paragraph("The query is the same as for `sitta search`; sitta-query(7) describes it."),
        ]),
      .init(
        "KEYS",
        [
          .item("Enter", "Open the file at the match, as `sitta open` does it."),
          .item("Alt-Enter", "Print the path of the file."),
          .item("Ctrl-O", "Show the file in the file manager."),
          .item("Esc, Ctrl-C", "End without a choice."),
        ]),
      .init(
        "OPTIONS",
        [
          .item("--print", "Print the path of the chosen file instead of opening it."),
          .item("-0, --null", "The same; end the path with a NUL instead of a line feed."),
          .item("-h, --help", "Show this help and end."),
        ]),
      .init(
        "KEY BINDINGS",
        [
          .paragraph(
            """
            `sitta integrate` binds Alt-I in bash, zsh and fish: it inserts the path of the file that \
            you choose at the cursor, quoted for the shell.
            """)
        ]),
      .init(
        "EXAMPLES",
        [
          .item("sitta-pick invoice", "begin with a word"),
          .item("less \"$(sitta-pick --print)\"", "pass the file to a program"),
        ]),
      .init(
        "EXIT STATUS",
        [
          .item("0", "a file was opened or printed"), .item("1", "nothing was chosen"),
          .item("2", "wrong usage"), .item("3", "no daemon"),
          .item("4", "fzf is missing or failed, or the file could not be opened"),
        ]),
      .init(
        "ENVIRONMENT",
        [
          .item("FZF_DEFAULT_OPTS", "Options of fzf, such as its colours and layout; see fzf(1)."),
          .item("VISUAL, EDITOR", "The editor that opens text at the line of the match."),
        ]),
      .init("SEE ALSO", [.paragraph("sitta(1), sitta-query(7)")]),
    ])
}
