import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import IndexService

/// The changes that the kernel allows the daemon: the daemon's own table, applied to a thread of
/// its own.
@Suite(.timeLimit(.minutes(15)), .enabled(if: WriteProtection.kernelABI > 0, "No Landlock here."))
struct WritablePlacesTests {
  /// A way to change a folder that has a file `file` and a folder `folder`.
  struct Attempt: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The first ABI of Landlock that forbids it.
    let abi: Int
    let run: @Sendable (FilePath) throws -> Void

    init(_ name: String, from abi: Int = 1, run: @escaping @Sendable (FilePath) throws -> Void) {
      (testDescription, self.abi, self.run) = (name, abi, run)
    }
  }

  static let attempts = [
    Attempt("create a file") { try $0.appending("new").write("x") },
    Attempt("write over a file") { try $0.appending("file").write("x") },
    Attempt("write to the end") { try $0.appending("file").append("x") },
    Attempt("empty a file", from: 3) {
      _ = try FileDescriptor(opening: $0.appending("file"), flags: O_RDONLY | O_TRUNC)
    },
    Attempt("remove a file") { try $0.appending("file").removeFile() },
    Attempt("rename a file") { try $0.appending("file").rename(to: $0.appending("renamed")) },
    Attempt("replace a file") { try $0.appending("other").rename(to: $0.appending("file")) },
    Attempt("create a folder") { try $0.appending("new").makeDirectory() },
    Attempt("remove a folder") { try $0.appending("folder").removeTree() },
    Attempt("create a symbolic link") {
      try $0.appending("new").makeSymbolicLink(to: $0.appending("file"))
    },
    Attempt("create a hard link") {
      try $0.appending("new").makeHardLink(to: $0.appending("file"))
    },
    Attempt("create a FIFO") { try $0.appending("new").makeFIFO() },
    Attempt("create a socket") { _ = try UnixSocket.listen(at: $0.appending("s")) },
  ]
  /// The kernel's ABI, and the ABIs of older kernels.
  static let abis = Array(1...3) + [WriteProtection.kernelABI]

  let home: TemporaryDirectory
  private let places: WritablePlaces

  init() throws {
    home = try TemporaryDirectory()
    places = WritablePlaces(
      state: home["state"], markers: home["run/markers"], rootsFile: nil,
      user: ProcessEnvironment.user)
    for folder in ["state/inside", "run/markers", "documents"] { try prepare(home[folder]) }
  }

  private func prepare(_ folder: FilePath) throws {
    try folder.removeTree()
    try folder.appending("folder").makeDirectory()
    for name in ["file", "other"] { try folder.appending(name).write("precious") }
  }

  @Test(arguments: attempts, Set(abis).sorted())
  func `A person's files cannot be changed, and those of the daemon can`(
    attempt: Attempt, abi: Int
  ) async throws {
    let thread = try ProtectedThread()
    #expect(await thread.protect(places.exemptions, limit: abi) == abi)
    let failure = await thread.failure(of: attempt, in: home["documents"])
    if abi >= attempt.abi {
      let refusals = [EACCES, EXDEV]
      #expect(failure.map { refusals.contains($0) } == true, "\(failure ?? 0)")
      #expect(try home["documents/file"].text() == "precious")
      #expect(try names(in: home["documents"]) == ["file", "folder", "other"])
    }
    for folder in ["state/inside", "run/markers"] {
      #expect(await thread.failure(of: attempt, in: home[folder]) == nil, "\(folder)")
    }
    #expect(try home["documents/other"].text() == "precious", "Reading is not restricted.")
  }

  @Test func `The home folder, /tmp and /etc are protected`() async throws {
    let thread = try ProtectedThread()
    _ = await thread.protect(places.exemptions, limit: nil)
    let create = Attempt("create") { folder in
      let file = folder.appending("sitta-test-\(ProcessEnvironment.processNumber)")
      defer { try? file.removeFile() }
      try FileDescriptor.makeFile(at: file)
    }
    let own = try #require(ProcessEnvironment.home)
    for folder: FilePath in [own, "/tmp", "/var/tmp", "/etc", "/dev/shm"] {
      #expect(await thread.failure(of: create, in: folder) == EACCES, "\(folder)")
    }
    let write = Attempt("write") { try $0.append("x") }
    #expect(await thread.failure(of: write, in: "/dev/null") == nil)
    let isRoot = ProcessEnvironment.user == 0
    let score = try FilePath("/proc/self/oom_score_adj").text()
    let keep = Attempt("keep") { try $0.append(score) }
    #expect(
      await thread.failure(of: keep, in: "/proc/self/oom_score_adj") == (isRoot ? EACCES : nil))
  }

  @Test func `A folder cannot be moved between the person's files and the state folder`()
    async throws
  {
    for abi in Set(Self.abis).sorted() {
      let thread = try ProtectedThread()
      _ = await thread.protect(places.exemptions, limit: abi)
      let (mine, own) = (home["documents/file"], home["state/inside/taken"])
      let out = Attempt("out") { _ in try mine.rename(to: own) }
      let into = Attempt("into") { _ in try own.parent.appending("file").rename(to: mine) }
      let link = Attempt("link") { _ in try own.makeHardLink(to: mine) }
      for attempt in [out, into, link] {
        #expect(await thread.failure(of: attempt, in: home.path) != nil, "\(attempt) \(abi)")
      }
      #expect(try mine.text() == "precious")
    }
  }

  @Test func `Each row of the table says why`() {
    for row in WritablePlaces.rows {
      #expect(row.reason.hasSuffix("."), "\(row.name)")
    }
    #expect(places.exemptions.map(\.path).contains(home["state"]))
  }

  private func names(in folder: FilePath) throws -> [String] {
    try DirectoryListing(of: FileDescriptor(openingDirectory: folder)).names
      .map { String(decoding: $0, as: UTF8.self) }.sorted()
  }
}

/// A thread that Landlock restricts, and no other.
private actor ProtectedThread {
  private let loop: EventLoop

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

  init() throws(SystemError) {
    loop = try EventLoop(name: "sitta-protected")
  }

  deinit {
    loop.stop()
  }

  func protect(_ exemptions: [WriteProtection.Exemption], limit: Int?) -> Int {
    WriteProtection.start(except: exemptions, limit: limit)
  }

  /// The error number of an attempt; nil if it succeeds, -1 for an error without a number.
  func failure(of attempt: WritablePlacesTests.Attempt, in folder: FilePath) -> Int32? {
    do {
      try attempt.run(folder)
      return nil
    } catch let error as SystemError {
      return error.code
    } catch {
      return -1
    }
  }
}
