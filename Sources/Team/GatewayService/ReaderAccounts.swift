import LinuxSystem
import SharedSearch

/// The readers behind the users who call, as the name service has them.
actor ReaderAccounts {
  /// The user of a caller is not known.
  struct Unknown: Error, CustomStringConvertible {
    let user: UInt32
    var description: String {
      "The user \(user) has no name on this machine, so it is not known what they may read."
    }
  }

  /// How long an answer of the name service is used.
  private static let age = Duration.seconds(300)
  /// The most users that are remembered.
  private static let most = 10_000

  private let tasks: LoopTaskExecutor
  private var known: [UInt32: (reader: SharedReader, asked: ContinuousClock.Instant)] = [:]

  /// Asks the name service on a thread of its own, because its sources can be slow.
  nonisolated var unownedExecutor: UnownedSerialExecutor { tasks.loop.executor }

  init() throws(SystemError) { tasks = try LoopTaskExecutor(name: "sitta-names") }

  /// The reader who is a user of this machine.
  func reader(of user: UInt32) throws(Unknown) -> SharedReader {
    if let found = known[user], found.asked + Self.age > .now { return found.reader }
    guard let account = try? Account(user: user) else { throw Unknown(user: user) }
    if known.count >= Self.most { known = [:] }
    let reader = SharedReader(login: account.login, home: account.home)
    known[user] = (reader, .now)
    return reader
  }
}
