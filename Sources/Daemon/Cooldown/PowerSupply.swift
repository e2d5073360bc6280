package import LinuxSystem

/// The power supply of the computer.
///
/// It is read from `/sys/class/power_supply`; see
/// <https://docs.kernel.org/admin-guide/abi-testing.html>, sysfs-class-power.
package struct PowerSupply: Sendable {
  /// The folder with a subfolder for each power supply.
  let folder: FilePath

  package init(folder: FilePath) {
    self.folder = folder
  }

  static let ofThisMachine = PowerSupply(
    folder: .root.appending("sys").appending("class").appending("power_supply"))

  /// Whether a battery discharges and no other supply is connected; false if nothing can be read,
  /// as on most computers without a battery.
  var isOnBattery: Bool {
    guard let descriptor = try? FileDescriptor(openingDirectory: folder),
      let names = try? DirectoryListing(of: descriptor).names
    else { return false }
    let supplies = names.map(folder.appending)
      // The batteries of mice and keyboards do not power the computer.
      .filter { Self.value("scope", of: $0) != "Device" }
    let isFed = supplies.contains { supply in
      ["Mains", "USB", "Wireless"].contains(Self.value("type", of: supply))
        && Self.value("online", of: supply) != "0"
    }
    return !isFed
      && supplies.contains { supply in
        ["Battery", "UPS"].contains(Self.value("type", of: supply))
          && Self.value("status", of: supply) == "Discharging"
      }
  }

  private static func value(_ name: String, of supply: FilePath) -> String? {
    (try? FileDescriptor(openingOwn: supply.appending(name)).read(upTo: 256, expecting: 16))
      .map { String(decoding: $0.prefix { $0 != 0x0a }, as: UTF8.self) }
  }
}
