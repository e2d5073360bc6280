public import LinuxSystem

/// Where the files lie that tell git, in every repository, what to ignore.
public struct GitPlaces: Equatable, Sendable {
  /// The user's home folder.
  public var home: FilePath
  /// The user's folder of configurations; git's own is `git` in it.
  public var configurations: FilePath
  /// The system's configuration of git.
  public var system: FilePath

  /// Names the places.
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

  /// The files of this process's user; see the XDG Base Directory Specification.
  public static var ofThisUser: GitPlaces {
    GitPlaces(
      home: ProcessEnvironment.home ?? .root,
      configurations: ProcessEnvironment.path(in: "XDG_CONFIG_HOME"))
  }
}
