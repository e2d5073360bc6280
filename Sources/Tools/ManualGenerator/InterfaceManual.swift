import Arguments
import VarlinkInterface

/// Makes a manual page from the description of a Varlink interface; its comments become the text.
struct InterfaceManual {
  /// The page, for section 7 of the manual.
  let page: ManualPage

  /// Makes the page of an interface.
  init(_ interface: InterfaceDescription) {
    let name = interface.name
    var members: [String: [ManualPage.Block]] = [:]
    for declaration in interface.declarations {
      let kind = declaration.source.prefix { $0 != " " }
      members[String(kind), default: []] +=
        [.heading(declaration.name)] + declaration.comment.map { .paragraph($0) }
        + [.literal(declaration.source)]
    }
    let sections = [("method", "METHODS"), ("type", "TYPES"), ("error", "ERRORS")].map {
      ManualPage.Section($1, members[$0] ?? [])
    }
    page = ManualPage(
      name: name, number: 7, summary: "Varlink interface of sittad",
      sections: [.init("DESCRIPTION", interface.comment.map { .paragraph($0) })] + sections + [
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
}
