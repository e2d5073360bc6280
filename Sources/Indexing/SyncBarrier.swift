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
  private var last: UInt64 = 0
  private var waiting: [UInt64: Waiter] = [:]

  private struct Waiter {
    let deadline: ContinuousClock.Instant
    let timer: EventLoop.Timer
    let continuation: CheckedContinuation<Result<Bool, SystemError>, Never>
  }

  /// - Parameters:
  ///   - folder: the marker folder of the ``TreeWatcher``. Markers that a killed daemon has left in it
  ///     are removed; other files stay, and their numbers are skipped.
  ///   - tasks: where time runs out.
  /// - Throws: what listing the folder fails with.
  package init(folder: FilePath, tasks: LoopTaskExecutor) throws(SystemError) {
    self.folder = folder
    self.tasks = tasks
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
  /// - Parameter timeout: how long to wait.
  /// - Returns: false where the time was over first.
  /// - Throws: where the marker cannot be made, on a full disk for example.
  package func wait(atMost timeout: Duration) async throws(SystemError) -> Bool {
    let deadline = ContinuousClock.now + timeout
    let outcome = await withCheckedContinuation { continuation in
      // In one piece: a marker that comes through before its waiter is there would be lost.
      do throws(SystemError) {
        let number = try mark()
        let timer = tasks.schedule(at: deadline) { [tasks] in
          Task(executorPreference: tasks) { await self.reach([number], inTime: false) }
        }
        waiting[number] = Waiter(deadline: deadline, timer: timer, continuation: continuation)
      } catch {
        continuation.resume(returning: .failure(error))
      }
    }
    return try outcome.get()
  }

  /// Makes a marker; a batch has its number when everything before it has been reported.
  ///
  /// - Returns: the number.
  /// - Throws: where the marker cannot be made, on a full disk for example.
  func mark() throws(SystemError) -> UInt64 {
    last += 1
    let marker = folder.appending(String(last))
    try FileDescriptor.makeFile(at: marker)
    try marker.removeFile()
    return last
  }

  /// Lets those go on whose barriers have come through.
  func reach(_ numbers: [UInt64], inTime: Bool = true) {
    for number in numbers {
      guard let waiter = waiting.removeValue(forKey: number) else { continue }
      tasks.cancel(waiter.timer)
      waiter.continuation.resume(returning: .success(inTime))
    }
  }

  /// Lets those go on in vain whose time is over before what they wait for can be done.
  func failLate(_ numbers: [UInt64], where isInVain: @Sendable (ContinuousClock.Instant) -> Bool) {
    reach(numbers.filter { waiting[$0].map { isInVain($0.deadline) } ?? false }, inTime: false)
  }

  /// Lets everybody go on in vain: the service ends.
  package func cancelAll() {
    reach(numbers, inTime: false)
  }
}
