import LinuxSystem
import TestSupport

/// Files that change at random, repeatable by the seed: up to 60 folders with up to 40 files each.
final class ChangingFiles {
  private let top: FilePath
  private var random: SplitMix
  private var count = 0

  init(in top: FilePath, seed: UInt64) {
    self.top = top
    random = SplitMix(seed: seed)
  }

  /// Does one thing; an impossible change is skipped.
  func change() throws {
    count += 1
    let (one, other) = (file(), file())
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<55: try attempt { try one.write(text()) }
    case 55..<65: try attempt { try one.append(text()) }
    case 65..<75: try attempt { try one.save(text()) }
    case 75..<85: try attempt { try one.rename(to: other) }
    case 85..<93: try attempt { try one.removeFile() }
    case 93..<97:
      let (from, to) = (folder(), folder())
      if !to.isInside(from), !from.isInside(to) { try attempt { try from.rename(to: to) } }
    case 97: try attempt { try one.exchange(with: other) }
    case 98:
      if Int.random(in: 0..<20, using: &random) == 0 { try attempt { try folder().removeTree() } }
    default:
      if Int.random(in: 0..<20, using: &random) == 0 { try attempt { try one.write(longText()) } }
    }
  }

  private func attempt(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as SystemError where [2, 17, 20, 21, 39].contains(error.code) {
      // ENOENT, EEXIST, ENOTDIR, EISDIR, ENOTEMPTY: another change was there before.
    }
  }

  private func folder() -> FilePath {
    var folder = top.appending("f\(Int.random(in: 0..<10, using: &random))")
    if Bool.random(using: &random) {
      folder = folder.appending("g\(Int.random(in: 0..<5, using: &random))")
    }
    return folder
  }

  private func file() -> FilePath {
    folder().appending("n é\(Int.random(in: 0..<40, using: &random)).txt")
  }

  private func text() -> String {
    let words = (0..<Int.random(in: 0...200, using: &random)).map { _ in
      "w\(Int.random(in: 0..<5_000, using: &random))"
    }
    return "change\(count) \(words.joined(separator: " "))\n"
  }

  /// More than one part of the feed.
  private func longText() -> String {
    "long\(count) " + String(repeating: "mémoire \(count % 7) barrier\n", count: 70_000)
  }
}
