package import Cooldown
import SearchInterface

extension PauseMessage {
  /// Makes the message, with a sentence for people.
  init(_ pause: BulkPause, _ clock: WallClock) {
    self.init(
      reason: PauseReason(pause.reason), until: pause.until.map(clock.text(of:)),
      text: pause.sentence(clock))
  }

  /// The messages for pauses, with times in the local time zone.
  static func all(_ pauses: [BulkPause]) -> [PauseMessage] {
    let clock = WallClock.current
    return pauses.map { PauseMessage($0, clock) }
  }
}

extension PauseReason {
  fileprivate init(_ reason: BulkPause.Reason) {
    self =
      switch reason {
      case .cooldown: .cooldown
      case .battery: .battery
      case .pressure: .pressure
      case .request: .request
      case .held: .held
      }
  }
}

extension BulkPause {
  /// The sentence for people: `resting until 14:03:20: cooldown`.
  package func sentence(_ clock: WallClock) -> String {
    let end = until.map(clock.localText(of:))
    let power = "there is mains power"
    switch reason {
    case .cooldown: return "resting until \(end ?? "later"): cooldown"
    case .battery: return "resting until \(power): on battery"
    case .pressure:
      return "resting until the CPU is less busy, \(end ?? "later") at the latest: CPU pressure"
    case .request(let untilPower):
      let ends = [end, untilPower ? power : nil].compactMap(\.self).joined(separator: " or ")
      return "paused until \(ends): requested"
    case .held(let count):
      return "paused as long as \(count == 1 ? "a client holds" : "\(count) clients hold") it"
    }
  }

  /// The reason, to follow "because".
  var clause: String {
    switch reason {
    case .cooldown: "it rests after long work"
    case .battery: "the computer runs on battery"
    case .pressure: "other programs need the CPU"
    case .request: "a pause was requested"
    case .held: "'sitta pause' holds it"
    }
  }
}
