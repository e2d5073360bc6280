import Cooldown
import LinuxSystem

extension ConfigurationOption {
  /// The section `[Cooldown]`: when bulk work pauses.
  static let cooldown: [ConfigurationOption] = [
    ConfigurationOption(
      section: "Cooldown", key: "ActiveTime",
      allowed: "a time span such as 2min, or 0",
      defaultValue: "\(limits.activeTime.components.seconds)s",
      help: """
        The CPU time after which bulk work rests for `RestTime=`; 0 for either turns this off. Bulk \
        work is the first comparison of all files, and those after lost events. Files that you have \
        just changed are indexed at once.
        """
    ) { value, configuration, _ in
      set(&configuration.cooldown.activeTime, TimeSpan(value)?.duration)
    },
    ConfigurationOption(
      section: "Cooldown", key: "RestTime",
      allowed: "a time span such as 30s, or 0",
      defaultValue: "\(limits.restTime.components.seconds)s",
      help: "The time for which bulk work rests."
    ) { value, configuration, _ in
      set(&configuration.cooldown.restTime, TimeSpan(value)?.duration)
    },
    flag(
      "Cooldown", "OnBattery", \.cooldown.worksOnBattery,
      help: "Whether bulk work continues while the computer runs on battery."),
    ConfigurationOption(
      section: "Cooldown", key: "Pressure",
      allowed: "a share from 1% to 100%, or 0",
      defaultValue: limits.pressure.map { "\($0)%" } ?? "0",
      help: """
        The CPU pressure at which bulk work gives way: the share of time in which programs wait for \
        a CPU (`avg10` in `/proc/pressure/cpu`). After two minutes of waiting it runs for ten \
        seconds all the same. 0 turns this off.
        """
    ) { value, configuration, _ in
      let number = Int(value.hasSuffix("%") ? value.dropLast() : value[...])
      guard let number, (0...100).contains(number) else { return false }
      configuration.cooldown.pressure = number == 0 ? nil : number
      return true
    },
  ]

  private static let limits = BulkScheduler.Limits()
}
