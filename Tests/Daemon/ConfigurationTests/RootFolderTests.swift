import LinuxSystem
import TestSupport
import Testing

@testable import Configuration

/// Which folders can be roots.
struct RootFolderTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder["file"].write("words")
    try folder["link"].makeSymbolicLink(to: folder["file"])
    try folder["socket/x"].write("")
  }

  @Test func `A folder can be a root, and so can one that does not exist now`() throws {
    for path in [folder.path, folder["socket"], folder["missing/x"], .root] {
      #expect(RootFolder.refusal(of: path) == nil)
    }
  }

  @Test(arguments: ["file", "link"])
  func `A file cannot be a root`(name: String) {
    let path = folder[name]
    #expect(RootFolder.refusal(of: path) == "'\(path)' is a file; a root must be a folder.")
  }

  @Test func `A device cannot be a root`() throws {
    let path = FilePath.root.appending("dev").appending("null")
    #expect(
      RootFolder.refusal(of: path) == "'/dev/null' is not a folder; a root must be one.")
  }

  @Test(arguments: [(["proc"], "proc"), (["proc", "self"], "proc"), (["sys", "kernel"], "sysfs")])
  func `A folder that shows the state of the kernel cannot be a root`(
    names: [String], type: String
  ) throws {
    let path = names.reduce(FilePath.root) { $0.appending($1) }
    let refusal = try #require(RootFolder.refusal(of: path))
    #expect(refusal.hasPrefix("'\(path)' is on a file system that shows the state of the kernel"))
    #expect(refusal.contains("(\(type))"))
  }

  @Test(.enabled(if: Self.hasDeviceFileSystem))
  func `The folder of devices cannot be a root`() throws {
    let refusal = try #require(RootFolder.refusal(of: FilePath.root.appending("dev")))
    #expect(refusal.contains("(devtmpfs)"))
  }

  private static var hasDeviceFileSystem: Bool {
    let devices = try? FileStatus(of: FilePath.root.appending("dev")).device
    return devices != (try? FileStatus(of: .root).device)
  }

  @Test func `Roots that do not exist are named, with a remedy`() throws {
    let missing = folder["missing/x"]
    #expect(
      RootFolder.warnings(about: [folder.path, missing]) == [
        """
        The folder '\(missing)' does not exist now. Mount the drive that it is on, or correct Roots= \
        in sittad.conf.
        """
      ])
  }
}

/// Roots in configuration files that cannot be roots.
struct WrongRootTests {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
    try home["file"].write("words")
  }

  private func source(roots: [FilePath] = []) -> ConfigurationSource {
    ConfigurationSource(
      home: home.path, file: home["conf"], folders: [], roots: roots, logLevel: nil)
  }

  @Test func `The line of a wrong root is named`() throws {
    try home["conf"].write("[Index]\nRoots=~/file\nRoots=\nRoots=~/a\n\nRoots=~/b ~/file\n")
    let error = #expect(throws: ConfigurationError.self) { try source().read() }
    #expect(error?.file == "\(home["conf"])")
    #expect(error?.line == 6)
    #expect(error?.reason == "'\(home["file"])' is a file; a root must be a folder.")
  }

  @Test func `A wrong root of the command line is named`() throws {
    try home["conf"].write("[Index]\nRoots=~/file\n")
    let error = #expect(throws: ConfigurationError.self) { try source(roots: ["/proc"]).read() }
    #expect(error?.description.hasPrefix("--root: '/proc' is on a file system") == true)
    let (configuration, _) = try source(roots: [home.path]).read()
    #expect(configuration.roots == [home.path])
  }

  @Test func `Roots that do not exist are warnings`() throws {
    try home["conf"].write("[Index]\nRoots=~/a ~/b\n")
    try home["a"].makeDirectory()
    let source = source()
    let (configuration, _) = try source.read()
    let warnings = source.warnings(about: configuration)
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("'\(home["b"])' does not exist now") == true)
  }
}
