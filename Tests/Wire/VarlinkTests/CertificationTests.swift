import LinuxSystem
import TestSupport
import Testing

@testable import Varlink

/// The protocol's own certification client, of the package `varlink` of PyPI, against our server.
///
/// Source: <https://pypi.org/project/varlink/>.
@Suite(.timeLimit(.minutes(15)), .enabled(if: ProcessEnvironment.path(in: "SITTA_PYTHON") != nil))
struct CertificationTests {
  private let folder: TemporaryDirectory
  private let server: VarlinkServer

  init() async throws {
    folder = try TemporaryDirectory()
    let tests = try Self.python("-c", "import varlink.tests as t; print(t.__path__[0], end='')")
    let path = try #require(FilePath(absolute: tests.output))
    let file = try FileDescriptor(
      openingOwn: path.appending("org.varlink.certification.varlink"))
    let text = String(decoding: try file.read(upTo: 1 << 16, expecting: 4_096), as: UTF8.self)
    server = try VarlinkServer(
      listener: UnixSocket.listen(at: folder["socket"]),
      info: ServiceInfo(vendor: "", product: "", version: "", url: ""),
      interfaces: [CertificationInterface(description: text)],
      tasks: LoopTaskExecutor(name: "sitta-tasks"))
    try await server.start()
  }

  @Test func `The certification client passes`() throws {
    let report = try Self.python(
      "-m", "varlink.tests.test_certification", "--client", "--varlink=unix:\(folder["socket"])")
    let text = String(decoding: report.output, as: UTF8.self)
    #expect(report.ending == .exited(0), "\(String(decoding: report.errors, as: UTF8.self))")
    #expect(text.split(separator: "\n").count { $0.hasPrefix("Test10:") } == 10, "\(text)")
    #expect(text.contains("End: {'all_ok': True}"), "\(text)")
    #expect(text.hasSuffix("Certification passed\n"))
  }

  @BlockingThread @Test func `A call in the wrong order is refused`() async throws {
    let client = try VarlinkClient(connectingTo: folder["socket"], timeout: .seconds(60))
    let values = try client.call(
      "org.varlink.certification.Start", NoParameters(),
      reply: CertificationInterface.Client.self)
    #expect(throws: VarlinkClient.Fault.self) {
      _ = try client.call(
        "org.varlink.certification.Test02",
        CertificationInterface.Values(client_id: values.client_id, bool: true),
        reply: CertificationInterface.Values.self)
    }
  }

  private static func python(_ words: String...) throws -> ChildProcess.Report {
    let python = try #require(ProcessEnvironment.path(in: "SITTA_PYTHON"))
    return try ChildProcess.run(
      ChildProcess.Command(python, words.map { Array($0.utf8) }), until: .now + .seconds(60))
  }
}
