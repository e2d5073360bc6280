import LinuxSystem
import TestSupport
import Testing

@testable import Cooldown

/// The kernel's files about power supplies and pressure, in folders made like the kernel's.
struct MachineReadingTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  @Test(
    arguments: [
      ([], false),
      (["AC type=Mains online=1"], false),
      (["AC type=Mains online=1", "BAT0 type=Battery status=Charging"], false),
      (["AC type=Mains online=0", "BAT0 type=Battery status=Discharging"], true),
      (["AC type=Mains online=1", "BAT0 type=Battery status=Discharging"], false),
      (["AC type=Mains online=0", "BAT0 type=Battery status=Full"], false),
      (["BAT0 type=Battery status=Discharging"], true),
      (["BAT0 type=Battery status=Full", "BAT1 type=Battery status=Discharging"], true),
      (
        ["AC type=Mains online=0", "C type=USB online=1", "B type=Battery status=Discharging"],
        false
      ),
      (["C type=USB online=2", "B type=Battery status=Discharging"], false),
      (["C type=USB online=0", "B type=Battery status=Discharging scope=System"], true),
      (["mouse type=Battery status=Discharging scope=Device"], false),
      (["dock type=Mains online=1 scope=Device", "B type=Battery status=Discharging"], true),
      (["ups type=UPS status=Discharging"], true),
      (["odd", "odder type=Mains", "B type=Battery"], false),
    ] as [([String], Bool)])
  func `On battery is what empties one`(supplies: [String], isOnBattery: Bool) throws {
    for supply in supplies {
      let words = supply.split(separator: " ").map(String.init)
      try folder[words[0]].makeDirectory()
      for word in words.dropFirst() {
        let parts = word.split(separator: "=").map(String.init)
        try folder["\(words[0])/\(parts[0])"].write("\(parts[1])\n")
      }
    }
    #expect(PowerSupply(folder: folder.path).isOnBattery == isOnBattery)
  }

  @Test func `A machine without power supplies has mains power`() {
    #expect(!PowerSupply(folder: folder["missing"]).isOnBattery)
  }

  @Test(
    arguments: [
      ("some avg10=12.34 avg60=0.00 avg300=0.00 total=1\nfull avg10=1.00 avg60=0 total=2\n", 12.34),
      ("some avg10=100.00 avg60=1.00 avg300=1.00 total=1\n", 100),
      ("full avg10=9.00 avg60=0.00 avg300=0.00 total=2\n", 0), ("", 0), ("some\n", 0),
      ("some avg10=x\n", 0),
    ])
  func `Pressure is the share of the last ten seconds`(text: String, share: Double) throws {
    try folder["cpu"].write(text)
    #expect(CPUPressure(file: folder["cpu"]).current == share)
  }

  @Test func `A kernel that tells no pressure has none`() {
    #expect(CPUPressure(file: folder["missing"]).current == 0)
  }

  @Test func `The gate looks at both`() throws {
    let gate = BulkGate(
      BulkScheduler.Limits(), power: PowerSupply(folder: folder["power"]),
      pressure: CPUPressure(file: folder["cpu"]))
    try folder["power/B/type"].write("Battery\n")
    try folder["power/B/status"].write("Discharging\n")
    try folder["cpu"].write("some avg10=99.00 avg60=0.00 avg300=0.00 total=1\n")
    #expect(gate.verdict() != .work)
    #expect(gate.pauses.map(\.reason) == [.battery, .pressure])
  }

  @Test func `A pause until mains power needs a battery`() throws {
    let gate = BulkGate(
      BulkScheduler.Limits(), power: PowerSupply(folder: folder["power"]),
      pressure: CPUPressure(file: folder["cpu"]))
    #expect(!gate.pause(until: nil, untilPower: true))
    #expect(!gate.pause(until: .now + .seconds(60), untilPower: true))
    #expect(gate.pauses == [])
    try folder["power/B/type"].write("Battery\n")
    try folder["power/B/status"].write("Discharging\n")
    #expect(gate.pause(until: nil, untilPower: true))
    #expect(gate.pauses.map(\.reason) == [.request(untilPower: true), .battery])
  }
}
