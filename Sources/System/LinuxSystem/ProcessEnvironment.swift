import CLinux
import Glibc

/// The arguments, environment and settings of this process.
public enum ProcessEnvironment {
  /// The arguments after the program's name, as bytes.
  public static var arguments: [[UInt8]] {
    let pointers = unsafe UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    return unsafe pointers.dropFirst().compactMap { pointer in
      unsafe pointer.map { unsafe bytes(of: UnsafePointer($0)) }
    }
  }

  /// Ends the process successfully at once, even if threads still run; see _exit(2).
  public static func endNow() -> Never { _exit(0) }

  /// Returns the value of an environment variable; nil if it is not set, or empty.
  public static func variable(_ name: String) -> [UInt8]? {
    guard let value = unsafe getenv(name) else { return nil }
    let bytes = unsafe bytes(of: UnsafePointer(value))
    return bytes.isEmpty ? nil : bytes
  }

  /// Returns the absolute path in an environment variable; nil if there is none.
  ///
  /// As in the XDG Base Directory Specification, a relative path counts as not set.
  public static func path(in variable: String) -> FilePath? {
    self.variable(variable).flatMap { FilePath(absolute: $0) }
  }

  /// The home folder of the user: `$HOME`, or the folder in the user database; nil if there is none.
  public static var home: FilePath? {
    if let home = path(in: "HOME") { return home }
    guard let entry = unsafe getpwuid(getuid()), let home = unsafe entry.pointee.pw_dir else {
      return nil
    }
    return FilePath(absolute: unsafe bytes(of: UnsafePointer(home)))
  }

  /// The user's folder for sockets: `$XDG_RUNTIME_DIR`, or else `/run/user/UID` if it belongs to the user,
  /// see pam_systemd(8); nil if there is none.
  ///
  /// cron jobs, and shells started by `su`, do not have the variable.
  public static var runtimeFolder: FilePath? {
    if let folder = path(in: "XDG_RUNTIME_DIR") { return folder }
    let folder = FilePath.root.appending("run").appending("user").appending("\(user)")
    guard let status = try? FileStatus(of: folder), status.kind == .directory, status.owner == user
    else {
      return nil
    }
    return folder
  }

  /// The folder below which programs keep state: `$XDG_STATE_HOME`, or else `~/.local/state`; nil without a home
  /// folder.
  public static var stateHome: FilePath? {
    path(in: "XDG_STATE_HOME") ?? home?.appending(".local").appending("state")
  }

  /// The language for messages as an ISO 639 code, such as `de`; nil for the locale `C`, or if none is set.
  ///
  /// See locale(7).
  public static var language: String? {
    ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first.flatMap(language(ofLocale:))
  }

  /// Returns the language of a locale such as `de_AT.UTF-8`; nil for `C`.
  static func language(ofLocale locale: [UInt8]) -> String? {
    let code = String(
      decoding: locale.prefix { !"_.@".utf8.contains($0) }, as: UTF8.self)
    let isCode = (2...3).contains(code.count) && code.allSatisfy { ("a"..."z").contains($0) }
    return isCode ? code : nil
  }

  /// The effective user ID of this process.
  public static var user: UInt32 { geteuid() }

  /// The ID of the user's primary group, if it has the user's name and no other members; else nil.
  ///
  /// Many systems create such a group for each user, so that files may be writable by the group. Read only
  /// once, because threads must not call getpwuid(3) and getgrgid(3) at the same time.
  public static let privateGroup: UInt32? = {
    guard let user = unsafe getpwuid(geteuid()), let name = unsafe user.pointee.pw_name,
      let group = unsafe getgrgid(user.pointee.pw_gid), let other = unsafe group.pointee.gr_name,
      unsafe strcmp(name, other) == 0
    else { return nil }
    var member = unsafe group.pointee.gr_mem
    while let current = unsafe member?.pointee {
      if unsafe strcmp(current, name) != 0 { return nil }
      unsafe member = unsafe member?.advanced(by: 1)
    }
    return unsafe group.pointee.gr_gid
  }()

  /// The process ID of this process.
  public static var processNumber: Int32 { getpid() }

  /// The number of CPUs that are online, at least 1; see sysconf(3).
  public static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// The executable file of this process, see proc(5); nil if `/proc` is not available.
  ///
  /// If an upgrade has replaced the file, the name ends with " (deleted)".
  public static var programFile: FilePath? {
    FilePath(absolute: "/proc/self/exe").flatMap { try? $0.link() }
      .flatMap { FilePath(absolute: $0) }
  }

  /// Whether a descriptor is a terminal; the C function is `isatty`.
  public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Returns the rows and columns of a terminal, 24 and 80 if it does not report them; nil if the descriptor
  /// is not a terminal.
  ///
  /// The corresponding C function is `ioctl` with `TIOCGWINSZ`, see ioctl_tty(2).
  public static func terminalSize(_ descriptor: Int32) -> (rows: Int, columns: Int)? {
    guard isTerminal(descriptor) else { return nil }
    var size = winsize()
    let result = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size)
    return result == 0 && size.ws_row > 0 && size.ws_col > 0
      ? (Int(size.ws_row), Int(size.ws_col)) : (24, 80)
  }

  /// The name of this machine; empty if it has characters other than letters, digits, dots and hyphens.
  ///
  /// The C function is `gethostname`.
  public static var hostName: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return "" }
    let name = String(
      decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e: true
      default: false
      }
    }
    return isPlain ? name : ""
  }

  /// Returns the program that a shell would run for a name: the first executable file in `$PATH`.
  ///
  /// - Returns: nil if there is none. Relative folders in `$PATH` are ignored.
  public static func program(_ name: String) -> FilePath? {
    (variable("PATH") ?? []).split(separator: 0x3a).lazy
      .compactMap { FilePath(absolute: $0)?.appending(name) }
      .first { path in unsafe path.withCString { unsafe access($0, X_OK) } == 0 }
  }

  /// From now on, creates files and folders only for their owner; the C function is `umask`.
  public static func makePrivateFilesOnly() { _ = umask(0o077) }

  /// Returns freed memory to the system; the C function is `malloc_trim`.
  public static func giveBackMemory() { clinux_give_back_memory() }

  /// Makes the allocator keep little freed memory; call it before other threads start.
  ///
  /// The C function is `mallopt`, with `M_ARENA_MAX` and `M_MMAP_THRESHOLD`.
  public static func keepMemorySmall() { clinux_keep_memory_small() }

  /// Keeps the memory of this process and its children out of core dumps.
  ///
  /// No core file is written, and a program that receives core dumps through a pipe gets no memory. The C
  /// function is `setrlimit` with `RLIMIT_CORE`; the file is `/proc/self/coredump_filter`, see core(5). Not
  /// by `PR_SET_DUMPABLE`, because it would make `/proc/self/fd`, which ``INotify`` needs, unreadable for
  /// normal users.
  public static func keepMemoryOutOfCoreDumps() { clinux_forbid_core_dumps() }

  /// Keeps the capabilities that this process was given by systemd from the programs that it starts.
  ///
  /// Call it before other threads start. The C function is `prctl` with `PR_CAP_AMBIENT`, see capabilities(7).
  public static func keepCapabilitiesFromPrograms() { clinux_keep_capabilities() }

  /// Ends the process; the C function is `exit`.
  public static func exit(_ code: Int32) -> Never { Glibc.exit(code) }

  private static func bytes(of string: UnsafePointer<CChar>) -> [UInt8] {
    unsafe Array(UnsafeRawBufferPointer(start: string, count: strlen(string)))
  }
}
