import Glibc
import LinuxSystem

/// A process of another program, and its cost; see proc_pid_stat(5).
struct ProcessRecord {
  let number: Int32
  let parent: Int32
  let name: String
  /// The CPU seconds of the process and of its children that were waited for.
  let cpuSeconds: Double
  /// When it began, to distinguish processes with equal numbers.
  let start: Int

  /// Nil if there is no such process.
  init?(_ number: Int32) {
    let file = FilePath.root.appending("proc").appending("\(number)").appending("stat")
    guard let descriptor = try? FileDescriptor(openingOwn: file),
      let bytes = try? descriptor.read(upTo: 4_096, expecting: 400)
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")") else {
      return nil
    }
    name = String(text[text.index(after: open)..<close])
    let fields = text[text.index(after: close)...].split(separator: " ")
    guard fields.count > 19, let parent = Int32(fields[1]) else { return nil }
    (self.number, self.parent) = (number, parent)
    cpuSeconds = fields[11...14].reduce(0) { $0 + (Double($1) ?? 0) } / 100
    start = Int(fields[19]) ?? 0
  }

  /// The largest memory that was resident, in KiB.
  var peakKiB: Int? {
    let file = FilePath.root.appending("proc").appending("\(number)").appending("status")
    guard let descriptor = try? FileDescriptor(openingOwn: file),
      let bytes = try? descriptor.read(upTo: 8_192, expecting: 2_000)
    else { return nil }
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("VmHWM:") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
  }
}

/// A process with all processes below it.
enum ProcessTree {
  /// The processes that a process has started, and those that they have started.
  static func descendants(of root: Int32) -> [ProcessRecord] {
    let proc = FilePath.root.appending("proc")
    let names = (try? DirectoryListing(of: FileDescriptor(openingDirectory: proc)).names) ?? []
    let all = names.compactMap { name -> ProcessRecord? in
      guard let number = Int32(String(decoding: name, as: UTF8.self)), number > 1 else {
        return nil
      }
      return ProcessRecord(number)
    }
    var known: Set<Int32> = [root]
    var found: [ProcessRecord] = []
    // A child may have a smaller number than its parent after the numbers have wrapped around.
    while let next = all.first(where: { known.contains($0.parent) && !known.contains($0.number) }) {
      known.insert(next.number)
      found.append(next)
    }
    return found
  }

  /// The CPU seconds of a process, of its former children, and of all processes below it.
  static func cpuSeconds(of root: Int32) -> Double {
    let own = ProcessRecord(root)?.cpuSeconds ?? 0
    return descendants(of: root).reduce(own) { $0 + $1.cpuSeconds }
  }

  /// The memory of a process and of all processes below it in MB, shared pages counted once;
  /// see proc_pid_smaps(5).
  static func memory(of root: Int32) -> Int {
    let numbers = [root] + descendants(of: root).map(\.number)
    return numbers.reduce(0) { $0 + proportionalKiB(of: $1) } / 1_000
  }

  private static func proportionalKiB(of number: Int32) -> Int {
    let file = FilePath.root.appending("proc").appending("\(number)").appending("smaps_rollup")
    guard let descriptor = try? FileDescriptor(openingOwn: file),
      let bytes = try? descriptor.read(upTo: 8_192, expecting: 2_000)
    else { return 0 }
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("Pss:") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
  }

  /// The CPU seconds of all children of this process; a jailed program may end between two documents.
  static var childrenSeconds: Double {
    descendants(of: ProcessEnvironment.processNumber).reduce(endedSeconds) { $0 + $1.cpuSeconds }
  }

  /// The CPU seconds of the former children of this process; see getrusage(2).
  static var endedSeconds: Double {
    var usage = rusage()
    guard unsafe getrusage(RUSAGE_CHILDREN.rawValue, &usage) == 0 else { return 0 }
    return [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
  }
}

/// The largest memory of each process that was seen below another.
struct MemoryPeaks {
  private struct Key: Hashable {
    let number: Int32
    let start: Int
  }

  private var peaks: [Key: Int] = [:]

  /// Looks at all processes.
  mutating func sample(below root: Int32) {
    for process in ProcessTree.descendants(of: root) {
      guard let peak = process.peakKiB else { continue }
      let key = Key(number: process.number, start: process.start)
      peaks[key] = max(peaks[key] ?? 0, peak)
    }
  }

  var count: Int { peaks.count }

  /// The 99th of 100, and the largest, in MiB.
  var megabytes: (ninetyNinth: Int, largest: Int) {
    let sorted = peaks.values.sorted()
    guard let last = sorted.last else { return (0, 0) }
    return (sorted[min((sorted.count * 99 + 99) / 100 - 1, sorted.count - 1)] / 1_024, last / 1_024)
  }
}
