import IndexStorage
import LinuxSystem
import Watching

/// Whether the times of a file can hide a write that comes after it was read: a value.
///
/// File systems stamp a write by a clock that goes in steps: of 2 s on FAT, of 1 s on ext3 with small
/// inodes, of a tick of the kernel on most others. A write within the step in which the file was read
/// leaves its times as they are, and its size, too, if it likes. git calls such a file racy; see
/// "racy-git" in its documentation. It is read once more when the step is over.
struct StampClock: Equatable, Sendable {
  /// How long a tick of the kernel lasts.
  var tick: Duration
  /// See ``LinuxSystem/FileClock/isMultigrain``.
  var isMultigrain: Bool

  static let current = StampClock(tick: FileClock.tick, isMultigrain: FileClock.isMultigrain)

  /// Finds out when another read is final for a file that was just read.
  ///
  /// - Parameters:
  ///   - status: its status from the kernel, after `moment` and before it was read.
  ///   - moment: when that was, by ``LinuxSystem/FileClock``.
  ///   - known: its entry in the index before.
  ///   - type: finds the type of the file system; it is called only if that matters.
  /// - Returns: the moment from which on another read is final; nil if this read is final.
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
      // However far the clock of the file system is ahead: since it gave these stamps it has gone on.
      return final <= moment ? nil : final
    }
    let type = type()
    let step = type == Self.fat ? Self.longestStep : Self.step(of: status)
    if step == .zero, isMultigrain, type.map(Self.multigrain.contains) == true { return nil }
    // A stamp can be a tick late, and so can the tick.
    let window = step + tick * 2
    let isOurClock = type.map { EventDelivery($0) == .notified || $0 == Self.overlay } ?? false
    return moment - newest < window + (isOurClock ? .zero : Self.disagreement)
      ? moment + window : nil
  }

  /// How far the clock of another machine may be late.
  private static let disagreement = Duration.seconds(120)
  /// The steps of the clocks of FAT, ext3 and exFAT.
  private static let steps: [Duration] = [longestStep, .seconds(1), .milliseconds(10)]
  private static let longestStep = Duration.seconds(2)

  /// The step of which all stamps of a file are multiples; 0 if it is shorter than the known steps.
  private static func step(of status: FileStatus) -> Duration {
    steps.first { step in
      status.modified.isMultiple(of: step) && status.changed.isMultiple(of: step)
    } ?? .zero
  }

  // linux/magic.h. FAT has another step for each of its stamps.
  private static let fat = FileSystemType(number: 0x4d44)
  /// Its changes go into a layer that this kernel stamps: NFS is not suitable for that; see
  /// <https://docs.kernel.org/filesystems/overlayfs.html#upper-and-lower>.
  private static let overlay = FileSystemType(number: 0x794c_7630)
  /// ext4, XFS, Btrfs and tmpfs.
  private static let multigrain = Set(
    [0xef53, 0x5846_5342, 0x9123_683e, 0x0102_1994].map { FileSystemType(number: $0) })
}

extension StoredFile {
  /// Whether times, size and inode are the same as in the kernel now.
  fileprivate func hasTimes(of status: FileStatus) -> Bool {
    size == status.size && modified == status.modified && changed == status.changed
      && inode == status.inode
  }
}
