package import LinuxSystem
import Synchronization

/// Waits until everything that was written before now is in the index.
///
/// It creates a marker file in the daemon's own folder, which the same inotify instance watches as
/// the roots. inotify keeps the order of events: once the marker's event has arrived and its batch
/// is committed, everything written before is in the index.
package actor SyncBarrier {
  private let folder: FilePath
  private let tasks: LoopTaskExecutor
  /// Separate from other calls: a frozen file system can be read, while each write to it hangs.
  private let calls: FileSystemCalls
  private var last: UInt64 = 0
  private var waiting: [UInt64: Waiter] = [:]

  /// How long the indexer waits for a marker of its own to be created.
  private static let markTimeout = Duration.seconds(5)

  private struct Waiter {
    let deadline: ContinuousClock.Instant
    let timer: EventLoop.Timer
    let continuation: CheckedContinuation<Result<Bool, SystemError>, Never>
  }

  /// - Parameters:
  ///   - folder: the marker folder of the ``TreeWatcher``. Markers left by a killed daemon are
  ///     removed; other files with numbers as names stay, and their numbers are not used.
  ///   - tasks: runs the timeouts.
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

  /// The numbers of the barriers that clients wait for.
  var numbers: [UInt64] { waiting.keys.sorted() }

  /// Waits until everything written before the call is in the index.
  ///
  /// - Returns: false if the timeout comes first.
  /// - Throws: an error if the marker cannot be created, as on a full disk.
  package func wait(atMost timeout: Duration) async throws(SystemError) -> Bool {
    let deadline = ContinuousClock.now + timeout
    let outcome = await withCheckedContinuation { continuation in
      last += 1
      let number = last
      let timer = tasks.schedule(at: deadline) { [tasks] in
        Task(executorPreference: tasks) { await self.reach([number], inTime: false) }
      }
      // The waiter must be there before its marker is created, or it could miss the marker's event.
      waiting[number] = Waiter(deadline: deadline, timer: timer, continuation: continuation)
      Task(executorPreference: tasks) { await self.makeMarker(of: number, within: timeout) }
    }
    return try outcome.get()
  }

  /// Creates the marker of a waiter; if this fails, the waiter gets the error.
  private func makeMarker(of number: UInt64, within timeout: Duration) async {
    do {
      try await make("\(number)", within: timeout)
    } catch let error as SystemError {
      guard let waiter = waiting.removeValue(forKey: number) else { return }
      tasks.cancel(waiter.timer)
      waiter.continuation.resume(returning: .failure(error))
    } catch {
      // The file system does not answer; the waiter times out.
    }
  }

  /// Creates a marker; the watcher reports its number after all events that happened before.
  ///
  /// - Throws: an error if the marker cannot be created in time, or not at all, as on a full disk.
  func mark() async throws -> UInt64 {
    last += 1
    let number = last
    try await make("\(number)", within: Self.markTimeout)
    return number
  }

  /// Checks whether markers can be created.
  ///
  /// - Returns: the file system that does not answer; nil if it answers, even with an error.
  package func obstacle(within timeout: Duration) async -> FileSystemCalls.Unanswered? {
    do {
      try await make("answering", within: timeout)
      return nil
    } catch {
      return error as? FileSystemCalls.Unanswered
    }
  }

  /// Creates a file and removes it, on another thread, because writes can hang.
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

  /// Ends the waits of clients whose timeout comes before their barrier can be reached; they get false.
  func failLate(_ numbers: [UInt64], where isInVain: @Sendable (ContinuousClock.Instant) -> Bool) {
    reach(numbers.filter { waiting[$0].map { isInVain($0.deadline) } ?? false }, inTime: false)
  }

  /// Ends the waits of all clients with false, because the daemon ends.
  package func cancelAll() {
    reach(numbers, inTime: false)
  }
}
