import Cooldown
import LinuxSystem

extension ConfigurationOption {
  /// The section `[Cooldown]`: when bulk work rests.
  static let cooldown: [ConfigurationOption] = [
    ConfigurationOption(
      section: "Cooldown", key: "ActiveTime",
      allowed: "a time span such as 2min, or 0",
      standard: "120s",
      help: """
        After so much CPU time of work in bulk (the first comparison of all files, and those after \
        lost events) it rests for `RestTime=`; 0 for either switches that off. What you have just \
        changed never rests.
        """
    ) { value, configuration, _ in
      set(&configuration.cooldown.activeTime, TimeSpan(value)?.duration)
    },
    ConfigurationOption(
      section: "Cooldown", key: "RestTime",
      allowed: "a time span such as 30s, or 0",
      standard: "30s",
      help: """
        How long work in bulk rests.
        """
    ) { value, configuration, _ in
      set(&configuration.cooldown.restTime, TimeSpan(value)?.duration)
    },
    ConfigurationOption(
      section: "Cooldown", key: "OnBattery",
      allowed: "yes or no",
      standard: "no",
      help: """
        Whether work in bulk goes on while a battery feeds the computer.
        """
    ) { value, configuration, _ in
      set(&configuration.cooldown.worksOnBattery, boolean(value))
    },
    ConfigurationOption(
      section: "Cooldown", key: "Pressure",
      allowed: "a share from 1% to 100%, or 0",
      standard: "60%",
      help: """
        The share of time in which programs wait for a CPU (avg10 in /proc/pressure/cpu) from \
        which on work in bulk gives way, for two minutes at most before it gets a turn of ten \
        seconds; 0 switches it off.
        """
    ) { value, configuration, _ in
      let number = Int(value.hasSuffix("%") ? value.dropLast() : value[...])
      guard let number, (0...100).contains(number) else { return false }
      configuration.cooldown.pressure = number == 0 ? nil : number
      return true
    },
  ]
}
