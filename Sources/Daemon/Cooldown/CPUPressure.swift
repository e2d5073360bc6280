import LinuxSystem

/// The share of time in which programs have to wait for a CPU.
///
/// It is read from `/proc/pressure/cpu`; see <https://docs.kernel.org/accounting/psi.html>.
package struct CPUPressure: Sendable {
  let file: FilePath

  static let ofThisMachine = CPUPressure(
    file: .root.appending("proc").appending("pressure").appending("cpu"))

  /// The share of the last ten seconds in which some program waited for a CPU, in percent; 0 if the
  /// kernel does not report it.
  var current: Double {
    guard
      let text = try? FileDescriptor(openingOwn: file).read(upTo: 1_024, expecting: 128),
      let line = String(decoding: text, as: UTF8.self).split(separator: "\n")
        .first(where: { $0.hasPrefix("some ") }),
      let field = line.split(separator: " ").first(where: { $0.hasPrefix("avg10=") })
    else { return 0 }
    return Double(field.dropFirst("avg10=".count)) ?? 0
  }
}
