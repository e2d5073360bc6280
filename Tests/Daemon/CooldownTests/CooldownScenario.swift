import Testing

@testable import Cooldown

/// Events for bulk work and their outcome, a line each: `TIME EVENT -> OUTCOME`.
///
/// Times are seconds. An outcome is `work`, or the pauses with their latest ends (`-` for none) and
/// when to ask again: `cooldown 150, battery - | 150`.
struct CooldownScenario: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let limits: BulkScheduler.Limits
  let lines: String

  init(_ name: String, _ limits: BulkScheduler.Limits, _ lines: String) {
    testDescription = name
    self.limits = limits
    self.lines = lines
  }

  init(_ name: String, _ lines: String) {
    self.init(name, BulkScheduler.Limits(), lines)
  }
}

extension BulkScheduler.Limits {
  private static func with(_ change: (inout Self) -> Void) -> Self {
    var limits = Self()
    change(&limits)
    return limits
  }

  fileprivate static let withoutActiveTime = with { $0.activeTime = .zero }
  fileprivate static let withoutRest = with { $0.restTime = .zero }
  fileprivate static let onBattery = with { $0.worksOnBattery = true }
  fileprivate static let withoutPressure = with { $0.pressure = nil }
  fileprivate static let tiny = with {
    $0.activeTime = .milliseconds(50)
    $0.restTime = .seconds(3_600)
  }
}

extension CooldownScenario {
  static let all = afterWork + onBattery + underPressure + asked + overridden + together

  private static let afterWork = [
    CooldownScenario(
      "Work runs at first", "0 look -> work"),
    CooldownScenario(
      "120 s of CPU time are followed by 30 s of rest",
      """
      0 cpu 0 -> work
      119 cpu 119 -> work
      120 cpu 1 -> cooldown 150 | 150
      149 look -> cooldown 150 | 150
      150 look -> work
      """),
    CooldownScenario(
      "A long document heats beyond the limit and rests no longer",
      """
      0 cpu 0 -> work
      500 cpu 500 -> cooldown 530 | 530
      530 look -> work
      """),
    CooldownScenario(
      "After the rest all of the time is there again",
      """
      120 cpu 120 -> cooldown 150 | 150
      151 cpu 1 -> work
      269 cpu 118 -> work
      270 cpu 1 -> cooldown 300 | 300
      """),
    CooldownScenario(
      "CPU time counts, not the time on the wall",
      """
      0 cpu 0 -> work
      1000 cpu 100 -> work
      2000 cpu 100 -> work
      3000 cpu 100 -> work
      """),
    CooldownScenario(
      "What needs four fifths of a CPU never rests",
      """
      0 cpu 0 -> work
      100 cpu 80 -> work
      200 cpu 80 -> work
      300 cpu 80 -> work
      400 cpu 80 -> work
      500 cpu 80 -> work
      """),
    CooldownScenario(
      "What needs more rests in the end",
      """
      0 cpu 0 -> work
      100 cpu 85 -> work
      200 cpu 85 -> work
      300 cpu 85 -> cooldown 330 | 330
      """),
    CooldownScenario(
      "Half a rest without work makes room for half of the work",
      """
      0 cpu 0 -> work
      119 cpu 119 -> work
      134 cpu 0 -> work
      194 cpu 60 -> work
      195 cpu 1 -> cooldown 225 | 225
      """),
    CooldownScenario(
      "A whole rest without work cools down",
      """
      0 cpu 0 -> work
      119 cpu 119 -> work
      268 cpu 119 -> work
      """),
    CooldownScenario(
      "No active time switches it off", .withoutActiveTime,
      """
      0 cpu 0 -> work
      1000 cpu 1000 -> work
      """),
    CooldownScenario(
      "No rest switches it off", .withoutRest,
      """
      0 cpu 0 -> work
      1000 cpu 1000 -> work
      """),
    CooldownScenario(
      "Both are configured", .tiny,
      """
      0 cpu 0.03 -> work
      0 cpu 0.02 -> cooldown 3600 | 3600
      3600 look -> work
      """),
  ]

  private static let onBattery = [
    CooldownScenario(
      "It rests on battery, and looks every 15 s",
      """
      0 battery -> battery - | 15
      15 battery -> battery - | 30
      30 mains -> work
      """),
    CooldownScenario(
      "It works on battery where that is configured", .onBattery, "0 battery -> work"),
    CooldownScenario(
      "It stops when the plug is pulled",
      """
      0 mains -> work
      9 battery -> battery - | 24
      """),
  ]

  private static let underPressure = [
    CooldownScenario(
      "It gives way at the limit, and goes on below half of it",
      """
      0 pressure 59 -> work
      1 pressure 60 -> pressure 121 | 3
      3 pressure 31 -> pressure 121 | 5
      5 pressure 30 -> pressure 121 | 7
      7 pressure 29 -> work
      8 pressure 59 -> work
      """),
    CooldownScenario(
      "A machine that is always busy leaves it a turn of 10 s every 2 min",
      """
      0 pressure 100 -> pressure 120 | 2
      119 pressure 100 -> pressure 120 | 120
      120 pressure 100 -> work
      129 pressure 100 -> work
      130 pressure 100 -> pressure 250 | 132
      """),
    CooldownScenario(
      "A turn that nobody disputes has no end",
      """
      0 pressure 100 -> pressure 120 | 2
      120 pressure 100 -> work
      131 pressure 10 -> work
      200 pressure 70 -> pressure 320 | 202
      """),
    CooldownScenario(
      "Pressure can be left alone", .withoutPressure, "0 pressure 100 -> work"),
  ]

  private static let asked = [
    CooldownScenario(
      "A pause until a time ends then",
      """
      0 pause 600 -> request 600 | 600
      599 look -> request 600 | 600
      600 look -> work
      """),
    CooldownScenario(
      "A pause until mains power ends with it",
      """
      0 battery -> battery - | 15
      1 pause power -> request -, battery - | 16
      16 mains -> work
      """),
    CooldownScenario(
      "A pause until mains power waits for it even where work runs on battery", .onBattery,
      """
      0 battery -> work
      1 pause power -> request - | 16
      16 mains -> work
      17 battery -> work
      """),
    CooldownScenario(
      "With a time and mains power the first of them counts, the time", .onBattery,
      """
      0 battery -> work
      1 pause 10 power -> request 10 | 10
      10 battery -> work
      """),
    CooldownScenario(
      "With a time and mains power the first of them counts, the power", .onBattery,
      """
      0 battery -> work
      1 pause 100 power -> request 100 | 16
      16 mains -> work
      """),
    CooldownScenario(
      "A later pause takes the place of an earlier one",
      """
      0 pause 600 -> request 600 | 600
      10 pause 60 -> request 60 | 60
      60 look -> work
      """),
    CooldownScenario(
      "A pause that is held lasts until it is released",
      """
      0 hold a -> held - | never
      100000 look -> held - | never
      100001 release a -> work
      """),
    CooldownScenario(
      "Two clients hold until both have gone, in any order",
      """
      0 hold a -> held - | never
      1 hold b -> held - | never
      2 release a -> held - | never
      3 release a -> held - | never
      4 release b -> work
      """),
    CooldownScenario(
      "Who resumes ends what was asked for and held, and the rest",
      """
      0 cpu 120 -> cooldown 30 | 30
      1 hold a -> held -, cooldown 30 | never
      2 pause 60 -> request 60, held -, cooldown 30 | never
      3 resume -> work
      4 release a -> work
      """),
    CooldownScenario(
      "Who resumes begins with all of the time",
      """
      0 cpu 0 -> work
      119 cpu 119 -> work
      119 resume -> work
      238 cpu 119 -> work
      """),
    CooldownScenario(
      "Who resumes changes nothing about battery and pressure",
      """
      0 battery -> battery - | 15
      1 resume -> battery - | 16
      """),
  ]

  private static let overridden = [
    CooldownScenario(
      "Who overrides all pauses has the work done on battery and under pressure",
      """
      0 battery pressure 80 -> battery -, pressure 120 | 15
      1 resume now -> work
      2 battery pressure 90 -> work
      130 cpu 130 -> work
      131 battery pressure 90 -> work
      """),
    CooldownScenario(
      "With the end of the work the pauses are back",
      """
      0 battery -> battery - | 15
      1 resume now -> work
      2 finish -> battery - | 17
      """),
    CooldownScenario(
      "A pause that is requested later ends the override",
      """
      0 battery -> battery - | 15
      1 resume now -> work
      2 pause 600 -> request 600, battery - | 600
      600 look -> battery - | 615
      """),
    CooldownScenario(
      "A pause that is held later ends the override",
      """
      0 hold a -> held - | never
      1 resume now -> work
      2 hold b -> held - | never
      3 release b -> work
      """),
  ]

  private static let together = [
    CooldownScenario(
      "Nothing is looked at before the last pause can end",
      """
      0 cpu 120 -> cooldown 30 | 30
      1 pause 600 -> request 600, cooldown 30 | 600
      30 look -> request 600 | 600
      600 look -> work
      """),
    CooldownScenario(
      "A rest goes on while a pause is held",
      """
      0 cpu 120 -> cooldown 30 | 30
      1 hold a -> held -, cooldown 30 | never
      2 release a -> cooldown 30 | 30
      30 look -> work
      """),
    CooldownScenario(
      "Battery, pressure and a rest: each has its end",
      """
      0 cpu 120 -> cooldown 30 | 30
      1 battery pressure 80 -> battery -, cooldown 30, pressure 121 | 30
      30 battery pressure 80 -> battery -, pressure 121 | 45
      45 mains pressure 80 -> pressure 121 | 47
      47 mains pressure 0 -> work
      """),
  ]
}
