#if FUZZING
    #if canImport(Glibc)
        internal import Glibc
    #elseif canImport(Darwin)
        internal import Darwin
    #endif

    /// libFuzzer calls everything on one thread.
    nonisolated(unsafe) private var fuzzer: (any Fuzzer)?

    /// The target is named by the variable FUZZ_TARGET: libFuzzer takes the arguments.
    private func makeFuzzer() -> any Fuzzer {
        let name = unsafe getenv("FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
        guard let target = FuzzTarget(rawValue: name), let made = try? target.makeFuzzer() else {
            fatalError("FUZZ_TARGET is one of \(FuzzTarget.allCases.map(\.rawValue))")
        }
        return made
    }

    /// What libFuzzer calls.
    @_cdecl("LLVMFuzzerTestOneInput")
    public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
        let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
        var present = unsafe fuzzer ?? makeFuzzer()
        let fault = present.run(bytes)
        unsafe fuzzer = present
        if let fault { fatalError(fault) }
        return 0
    }
#endif
