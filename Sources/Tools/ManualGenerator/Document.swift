import Arguments
import ClientTool
import Configuration
import IndexService
import LinuxSystem
import SearchInterface
import VarlinkInterface

/// A file that is generated from a table.
struct Document {
  /// Its path in the repository.
  let path: String
  /// Its content.
  let text: String

  /// All files.
  static let all =
    pages.map(roff) + pages.map(markdown) + [
      roff(searchInterface),
      Document(path: "etc/sitta/sittad.conf", text: ConfigurationManual.file),
      Document(path: "clients/opensearch.py", text: ClientCommand.openSearchFile),
    ] + Integration.all.compactMap(copy)
    + [ClientCommand.table, DaemonCommand.table].flatMap(completions)

  private static let pages = [
    ClientCommand.manual, PickManual.page, QueryManual.page, DaemonCommand.manual,
    ConfigurationManual.page,
  ]

  private static let searchInterface: ManualPage = {
    do {
      return InterfaceManual(try InterfaceDescription(SearchInterfaceDescription.text)).page
    } catch {
      preconditionFailure("io.sitta.Search.varlink, \(error)")
    }
  }()

  /// The addresses of the pages in Markdown, relative to each of them.
  private static let links = Dictionary(
    uniqueKeysWithValues: pages.map { ($0.reference, "\($0.name).\($0.number).md") } + [
      (
        searchInterface.reference,
        "../../Sources/Wire/SearchInterface/\(searchInterface.name).varlink"
      )
    ])

  /// Its absolute path in a repository.
  func path(in repository: FilePath) -> FilePath {
    path.split(separator: "/").reduce(repository) { $0.appending(String($1)) }
  }

  private static func roff(_ page: ManualPage) -> Document {
    Document(
      path: "share/man/man\(page.number)/\(page.name).\(page.number)",
      text: page.roff(product: "Sitta \(Release.version)", date: Release.date))
  }

  private static func markdown(_ page: ManualPage) -> Document {
    Document(
      path: "docs/manual/\(page.name).\(page.number).md", text: page.markdown(links: links))
  }

  /// The text of an integration, to be read, sourced or copied.
  private static func copy(of integration: Integration) -> Document? {
    integration.copy.map { Document(path: "share/sitta/\($0)", text: integration.text) }
  }

  /// Where each shell looks for completions, below `share`.
  private static func completions(for table: CommandLineTable) -> [Document] {
    let name = table.program
    return [
      Document(path: "share/bash-completion/completions/\(name)", text: table.bashCompletion),
      Document(path: "share/zsh/site-functions/_\(name)", text: table.zshCompletion),
      Document(path: "share/fish/vendor_completions.d/\(name).fish", text: table.fishCompletion),
    ]
  }
}
