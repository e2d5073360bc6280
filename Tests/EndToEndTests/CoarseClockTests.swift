import LinuxSystem
import SittaSQLite
import SearchInterface
import TestSupport
import Testing

/// A file system in a file, mounted in a mount namespace that a process keeps.
enum CoarseDisk: String, CaseIterable {
  case ext2
  case ext3
  case vfat

  /// The disks that this machine can make and mount.
  static let known: [CoarseDisk] = {
    let types = (try? FilePath("/proc/filesystems").text()) ?? ""
    return allCases.filter { disk in
      types.split(whereSeparator: \.isWhitespace).contains(disk.rawValue[...])
        && Tool.exists("/sbin/mkfs.\(disk.rawValue)")
    }
  }()

  /// How many seconds a step of its clock is.
  var step: Int { self == .vfat ? 2 : 1 }

  /// Words that make the file system.
  var making: String { self == .vfat ? "mkfs.vfat" : "mkfs.\(rawValue) -q -F -I 128" }
}

/// File systems whose clocks go in steps of seconds: a file that is written again within a step
/// keeps its times.
///
/// The tests wait for such steps most of the time, which other tests use.
@BlockingThread
@Suite(
  .timeLimit(.minutes(15)), .enabled(if: Tool.canMount && !CoarseDisk.known.isEmpty, "needs mounts")
)
struct CoarseClockTests {
  let home: TemporaryDirectory
  let files: FilePath

  init() throws {
    home = try TemporaryDirectory()
    files = home["files"]
    try files.makeDirectory()
  }

  /// Mounts a disk where the files lie, in the mount namespace of the process that is returned.
  func mount(_ disk: CoarseDisk) throws -> ChildProcess {
    let image = home["disk.img"]
    let script = """
      export PATH=/usr/sbin:/sbin:/usr/bin:/bin
      truncate -s 32M \(image) && \(disk.making) \(image) >/dev/null 2>&1 \
      && mount -o loop \(image) \(files) && chmod 777 \(files) && echo mounted && exec sleep 3600
      """
    let words = ["--mount", "--propagation", "private", "/bin/sh", "-c", script]
    let holder = try ChildProcess(
      ChildProcess.Command("/usr/bin/unshare", words.map { Array($0.utf8) }), output: .pipe)
    var said: [UInt8] = []
    _ = try holder.output.read(into: &said, timeout: .seconds(60))
    try #require(String(decoding: said, as: UTF8.self) == "mounted\n")
    return holder
  }

  func daemon(on holder: borrowing ChildProcess) throws -> RunningDaemon {
    try RunningDaemon(
      in: home, roots: [files],
      prefix: ["/usr/bin/nsenter", "--mount", "--root", "--wd", "--target", "\(holder.number)"])
  }

  /// Writes 100 files, has them indexed, and writes them again within the same step of the clock.
  ///
  /// A shell does it at the beginning of a step, with the commands `words` between the two.
  func writeTwice(
    on holder: borrowing ChildProcess, of disk: CoarseDisk, _ daemon: RunningDaemon,
    round: Int = 0, between words: String = ":"
  ) throws {
    let script = """
      write() { for i in $(seq 100); do echo "$1 \(round)" > \(files)/f$i.txt; done; }
      step=\(disk.step)000000000
      left=$((step - $(date +%s%N) % step))
      sleep "$(printf '%d.%09d' $((left / 1000000000)) $((left % 1000000000)))"
      write alpha
      \(try Binary.sitta.path) --socket \(daemon.socket) sync || exit 1
      \(words)
      write omega
      """
    try Tool.run(
      "/usr/bin/nsenter", "--mount", "--root", "--wd", "--target", "\(holder.number)", "/bin/sh",
      "-c",
      script)
  }

  func expectSecondVersions(_ daemon: RunningDaemon, round: Int = 0) throws {
    #expect(try daemon.found("omega \(round)").count == 100)
    #expect(try daemon.found("alpha") == [])
  }

  @Test(arguments: CoarseDisk.known)
  func `A second write within a step is found`(disk: CoarseDisk) throws {
    let holder = try mount(disk)
    let daemon = try daemon(on: holder)
    for round in 0..<2 {
      try writeTwice(on: holder, of: disk, daemon, round: round)
      try expectSecondVersions(daemon, round: round)
    }
    // All is read once more when the step is over, and then never again.
    try daemon.wait { (try? racyCount()) == 0 }
    let read = try daemon.bytesRead()
    try expectSecondVersions(daemon, round: 1)
    #expect(try daemon.bytesRead() - read < 1 << 20)
  }

  @Test(arguments: CoarseDisk.known, ["kill -9", "kill"])
  func `A second write within a step, while no daemon runs, is found at the next start`(
    disk: CoarseDisk, signal: String
  ) throws {
    let holder = try mount(disk)
    let first = try daemon(on: holder)
    // Both locks are free when the last thread of the daemon has ended, and not before.
    let (folder, lock) = (home["state"], home["state/lock"])
    try writeTwice(
      on: holder, of: disk, first,
      between: "\(signal) \(first.process.number);"
        + " until flock -n \(folder) flock -n \(lock) true; do :; done")
    let second = try daemon(on: holder)
    try expectSecondVersions(second)
    try second.wait { (try? racyCount()) == 0 }
  }

  /// How many documents the index wants to read again.
  private func racyCount() throws -> Int64? {
    try home.copyOfIndex()
      .first("SELECT count(*) FROM document WHERE racy IS NOT NULL") { $0.integer(at: 0) }
  }
}
