// swift-tools-version: 6.2
import PackageDescription

/// One list of settings for every Swift target: the strictest that the toolchain offers, so that a data race,
/// an unsafe call without its mark or an ignored warning does not build.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableExperimentalFeature("Lifetimes"),
    // Declarations, JSON and store are modules of their own, and a request goes through all of them.
    .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
]

/// The released executable needs nothing at run time: looking up symbols in shared libraries takes longer than all the
/// rest of its start. The names of functions are of use only to a debugger, and to a profile, which `KEEP_SYMBOLS` is for.
let release =
    ["-static-executable"] + (Context.environment["KEEP_SYMBOLS"] == nil ? ["-Xlinker", "--strip-all"] : [])

func library(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: "\(name)Tests", dependencies: dependencies, swiftSettings: settings)
}

let fuzzed: [Target.Dependency] = [
    "TodoServer", "TodoAPI", "TodoStore", "TodoCore", "PetService", "JSONRPC", "JSON", "EventLoop", "TestSupport",
]

/// What is tried with hostile bytes is a part of the tests, which replay the corpus. `make fuzz` makes an executable of it
/// instead, around which libFuzzer puts its own main.
let isFuzzing = Context.environment["TODO_FUZZ"] != nil
let fuzzing: Target =
    isFuzzing
    ? .executableTarget(
        name: "todo-fuzz", dependencies: fuzzed, path: "Tests/FuzzTests/Entries",
        swiftSettings: settings + [.define("FUZZING"), .unsafeFlags(["-parse-as-library"])])
    : .testTarget(name: "FuzzTests", dependencies: fuzzed, exclude: ["Corpus"], swiftSettings: settings)

let package = Package(
    name: "todo-server",
    platforms: [.macOS(.v26)],
    products: [.executable(name: "todo-server", targets: ["todo-server"])],
    targets: [
        // The order is the order of the house: a target depends only on targets above it.
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
        .target(name: "CLogVFS", dependencies: ["CSQLite"]),
        .target(name: "CSystem"),
        library("EventLoop", ["CSystem"]),
        library("JSON"),
        library("JSONRPC", ["JSON"]),
        library("TodoCore"),
        library("TodoStore", ["TodoCore", "CSQLite", "CLogVFS"]),
        library(
            "PetService", ["JSON", "EventLoop", "CSystem"],
            exclude: [
                "Bundled/cat-1.png", "Bundled/cat-2.png", "Bundled/dog-1.png", "Bundled/dog-2.png",
            ]),
        library("TodoAPI", ["JSON", "JSONRPC", "TodoCore", "PetService"]),
        library(
            "TodoServer",
            ["TodoAPI", "TodoStore", "TodoCore", "PetService", "JSONRPC", "JSON", "EventLoop", "CSystem"]),
        .executableTarget(
            name: "todo-server", dependencies: ["TodoServer"], swiftSettings: settings,
            linkerSettings: [.unsafeFlags(release, .when(platforms: [.linux], configuration: .release))]),

        .target(
            name: "TestSupport", dependencies: ["JSON", "JSONRPC", "CSystem", "CSQLite"], path: "Tests/TestSupport",
            swiftSettings: settings),
        .target(name: "CFaultVFS", dependencies: ["CSQLite"], path: "Tests/CFaultVFS"),
        .executableTarget(name: "short-io", path: "Tests/ShortIO"),
        tests("EventLoop", ["EventLoop", "TestSupport"]),
        tests("JSON", ["JSON", "TestSupport"]),
        tests("JSONRPC", ["JSONRPC", "JSON", "TestSupport"]),
        tests("TodoCore", ["TodoCore", "TestSupport"]),
        tests("TodoStore", ["TodoStore", "TodoCore", "TestSupport"]),
        tests("PetService", ["PetService", "EventLoop", "JSON", "CSystem", "TestSupport"]),
        tests("TodoAPI", ["TodoAPI", "TodoServer", "TodoCore", "JSON", "TestSupport"]),
        tests("TodoServer", ["TodoServer", "TodoAPI", "TodoStore", "TodoCore", "JSON", "TestSupport"]),
        tests(
            "Contract",
            ["TodoServer", "TodoAPI", "TodoStore", "TodoCore", "PetService", "EventLoop", "JSON", "TestSupport"]),
        tests(
            "Fault",
            [
                "TodoServer", "TodoAPI", "TodoStore", "TodoCore", "PetService", "EventLoop", "JSON", "CFaultVFS",
                "TestSupport", "todo-server", "short-io",
            ]),
        tests("EndToEnd", ["TestSupport", "TodoStore", "JSON", "CSystem", "todo-server"]),
        fuzzing,
    ]
)
