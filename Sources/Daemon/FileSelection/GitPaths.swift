public import LinuxSystem

/// The paths of the user's and the system's git configuration.
public struct GitPaths: Equatable, Sendable {
  /// The user's home folder.
  public var home: FilePath
  /// The user's configuration folder; git's files are in `git` inside it.
  public var configurations: FilePath
  /// The system's configuration file of git.
  public var system: FilePath

  /// Creates the paths.
  ///
  /// - Parameters:
  ///   - home: the user's home folder.
  ///   - configurations: `$XDG_CONFIG_HOME`; nil for `.config` in the home folder.
  ///   - system: the system's configuration; nil for `/etc/gitconfig`.
  public init(home: FilePath, configurations: FilePath? = nil, system: FilePath? = nil) {
    self.home = home
    self.configurations = configurations ?? home.appending(".config")
    self.system = system ?? FilePath.root.appending("etc").appending("gitconfig")
  }

  /// The paths of this process's user; see the XDG Base Directory Specification.
  public static var ofThisUser: GitPaths {
    GitPaths(
      home: ProcessEnvironment.home ?? .root,
      configurations: ProcessEnvironment.path(in: "XDG_CONFIG_HOME"))
  }
}
