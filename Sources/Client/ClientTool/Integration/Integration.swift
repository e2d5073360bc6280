import LinuxSystem

/// A way to search from another program: a text, and the file in which that program looks for it.
public struct Integration: Sendable {
  /// The folder below which a program looks for its files.
  enum Base: Equatable, Sendable {
    /// `$XDG_DATA_HOME`.
    case data
    /// `$XDG_CONFIG_HOME`.
    case configuration
    /// The home folder.
    case home
    /// `~/.emacs.d` if it exists, otherwise `emacs` below `$XDG_CONFIG_HOME`.
    ///
    /// Emacs: <https://www.gnu.org/software/emacs/manual/html_node/emacs/Find-Init.html>.
    case emacs
  }

  /// Where a file is.
  struct Place: Equatable, Sendable {
    let base: Base
    /// The path below the base.
    let path: String
  }

  /// The name of the program.
  public let name: String
  /// The effect, as a sentence.
  let help: String
  /// The program's file; nil if the program looks for none.
  let place: Place?
  /// Whether the program runs the file.
  var isExecutable = false
  /// The step that remains for the person, as a sentence, and the line that the sentence is about.
  let remainder: (sentence: String, line: String?)
  /// The name of the installed copy; nil if another integration has the same text.
  public let copy: String?
  /// The content of the file.
  public let text: String

  /// The folders of a person.
  struct Folders: Equatable {
    var home: FilePath
    /// `$XDG_DATA_HOME`, or `~/.local/share`.
    var data: FilePath
    /// `$XDG_CONFIG_HOME`, or `~/.config`.
    var configuration: FilePath
    /// Whether `~/.emacs.d` exists.
    var hasEmacsFolder = false

    /// Derives the folders from `$XDG_DATA_HOME` and `$XDG_CONFIG_HOME`, if they are absolute paths; see
    /// the XDG Base Directory Specification.
    init(home: FilePath, data: FilePath?, configuration: FilePath?) {
      self.home = home
      self.data = data ?? home.appending(".local").appending("share")
      self.configuration = configuration ?? home.appending(".config")
    }

    /// The path of a file.
    func path(of place: Place) -> FilePath {
      let base =
        switch place.base {
        case .data: data
        case .configuration: configuration
        case .home: home
        case .emacs:
          hasEmacsFolder ? home.appending(".emacs.d") : configuration.appending("emacs")
        }
      return place.path.split(separator: "/").reduce(base) { $0.appending(String($1)) }
    }
  }
}
