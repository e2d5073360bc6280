import LinuxSystem

/// The cost of a process so far; see proc_pid_status(5) and proc_pid_stat(5).
package struct Cost {
  package let cpuSeconds: Double
  package let residentKiB: Int
  package let peakKiB: Int
  package let threads: Int
  /// Voluntary context switches of all threads: each is a thread that waited and was woken.
  package let switches: Int

  package init(of process: Int32) throws {
    let folder = FilePath.root.appending("proc").appending("\(process)")
    let status = try Self.read(folder.appending("status"))
    residentKiB = Self.number("VmRSS:", in: status)
    peakKiB = Self.number("VmHWM:", in: status)
    threads = Self.number("Threads:", in: status)
    let stat = try Self.read(folder.appending("stat"))
    // The fields after the name in parentheses: 12 and 13 are user and system time in 1/100 s.
    let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
    let ticks = fields.count > 12 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
    cpuSeconds = Double(ticks) / 100
    let tasks = folder.appending("task")
    switches = try DirectoryListing(of: FileDescriptor(openingDirectory: tasks)).names
      .reduce(0) { sum, task in
        let status = (try? Self.read(tasks.appending(task).appending("status"))) ?? ""
        return sum + Self.number("voluntary_ctxt_switches:", in: status)
      }
  }

  private static func read(_ file: FilePath) throws -> String {
    let descriptor = try FileDescriptor(openingOwn: file)
    return String(decoding: try descriptor.read(upTo: 65_536, expecting: 8_192), as: UTF8.self)
  }

  private static func number(_ key: String, in text: String) -> Int {
    let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
  }
}

package func report(_ name: String, _ text: String) {
  print("\(name): \(text)")
}

/// Prints median, 99th of 100, and the largest of some times.
package func report(_ name: String, _ times: [Duration]) {
  guard let times = Quantiles(times) else { return }
  report(name, "\(times)")
}

/// Median, 99th of 100, and the largest of some times.
package struct Quantiles: CustomStringConvertible {
  package let count: Int
  package let median: Duration
  package let ninetyNinth: Duration
  package let largest: Duration

  /// - Parameter times: nil comes of none.
  package init?(_ times: [Duration]) {
    let sorted = times.sorted()
    guard let last = sorted.last else { return nil }
    let rank = (sorted.count * 99 + 99) / 100 - 1
    count = sorted.count
    median = sorted[sorted.count / 2]
    ninetyNinth = sorted[min(rank, sorted.count - 1)]
    largest = last
  }

  package var description: String {
    """
    median \(milliseconds(median)) ms, 99th \(milliseconds(ninetyNinth)) ms, \
    largest \(milliseconds(largest)) ms (\(count))
    """
  }
}

package func rounded(_ number: Double) -> String {
  let hundredths = Int((number * 100).rounded())
  let rest = hundredths % 100
  return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
}

package func milliseconds(_ time: Duration) -> String {
  rounded(time / .milliseconds(1))
}
