import LinuxSystem

/// Integrates Sitta into another program: a text, and the file in which the program expects it.
public struct Integration: Sendable {
  /// The folder in which a program looks for its files.
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

  /// The path of a file, relative to a base folder.
  struct Place: Equatable, Sendable {
    let base: Base
    /// The path relative to ``base``.
    let path: String
  }

  /// The name of the program.
  public let name: String
  /// What the integration does, as a sentence.
  let help: String
  /// The file to write; nil if the program does not look for one.
  let place: Place?
  /// Whether the program executes the file.
  var isExecutable = false
  /// What the user has to do afterwards, as a sentence, and a line that belongs to the sentence.
  let remainder: (sentence: String, line: String?)
  /// Another file of the same folder, in a format that has no comments; nil if there is none.
  var companion: (name: String, text: String)?
  /// The file name of the installed copy; nil if there is none.
  public let copy: String?
  /// The text of the file.
  public let text: String

  /// The folders of the user.
  struct Folders: Equatable {
    var home: FilePath
    /// `$XDG_DATA_HOME`, or `~/.local/share`.
    var data: FilePath
    /// `$XDG_CONFIG_HOME`, or `~/.config`.
    var configuration: FilePath
    /// Whether `~/.emacs.d` exists.
    var hasEmacsFolder = false

    /// Uses `$XDG_DATA_HOME` and `$XDG_CONFIG_HOME` if these are absolute paths, otherwise their
    /// defaults; see the XDG Base Directory Specification.
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
