import Arguments

/// A page of the manual from the description of a Varlink interface: its comments are the text.
struct InterfaceManual {
  /// The page, in section 7.
  let page: ManualPage

  /// Reads a description: pieces between blank lines, each a comment and what it describes.
  init(_ description: String) {
    var name = ""
    var opening: [ManualPage.Block] = []
    var members: [String: [ManualPage.Block]] = [:]
    for piece in Self.pieces(of: description) {
      let words = piece.code.split { " (".contains($0) }.map(String.init)
      guard words.count >= 2 else { continue }
      if words[0] == "interface" {
        name = words[1]
        opening = piece.paragraphs.map { .paragraph($0) }
      } else {
        members[words[0], default: []] +=
          [.heading(words[1])] + piece.paragraphs.map { .paragraph($0) } + [.literal(piece.code)]
      }
    }
    let sections = [("method", "METHODS"), ("type", "TYPES"), ("error", "ERRORS")].map {
      ManualPage.Section($1, members[$0] ?? [])
    }
    page = ManualPage(
      name: name, number: 7, summary: "Varlink interface of sittad",
      sections: [.init("DESCRIPTION", opening)] + sections + [
        .init(
          "FILES",
          [.item("$XDG_RUNTIME_DIR/sitta/\(name)", "The socket on which sittad answers.")]),
        .init(
          "EXAMPLES",
          [
            .literal(
              """
              varlinkctl call $XDG_RUNTIME_DIR/sitta/\(name) \\
                  \(name).Search '{"query": "nuthatch"}'
              python3 -m varlink.cli call \\
                  "unix:$XDG_RUNTIME_DIR/sitta/\(name)/\(name).Search" '{"query": "nuthatch"}'
              """)
          ]),
        .init("SEE ALSO", [.paragraph("sitta(1), sittad(8), https://varlink.org")]),
      ])
  }

  /// A comment's paragraphs and the code below it.
  private typealias Piece = (paragraphs: [String], code: String)

  private static func pieces(of description: String) -> [Piece] {
    description.split(separator: "\n\n").map { piece in
      let lines = piece.split(separator: "\n").map(String.init)
      let comments = lines.prefix { $0.hasPrefix("#") }
      let paragraphs = comments.map { $0.dropFirst().drop { $0 == " " } }
        .split(separator: "").map { $0.joined(separator: " ") }
      return (paragraphs, lines.dropFirst(comments.count).joined(separator: "\n"))
    }
  }
}
