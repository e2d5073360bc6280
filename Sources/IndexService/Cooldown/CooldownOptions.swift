import LinuxSystem

extension ConfigurationOption {
  /// The section `[Cooldown]`: when bulk work rests.
  static let cooldown: [ConfigurationOption] = [
    ConfigurationOption(
      section: "Cooldown", key: "ActiveTime", allowed: "a time span such as 2min, or 0"
    ) { value, configuration, _ in
      set(&configuration.cooldown.activeTime, TimeSpan(value)?.duration)
    },
    ConfigurationOption(
      section: "Cooldown", key: "RestTime", allowed: "a time span such as 30s, or 0"
    ) { value, configuration, _ in
      set(&configuration.cooldown.restTime, TimeSpan(value)?.duration)
    },
    ConfigurationOption(section: "Cooldown", key: "OnBattery", allowed: "yes or no") {
      value, configuration, _ in
      set(&configuration.cooldown.worksOnBattery, boolean(value))
    },
    ConfigurationOption(
      section: "Cooldown", key: "Pressure", allowed: "a share from 1% to 100%, or 0"
    ) { value, configuration, _ in
      let number = Int(value.hasSuffix("%") ? value.dropLast() : value[...])
      guard let number, (0...100).contains(number) else { return false }
      configuration.cooldown.pressure = number == 0 ? nil : number
      return true
    },
  ]
}
