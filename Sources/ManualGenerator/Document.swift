import Arguments
import ClientTool
import Configuration
import IndexService
import LinuxSystem
import SearchInterface
import VarlinkInterface

/// A file that is made from a table.
struct Document {
  /// Where it lies in the repository, its folders and its name.
  let path: String
  /// What it holds.
  let text: String

  /// Every file.
  static let all =
    [
      page(ClientCommand.manual), page(DaemonCommand.manual), page(ConfigurationManual.page),
      searchInterface,
      Document(path: "etc/sitta/sittad.conf", text: ConfigurationManual.file),
    ] + [ClientCommand.table, DaemonCommand.table].flatMap(completions)

  private static var searchInterface: Document {
    do {
      return page(InterfaceManual(try InterfaceDescription(SearchInterfaceDescription.text)).page)
    } catch {
      preconditionFailure("io.sitta.Search.varlink, \(error)")
    }
  }

  /// Its path, where the repository is this folder.
  func place(in folder: FilePath) -> FilePath {
    path.split(separator: "/").reduce(folder) { $0.appending(String($1)) }
  }

  private static func page(_ page: ManualPage) -> Document {
    Document(
      path: "share/man/man\(page.number)/\(page.name).\(page.number)",
      text: page.roff(product: "Sitta \(Release.version)", date: Release.date))
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
