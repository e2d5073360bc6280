import Foundation
import Synchronization
import Testing

/// Starts the tests, instead of the program that SwiftPM would write.
///
/// SwiftPM's program needs an index of the sources, which takes a third of the time of the compiler.
@main struct TestRunner {
  /// Most tests wait, for a daemon or for a file, so more of them than there are processors run at once.
  private static let threads = 32

  static func main() async {
    // `swift test` also starts this program for tests of XCTest; there are none.
    guard CommandLine.arguments.contains("swift-testing") else { return }
    completePrograms()
    let code = await withTaskExecutorPreference(TestThreads(count: threads)) {
      await __swiftPMEntryPoint() as CInt
    }
    exit(code)
  }

  /// Gives the program that reads documents its other names, and `sitta web` its page, as `make` does in a release.
  private static func completePrograms() {
    let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    for name in ["external", "meaning", "ocr", "pdf"] {
      _ = symlink("sitta-extract", folder.appending(path: "sitta-extract-\(name)").path)
    }
    let repository = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    _ = symlink(
      repository.appending(path: "share/sitta/web").path, folder.appending(path: "web").path)
  }
}

/// Runs tasks on threads that may block, while the pool of Swift has one thread for each processor.
private final class TestThreads: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let available = DispatchSemaphore(value: 0)

  init(count: Int) {
    for _ in 0..<count { Thread { self.serve() }.start() }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    available.signal()
  }

  private func serve() -> Never {
    while true {
      available.wait()
      let job = jobs.withLock { $0.removeFirst() }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
