import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("Types for TypeScript", .blocking)
struct TypeScriptTests {
    /// Calls that the contract allows, and ones that it does not.
    private static let program = """
        import { ErrorData, Methods, Notifications, errorCodes } from "./types";
        declare function call<M extends keyof Methods>(m: M, p: Methods[M]["params"]): Methods[M]["result"];
        declare function tell<N extends keyof Notifications>(n: N, p: Notifications[N]["params"]): void;
        call("initialize", { processId: 1, locale: "en", clientInfo: { name: "x", title: "y" }, capabilities: {}, rootUri: null });
        call("rpc.discover", { _trace: 1 });
        call("shutdown", {});
        tell("exit", {});
        tell("$/cancelRequest", { id: "a" });
        call("todo.list", { filter: { text: "a" }, fields: ["title"], _trace: 1, workDoneToken: 1 });
        const title: string | undefined = call("todo.undo", { fields: ["title"] }).todos[0]?.title;
        function place(error: ErrorData) {
          switch (error.kind) {
            case "conflict": return error.current?.id;
            case "invalidParams": return error.path;
            default: return errorCodes[error.kind];
          }
        }
        // @ts-expect-error
        call("todo.list", { filtre: {} });
        // @ts-expect-error
        call("todo.create", {});
        // @ts-expect-error
        call("rpc.discover", { a: 1 });
        // @ts-expect-error
        call("initialize", { clientInfo: "x" });
        // @ts-expect-error
        call("todo.list", { filter: { _trace: 1 } });

        """

    private static let hasCompiler = (unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "")
        .split(separator: ":").contains { Files.isThere($0 + "/tsc") }

    @Test("What the contract allows compiles, and what it forbids does not", .enabled(if: hasCompiler, "no tsc here"))
    func compiles() throws {
        try TemporaryFolder.with { folder in
            let types = try #require(Repository.text("protocol/types.ts"))
            try Files.write(Array(types.utf8), to: folder.file("types.ts"))
            try Files.write(Array(Self.program.utf8), to: folder.file("use.ts"))
            let compiler = try ServerProcess(
                [], wrapper: ["sh", "-c", "exec tsc --noEmit --strict --target es2020 \(folder.file("use.ts"))"])
            let status = try compiler.exitStatus(within: 120)
            let complaints = try compiler.restOfBytes()
            #expect(status == 0 && complaints.isEmpty, "\(complaints)")
        }
    }
}
