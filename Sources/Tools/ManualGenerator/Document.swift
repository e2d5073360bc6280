import Arguments
import ClientTool
import Configuration
import FeedService
import GatewayService
import IndexService
import LinuxSystem
import SearchInterface
import VarlinkInterface

/// A generated file.
struct Document {
  /// The path in the repository.
  let path: String
  /// The content of the file.
  let text: String

  /// All generated files.
  static let all =
    pages.map { roff($0) } + teamPages.map { roff($0, in: "packaging/team/man") }
    + (pages + teamPages).map(markdown) + [
      roff(searchInterface),
      Document(path: "etc/sitta/sittad.conf", text: ConfigurationManual.file),
      Document(path: "etc/sitta/feed.conf", text: FeedManual.file),
      Document(path: "etc/sitta/gateway.conf", text: GatewayManual.file),
      Document(path: "clients/opensearch.py", text: ClientCommand.openSearchFile),
    ] + Integration.all.compactMap(copy)
    + [ClientCommand.table, DaemonCommand.table].flatMap(completions)

  private static let pages = [
    ClientCommand.manual, PickManual.page, QueryManual.page, DaemonCommand.manual,
    ConfigurationManual.page,
  ]

  /// The pages of the package `sitta-team`, which nothing else installs.
  private static let teamPages = [FeedManual.page, GatewayManual.page]

  private static let searchInterface: ManualPage = {
    do {
      return InterfaceManual(try InterfaceDescription(SearchInterfaceDescription.text)).page
    } catch {
      preconditionFailure("io.sitta.Search.varlink, \(error)")
    }
  }()

  /// The addresses of all pages, for links from Markdown pages; relative to the page.
  private static let links = Dictionary(
    uniqueKeysWithValues: (pages + teamPages).map { ($0.reference, "\($0.name).\($0.number).md") }
      + [
        (
          searchInterface.reference,
          "../../Sources/Wire/SearchInterface/\(searchInterface.name).varlink"
        )
      ])

  /// Returns the absolute path of the file in a repository.
  func path(in repository: FilePath) -> FilePath {
    path.split(separator: "/").reduce(repository) { $0.appending(String($1)) }
  }

  private static func roff(_ page: ManualPage, in folder: String = "share/man") -> Document {
    Document(
      path: "\(folder)/man\(page.number)/\(page.name).\(page.number)",
      text: page.roff(product: "Sitta \(Release.version)", date: Release.date))
  }

  private static func markdown(_ page: ManualPage) -> Document {
    Document(
      path: "docs/manual/\(page.name).\(page.number).md", text: page.markdown(links: links))
  }

  /// Returns the file of an integration that people read, source or copy; nil if it has none.
  private static func copy(of integration: Integration) -> Document? {
    integration.copy.map { Document(path: "share/sitta/\($0)", text: integration.text) }
  }

  /// Returns the completions for each shell, in the folder below `share` that the shell searches.
  private static func completions(for table: CommandLineTable) -> [Document] {
    let name = table.program
    return [
      Document(path: "share/bash-completion/completions/\(name)", text: table.bashCompletion),
      Document(path: "share/zsh/site-functions/_\(name)", text: table.zshCompletion),
      Document(path: "share/fish/vendor_completions.d/\(name).fish", text: table.fishCompletion),
    ]
  }
}
