import Foundation
import SecretMasking

/// Counts the passages of files in which something looks like a secret, and the time that masking takes.
///
/// A passage is 16 words, as a search shows it. The files are in two halves, by their paths: the rules are
/// made with the first one, and the second one is only measured.
struct MaskedPassages {
  private struct Half {
    var files = 0
    var passages = 0
    var masked = 0
    var bytes = 0
    var time = Duration.zero
  }

  private var halves = [Half(), Half()]
  /// Whether the passages of the first half that have a secret are printed.
  let isVerbose: Bool

  init(isVerbose: Bool) {
    self.isVerbose = isVerbose
  }

  /// Measures all texts below a folder.
  mutating func measure(_ folder: String) {
    guard let paths = FileManager.default.enumerator(atPath: folder) else { return }
    for case let name as String in paths {
      let path = folder + "/" + name
      let values = try? URL(fileURLWithPath: path).resourceValues(forKeys: [.isRegularFileKey])
      guard values?.isRegularFile == true, let data = FileManager.default.contents(atPath: path),
        !data.isEmpty, data.count < 1 << 20, !data.contains(0)
      else { continue }
      let text = [UInt8](data)
      guard String(validating: text, as: UTF8.self) != nil else { continue }
      measure(text, of: path)
    }
  }

  private mutating func measure(_ text: [UInt8], of path: String) {
    // The sum of FNV is the same in every run.
    let sum = path.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    let number = Int(sum >> 32 & 1)
    let start = ContinuousClock.now
    let secrets = SecretMask.secrets(in: text)
    halves[number].time += start.duration(to: .now)
    halves[number].files += 1
    halves[number].bytes += text.count
    var (begin, next) = (0, 0)
    for end in ends(of: text) {
      halves[number].passages += 1
      while next < secrets.count, secrets[next].upperBound <= begin { next += 1 }
      if next < secrets.count, secrets[next].lowerBound < end {
        halves[number].masked += 1
        if isVerbose, number == 0 {
          let before = text[max(0, secrets[next].lowerBound - 40)..<secrets[next].lowerBound]
          let secret = text[secrets[next]].prefix(60)
          print(
            path, String(decoding: before, as: UTF8.self).debugDescription,
            String(decoding: secret, as: UTF8.self).debugDescription)
        }
      }
      begin = end
    }
  }

  /// Where each passage ends.
  private func ends(of text: [UInt8]) -> [Int] {
    var ends: [Int] = []
    var words = 0
    for index in text.indices where text[index] <= 0x20 && index > 0 && text[index - 1] > 0x20 {
      words += 1
      if words % 16 == 0 { ends.append(index) }
    }
    if ends.last != text.count { ends.append(text.count) }
    return ends
  }

  func print() {
    for (name, half) in zip(["first half", "second half"], halves) {
      let share = Double(half.masked) * 1_000 / Double(max(half.passages, 1))
      let speed = half.time / .milliseconds(1) * 32_768 / Double(max(half.bytes, 1))
      Swift.print(
        "\(name): \(half.files) files, \(half.passages) passages, \(half.masked) masked,",
        String(format: "%.2f of 1,000; %.1f ms for 32 KiB", share, speed))
    }
  }

  private func print(_ path: String, _ before: String, _ secret: String) {
    Swift.print("\(path): \(before) [\(secret)]")
  }
}
