import LinuxSystem

/// A sort of fault.
enum FaultCase: String, CaseIterable {
  case killAtWrite = "kill-at-write"
  case killAtMoment = "kill-at-moment"
  case killAtDocument = "kill-at-document"
  case fullAtWrite = "enospc-at-write"
  case errorAtWrite = "eio-at-write"
  case errorAtSync = "eio-at-sync"
  case fullDisk = "full-disk"
  case powerCut = "power-cut"
  case readOnly = "read-only"
  case descriptors = "few-descriptors"
  case flips = "bit-flips"
  case zeros = "zeroed-pages"
  case truncations = "truncations"
  case strangers = "foreign-files"
  case fullAtStart = "full-disk-at-start"
  case readOnlyAtStart = "read-only-at-start"
  case lostLog = "lost-log"
  case killInForgetting = "kill-in-forgetting"
  case killInForgettingImages = "kill-in-forgetting-images"
  case powerCutInForgetting = "power-cut-in-forgetting"
  case readOnlyWhileRunning = "read-only-while-running"
  case fileSystems = "file-systems"
  case alteredDocuments = "altered-documents"
  case verifyInStorms = "verify-in-storms"

  /// Tries its faults.
  func run(on bed: TestBed) throws {
    bed.tally.forbidsRefusals = forbidsRefusals
    switch self {
    case .killAtWrite: try bed.killAtWrites()
    case .killAtMoment: try bed.killAtMoments()
    case .killAtDocument: try bed.killAtDocuments()
    case .fullAtWrite: try bed.fail("pwrite64", with: "ENOSPC")
    case .errorAtWrite: try bed.fail("pwrite64", with: "EIO")
    case .errorAtSync: try bed.fail("fdatasync,fsync", with: "EIO")
    case .fullDisk: try bed.fillDisk()
    case .powerCut: try bed.cutPower()
    case .readOnly: try bed.makeReadOnly()
    case .descriptors: try bed.takeDescriptors()
    case .flips: try bed.flipBits()
    case .zeros: try bed.zeroPages()
    case .truncations: try bed.truncate()
    case .strangers: try bed.replaceByStrangers()
    case .fullAtStart: try bed.startOnFullDisk()
    case .readOnlyAtStart: try bed.startOnReadOnlyDisk()
    case .lostLog: try bed.loseLog()
    case .killInForgetting: try bed.killInForgetting()
    case .killInForgettingImages: try bed.killInForgettingImages()
    case .powerCutInForgetting: try bed.cutPowerInForgetting()
    case .readOnlyWhileRunning: try bed.makeReadOnlyWhileRunning()
    case .fileSystems: try bed.storm(on: ["xfs", "btrfs", "vfat", "ext4"])
    case .alteredDocuments: try bed.alterDocuments()
    case .verifyInStorms: try bed.verifyInStorms(lasting: bed.stormTime)
    }
  }

  /// Why it cannot be tried here; nil if it can be tried.
  func hindrance(isInside: Bool) -> String? {
    if mountsDisk && !isInside || tracesOthers && ProcessEnvironment.user != 0 {
      return "which needs root"
    }
    return tools.first { FilePath(absolute: $0).map(Self.isMissing) ?? true }
      .map { "which needs \($0)" }
  }

  /// Whether it mounts file systems.
  var mountsDisk: Bool {
    [
      .fullDisk, .powerCut, .readOnly, .fullAtStart, .readOnlyAtStart, .powerCutInForgetting,
      .readOnlyWhileRunning, .fileSystems,
    ].contains(self)
  }

  /// Whether files of several formats are written, not only plain texts.
  var writesDocuments: Bool {
    [.killAtMoment, .fileSystems, .verifyInStorms].contains(self)
  }

  /// Whether it traces a daemon that it has not started by strace(1).
  private var tracesOthers: Bool { [.killInForgetting, .killInForgettingImages].contains(self) }

  /// Whether every query has to be answered: damage is repaired within its time, and an index that
  /// cannot be written can be read.
  private var forbidsRefusals: Bool {
    [
      .flips, .zeros, .truncations, .strangers, .fullAtStart, .readOnlyAtStart, .lostLog,
      .readOnlyWhileRunning,
    ].contains(self)
  }

  private var tools: [String] {
    switch self {
    case .killAtWrite, .killAtDocument, .fullAtWrite, .errorAtWrite, .errorAtSync: [TestBed.strace]
    case .killInForgetting, .killInForgettingImages: [TestBed.strace]
    case .powerCut, .powerCutInForgetting: [TestBed.xfsIO, TestBed.makeExt4]
    case .readOnly: [TestBed.strace, TestBed.makeExt4]
    case .fullAtStart, .readOnlyAtStart, .readOnlyWhileRunning: [TestBed.makeExt4]
    case .descriptors: [TestBed.prlimit]
    default: []
    }
  }

  private static func isMissing(_ path: FilePath) -> Bool {
    (try? path.resolvingSymbolicLinks()) == nil
  }
}
