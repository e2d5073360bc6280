package import LinuxSystem
import Synchronization

/// Waits until everything that was written before now is in the index.
///
/// It makes a file in a folder of our own, which the same inotify instance watches as the roots.
/// inotify keeps the order, so when that event has come through the pipeline and its batch is
/// committed, so is everything before it.
package actor SyncBarrier {
  private let folder: FilePath
  private let tasks: LoopTaskExecutor
  /// Its own calls: a frozen file system can be read while each write to it hangs.
  private let calls: FileSystemCalls
  private var last: UInt64 = 0
  private var waiting: [UInt64: Waiter] = [:]

  /// How long the indexer waits until a marker is made.
  private static let markTimeout = Duration.seconds(5)

  private struct Waiter {
    let deadline: ContinuousClock.Instant
    let timer: EventLoop.Timer
    let continuation: CheckedContinuation<Result<Bool, SystemError>, Never>
  }

  /// - Parameters:
  ///   - folder: the marker folder of the ``TreeWatcher``. Markers that a killed daemon has left in it
  ///     are removed; other files stay, and their numbers are skipped.
  ///   - tasks: where time runs out.
  /// - Throws: the errors of listing the folder.
  package init(folder: FilePath, tasks: LoopTaskExecutor) throws(SystemError) {
    self.folder = folder
    self.tasks = tasks
    calls = FileSystemCalls(tasks: tasks, threads: 4)
    for name in try DirectoryListing(of: FileDescriptor(openingDirectory: folder)).names {
      guard let number = UInt32(String(decoding: name, as: UTF8.self)) else { continue }
      let marker = folder.appending(name)
      if let status = try? FileStatus(of: marker), status.kind == .regular, status.size == 0,
        (try? marker.removeFile()) != nil
      {
        continue
      }
      last = max(last, UInt64(number))
    }
  }

  /// The barriers that clients wait for now.
  var numbers: [UInt64] { waiting.keys.sorted() }

  /// Waits for everything that was written before the call.
  ///
  /// - Returns: false where the time was over first.
  /// - Throws: where the marker cannot be made, on a full disk for example.
  package func wait(atMost timeout: Duration) async throws(SystemError) -> Bool {
    let deadline = ContinuousClock.now + timeout
    let outcome = await withCheckedContinuation { continuation in
      last += 1
      let number = last
      let timer = tasks.schedule(at: deadline) { [tasks] in
        Task(executorPreference: tasks) { await self.reach([number], inTime: false) }
      }
      // The waiter is there first: a marker that comes through before it would be lost.
      waiting[number] = Waiter(deadline: deadline, timer: timer, continuation: continuation)
      Task(executorPreference: tasks) { await self.makeMarker(of: number, within: timeout) }
    }
    return try outcome.get()
  }

  /// Makes the marker of a waiter, whose wait ends if it cannot be made.
  private func makeMarker(of number: UInt64, within timeout: Duration) async {
    do {
      try await make("\(number)", within: timeout)
    } catch let error as SystemError {
      guard let waiter = waiting.removeValue(forKey: number) else { return }
      tasks.cancel(waiter.timer)
      waiter.continuation.resume(returning: .failure(error))
    } catch {
      // The file system does not answer: the time runs out.
    }
  }

  /// Makes a marker; a batch has its number when everything before it has been reported.
  ///
  /// - Throws: where the marker cannot be made, on a full disk for example, or not in time.
  func mark() async throws -> UInt64 {
    last += 1
    let number = last
    try await make("\(number)", within: Self.markTimeout)
    return number
  }

  /// Finds out whether markers can be made.
  ///
  /// - Returns: the file system that does not answer; nil if it answers, if only with an error.
  package func obstacle(within timeout: Duration) async -> FileSystemCalls.Unanswered? {
    do {
      try await make("answering", within: timeout)
      return nil
    } catch {
      return error as? FileSystemCalls.Unanswered
    }
  }

  /// Makes a file and removes it: on a thread of its own, because a write can hang.
  private func make(_ name: String, within timeout: Duration) async throws {
    let marker = folder.appending(name)
    try await calls.answer(within: timeout) { call in
      try call.willTouch(marker)
      try FileDescriptor.makeFile(at: marker)
      try marker.removeFile()
    }
  }

  /// Resumes the clients whose barriers have been reached.
  func reach(_ numbers: [UInt64], inTime: Bool = true) {
    for number in numbers {
      guard let waiter = waiting.removeValue(forKey: number) else { continue }
      tasks.cancel(waiter.timer)
      waiter.continuation.resume(returning: .success(inTime))
    }
  }

  /// Resumes in vain the clients whose time is over before their barrier can be reached.
  func failLate(_ numbers: [UInt64], where isInVain: @Sendable (ContinuousClock.Instant) -> Bool) {
    reach(numbers.filter { waiting[$0].map { isInVain($0.deadline) } ?? false }, inTime: false)
  }

  /// Resumes all clients in vain, because the service ends.
  package func cancelAll() {
    reach(numbers, inTime: false)
  }
}
