import LinuxSystem
import Synchronization

/// Waits until everything that was written before now is in the index.
///
/// It makes a file in a folder of our own, which the same inotify instance watches as the roots.
/// inotify keeps the order, so when that event has come through the pipeline and its batch is
/// committed, so is everything before it.
actor SyncBarrier {
  private let folder: FilePath
  private let tasks: LoopTaskExecutor
  private var last: UInt64 = 0
  private var waiting: [UInt64: Waiter] = [:]

  private struct Waiter {
    let deadline: ContinuousClock.Instant
    let continuation: CheckedContinuation<Bool, Never>
  }

  /// - Parameters:
  ///   - folder: the marker folder of the ``TreeWatcher``; what lies in it is removed. A marker that
  ///     a killed daemon left would keep the same one of ours from being made, so where it cannot be
  ///     removed its number is passed over.
  ///   - tasks: where time runs out.
  /// - Throws: what listing the folder fails with.
  init(folder: FilePath, tasks: LoopTaskExecutor) throws(SystemError) {
    self.folder = folder
    self.tasks = tasks
    for name in try DirectoryListing(of: FileDescriptor(openingDirectory: folder)).names {
      do throws(SystemError) {
        try folder.appending(name).removeFile()
      } catch {
        last = max(last, UInt64(String(decoding: name, as: UTF8.self)) ?? 0)
      }
    }
  }

  /// The barriers that somebody waits for now.
  var numbers: [UInt64] { waiting.keys.sorted() }

  /// Waits for everything that was written before the call.
  ///
  /// - Parameter timeout: how long to wait.
  /// - Returns: false where the time was over first.
  /// - Throws: where the marker cannot be made, on a full disk for example.
  func wait(atMost timeout: Duration) async throws(SystemError) -> Bool {
    // Nothing else can run on this actor between making the marker and waiting for it.
    let number = try mark()
    let deadline = ContinuousClock.now + timeout
    let timer = tasks.schedule(at: deadline) { [tasks] in
      Task(executorPreference: tasks) { await self.reach([number], inTime: false) }
    }
    defer { tasks.cancel(timer) }
    return await withCheckedContinuation { continuation in
      waiting[number] = Waiter(deadline: deadline, continuation: continuation)
    }
  }

  /// Makes a marker, whose number a batch tells when everything before it has been told.
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
      waiting.removeValue(forKey: number)?.continuation.resume(returning: inTime)
    }
  }

  /// Lets those go on in vain whose time is over before what they wait for can be done.
  func disappoint(_ numbers: [UInt64], where isInVain: @Sendable (ContinuousClock.Instant) -> Bool)
  {
    reach(numbers.filter { waiting[$0].map { isInVain($0.deadline) } ?? false }, inTime: false)
  }

  /// Lets everybody go on in vain: the service ends.
  func giveUp() {
    reach(numbers, inTime: false)
  }
}
