import IndexStorage
import LinuxSystem
import Watching

/// Decides whether the times of a file can hide a write that came after the file was read.
///
/// File systems stamp a write by a clock with coarse steps: 2 s on FAT, 1 s on ext3 with small
/// inodes, a kernel tick on most others. A write in the step in which the file was read leaves its
/// times as they were, and possibly its size. git calls such a file racy; see "racy-git" in its
/// documentation. The file is read once more when the step is over.
struct StampClock: Equatable, Sendable {
  /// The length of a kernel tick.
  var tick: Duration
  /// See ``LinuxSystem/FileClock/isMultigrain``.
  var isMultigrain: Bool

  static let current = StampClock(tick: FileClock.tick, isMultigrain: FileClock.isMultigrain)

  /// Returns from when on another read is final, for a file that was just read.
  ///
  /// - Parameters:
  ///   - status: its status, obtained after `moment` and before the file was read.
  ///   - moment: a time before reading, by ``LinuxSystem/FileClock``.
  ///   - known: its previous entry in the index.
  ///   - type: returns the type of the file system; called only if needed.
  /// - Returns: the moment from which another read is final; nil if this read is final.
  func racyUntil(
    _ status: FileStatus, readAt moment: FileTime, after known: StoredFile?,
    on type: () -> FileSystemType?
  ) -> FileTime? {
    let newest = max(status.modified, status.changed)
    if moment - newest >= Self.longestStep + tick * 2 + Self.disagreement { return nil }
    if let known, let final = known.racyUntil, final > .epoch,
      final - moment <= Self.longestStep * 2,
      known.hasTimes(of: status)
    {
      // Even if the clock of the file system is ahead, it has moved on since it set these times.
      return final <= moment ? nil : final
    }
    let type = type()
    let step = type == Self.fat ? Self.longestStep : Self.step(of: status)
    if step == .zero, isMultigrain, type.map(Self.multigrain.contains) == true { return nil }
    // A stamp can be one tick late, and so can the clock that `moment` was read from.
    let window = step + tick * 2
    let isOurClock = type.map { EventDelivery($0) == .notified || $0 == Self.overlay } ?? false
    return moment - newest < window + (isOurClock ? .zero : Self.disagreement)
      ? moment + window : nil
  }

  /// How far the clock of another machine is assumed to be behind, at most.
  private static let disagreement = Duration.seconds(120)
  /// The clock steps of FAT, ext3 and exFAT.
  private static let steps: [Duration] = [longestStep, .seconds(1), .milliseconds(10)]
  private static let longestStep = Duration.seconds(2)

  /// The coarsest known step that divides both times of a file; zero if none does.
  private static func step(of status: FileStatus) -> Duration {
    steps.first { step in
      status.modified.isMultiple(of: step) && status.changed.isMultiple(of: step)
    } ?? .zero
  }

  // Numbers from linux/magic.h. On FAT, each kind of time has another step.
  private static let fat = FileSystemType(number: 0x4d44)
  /// overlayfs writes changes to an upper layer that this kernel stamps, because NFS cannot be the
  /// upper layer; see <https://docs.kernel.org/filesystems/overlayfs.html#upper-and-lower>.
  private static let overlay = FileSystemType(number: 0x794c_7630)
  /// ext4, XFS, Btrfs and tmpfs.
  private static let multigrain = Set(
    [0xef53, 0x5846_5342, 0x9123_683e, 0x0102_1994].map { FileSystemType(number: $0) })
}

extension StoredFile {
  /// Whether times, size and inode are still those of the file on disk.
  fileprivate func hasTimes(of status: FileStatus) -> Bool {
    size == status.size && modified == status.modified && changed == status.changed
      && inode == status.inode
  }
}
