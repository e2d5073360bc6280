import Glibc
import LinuxSystem
import Testing

struct SystemErrorTests {
  @Test(
    arguments: [
      (EACCES, "Cannot open '/home/a/x\\n': Permission denied."),
      (ENOENT, "Cannot open '/home/a/x\\n': No such file or directory."),
      (ENOSPC, "Cannot open '/home/a/x\\n': No space left on device."),
      (9_999, "Cannot open '/home/a/x\\n': error 9999."),
    ])
  func `An error says what failed, on which path, and why`(code: Int32, text: String) {
    let path = FilePath(absolute: "/home/a/x\n")
    let error = SystemError(code: code, attempt: "Cannot open", path: path)
    #expect(error.description == text)
  }

  @Test func `An error without a path is a sentence`() {
    let error = SystemError(code: EMFILE, attempt: "Cannot create a pipe")
    #expect(error.description == "Cannot create a pipe: Too many open files.")
  }

  @Test(
    arguments: [
      (ENOENT, true, false), (ENOTDIR, true, false), (EACCES, false, true),
      (EPERM, false, true), (EIO, false, false),
    ])
  func `Missing and denied are different errors`(code: Int32, isMissing: Bool, isDenied: Bool) {
    let error = SystemError(code: code, attempt: "Cannot open")
    #expect(error.isMissing == isMissing)
    #expect(error.isDenied == isDenied)
  }

  @Test func `A failed call throws its error code and path`() throws {
    let path = try #require(FilePath(absolute: "/proc/self/no such file"))
    let expected = SystemError(code: ENOENT, attempt: "Cannot open", path: path)
    #expect(throws: expected) { _ = try FileDescriptor(opening: path, flags: O_RDONLY) }
    let other = SystemError(code: ENOENT, attempt: "Cannot read the status of", path: path)
    #expect(throws: other) { try FileStatus(of: path) }
  }
}
